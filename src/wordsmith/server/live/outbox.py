"""What waits to be sent to one page: a short queue, for a page that reads too slowly is let go."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordsmith.server.projection.projection import Wire

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024


class Outbox:
    """Frames in order. When too many wait it is ``full``, for good."""

    def __init__(self) -> None:
        self.full = asyncio.Event()
        self._frames: deque[Wire] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()

    def put(self, frame: Wire) -> None:
        """Queue a frame. Never waits."""
        if self.full.is_set():
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._filled.set()
        if len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self._frames.clear()
            self.full.set()

    async def get(self) -> Wire:
        """The next frame, when there is one."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame
