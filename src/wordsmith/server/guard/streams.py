"""What one connection may send and leave unread, below everything that the program sees of it.

uvicorn bounds messages, and bodies by reading them when they are asked for. It bounds neither the
head of a request, nor requests that are sent ahead, nor frames that are no messages (pings, empty
pieces), and waits for ever for whoever is silent. From one connection each of these could take a
gigabyte or stop all games for seconds.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wordsmith.server.guard.cork import Cork, CorkedTransport
from wordsmith.server.guard.entrance import Entrance
from wordsmith.server.guard.limits import TokenBucket

if TYPE_CHECKING:
    import asyncio

    from websockets.frames import Frame

_log = logging.getLogger("uvicorn.error.requests")
_log.setLevel(logging.ERROR)
LONGEST_HEAD = 32 * 1024  # bytes of a request before its body
MOST_HEADERS = 100
MOST_AHEAD = 4  # requests that wait until the one before them is answered
STILL_S = 20.0  # that a request may stand still, whether it comes or is answered
CLOSING_S = 5.0  # for a page to take what is left when it is let go
AFTERWARDS = 64 * 1024  # bytes that a page may still send after it was let go
_TOO_FAST, _NO_TEXT = 1008, 1007
_PIECE = 2048  # bytes that are read as frames before these are counted


class TooMuch(Exception):  # noqa: N818 - what it is
    """A request that nobody sends who means well."""


class BoundedHttp(HttpToolsProtocol):
    """Requests whose head has a bound, few of them ahead, none that stands still.

    What is no request is answered with 400, and not logged: anybody can send it without end.
    """

    entrance: Entrance  # of its server: ``bounded_http``
    _enters = False  # it is to be a line
    _looking: asyncio.TimerHandle | None = None
    _seen: tuple[int, int] | None = None  # bytes that had come, and that waited to go
    _came = 0
    _head = 0  # bytes, since the last request was whole
    _in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Look again and again whether it moves."""
        self.logger = _log
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._stop_looking()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read piece by piece, so that a bound holds before more is kept."""
        self._came += len(data)
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self._enters:
                return  # refused, or to be a line: its page waits for our answer first
            piece = data[start : start + _PIECE]
            if self._in_head:
                self._head += len(piece)
            if self._head > LONGEST_HEAD:
                self.send_400_response("The head of the request is too long.")
                return
            super().data_received(piece)

    def handle_websocket_upgrade(self) -> None:
        """It is no request any more, and will be a line when it is its turn."""
        self._stop_looking()
        self._enters = True
        self.entrance.wait(self._become_line)

    def _become_line(self) -> None:
        if not self.transport.is_closing():  # it may have gone meanwhile
            super().handle_websocket_upgrade()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header. TooMuch, which is answered with 400."""
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise TooMuch

    def on_headers_complete(self) -> None:
        """The head is there. TooMuch, likewise."""
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooMuch
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._in_head, self._head = True, 0

    def _look(self) -> None:
        """End it if it has stood still since the last look, and not because of us."""
        now = (self._came, self.transport.get_write_buffer_size())
        if now == self._seen and self._is_waited_for:
            self.transport.abort()
            return
        self._seen = now
        self._looking = self.loop.call_later(STILL_S, self._look)

    @property
    def _is_waited_for(self) -> bool:
        """Whether the other side is to send or to take something."""
        if self.transport.get_write_buffer_size():
            return True
        if self.cycle is None or self.cycle.response_complete:
            return True  # between two requests there is a shorter limit
        return self.cycle.more_body and not self.flow.read_paused

    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.cancel()


class BoundedSocket(WebSocketsSansIOProtocol):
    """Frames of all kinds are counted; whoever does not take his end is not waited for."""

    cork: Cork  # of its server: ``bounded_socket``
    burst = 500  # frames at once, and as many again in ``burst_s`` seconds
    burst_s = 20.0
    _bucket: TokenBucket | None = None
    _ending: asyncio.TimerHandle | None = None
    _after = 0  # bytes that came after the end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It is a line from now on."""
        super().connection_made(CorkedTransport(transport, self.cork))

    def data_received(self, data: bytes) -> None:
        """Read piece by piece, so that frames are counted before more are read."""
        for start in range(0, len(data), _PIECE):
            if self.close_sent:
                self._after += len(data) - start
                if self.transport.is_closing() or self._after > AFTERWARDS:
                    self.transport.abort()
                    return
            super().data_received(data[start : start + _PIECE])

    def handle_text(self, event: Frame) -> None:
        """A message, or its first piece."""
        if self._counted():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Likewise."""
        if self._counted():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Another piece."""
        if self._counted():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Somebody asks whether we are here."""
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer, perhaps to nothing."""
        if self._counted():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """A message is whole. What is no text ends the line without a word in the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._refuse(_NO_TEXT, "no text")
            return
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        """Talk, and leave when all is said."""
        try:
            await super().run_asgi()
        finally:
            self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        if self._ending is not None:
            self._ending.cancel()
        super().connection_lost(exc)

    def _counted(self) -> bool:
        """Whether one more frame may come. If not, this was the last one."""
        if self.close_sent:
            return False
        bucket = self._bucket or TokenBucket(self.burst, self.burst_s)
        self._bucket = bucket
        if bucket.take():
            return True
        self._refuse(_TOO_FAST, "too many frames")
        return False

    def _refuse(self, code: int, reason: str) -> None:
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
            self._end_soon()

    def _end_soon(self) -> None:
        """What is not taken by then is lost: a page that reads nothing holds nothing up."""
        if self._ending is None and not self.disconnected:
            self._ending = self.loop.call_later(CLOSING_S, self.transport.abort)


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def bounded_http() -> type[BoundedHttp]:
    """For one server: its lines have one entrance."""

    class ForServer(BoundedHttp):
        entrance = Entrance()

    return ForServer


def bounded_socket(messages: int, per_s: float) -> type[BoundedSocket]:
    """For pages that may send so many messages in so many seconds, and a few frames for each."""

    class ForPages(BoundedSocket):
        cork = Cork()
        burst = 4 * messages + 100
        burst_s = per_s

    return ForPages
