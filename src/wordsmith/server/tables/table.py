"""A live table: one queue and one task, so that its commands come one after the other.

Judge, store, answer, show: nobody sees what is not on disk.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from wordsmith.errors import IllegalAction
from wordsmith.notation.records import format_events
from wordsmith.rules.actions import Resign
from wordsmith.rules.referee import Shuffle, decide
from wordsmith.rules.state import apply_all
from wordsmith.server.messages.letters import parse_action
from wordsmith.server.tables.duties import standing_of
from wordsmith.store import Command, Duplicate, Stale, Stored, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.rules.events import Event
    from wordsmith.server.messages.protocol import Action
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store

_log = logging.getLogger(__name__)
_chance = Shuffle(random.SystemRandom())


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is stored as number ``version``, now or by an earlier asking with this key."""

    version: int


@dataclass(frozen=True, slots=True)
class Late:
    """The table had gone on to ``version``."""

    version: int


@dataclass(frozen=True, slots=True)
class Denied:
    """The rules say no."""

    reasons: tuple[object, ...]  # of ``wordsmith.rules.reasons``


@dataclass(frozen=True, slots=True)
class Failed:
    """No fault of the player; nothing has changed."""

    code: str  # "key_reused", "unavailable"


Answer = Accepted | Late | Denied | Failed
"""What became of a request."""


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks for an action on behalf of a seat that is his."""

    seat: int
    after: int  # the version it was made for
    key: str
    action: Action
    reply: Callable[[Answer], None]


@dataclass(frozen=True, slots=True)
class Resources:
    """What all tables share."""

    store: Store
    lexicons: Lexicons
    changed: Callable[[Table], None]  # hears of every table that is loaded, and of its changes


class Watcher(Protocol):
    """Somebody who looks at a table."""

    def changed(self, table: Table) -> None:
        """The table has a new version. Must not wait."""


class Table:
    """The actor. ``ledger`` is what everybody reads; only the actor's task lets it go on."""

    def __init__(
        self, ledger: Ledger, guests: tuple[str | None, ...], resources: Resources
    ) -> None:
        self.ledger = ledger
        self.guests = guests  # by seat; None: a bot
        self.watchers: set[Watcher] = set()
        self.touched = time.monotonic()
        self._store = resources.store
        self._lexicons = resources.lexicons
        self._changed = resources.changed
        self._queue: asyncio.Queue[Request] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {ledger.table}")

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.ledger.table

    def seats_of(self, guest: str) -> frozenset[int]:
        """The seats that a guest holds."""
        return frozenset([seat for seat, held in enumerate(self.guests) if held == guest])

    def ask(self, request: Request) -> None:
        """Queue a request; ``request.reply`` hears the answer before anybody sees the change."""
        self.touched = time.monotonic()
        self._queue.put_nowait(request)

    async def act(self, seat: int, after: int, key: str, action: Action) -> Answer:
        """Ask, and wait for the answer."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.ask(Request(seat, after, key, action, reply))
        return await answered

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on and nothing is queued."""
        return not self.watchers and self._queue.empty()

    async def close(self) -> None:
        """Stop. What was asked and not yet answered is asked again by whoever wanted it."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            request = await self._queue.get()
            before = self.ledger.version
            answer = await self._answer(request)
            self._tell(partial(request.reply, answer))
            if self.ledger.version != before:
                self._show()

    def _show(self) -> None:
        for watcher in tuple(self.watchers):
            self._tell(partial(watcher.changed, self))
        self._tell(partial(self._changed, self))

    def _tell(self, tell: Callable[[], None]) -> None:
        """Tell somebody; that he does not take it well must not stop the table."""
        try:
            tell()
        except Exception:  # noqa: BLE001 - a fault of ours, and logged as that
            _log.exception("table %s: somebody could not be told", self.id)

    async def _answer(self, request: Request) -> Answer:
        try:
            return await self._judge_and_store(request)
        except IllegalAction as refusal:
            return Denied(refusal.reasons)
        except StoreUnavailable as error:
            _log.error("table %s: %s", self.id, error)
        except Exception:  # noqa: BLE001 - a fault of ours must not stop the table
            _log.exception("table %s: a command failed", self.id)
        return Failed("unavailable")

    async def _judge_and_store(self, request: Request) -> Answer:
        ledger, written = self.ledger, _written(request.action)
        earlier = ledger.accepted(request.key)
        if earlier is not None:
            return _again(earlier, request.seat, written)
        action = parse_action(ledger.variant, request.action)
        late = request.after != ledger.version
        if late and not (isinstance(action, Resign) and request.after < ledger.version):
            return Late(ledger.version)
        words = await self._lexicons.of(ledger.variant)
        state = ledger.game.state
        events = decide(ledger.variant, state, request.seat, action, words, _chance)
        command = self._command(request, written, events)
        standing = standing_of(ledger.settings.seats, apply_all(state, events))
        outcome = await self._store.append(command, standing)
        match outcome:
            case Stored():
                ledger.take(command)
                return Accepted(ledger.version)
            case Duplicate(earlier):
                await self._catch_up()
                return _again(earlier, request.seat, written)
            case Stale():
                await self._catch_up()
                return Late(ledger.version)

    async def _catch_up(self) -> None:
        """Take what another program has written meanwhile."""
        for command in await self._store.read(self.id, self.ledger.version):
            self.ledger.take(command)

    def _command(self, request: Request, written: str, events: tuple[Event, ...]) -> Command:
        told = format_events(events, self.ledger.variant.alphabet)
        return Command(
            self.id,
            self.ledger.version + 1,
            time.time_ns() // 1_000_000,
            request.seat,
            request.key,
            written,
            msgspec.json.encode(told).decode(),
        )


def _written(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def _again(earlier: Command, seat: int, written: str) -> Answer:
    """The answer to a key that was used before."""
    if (earlier.seat, earlier.action) == (seat, written):
        return Accepted(earlier.seq)
    return Failed("key_reused")
