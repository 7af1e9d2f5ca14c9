"""Tables for talk: real ledgers, without the actor around them, which talk does not ask."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from wordsmith.rules.actions import Resign
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle, decide
from wordsmith.rules.variant import load_variant
from wordsmith.server.messages.frames import Say
from wordsmith.server.tables.agreement import SeatSettings, TableSettings
from wordsmith.server.tables.happenings import Admitted, Happened, format_row
from wordsmith.server.tables.ledger import Ledger
from wordsmith.store import Command, Place
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.messages.outbound import Message
    from wordsmith.server.tables.table import Table
    from wordsmith.server.talk.hearing import Channel
    from wordsmith.store import Store

ANNA, BORIS, CARL, DORA, EMIL = "anna", "boris", "carl", "dora", "emil"
VARIANT = load_variant("friends")


@dataclass
class Seen:
    """A table as talk looks at it."""

    ledger: Ledger

    @property
    def id(self) -> str:
        return self.ledger.table

    def happen(self, *events: Happened) -> None:
        seq = self.ledger.version + 1
        told = format_row(events, VARIANT.alphabet)
        self.ledger.take(Command(self.id, seq, seq, None, f"key {seq}", "{}", told))

    def admit(self, seat: int, person: str, *, admit: bool = True) -> None:
        self.happen(Admitted(seat, person, person.title(), admit))

    def resign(self, seat: int) -> None:
        state = self.ledger.game.state
        assert not state.ended
        chance = Shuffle(random.Random(1))
        self.happen(*decide(VARIANT, state, seat, Resign(), cast("Any", frozenset()), chance))

    def move_in(self, *people: str | None) -> None:
        self.ledger.replace_places([Place(who, who.title() if who else "") for who in people])


def playing(*people: str, **settings: Any) -> Seen:
    """A game under way; everything else about the table as given."""
    seats = tuple([SeatSettings("human", who.title()) for who in people])
    agreed = TableSettings("friends", {}, seats, advisers=True, **settings)
    places = [Place(who, who.title()) for who in people]
    table = Seen(Ledger(f"t{secrets.token_hex(4)}", agreed, [], places))
    table.happen(*Game.begin(VARIANT, len(people), Shuffle(random.Random(1))).events)
    return table


def as_table(seen: Seen) -> Table:
    return cast("Table", seen)


def say(
    text: str, channel: Channel = "table", *, key: str | None = None, to: int | None = None
) -> Say:
    return Say("t", key or secrets.token_hex(16), channel, text, to)


async def settle(store: Store, *people: str, accounts: bool = True) -> None:
    """Make these people known."""
    for person in people:
        sql = "INSERT INTO persons (id, since_ms, name, login) VALUES ($1, 1, $2, $3)"
        login = person if accounts else None
        await store.write(Statement(sql, (person, person.title(), login)))


@dataclass
class Ear:
    """A page that writes down what it is told."""

    heard: list[Message] = field(default_factory=list)

    def said(self, _table: str, message: Message) -> None:
        self.heard.append(message)

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.heard]
