"""A live table: one queue and one task, so that its commands come one after the other.

Judge, store, answer, show: nobody sees what is not on disk. Several programs may have a table at
once: the store lets one of them be first, and the others read on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from wordsmith.errors import IllegalAction
from wordsmith.rules.clock import CREDIT_MOST_MS
from wordsmith.server.messages import protocol
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables import decisions, gathering
from wordsmith.server.tables.counting import count_answer, count_stored
from wordsmith.server.tables.duties import standing_of, words_let_in
from wordsmith.server.tables.errands import AwayErrand, Errand, FlagErrand, RefreshErrand
from wordsmith.server.tables.happenings import Paused, format_row
from wordsmith.server.tables.pacing import clock_after, is_up
from wordsmith.server.tables.requests import (
    Accepted,
    Answer,
    Denied,
    Failed,
    Late,
    Request,
    nobody_waits,
)
from wordsmith.server.tables.step import Step
from wordsmith.store import Command, Duplicate, Stale, Stored, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.timekeeping import Timekeeper
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Outcome, Store

__all__ = ["Accepted", "Answer", "Denied", "Failed", "Late", "Request", "Table"]

_log = logging.getLogger(__name__)
AWAY = "away-"
"""How the keys of rows begin that say for how long the server was away."""

_TRIES = 50  # to get in among other programs, for what is never late


@dataclass(slots=True)
class Resources:
    """What all tables share."""

    store: Store
    lexicons: Lexicons
    changed: Callable[[Table], None]  # hears of every table that is loaded, and of its changes
    time: Timekeeper
    hint: Callable[[str, int], None]  # tells other programs that a table has a new version
    is_here: Callable[[str, str], bool]  # whether a person has this table open
    has_account: Callable[[str], Awaitable[bool]]


class Watcher(Protocol):
    """Somebody who looks at a table."""

    def changed(self, table: Table) -> None:
        """The table has a new version. Must not wait."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a row says of who asked for it."""

    seat: int | None
    key: str
    action: str  # as it is stored
    at_ms: int  # when it was asked, by the time of this table
    rtt_ms: int


