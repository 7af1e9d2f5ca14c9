"""Time left at a table, as values: whole milliseconds, and no source of time.

``now_ms`` is always wall time since 1970 as the server has it; ``SteadyTime`` keeps it from
jumping. Nothing but an increment, a fresh turn, a credit for lag and a shift that is written down
ever adds to what a seat has left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

_T = TypeVar("_T")

DAY_MS = 86_400_000

CREDIT_BANK_MS = 3_000
"""The most lag that is made good to a seat in one go of turns; it begins with so much."""

CREDIT_MOST_MS = 500
"""The most lag that is made good in one act."""

CREDIT_REFILL_MS = 250
"""What comes back to the bank of lag with each turn of one's own."""


class PaceKind(StrEnum):
    """How time is given."""

    NONE = "none"
    BANK = "bank"  # for the whole game, and an increment after each turn
    TURN = "turn"  # for each turn, counted in seconds
    DAYS = "days"  # for each turn, counted in days


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a table gives."""

    kind: PaceKind = PaceKind.NONE
    time_ms: int = 0  # bank: for the game; turn, days: for each turn
    increment_ms: int = 0  # bank: after each turn of one's own

    @classmethod
    def bank(cls, bank_ms: int, increment_ms: int = 0) -> Pace:
        """A bank of time for each seat."""
        return cls(PaceKind.BANK, bank_ms, increment_ms)

    @classmethod
    def turn(cls, turn_ms: int) -> Pace:
        """So much for each turn."""
        return cls(PaceKind.TURN, turn_ms)

    @classmethod
    def days(cls, days: int) -> Pace:
        """So many days for each turn."""
        return cls(PaceKind.DAYS, days * DAY_MS)

    @property
    def pace_class(self) -> Literal["none", "live", "slow"]:
        """What lists and ratings tell apart."""
        match self.kind:
            case PaceKind.NONE:
                return "none"
            case PaceKind.DAYS:
                return "slow"
            case PaceKind.BANK | PaceKind.TURN:
                return "live"


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat had left at ``since_ms``, and whose clock has run since then."""

    pace: Pace
    left_ms: tuple[int | None, ...]  # by seat; None: a seat that has no clock, as a bot's
    credit_ms: tuple[int, ...]  # by seat: lag that can still be made good
    running: int | None = None  # the seat whose turn it is, and whose clock runs
    since_ms: int = 0
    paused: bool = False

    @classmethod
    def of(cls, pace: Pace, timed: Iterable[bool]) -> Clock:
        """Clocks before the first turn; ``timed`` says seat by seat who has one.

        ValueError if the pace gives no time.
        """
        if pace.time_ms <= 0:
            raise ValueError(pace)
        left = tuple([pace.time_ms if has else None for has in timed])
        return cls(pace, left, (CREDIT_BANK_MS,) * len(left))

    def elapsed_ms(self, now_ms: int) -> int:
        """What the running clock has used since it was last set; never less than nothing."""
        if self.running is None or self.paused:
            return 0
        return max(0, now_ms - self.since_ms)

    def left_at(self, now_ms: int) -> tuple[int | None, ...]:
        """What each seat has left, in ms."""
        return _charged(self, now_ms, 0).left_ms

    @property
    def deadline_ms(self) -> int | None:
        """When the running clock shows nothing left; None if none runs."""
        if self.running is None or self.paused:
            return None
        left = self.left_ms[self.running]
        return None if left is None else self.since_ms + left

    def has_run_out(self, now_ms: int, rtt_ms: int = 0) -> bool:
        """Whether the running clock is up, its due credit for lag already given."""
        deadline = self.deadline_ms
        return deadline is not None and now_ms - _credit_due(self, rtt_ms) >= deadline

    def start(self, seat: int, now_ms: int) -> Clock:
        """A turn begins, and the clock of its seat runs. ValueError if one runs already."""
        if self.running is not None:
            raise ValueError(f"the clock of seat {self.running} runs")
        begun = self if _keeps_time(self) else _refilled(self, seat)
        return replace(begun, running=seat, since_ms=now_ms)

    def stop(self, now_ms: int, rtt_ms: int = 0) -> Clock:
        """The turn is over: its seat gets the increment, or a fresh turn for the next time.

        ``rtt_ms``: the round trip to the page of the running seat as the server measured it.
        A seat whose time is up gets nothing.
        """
        charged = _charged(self, now_ms, _credit_due(self, rtt_ms))
        return replace(_paid(charged), running=None, since_ms=now_ms)

    def pause(self, now_ms: int, rtt_ms: int = 0) -> Clock:
        """Every clock stands still, within the turn; ``rtt_ms`` as in ``stop``, if it acted."""
        charged = _charged(self, now_ms, _credit_due(self, rtt_ms))
        return replace(charged, since_ms=now_ms, paused=True)

    def resume(self, now_ms: int) -> Clock:
        """The clocks go on."""
        return replace(self, since_ms=now_ms, paused=False)

    def shift(self, ms: int) -> Clock:
        """As if the running clock had been set so much later: the server was away meanwhile.

        What is left at ``now + ms`` then is what was left at ``now`` before; ``ms`` may be
        negative where the wall clock was set back.
        """
        return replace(self, since_ms=self.since_ms + ms)


