"""A live table: one queue and one task, so that its commands come one after the other.

Judge, store, answer, show: nobody sees what is not on disk. Several programs may have a table at
once: the store lets one of them be first, and the others read on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from wordsmith.errors import IllegalAction
from wordsmith.rules.clock import CREDIT_MOST_MS
from wordsmith.server.messages import protocol
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables import decisions, gathering
from wordsmith.server.tables.counting import count_answer
from wordsmith.server.tables.errands import AwayErrand, Errand, FlagErrand, RefreshErrand
from wordsmith.server.tables.ledger import Known, Ledger
from wordsmith.server.tables.logbook import Entry, Logbook
from wordsmith.server.tables.pacing import is_up
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
from wordsmith.store import Duplicate, Stale, Stored, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.tables.hints import Hint
    from wordsmith.server.tables.resources import Resources

__all__ = ["Accepted", "Answer", "Denied", "Failed", "Late", "Request", "Table"]

_log = logging.getLogger(__name__)
AWAY = "away-"
"""How the keys of rows begin that say for how long the server was away."""

_TRIES = 50  # to get in among other programs, for what is never late


class Watcher(Protocol):
    """Somebody who looks at a table."""

    def changed(self, table: Table) -> None:
        """The table has a new version. Must not wait."""


class Table:
    """The actor. ``ledger`` is what everybody reads; only the one task there is lets it go on."""

    def __init__(self, ledger: Ledger, resources: Resources) -> None:
        self.ledger = ledger
        self.watchers: set[Watcher] = set()
        self.touched = time.monotonic()
        self._its = resources
        self._book = Logbook(ledger, resources.store, resources.time, resources.hints)
        self._waiting: list[tuple[Request, int]] = []  # and when each was asked
        self._working: asyncio.Task[None] | None = None  # there is none where nothing waits
        self._closed = False

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.ledger.table

    @property
    def checked(self) -> float:
        """When it was last known to be as stored."""
        return self._book.checked

    @checked.setter
    def checked(self, at: float) -> None:
        """Known to be as stored at that time."""
        self._book.checked = at

    def seats_of(self, person: str) -> frozenset[int]:
        """The seats that a person holds."""
        return self.ledger.seats_of(person)

    def ask(self, request: Request) -> None:
        """Queue a request; ``request.reply`` hears the answer before anybody sees the change."""
        self.touched = time.monotonic()
        self._put(request)

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
        self._run_errand(FlagErrand(), nobody_waits)

    def hear(self, hint: Hint) -> None:
        """Somebody says that the table is at another version: go on to it, if that is news."""
        if hint.version > self.ledger.version:
            self._run_errand(RefreshErrand(hint), nobody_waits)

    async def refresh(self) -> Answer:
        """Read on, and who holds the seats; when this returns the table is as it was stored."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._run_errand(RefreshErrand(), answered.set_result)
        return await answered

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on, nothing is queued and no clock of a live game runs."""
        timed = self.ledger.settings.pace_class == "live" and self.ledger.due_at_ms is not None
        return not self.watchers and self._working is None and not timed

    async def close(self) -> None:
        """Stop. What was asked and not yet answered is asked again by whoever wanted it."""
        self._closed = True
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    def _run_errand(self, errand: Errand, reply: Callable[[Answer], None]) -> None:
        self._put(Request(None, 0, "", errand, reply))

    def _put(self, request: Request) -> None:
        """Queue a request, and see to it that somebody works: a table at rest has no task."""
        if self._closed:
            self._tell(partial(request.reply, Failed("unavailable", 503)))
            return
        self._waiting.append((request, self._book.now_ms()))
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name=f"table {self.id}")

    async def _work(self) -> None:
        try:
            await self._take_all()
        finally:
            self._working = None

    async def _take_all(self) -> None:
        while self._waiting:
            request, at_ms = self._waiting.pop(0)
            before = self.ledger.version, self.ledger.places
            answer = await self._answer(request, at_ms)
            self._tell(partial(request.reply, answer))
            if not isinstance(request.action, Errand):
                count_answer(answer, self._book.now_ms() - at_ms)
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
                await self._book.follow(request.action.hint)
                return Accepted(self.ledger.version)
            return await self._judge_and_store(request, at_ms)
        except IllegalAction as refused:
            return Denied(refused.reasons)
        except Refusal as refusal:
            return Failed(refusal.code, refusal.status, refusal.detail)
        except StoreUnavailable as error:
            _log.error("table %s: %s", self.id, error)
            self._book.note_lost()
        except Exception:  # noqa: BLE001 - a fault of ours must not stop the table
            _log.exception("table %s: a command failed", self.id)
        return Failed("unavailable", 503)

    async def _judge_and_store(self, request: Request, at_ms: int) -> Answer:
        ledger = self.ledger
        entry = Entry(request.seat, request.key, _written(request.action), at_ms, request.rtt_ms)
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
            match await self._book.write(entry, step):
                case Stored():
                    return Accepted(ledger.version)
                case Duplicate(command):
                    return self._again(Known.of(command), request, entry)
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

    async def _flagged_first(self, entry: Entry) -> bool:
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
        step = decisions.flag(self.ledger, words, entry.at_ms, rtt_ms, self._book.away_ms())
        kind = "flag-" if step else AWAY  # it would be up, had not the server been away
        key = f"{kind}{self.ledger.version}"
        due = Entry(None, key, _written(FlagErrand()), entry.at_ms)
        return isinstance(await self._book.write(due, step or Step(())), Stored)

    def _again(self, earlier: Known, request: Request, entry: Entry) -> Answer:
        """The answer to a key that was used before."""
        sits = isinstance(request.action, protocol.SitAction)
        if sits and not self.ledger.seats_of(request.person or ""):
            return Failed("key_reused")
        if (earlier.seat, earlier.action) == (entry.seat, entry.action.encode()):
            return Accepted(earlier.seq)
        return Failed("key_reused")


def _written(action: protocol.Queued | Errand) -> str:
    """An action as it is stored: names are with the places, and invitations are secret."""
    if isinstance(action, protocol.SitAction):
        action = protocol.SitAction("", action.seat, action.sheet, None)
    return msgspec.json.encode(action).decode()
