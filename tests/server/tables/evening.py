"""Tables over a store without a network: people who ask for things, and a time that tests set."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Any

import msgspec

from wordsmith.rules.variant import load_variant
from wordsmith.server.messages import protocol
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, Terms, ask_for_rules
from wordsmith.server.tables.tables import Tables
from wordsmith.server.tables.timekeeping import Timekeeper
from wordsmith.server.words.lexicons import Lexicons, load_complete
from wordsmith.store import Place, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.bus import Bus
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.table import Answer, Table
    from wordsmith.store import Command, Store

ANNA, BORIS, CLARA, DORA = (letter * 64 for letter in "abcd")
NAMES = {ANNA: "Anna", BORIS: "Boris", CLARA: "Clara", DORA: "Dora"}
LEVELS = ("easy", "good", "all")
OPEN, EASY = {"kind": "open"}, {"kind": "bot", "level": "easy"}
PASS, RESIGN, AGREE = protocol.PassAction(), protocol.ResignAction(), protocol.AgreeAction()
YES, NO = protocol.VoteAction(accept=True), protocol.VoteAction(accept=False)
LIVE: dict[str, Any] = {"kind": "bank", "bank_s": 60, "increment_s": 5}
PER_TURN: dict[str, Any] = {"kind": "turn", "turn_s": 15}
DAYS: dict[str, Any] = {"kind": "days", "days": 2}
LEXICONS = Lexicons()


@dataclass
class FakeTime:
    """Both clocks of a machine."""

    wall: int = 1_700_000_000_000
    mono: int = 5_000_000

    def wall_ms(self) -> int:
        return self.wall

    def mono_ms(self) -> int:
        return self.mono

    def pass_ms(self, ms: int) -> None:
        self.wall += ms
        self.mono += ms


@dataclass
class Evening:
    """One program over a store."""

    store: Store
    time: FakeTime = field(default_factory=FakeTime)
    bus: Bus | None = None
    here: set[str] = field(default_factory=set)
    changed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = Tables(
            self.store,
            LEXICONS,
            lambda table: self.changed.append(table.id),
            bus=self.bus,
            time=Timekeeper(self.time),
        )
        self.tables.is_here = lambda _table, person: person in self.here

    async def new(self, *seats: dict[str, Any], person: str = ANNA, **asked: Any) -> Table:
        """A table as a page asks for it; the first seat is the visitor's own."""
        given = {"kind": "human", "name": NAMES.get(person, "Anna")}
        asked = {"variant": "classic", "seats": [given, *(seats or (OPEN,))], **asked}
        wanted = msgspec.convert(asked, protocol.NewTable)
        return await self.get(await self.tables.found(wanted, person, LEVELS))

    async def between(self, *people: str, pace: Any = None, **asked: Any) -> Table:
        """A table where these people have sat down, in this order."""
        rules = {"seating": "agreed", "seats": "2-4", **asked.pop("overrides", {})}
        table = await self.new(
            *[OPEN] * (len(people) - 1),
            person=people[0],
            pace=pace or {"kind": "none"},
            overrides=rules,
            **asked,
        )
        for person in people[1:]:
            await self.sit(table, person)
        return table

    async def sofa(self, seats: int = 2, *, pace: Any = None, **rules: str) -> Table:
        """A table of one person with several seats, or of people without claims."""
        variant = ask_for_rules(load_variant("classic"), {"seats": "2-4", **rules})
        people = (SeatSettings("human"),) * seats
        terms = Terms(pace=msgspec.convert(pace or {"kind": "none"}, protocol.Pace))
        places = tuple([Place(person, NAMES[person]) for person in list(NAMES)[:seats]])
        made = Making(variant, people, ANNA, terms=terms, places=places)
        return await self.get(await self.tables.make(made))

    async def get(self, name: str) -> Table:
        table = await self.tables.get(name)
        assert table is not None
        return table

    async def sit(self, table: Table, person: str, **claim: Any) -> int:
        """Claim a seat by the invitation."""
        ledger = table.ledger
        asked = {
            "name": NAMES.get(person, person[:5]),
            "key": secrets.token_hex(16),
            "sheet": ledger.sheet_hash,
            "invite": ledger.invite,
            **claim,
        }
        return await self.tables.sit(table, person, msgspec.convert(asked, protocol.Sit))

    async def close(self) -> None:
        await self.tables.close()


async def act(table: Table, person: str, action: protocol.Queued, **asked: Any) -> Answer:
    """A person asks for something, on behalf of his first seat, at the present version."""
    seat = min(table.seats_of(person), default=0)
    after = asked.get("after", table.ledger.version)
    key = asked.get("key") or secrets.token_hex(16)
    return await table.act(asked.get("seat", seat), after, key, action, person)


async def turn(table: Table, action: protocol.Move = PASS) -> Answer:
    """The seat on turn makes a move."""
    state = table.ledger.game.state
    return await table.act(state.on_turn, table.ledger.version, secrets.token_hex(16), action)


async def rows(store: Store, table: Table) -> Sequence[Command]:
    return await store.read(table.id)


async def reread(store: Store, table: Table) -> Ledger:
    """The table as another program reads it."""
    found = await Tables(store, LEXICONS, lambda _table: None).get(table.id)
    assert found is not None
    await found.close()
    return found.ledger


async def with_account(store: Store, *people: str) -> None:
    """These people have a log-in."""
    for number, person in enumerate(people):
        await store.write(
            Statement(
                "INSERT INTO persons (id, since_ms, login) VALUES ($1, 0, $2)",
                (person, f"login{number}{person[:3]}"),
            )
        )


def unknown_word(table: Table, letters: int = 5) -> protocol.PlayAction:
    """A first turn of the seat on turn that makes no word of the list."""
    state, variant = table.ledger.game.state, table.ledger.variant
    rack = variant.alphabet.decode(state.racks[state.on_turn].codes).replace("?", "")
    words = load_complete(variant)
    word = next(w for w in map("".join, permutations(rack, letters)) if w not in words)
    start = min(variant.layout.starts)
    return protocol.PlayAction([(start + n, letter) for n, letter in enumerate(word)])
