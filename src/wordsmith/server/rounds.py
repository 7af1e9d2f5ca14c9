"""What a house looks after again and again: one thing after the other, each at its own pace.

Whatever fails is nobody else's business: the others are looked after all the same, and it itself
when its time comes round again.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Part:
    """One thing to look after."""

    name: str
    look: Callable[[], Awaitable[object]]
    every_s: float  # no look begins sooner after the one before; 0: one in every round
    looked_s: float | None  # when the last one began; None: never
    fails: bool = False


class Rounds:
    """The parts, in the order in which they were added. ``clock`` is in seconds and steady."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._parts: list[_Part] = []

    def add(
        self,
        name: str,
        look: Callable[[], Awaitable[object]],
        *,
        every_s: float = 0.0,
        at_once: bool = True,
    ) -> None:
        """Look after one thing more; if not ``at_once``, for the first time after ``every_s``."""
        self._parts.append(_Part(name, look, every_s, None if at_once else self._clock()))

    async def go(self) -> None:
        """One round: whatever is due."""
        for part in self._parts:
            now = self._clock()
            if part.looked_s is None or now - part.looked_s >= part.every_s:
                part.looked_s = now
                await _look(part)


async def _look(part: _Part) -> None:
    """Look after one part; that a store or a bus does not answer is told once, while it lasts."""
    try:
        await part.look()
    except WordsmithError as error:
        if not part.fails:
            _log.error("%s cannot be looked after for now: %s", part.name, error)
        part.fails = True
    except Exception:  # noqa: BLE001 - it comes round again
        _log.exception("%s could not be looked after", part.name)
    else:
        part.fails = False
