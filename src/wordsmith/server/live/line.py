"""The WebSocket of one page, as ASGI has it.

Starlette's class for it keeps a state that nobody here asks for, at every message.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Send

    from wordsmith.server.projection.wire import Wire


class Line:
    """One connection. Whatever is said after its end is lost; that it ended is heard by reading."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self._say = send

    async def open(self) -> None:
        """Take it."""
        await self.receive()  # that somebody knocks
        await self._told({"type": "websocket.accept"})

    async def send(self, frame: Wire) -> None:
        """Say something; this waits while the page is slow to take it."""
        try:  # noqa: SIM105 - of all that is sent, and ``suppress`` costs as much as the sending
            await self._say({"type": "websocket.send", "text": frame.decode()})
        except (OSError, RuntimeError):
            pass  # it is gone, or closed: whoever reads sees it

    async def close(self, code: int) -> None:
        """End it; before it is taken, that is a plain 403."""
        await self._told({"type": "websocket.close", "code": code})

    async def _told(self, message: Message) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # likewise
            await self._say(message)
