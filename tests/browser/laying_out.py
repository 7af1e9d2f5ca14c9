"""Tables with a known past, as the server itself would have written them: real hands, real moves.

The bag is sealed in the order in which the plan wants its tiles; the rest comes as a seed has it.
"""

from __future__ import annotations

import random
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from tests.positions import read_play, read_tiles
from wordsmith.bots.levels import LEVELS
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import format_rules
from wordsmith.rules.referee import deal, decide
from wordsmith.rules.sealed_bag import format_order, seal_hash
from wordsmith.server.messages.letters import format_action
from wordsmith.server.messages.protocol import NoPace, Pace
from wordsmith.server.tables.agreement import FORMAT, SeatSettings, TableSettings
from wordsmith.server.tables.duties import standing_of
from wordsmith.server.tables.happenings import Began, ClockSet, Happened, Made, format_row
from wordsmith.server.tables.ledger import MAKING
from wordsmith.server.tables.moment import awaited, first_moment
from wordsmith.server.tables.pacing import clock_after
from wordsmith.server.words.lexicons import load_complete
from wordsmith.store import Command, NewTable, Place, Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.rules.actions import Action
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant
    from wordsmith.server.tables.moment import Moment


@dataclass(frozen=True)
class Setting:
    """What a table is like when the page first sees it."""

    variant: Variant
    seats: Sequence[str]  # names of people, or levels of bots
    hands: Sequence[str] = ()  # the first ones; what is not said is drawn by lot
    moves: Sequence[tuple[Action | str, str]] = ()  # of whoever is waited for, and what he draws
    seed: int = 1
    front: bool = False
    pace: Pace = field(default_factory=NoPace)
    left_s: Sequence[float] = ()  # on the clocks, by seat; none: as the pace has it
    ago_s: float = 0  # since it came to this
    advisers: bool = False
    watching: bool = True
    rated: bool = False


@dataclass(frozen=True)
class Told:
    """A table to be made, and the rows that follow."""

    new: NewTable
    more: list[tuple[Command, Standing]]


def tell(guests: Sequence[str], setting: Setting) -> Told:
    """A table whose seats for people are held by ``guests`` in turn: one alone holds all."""
    return _Telling(guests, setting).tell()


class _Telling:
    def __init__(self, guests: Sequence[str], setting: Setting) -> None:
        self._setting, self._variant = setting, setting.variant
        self._table = secrets.token_urlsafe(9)
        seats = [_seat(name) for name in setting.seats]
        self._places = _places(seats, guests)
        bare = tuple([SeatSettings(seat.kind, level=seat.level) for seat in seats])
        self._agreed = TableSettings(
            self._variant.id,
            format_rules(self._variant.rules),
            bare,
            FORMAT,
            pace=setting.pace,
            rated=setting.rated,
            advisers=setting.advisers,
            watching=setting.watching,
            group=secrets.token_urlsafe(9),
        )
        self._moment: Moment = first_moment(self._agreed, self._variant)
        self._rows: list[tuple[Command, Standing]] = []

    def tell(self) -> Told:
        self._add(None, '{"type":"deal"}', self._beginning())
        for move, _ in self._setting.moves:
            self._move(move)
        (first, standing), *more = self._rows
        new = NewTable(
            table=self._table,
            key=None,
            variant=self._variant.id,
            front=self._setting.front,
            settings=msgspec.json.encode(self._agreed).decode(),
            first=first,
            standing=standing,
            pace=self._agreed.pace_class,
            rated=self._setting.rated,
            group=self._agreed.group,
        )
        return Told(new, more)

    def _beginning(self) -> tuple[Happened, ...]:
        order = format_order(_planned_order(self._setting), self._variant.alphabet)
        salt = f"{self._setting.seed:064x}"
        seats = tuple(range(len(self._setting.seats)))
        began = Began(seats, order, salt, seal_hash(order, salt), ())
        after = self._moment.at_table(Made(0)).at_table(began)
        assert after.game is not None
        assert after.bag is not None
        return (Made(0), began, *deal(self._variant, after.game.state, after.bag))

    def _move(self, move: Action | str) -> None:
        game, bag = self._moment.game, self._moment.bag
        assert game is not None
        assert bag is not None
        seat, action = self._moment.awaited[0], _read(self._variant, game, move)
        events = decide(self._variant, game.state, seat, action, load_complete(self._variant), bag)
        written = msgspec.json.encode(format_action(self._variant.alphabet, action)).decode()
        self._add(seat, written, events)

    def _add(self, seat: int | None, action: str, happened: tuple[Happened, ...]) -> None:
        before, number = self._moment, len(self._rows) + 1
        now_ms = time.time_ns() // 1_000_000 - round(self._setting.ago_s * 1000)
        after = before.after(happened, number, now_ms)
        clock = clock_after(before, after, happened, now_ms)
        if clock is not None and len(self._rows) == len(self._setting.moves):
            clock = self._as_wanted(clock, now_ms)
        if clock is not None:
            happened, after = (*happened, clock), after.at_table(clock)
        key = MAKING if seat is None else secrets.token_hex(16)
        events = format_row(happened, self._variant.alphabet)
        command = Command(self._table, number, now_ms, seat, key, action, events)
        standing = standing_of(after, self._places, before, moved=number == 1)
        self._rows.append((command, standing))
        self._moment = after

    def _as_wanted(self, clock: ClockSet, now_ms: int) -> ClockSet:
        if not self._setting.left_s:
            return clock
        left = tuple([round(left * 1000) for left in self._setting.left_s])
        return msgspec.structs.replace(clock, left_ms=left, since_ms=now_ms)


def _seat(name: str) -> SeatSettings:
    return SeatSettings("bot", level=name) if name in LEVELS else SeatSettings("human", name)


def _places(seats: Sequence[SeatSettings], guests: Sequence[str]) -> tuple[Place, ...]:
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    held = {seat: guests[n % len(guests)] for n, seat in enumerate(people)}
    return tuple([Place(held.get(number), seat.name) for number, seat in enumerate(seats)])


def _read(variant: Variant, game: Game, move: Action | str) -> Action:
    if not isinstance(move, str):
        return move
    return read_play(variant, game.state.board, move)


@dataclass
class _Planned:
    """Chance that gives what is planned, and else what a seed gives; ``drawn`` keeps all of it."""

    alphabet: Alphabet
    random: random.Random
    draws: list[str] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)

    def draw(self, bag: Tiles, count: int) -> Tiles:
        wanted = read_tiles(self.alphabet, self.draws.pop(0)) if self.draws else None
        by_lot = self.random.sample(list(bag - wanted if wanted else bag), count)
        drawn = type(bag).of([*(wanted or ()), *by_lot[: count - len(wanted or ())]])
        assert len(drawn) == count, "more is planned than is due"
        self.drawn += drawn.codes
        return drawn


def _planned_order(setting: Setting) -> bytes:
    """The tiles of the whole bag as the plan draws them; those it leaves come by lot."""
    variant = setting.variant
    chance = _Planned(variant.alphabet, random.Random(setting.seed), list(setting.hands))
    game = Game.begin(variant, len(setting.seats), chance)
    for move, draw in setting.moves:
        chance.draws = [draw] if draw else []
        action = _read(variant, game, move)
        game = game.act(awaited(game.state)[0], action, load_complete(variant), chance)
    rest = list(variant.tiles - type(variant.tiles).of(chance.drawn))
    chance.random.shuffle(rest)
    return bytes([*chance.drawn, *rest])
