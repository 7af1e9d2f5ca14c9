"""What waits to be sent to one page: a short queue, for a page that reads too slowly is let go."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from wordsmith.server.live.begun import begin

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.projection.wire import Wire

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024


class Outbox:
    """Frames in order. When too many wait it is ``full``, for good.

    ``send`` takes one frame to the page, ``refill`` may put more when all are sent, ``overflow``
    hears once that it is full. A frame is sent at once where nothing waits and the page can take
    it; there is a task only while something waits.
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
        self._is_sending = False
        self._rest: asyncio.Task[None] | None = None  # of a sending that had to wait

    def put(self, frame: Wire) -> None:
        """Send a frame, or queue it behind those that wait. Never waits."""
        if self.full:
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self._frames.clear()
            self.full = True
            self._overflow()
        elif not self._is_sending:
            self._rest = begin(self._drain())

    @property
    def is_clear(self) -> bool:
        """Whether nothing waits."""
        return not self._frames

    async def close(self) -> None:
        """Send no more."""
        self.full = True
        if self._rest is not None:
            self._rest.cancel()
            await asyncio.gather(self._rest, return_exceptions=True)

    async def _drain(self) -> None:
        self._is_sending = True
        try:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await self._send(frame)
                if not self._frames:
                    self._refill()
        finally:
            self._is_sending = False
