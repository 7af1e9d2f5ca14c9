"""A real server for the browser: it can be stopped, and started again where it was.

Tables with a known past are written into its file as the server itself writes them.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.positions import read_play, read_tiles
from wordsmith.bus import MemoryBus
from wordsmith.notation.records import format_events
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import format_rules
from wordsmith.server import Settings
from wordsmith.server.app import app_of
from wordsmith.server.house import House
from wordsmith.server.messages.letters import format_action
from wordsmith.server.run import _address, _listen, _Server
from wordsmith.server.tables.duties import standing_of
from wordsmith.server.tables.ledger import MAKING, SeatSettings, TableSettings
from wordsmith.server.tables.moment import Moment, first_moment
from wordsmith.server.tables.seating import places_of
from wordsmith.server.words.lexicons import load_complete
from wordsmith.store import Command, NewTable, Phase, SqliteStore, Standing, Stored

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from wordsmith.rules.actions import Action
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

PATIENCE_S = 20.0
LEVELS = ("easy", "good", "all")


def _settings() -> Settings:
    quick = Settings(bot_processes=1, sweep_s=0.1, new_tables=10_000, messages=1000)
    built = os.environ.get("WORDSMITH_BROWSER_STATIC")
    return replace(quick, static=Path(built)) if built else quick


class Site:
    """The server, in a thread of its own; ``address`` stays the same when it is started again."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._port = 0
        self.start()

    def start(self) -> None:
        """Begin to answer, at the port of the last time."""
        self._listener = _listen("127.0.0.1", self._port)
        self.address = _address("127.0.0.1", self._listener)
        self._port = self._listener.getsockname()[1]
        house = House(SqliteStore(self.database), MemoryBus(), _settings())
        ready = threading.Event()
        self._server = _Server(app_of(house), house, lambda _: ready.set(), self.address)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._thread.start()
        assert ready.wait(PATIENCE_S)

    def stop(self) -> None:
        """Answer no more; what was said is on disk."""
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._listener.close()
        assert not self._thread.is_alive()

    @property
    def is_running(self) -> bool:
        """Whether it answers."""
        return self._thread.is_alive()

    def lay_out(self, guest: str, setting: Setting) -> str:
        """A table with a known past, held by ``guest``; its id."""
        for _ in range(20):
            told = _tell(guest, setting)
            if _outside_the_loop(self._write(told)):
                return told.new.table
        raise AssertionError("the bots of the server are always first")

    async def _write(self, told: _Told) -> bool:
        """Whether the whole past was written before a bot of the server moved by itself."""
        store = SqliteStore(self.database)
        try:
            await store.create(told.new)
            written = [await store.append(command, standing) for command, standing in told.more]
        finally:
            await store.close()
        return all(isinstance(answer, Stored) for answer in written)


@dataclass(frozen=True)
class Setting:
    """What a table is like when the page first sees it: real hands, real moves, by the rules."""

    variant: Variant
    seats: Sequence[str]  # names of people, or levels of bots
    hands: Sequence[str] = ()  # the first ones; what is not said is drawn by lot
    moves: Sequence[tuple[Action | str, str]] = ()  # in order of the seats, and what is drawn then
    seed: int = 1
    front: bool = False


@dataclass(frozen=True)
class _Told:
    new: NewTable
    more: list[tuple[Command, Standing]]


@dataclass
class _Planned:
    """Chance that gives what is planned, and else what a seed gives."""

    alphabet: Alphabet
    random: random.Random
    draws: list[str] = field(default_factory=list)

    def draw(self, bag: Tiles, count: int) -> Tiles:
        wanted = read_tiles(self.alphabet, self.draws.pop(0)) if self.draws else None
        by_lot = self.random.sample(list(bag - wanted if wanted else bag), count)
        drawn = type(bag).of([*(wanted or ()), *by_lot[: count - len(wanted or ())]])
        assert len(drawn) == count, "more is planned than is due"
        return drawn


def _tell(guest: str, setting: Setting) -> _Told:
    variant, table = setting.variant, secrets.token_urlsafe(9)
    seats = tuple(
        SeatSettings("bot", level=seat) if seat in LEVELS else SeatSettings("human", seat)
        for seat in setting.seats
    )
    chance = _Planned(variant.alphabet, random.Random(setting.seed), list(setting.hands))
    game = Game.begin(variant, len(seats), chance)
    dealt = _command(table, 1, None, '{"type":"deal"}', game, 0)
    settings = TableSettings(variant.id, format_rules(variant.rules), seats)
    new = NewTable(
        table=table,
        key=None,
        variant=variant.id,
        front=setting.front,
        settings=msgspec.json.encode(settings).decode(),
        first=dealt,
        standing=standing_of(_moment(settings, game), places_of(seats, guest), moved=True),
    )
    more = []
    for number, (move, draw) in enumerate(setting.moves, start=2):
        action = _read(variant, game, move)
        chance.draws = [draw] if draw else []
        seat, before = game.state.on_turn, len(game.events)
        game = game.act(seat, action, load_complete(variant), chance)
        written = msgspec.json.encode(format_action(variant.alphabet, action)).decode()
        command = _command(table, number, seat, written, game, before)
        more.append((command, standing_of(_moment(settings, game), places_of(seats, guest))))
    return _Told(new, more)


def _moment(settings: TableSettings, game: Game) -> Moment:
    phase: Phase = "ended" if game.state.ended else "playing"
    moment = first_moment(settings, game.variant)
    return msgspec.structs.replace(moment, game=game, phase=phase)


def _read(variant: Variant, game: Game, move: Action | str) -> Action:
    if not isinstance(move, str):
        return move
    return read_play(variant, game.state.board, move)


def _command(
    table: str, seq: int, seat: int | None, action: str, game: Game, since: int
) -> Command:
    told = format_events(game.events[since:], game.variant.alphabet)
    events = msgspec.json.encode(told).decode()
    key = MAKING if seat is None else secrets.token_hex(16)
    return Command(table, seq, time.time_ns() // 1_000_000, seat, key, action, events)


def _outside_the_loop(work: Coroutine[Any, Any, bool]) -> bool:
    """Playwright has a loop of its own in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
