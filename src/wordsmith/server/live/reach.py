"""How long the way to a page and back is, by the server's clock alone."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_KEPT = 3  # round trips; the shortest of them counts, for a page can be slow but not fast


class Reach:
    """Round trips, measured from a pulse to its beat. Nothing the page says of time is read."""

    __slots__ = ("_awaited", "_clock", "_measured", "_number", "_sent")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._number = 0
        self._awaited = False
        self._sent = 0.0
        self._measured: deque[int] = deque(maxlen=_KEPT)

    def pulse(self) -> int:
        """The number of a pulse that is sent now."""
        self._number += 1
        self._awaited, self._sent = True, self._clock()
        return self._number

    def beat(self, number: int) -> None:
        """The page has answered a pulse; only the first answer to the last one counts."""
        if self._awaited and number == self._number:
            self._awaited = False
            self._measured.append(round((self._clock() - self._sent) * 1000))

    @property
    def rtt_ms(self) -> int:
        """The round trip; 0 while it is not known."""
        return min(self._measured, default=0)
