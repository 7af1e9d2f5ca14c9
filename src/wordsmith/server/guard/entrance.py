"""Lines that want to be opened: one in each round of the event loop.

After a restart everybody comes back at once. Opening a line takes about as long as answering a
move; were all of them opened in a row, nobody could play before the last one is in.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Entrance:
    """Who came first is let in first, and between two of them all others are heard."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def wait(self, enter: Callable[[], None]) -> None:
        """``enter`` is called when it is its turn. Needs a running event loop."""
        self._waiting.append(enter)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._let_in)

    def _let_in(self) -> None:
        enter = self._waiting[0]
        try:
            enter()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._let_in)