class Table:
    """The actor. ``ledger`` is what everybody reads; only the actor's task lets it go on."""

    def __init__(self, ledger: Ledger, resources: Resources) -> None:
        self.ledger = ledger
        self.watchers: set[Watcher] = set()
        self.touched = time.monotonic()
        self.checked = self.touched  # when it was last known to be as stored
        self._its = resources
        self._pace = ledger.settings.pace_class
        self._still_ms = resources.time.stood_still_ms  # of that, what the clocks know of
        self._lost_ms: int | None = None  # since when the store does not take what happens
        self._queue: asyncio.Queue[tuple[Request, int]] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {ledger.table}")

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.ledger.table

    def seats_of(self, person: str) -> frozenset[int]:
        """The seats that a person holds."""
        return self.ledger.seats_of(person)

    def ask(self, request: Request) -> None:
        """Queue a request; ``request.reply`` hears the answer before anybody sees the change."""
        self.touched = time.monotonic()
        self._queue.put_nowait((request, self._now_ms()))

    async def act(
        self,
        seat: int | None,
        after: int,
        key: str,
        action: protocol.Queued | Errand,
        person: str | None = None,
    ) -> Answer:
        """Ask, and wait for the answer."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.ask(Request(seat, after, key, action, reply, person))
        return await answered

    def look_at_clock(self) -> None:
        """See whether somebody's time is up."""
        self._put(FlagErrand(), nobody_waits)

    def hear(self, version: int) -> None:
        """Somebody says that the table is at this version: read on, if that is news."""
        if version > self.ledger.version:
            self._put(RefreshErrand(), nobody_waits)

    async def refresh(self) -> Answer:
        """Read on, and who holds the seats; when this returns the table is as it was stored."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._put(RefreshErrand(), answered.set_result)
        return await answered

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on, nothing is queued and no clock of a live game runs."""
        timed = self._pace == "live" and self.ledger.due_at_ms is not None
        return not self.watchers and self._queue.empty() and not timed

    async def close(self) -> None:
        """Stop. What was asked and not yet answered is asked again by whoever wanted it."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _put(self, errand: Errand, reply: Callable[[Answer], None]) -> None:
        self._queue.put_nowait((Request(None, 0, "", errand, reply), self._now_ms()))

    async def _run(self) -> None:
        while True:
            request, at_ms = await self._queue.get()
            before = self.ledger.version, self.ledger.places
            answer = await self._answer(request, at_ms)
            self._tell(partial(request.reply, answer))
            if not isinstance(request.action, Errand):
                count_answer(answer, self._now_ms() - at_ms)
            if (self.ledger.version, self.ledger.places) != before:
                self._show()

    def _show(self) -> None:
        for watcher in tuple(self.watchers):
            self._tell(partial(watcher.changed, self))
        self._tell(partial(self._its.changed, self))

    def _tell(self, tell: Callable[[], None]) -> None:
        """Tell somebody; that he does not take it well must not stop the table."""
        try:
            tell()
        except Exception:  # noqa: BLE001 - a fault of ours, and logged as that
            _log.exception("table %s: somebody could not be told", self.id)

    async def _answer(self, request: Request, at_ms: int) -> Answer:
        try:
            if isinstance(request.action, RefreshErrand):
                await self._catch_up()
                return Accepted(self.ledger.version)
            return await self._judge_and_store(request, at_ms)
        except IllegalAction as refused:
            return Denied(refused.reasons)
        except Refusal as refusal:
            return Failed(refusal.code, refusal.status, refusal.detail)
        except StoreUnavailable as error:
            _log.error("table %s: %s", self.id, error)
            if self._lost_ms is None:
                self._lost_ms = self._now_ms()
        except Exception:  # noqa: BLE001 - a fault of ours must not stop the table
            _log.exception("table %s: a command failed", self.id)
        return Failed("unavailable", 503)

    async def _judge_and_store(self, request: Request, at_ms: int) -> Answer:
        ledger = self.ledger
        entry = _Entry(request.seat, request.key, _written(request.action), at_ms, request.rtt_ms)
        for _ in range(_TRIES):
            earlier = ledger.accepted(request.key)
            if earlier is not None:
                return self._again(earlier, request, entry)
            if not await self._flagged_first(entry):
                continue
            if decisions.is_late(ledger, request):
                return Late(ledger.version)
            step = await self._step(request)
            if step is None:
                return Accepted(ledger.version)
            match await self._store(entry, step):
                case Stored():
                    return Accepted(ledger.version)
                case Duplicate(earlier):
                    return self._again(earlier, request, entry)
                case Stale():
                    pass  # judged anew, at the version of those who were first
        return Failed("unavailable", 503)

    async def _step(self, request: Request) -> Step | None:
        """What a request comes to; None: there is nothing to do. Refusal, IllegalAction."""
        ledger, person, action = self.ledger, request.person, request.action
        if isinstance(action, FlagErrand):
            return None
        if isinstance(action, AwayErrand) and ledger.due_at_ms is None:
            return None
        if isinstance(action, protocol.SitAction) and person is not None:
            if ledger.seats_of(person):
                return gathering.rename(ledger, action, person)
            if ledger.settings.rated and not await self._its.has_account(person):
                raise Refusal(403, "needs_account")
        elif person is not None and request.seat not in ledger.seats_of(person):
            raise Refusal(403, "forbidden")
        if isinstance(action, protocol.Move):
            assert request.seat is not None
            words = await self._its.lexicons.of(ledger.variant)
            return decisions.play(ledger, request.seat, action, words)
        return decisions.act(ledger, request, self._its.time.wall_ms(), self._its.is_here)

    async def _flagged_first(self, entry: _Entry) -> bool:
        """Whether nobody's time is up, or it is written down now; False: look again.

        A move that comes after the time of its seat, less its due credit for lag, is too late.
        """
        moment = self.ledger.moment
        if moment.due_at_ms is None or entry.key.startswith(AWAY):
            return True
        self._its.time.look()
        mine = moment.clock is not None and entry.seat == moment.clock.running is not None
        rtt_ms = entry.rtt_ms if mine else CREDIT_MOST_MS
        if not is_up(moment, entry.at_ms, rtt_ms):
            return True
        words = await self._its.lexicons.of(self.ledger.variant)
        step = decisions.flag(self.ledger, words, entry.at_ms, rtt_ms, self._away_ms())
        kind = "flag-" if step else AWAY  # it would be up, had not the server been away
        key = f"{kind}{self.ledger.version}"
        due = _Entry(None, key, _written(FlagErrand()), entry.at_ms, 0)
        return isinstance(await self._store(due, step or Step(())), Stored)

    def _now_ms(self) -> int:
        return self._its.time.now_ms(self._pace)

    def _away_ms(self) -> int:
        """The time in which this program could hear nobody, since the clocks were set."""
        if self._pace != "live" or self.ledger.due_at_ms is None:
            return 0
        still = self._its.time.stood_still_ms - self._still_ms
        lost = 0 if self._lost_ms is None else self._now_ms() - self._lost_ms
        return max(0, still + lost)

    async def _store(self, entry: _Entry, step: Step) -> Outcome:
        """Write a row; if another program was first, read what it has written."""
        ledger, before, away = self.ledger, self.ledger.moment, self._away_ms()
        version, wall_ms = ledger.version + 1, self._its.time.wall_ms()
        happened = (Paused(away), *step.happened) if away else step.happened
        after = before.after(happened, version, wall_ms)
        clock = clock_after(before, after, happened, entry.at_ms, entry.rtt_ms)
        if clock is not None:
            happened, after = (*happened, clock), after.at_table(clock)
        events = format_row(happened, ledger.variant.alphabet)
        command = Command(self.id, version, wall_ms, entry.seat, entry.key, entry.action, events)
        places, moved = step.places or ledger.places, step.places is not None
        standing = standing_of(after, places, before, moved=moved)
        standing = replace(standing, also=words_let_in(self.id, before, after))
        outcome = await self._its.store.append(command, standing)
        if not isinstance(outcome, Stored):
            await self._catch_up()
            return outcome
        ledger.go_on(command, after, step.places)
        self._is_as_stored()
        count_stored()
        self._tell(partial(self._its.hint, self.id, version))
        return outcome

    async def _catch_up(self) -> None:
        """Take what another program has written meanwhile."""
        row = None
        while row is None or row.version != self.ledger.version:
            for command in await self._its.store.read(self.id, self.ledger.version):
                self.ledger.take(command)
                self._is_as_stored()
            row = await self._its.store.table(self.id)
            assert row is not None
        self.ledger.replace_places(row.places)
        self.checked = time.monotonic()

    def _is_as_stored(self) -> None:
        self.checked = time.monotonic()
        self._still_ms, self._lost_ms = self._its.time.stood_still_ms, None

    def _again(self, earlier: Command, request: Request, entry: _Entry) -> Answer:
        """The answer to a key that was used before."""
        sits = isinstance(request.action, protocol.SitAction)
        if sits and not self.ledger.seats_of(request.person or ""):
            return Failed("key_reused")
        if (earlier.seat, earlier.action) == (entry.seat, entry.action):
            return Accepted(earlier.seq)
        return Failed("key_reused")


def _written(action: protocol.Queued | Errand) -> str:
    """An action as it is stored: names are with the places, and invitations are secret."""
    if isinstance(action, protocol.SitAction):
        action = protocol.SitAction("", action.seat, action.sheet, None)
    return msgspec.json.encode(action).decode()
