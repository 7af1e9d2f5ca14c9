"""What waits to be sent to one page: a short queue, for a page that reads too slowly is let go."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.projection.wire import Wire

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024


class Outbox:
    """Frames in order. When too many wait it is ``full``, for good.

    ``send`` takes one frame to the page, ``refill`` may put more when all are sent, ``overflow``
    hears once that it is full. It has a task of its own only while something waits: most pages are
    silent most of the time.
    """

    def __init__(
        self,
        send: Callable[[Wire], Awaitable[None]],
        refill: Callable[[], None],
        overflow: Callable[[], None],
    ) -> None:
        self.full = False
        self._send = send
        self._refill = refill
        self._overflow = overflow
        self._frames: deque[Wire] = deque()
        self._bytes = 0
        self._sending: asyncio.Task[None] | None = None

    def put(self, frame: Wire) -> None:
        """Queue a frame. Never waits."""
        if self.full:
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self._frames.clear()
            self.full = True
            self._overflow()
        elif self._sending is None:
            self._sending = asyncio.create_task(self._drain())

    @property
    def is_clear(self) -> bool:
        """Whether nothing waits."""
        return not self._frames

    async def close(self) -> None:
        """Send no more."""
        self.full = True
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def _drain(self) -> None:
        try:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await self._send(frame)
                if not self._frames:
                    self._refill()
        finally:
            self._sending = None
