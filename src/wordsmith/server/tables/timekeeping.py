"""What time it is for the clocks of tables, whatever the machine's wall clock is set to.

Games that are played live are timed by a clock that is never set (``SteadyTime``); those by
correspondence by the wall. The steady clock also tells when the program itself stood still.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Protocol

from wordsmith.rules.clock import STRAY_MS, SteadyTime

if TYPE_CHECKING:
    from wordsmith.store import PaceClass

_log = logging.getLogger(__name__)

STALL_MS = 1_000
"""A program that did not come to look for so long stood still: nobody pays for that time."""


class TimeSource(Protocol):
    """The two clocks of a machine, in ms."""

    def wall_ms(self) -> int:
        """Since 1970; may be set at any time."""

    def mono_ms(self) -> int:
        """Since some time or other; goes on evenly."""


class SystemTime:
    """The clocks of this machine."""

    def wall_ms(self) -> int:
        """Since 1970."""
        return time.time_ns() // 1_000_000

    def mono_ms(self) -> int:
        """Since the machine started."""
        return time.monotonic_ns() // 1_000_000


class Timekeeper:
    """One for each program. ``stood_still_ms`` counts all the time in which it did."""

    def __init__(self, source: TimeSource | None = None) -> None:
        self._source = source or SystemTime()
        self.wall_ms = self._source.wall_ms  # as rows and correspondence have it
        self._steady = SteadyTime(self._source.wall_ms(), self._source.mono_ms())
        self._strayed_ms = 0  # as it was last logged
        self._looked_ms: int | None = None
        self.stood_still_ms = 0

    def steady_ms(self) -> int:
        """The same, unless the wall clock was set since the program started."""
        return self._steady.at(self._source.mono_ms())

    def now_ms(self, pace: PaceClass) -> int:
        """The time by which a table of this pace is played."""
        return self.steady_ms() if pace == "live" else self.wall_ms()

    def look(self, *, often: bool = False) -> None:
        """Notice what has become of the clocks.

        ``often``: from now on somebody looks every few hundred ms, so that a gap means something.
        """
        mono = self._source.mono_ms()
        if self._looked_ms is not None and mono - self._looked_ms >= STALL_MS:
            still = mono - self._looked_ms
            self.stood_still_ms += still
            _log.warning("the program stood still for %d ms; no clock runs for it", still)
        if often or self._looked_ms is not None:
            self._looked_ms = mono
        strayed = self._steady.strayed_ms(self._source.wall_ms(), mono)
        if abs(strayed - self._strayed_ms) > STRAY_MS:
            self._strayed_ms = strayed
            _log.warning("the wall clock was set: it is %d ms from the steady one", strayed)
