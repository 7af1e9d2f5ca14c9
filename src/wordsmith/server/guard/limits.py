"""How much one visitor may ask for in a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TokenBucket:
    """``burst`` at once, and as many again in every ``per_s`` seconds."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(
        self, burst: int, per_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._rate = burst / per_s
        self._left = float(burst)
        self._clock = clock
        self._then = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each name; of those longest unused only the last few thousand are kept."""

    def __init__(self, burst: int, per_s: float, most: int = 4096) -> None:
        self._burst = burst
        self._per_s = per_s
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether one more is allowed for this name now."""
        return self.of(name).take()

    def of(self, name: str) -> TokenBucket:
        """The bucket of a name, to be taken from for a while."""
        bucket = self._buckets.pop(name, None) or TokenBucket(self._burst, self._per_s)
        self._buckets[name] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
