"""One page: a socket, the tables it has open, what it says and what waits to be said to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError, WordsmithError
from wordsmith.server.guard.limits import TokenBucket
from wordsmith.server.live.outbox import Outbox
from wordsmith.server.live.reach import Reach
from wordsmith.server.messages import outbound
from wordsmith.server.messages.frames import FromPage, parse_message
from wordsmith.server.messages.protocol import LARGEST_FRAME
from wordsmith.server.projection.wire import Wire, wire

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from wordsmith.server.house import House
    from wordsmith.server.live.joined import Joined
    from wordsmith.server.live.line import Line
    from wordsmith.server.live.rooms import Room
    from wordsmith.server.people.sessions import Session

_log = logging.getLogger(__name__)
TOO_FAST, TOO_LARGE, FAULT = 1008, 1009, 1011
LOGGED_OUT, REVOKED, FORBIDDEN, TOO_SLOW, REPLACED = 4001, 4002, 4003, 4008, 4009
RESTART = 1012
_LESS_FOR_LOOKING = 2  # who plays says twice as much as who looks on
_STRIKES = 3  # messages over the limit, before the connection is closed
_IN_A_ROW = 4  # messages of a burst, before others are heard and answers go out
_CLOSING_S = 5.0  # for a page that does not read even that it is let go


class Connection:
    """One page. ``take`` is called with what it says, one message after the other.

    ``leave`` closes a table for it that its visitor may not see any more. ``shared`` are the limits
    that it has in common with other lines.
    """

    def __init__(
        self,
        line: Line,
        session: Session,
        house: House,
        take: Callable[[Connection, FromPage], Awaitable[None]],
        leave: Callable[[Connection, str], None],
        shared: tuple[TokenBucket, ...] = (),
    ) -> None:
        self.session = session
        self.joined: dict[str, Joined] = {}
        self.reach = Reach()
        self.checked = 0.0  # when its session was last looked at
        self.asking: asyncio.Task[None] | None = None  # a hint that is thought about
        self._line = line
        self._take = take
        self._leave = leave
        self._outbox = Outbox(line.send, self._refill, self._overflow)
        self._house = house
        own = TokenBucket(house.settings.messages, house.settings.messages_per_s)
        self._buckets = (own, *shared)
        most = max(1, house.settings.messages // _LESS_FOR_LOOKING)
        self._looking = TokenBucket(most, house.settings.messages_per_s)
        self._strikes = 0
        self._end: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def person(self) -> str:
        """Who it is."""
        return self.session.person

    @property
    def is_moderator(self) -> bool:
        """Whether he keeps the peace here, and has shown the second factor."""
        session = self.session
        return session.role == "moderator" and session.strong_until_ms > self._house.time.wall_ms()

    async def run(self) -> None:
        """Until the page goes, or is let go."""
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reading, self._end), return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            if self.asking is not None:
                self.asking.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await self._outbox.close()
        code = self._end.result() if self._end.done() else _code(reading)
        if code is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._line.close(code), _CLOSING_S)

    def let_go(self, code: int) -> None:
        """Close it from our side. The first reason counts."""
        if not self._end.done():
            self._end.set_result(code)

    def put(self, frame: Wire) -> None:
        """Queue a frame. Never waits."""
        self._outbox.put(frame)

    def tell(self, message: outbound.FromServer) -> None:
        """Queue a message."""
        self._outbox.put(wire(message))

    def said(self, table: str, message: outbound.Message) -> None:
        """Something was said at a table that this visitor may hear."""
        self.tell(outbound.Said(table, message))

    def refuse(self, code: str, table: str | None = None, detail: object = None) -> None:
        """Tell the page that its message led to nothing."""
        self.tell(outbound.Error(code, table, detail))

    def may_look_on(self) -> bool:
        """Whether it may say one more thing at a table where its visitor has no seat."""
        return self._looking.take()

    def warn(self, table: str | None = None) -> bool:
        """Tell the page to be slower; False: it was told often enough, and is to be let go."""
        if self._strikes == _STRIKES:
            return False
        self._strikes += 1
        self.refuse("too_fast", table)
        return True

    def show(self, room: Room, *, again: bool = False) -> None:
        """Show what has changed at a table, or all of it ``again``."""
        joined = self.joined.get(room.table.id)
        if joined is None:
            return
        joined.moderator = self.is_moderator
        if not joined.look():  # he has left his seat, and nobody else may look on
            self.refuse("forbidden", room.table.id)
            self._leave(self, room.table.id)
        elif (again or joined.has_news) and not joined.is_behind:
            self.bring(joined)

    def pulse(self, now_ms: int, versions: Mapping[str, int]) -> None:
        """Tell the time, and how far the tables have come: whoever has less joins again."""
        told = {}
        for table, joined in self.joined.items():
            version = joined.version(versions.get(table, 0))
            if version is not None:
                told[table] = version
        self.tell(outbound.Pulse(self.reach.pulse(), now_ms, told))

    def bring(self, joined: Joined) -> None:
        """Send what the page lacks, whether there is news or not."""
        news = joined.news()
        if news is not None:
            self.put(news)

    def _refill(self) -> None:
        """All is sent: the next rows for a page that lacks many."""
        for joined in self.joined.values():
            if joined.is_behind:
                self.bring(joined)
                return

    def _overflow(self) -> None:
        self.let_go(TOO_SLOW)

    async def _read(self) -> int | None:
        """Take messages, one after the other; the code to close with, None if it is closed."""
        in_a_row = 0
        while True:
            received = await self._line.receive()
            if received["type"] != "websocket.receive":
                return None
            text = received.get("text") or received.get("bytes") or b""
            if len(text) > LARGEST_FRAME:
                return TOO_LARGE
            in_a_row += 1
            if in_a_row % _IN_A_ROW == 0:
                await asyncio.sleep(0)
            if all(bucket.take() for bucket in self._buckets):
                await self._understand(text)
            elif not self.warn():
                return TOO_FAST

    async def _understand(self, text: str | bytes) -> None:
        try:
            message = parse_message(text)
        except ParseError as error:
            self.refuse("bad_message", None, str(error))
            return
        try:
            await self._take(self, message)
        except WordsmithError as error:  # the store or a word list is not there
            _log.error("%s", error)
            self.refuse("unavailable", getattr(message, "table", None))


def _code(reading: asyncio.Task[int | None]) -> int | None:
    """The code to close with after reading has ended; None: it is closed already."""
    if reading.cancelled():
        return None
    failure = reading.exception()
    if failure is None:
        return reading.result()
    _log.error("a connection failed", exc_info=failure)
    return FAULT