def _keeps_time(clock: Clock) -> bool:
    """Whether time not used in one turn is there in the next."""
    return clock.pace.kind is PaceKind.BANK


def _credit_due(clock: Clock, rtt_ms: int) -> int:
    """The lag to be made good to the running seat in one act."""
    if clock.running is None:
        return 0
    return max(0, min(rtt_ms, CREDIT_MOST_MS, clock.credit_ms[clock.running]))


def _charged(clock: Clock, now_ms: int, credit_ms: int) -> Clock:
    """The running seat has paid for its time, less ``credit_ms`` from its bank of lag."""
    seat, elapsed = clock.running, clock.elapsed_ms(now_ms)
    if seat is None or not elapsed or (left := clock.left_ms[seat]) is None:
        return clock
    given = min(credit_ms, elapsed)
    return replace(
        clock,
        left_ms=_set(clock.left_ms, seat, max(0, left - elapsed + given)),
        credit_ms=_set(clock.credit_ms, seat, clock.credit_ms[seat] - given),
    )


def _paid(clock: Clock) -> Clock:
    """The running seat has what the end of a turn brings, unless its time is up."""
    seat = clock.running
    if seat is None or not (left := clock.left_ms[seat]):
        return clock
    credit = min(CREDIT_BANK_MS, clock.credit_ms[seat] + CREDIT_REFILL_MS)
    more = left + clock.pace.increment_ms if _keeps_time(clock) else clock.pace.time_ms
    return replace(
        clock,
        left_ms=_set(clock.left_ms, seat, more),
        credit_ms=_set(clock.credit_ms, seat, credit),
    )


def _refilled(clock: Clock, seat: int) -> Clock:
    """A seat that has a clock has a whole turn before it."""
    if clock.left_ms[seat] is None:
        return clock
    return replace(clock, left_ms=_set(clock.left_ms, seat, clock.pace.time_ms))


def _set(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


STRAY_MS = 250
"""A wall clock that has gone so far from the steady one was set, and is worth a line in the log."""


@dataclass(frozen=True, slots=True)
class SteadyTime:
    """Wall time that goes on evenly from one reading of both clocks of a machine."""

    wall_ms: int  # since 1970
    mono_ms: int  # the clock that is never set, read at the same moment

    def at(self, mono_ms: int) -> int:
        """The wall time to reckon with, whatever the machine's wall clock was set to since."""
        return self.wall_ms + mono_ms - self.mono_ms

    def strayed_ms(self, wall_ms: int, mono_ms: int) -> int:
        """How far the machine's wall clock has gone from the steady one."""
        return wall_ms - self.at(mono_ms)
