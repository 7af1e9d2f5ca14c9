"""Clocks against a slow model that counts every millisecond by itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordsmith.rules.clock import (
    CREDIT_BANK_MS,
    CREDIT_MOST_MS,
    CREDIT_REFILL_MS,
    DAY_MS,
    Clock,
    Pace,
    PaceKind,
    SteadyTime,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = 3
HOUR_MS = 3_600_000
BANK = Pace.bank(10_000, 2_000)
TURN = Pace.turn(5_000)


# -- the model -------------------------------------------------------------------------------------


@dataclass
class Ticking:
    """Stop-watches of wood: a millisecond at a time, no time of day anywhere."""

    pace: Pace
    timed: list[bool]
    left: list[int] = field(init=False)
    lag: list[int] = field(init=False)
    runs: int | None = None
    still: bool = False
    spell: int = 0  # what the running watch has counted since it was last looked at
    asleep: int = 0  # what it does not count yet

    def __post_init__(self) -> None:
        self.left = [self.pace.time_ms] * len(self.timed)
        self.lag = [3_000] * len(self.timed)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            if self.runs is None or self.still or not self.timed[self.runs]:
                continue
            if self.asleep:
                self.asleep -= 1
                continue
            self.spell += 1
            self.left[self.runs] -= 1

    def settle(self, rtt: int) -> None:
        """The running watch has been pressed."""
        if self.runs is not None:
            given = min(rtt, 500, self.lag[self.runs], self.spell)
            self.left[self.runs] = max(0, self.left[self.runs] + given)
            self.lag[self.runs] -= given
        self.spell = self.asleep = 0

    def start(self, seat: int) -> None:
        self.runs = seat
        self.spell = self.asleep = 0
        if self.pace.kind != "bank":
            self.left[seat] = self.pace.time_ms

    def stop(self, rtt: int) -> None:
        self.settle(rtt)
        if self.runs is not None and self.timed[self.runs] and self.left[self.runs] > 0:
            if self.pace.kind == "bank":
                self.left[self.runs] += self.pace.increment_ms
            else:
                self.left[self.runs] = self.pace.time_ms
            self.lag[self.runs] = min(3_000, self.lag[self.runs] + 250)
        self.runs = None

    def shown(self) -> tuple[int | None, ...]:
        return tuple(
            max(0, left) if timed else None
            for left, timed in zip(self.left, self.timed, strict=True)
        )


@dataclass
class Machine:
    """A server with a clock on the wall that anybody may set, and one that nobody can."""

    clock: Clock
    wall: int = 1_700_000_000_000
    mono: int = 5_000
    steady: SteadyTime = field(init=False)

    def __post_init__(self) -> None:
        self.steady = SteadyTime(self.wall, self.mono)

    @property
    def now(self) -> int:
        return self.steady.at(self.mono)

    def wait(self, ms: int) -> None:
        self.wall += ms
        self.mono += ms

    def restart(self, away: int, step: int, grace: int) -> None:
        """The program dies, time goes by, the wall clock is set, another program begins."""
        last_alive = self.now
        self.wall += away + step
        self.mono = 77  # another boot, another beginning
        self.steady = SteadyTime(self.wall, self.mono)
        if grace:
            self.clock = self.clock.pause(last_alive).resume(self.now + grace)
        else:
            self.clock = self.clock.shift(self.now - last_alive)


@dataclass
class Both:
    """A table told the same things twice."""

    machine: Machine
    model: Ticking

    def take(self, event: tuple[str, int, int]) -> None:
        name, one, other = event
        machine, model, clock, now = self.machine, self.model, self.machine.clock, self.machine.now
        match name:
            case "wait":
                machine.wait(one)
                model.wait(one)
            case "set the wall clock":
                machine.wall += one
            case "restart" if not clock.paused:
                machine.restart(one, other, grace=0)
            case "restart with grace" if not clock.paused:
                machine.restart(one, other, grace=800)
                model.settle(0)
                model.asleep = 800
            case "turn":
                if clock.running is not None:
                    machine.clock = clock.stop(now, other)
                    model.stop(other)
                else:
                    machine.clock = clock.start(one % SEATS, now)
                    model.start(one % SEATS)
            case "pause" if not clock.paused:
                machine.clock = clock.pause(now, other)
                model.settle(other)
                model.still = True
            case "resume" if clock.paused:
                machine.clock = clock.resume(now)
                model.still = False


SMALL = st.integers(0, 700)
STEP = st.sampled_from((-HOUR_MS, -1, 0, 1, HOUR_MS))
EVENT = st.one_of(
    st.tuples(st.just("wait"), st.integers(0, 3_000), st.just(0)),
    st.tuples(st.just("set the wall clock"), STEP, st.just(0)),
    st.tuples(st.sampled_from(("restart", "restart with grace")), st.integers(0, 9_000), STEP),
    st.tuples(st.just("turn"), st.integers(0, SEATS - 1), SMALL),
    st.tuples(st.sampled_from(("pause", "resume")), st.just(0), SMALL),
)
PACE = st.one_of(
    st.builds(Pace.bank, st.integers(1, 9_000), st.integers(0, 1_000)),
    st.builds(Pace.turn, st.integers(1, 6_000)),
    st.just(Pace.days(1)),
)
TIMED = st.lists(st.booleans(), min_size=SEATS, max_size=SEATS)
EVENTS = st.lists(EVENT, max_size=25)


def histories(pace: Pace, timed: list[bool], events: list[tuple[str, int, int]]) -> Iterator[Both]:
    both = Both(Machine(Clock.of(pace, timed)), Ticking(pace, timed))
    yield both
    for event in events:
        both.take(event)
        yield both


@settings(max_examples=200, deadline=None)
@given(PACE, TIMED, EVENTS)
def test_a_clock_shows_what_the_model_counts_whatever_the_wall_clock_is_set_to(
    pace: Pace, timed: list[bool], events: list[tuple[str, int, int]]
) -> None:
    """Public bug group 20: clocks that jump, and the wrong side flagged."""
    for both in histories(pace, timed, events):
        assert both.machine.clock.left_at(both.machine.now) == both.model.shown()
        lag = zip(both.machine.clock.credit_ms, both.model.lag, timed, strict=True)
        assert all(credit == counted for credit, counted, has in lag if has)


@settings(max_examples=100, deadline=None)
@given(PACE, TIMED, EVENTS, st.lists(st.integers(-HOUR_MS, HOUR_MS), min_size=2, max_size=2))
def test_without_an_event_what_is_left_never_rises(
    pace: Pace, timed: list[bool], events: list[tuple[str, int, int]], moments: list[int]
) -> None:
    early, late = sorted(moments)
    for both in histories(pace, timed, events):
        clock, now = both.machine.clock, both.machine.now
        before, after = clock.left_at(now + early), clock.left_at(now + late)
        for one, other, whole in zip(before, after, clock.left_ms, strict=True):
            assert (one is None) == (other is None) == (whole is None)
            assert 0 <= (other or 0) <= (one or 0) <= (whole or 0)


@settings(max_examples=100, deadline=None)
@given(PACE, TIMED, EVENTS, SMALL)
def test_a_clock_is_up_at_its_deadline_and_not_a_millisecond_sooner(
    pace: Pace, timed: list[bool], events: list[tuple[str, int, int]], rtt: int
) -> None:
    for both in histories(pace, timed, events):
        clock = both.machine.clock
        deadline, seat = clock.deadline_ms, clock.running
        if deadline is None:
            assert not clock.has_run_out(both.machine.now + HOUR_MS)
            continue
        assert seat is not None
        whole = clock.left_ms[seat]
        assert clock.left_at(deadline)[seat] == 0
        assert clock.left_at(deadline - 1)[seat] == min(1, whole or 0)
        assert clock.has_run_out(deadline)
        assert not clock.has_run_out(deadline - 1)
        credit = min(rtt, CREDIT_MOST_MS, clock.credit_ms[seat])
        assert clock.has_run_out(deadline + credit, rtt)
        assert not clock.has_run_out(deadline + credit - 1, rtt)


@settings(max_examples=100, deadline=None)
@given(PACE, EVENTS, SMALL, st.integers(0, 20_000))
def test_an_act_in_time_leaves_something_and_a_late_one_nothing(
    pace: Pace, events: list[tuple[str, int, int]], rtt: int, later: int
) -> None:
    for both in histories(pace, [True] * SEATS, events):
        clock, moment = both.machine.clock, both.machine.now + later
        if (seat := clock.running) is None or clock.paused:
            continue
        left = clock.stop(moment, rtt).left_ms[seat]
        assert (left == 0) == (clock.has_run_out(moment, rtt) or not clock.left_ms[seat])


# -- by hand ---------------------------------------------------------------------------------------


def begun(pace: Pace, *, now: int = 1_000) -> Clock:
    return Clock.of(pace, [True, True]).start(0, now)


def test_a_bank_keeps_what_is_left_and_gets_the_increment_after_each_turn() -> None:
    clock = begun(BANK).stop(4_000)
    assert clock.left_ms == (10_000 - 3_000 + 2_000, 10_000)
    clock = clock.start(1, 4_000).stop(4_500).start(0, 4_500)
    assert clock.left_ms == (9_000, 11_500)
    assert clock.deadline_ms == 4_500 + 9_000


def test_a_timed_turn_begins_whole_each_time() -> None:
    clock = begun(TURN).stop(4_000)
    assert clock.left_ms == (5_000, 5_000)
    assert clock.start(0, 9_000).deadline_ms == 14_000


def test_days_are_long_turns() -> None:
    assert begun(Pace.days(3)).deadline_ms == 1_000 + 3 * DAY_MS


def test_a_seat_whose_time_is_up_gets_no_increment_and_no_new_turn() -> None:
    for pace in (BANK, TURN):
        assert begun(pace).stop(1_000 + pace.time_ms).left_ms[0] == 0


def test_what_a_turn_has_used_when_it_is_interrupted_is_not_given_back() -> None:
    for pace in (BANK, TURN):
        waiting = begun(pace).pause(3_000, rtt_ms=100)
        assert waiting.left_ms[0] == pace.time_ms - 1_900
        assert waiting.resume(60_000).left_at(61_000)[0] == pace.time_ms - 2_900


def test_a_seat_begins_its_turn_with_a_whole_one_even_if_it_had_none_left() -> None:
    out = replace(begun(TURN), running=None, left_ms=(0, 5_000))
    assert out.start(0, 2_000).deadline_ms == 7_000


def test_lag_is_made_good_from_a_bank_that_runs_dry() -> None:
    """Public bug group 21: lag that gives free time."""
    clock = Clock.of(Pace.bank(100_000), [True, True])
    given = []
    for turn in range(40):
        clock = clock.start(0, turn * 1_000).stop(turn * 1_000 + 600, rtt_ms=2_000)
        given.append(100_000 - 600 * (turn + 1) - (clock.left_ms[0] or 0))
    made_good = [-total for total in given]
    assert made_good[0] == CREDIT_MOST_MS
    assert made_good[-1] == CREDIT_BANK_MS + 39 * CREDIT_REFILL_MS
    assert made_good[-1] - made_good[-2] == CREDIT_REFILL_MS


def test_lag_never_gives_more_than_the_turn_took() -> None:
    clock = begun(Pace.bank(10_000)).stop(1_100, rtt_ms=500)
    assert clock.left_ms[0] == 10_000
    assert clock.credit_ms[0] == CREDIT_BANK_MS - 100 + 100  # what was given comes back in a turn


def test_a_round_trip_of_less_than_nothing_gives_nothing() -> None:
    assert begun(Pace.bank(10_000)).stop(2_000, rtt_ms=-900).left_ms[0] == 9_000


def test_a_seat_without_a_clock_never_runs_out() -> None:
    clock = Clock.of(BANK, [True, False]).start(1, 0)
    assert clock.deadline_ms is None
    assert not clock.has_run_out(DAY_MS)
    assert clock.stop(DAY_MS).left_ms == (10_000, None)


def test_a_paused_clock_stands_still_until_it_is_resumed() -> None:
    """Public bug group 24: a pause and a clock for each turn, and the game never ends."""
    clock = begun(Pace.days(2)).pause(1_000 + DAY_MS)
    assert clock.deadline_ms is None
    assert clock.left_at(90 * DAY_MS) == (DAY_MS, 2 * DAY_MS)
    assert clock.resume(90 * DAY_MS).deadline_ms == 91 * DAY_MS


def test_a_time_of_day_before_the_last_one_takes_nothing_and_gives_nothing() -> None:
    clock = begun(BANK, now=HOUR_MS)
    assert clock.left_at(0) == (10_000, 10_000)
    assert clock.stop(0).left_ms == (12_000, 10_000)


@pytest.mark.parametrize("away_ms", [20_000, -HOUR_MS])
def test_the_time_a_server_was_away_is_nobodys_even_if_the_wall_clock_was_set_back(
    away_ms: int,
) -> None:
    clock = begun(BANK)
    assert clock.shift(away_ms).left_at(4_000 + away_ms) == clock.left_at(4_000) == (7_000, 10_000)


def test_two_turns_do_not_run_at_once() -> None:
    with pytest.raises(ValueError, match="seat 0"):
        begun(BANK).start(1, 2_000)


def test_a_table_without_time_has_no_clock() -> None:
    with pytest.raises(ValueError, match="NONE"):
        Clock.of(Pace(), [True, True])


def test_paces_are_live_or_slow_or_none() -> None:
    classes = {pace.kind: pace.pace_class for pace in (Pace(), BANK, TURN, Pace.days(1))}
    assert classes == {"none": "none", "bank": "live", "turn": "live", "days": "slow"}
    assert set(classes) == set(PaceKind)


def test_steady_time_says_how_far_the_wall_clock_has_been_set() -> None:
    steady = SteadyTime(1_000_000, 500)
    assert steady.at(800) == 1_000_300
    assert steady.strayed_ms(1_000_300 - HOUR_MS, 800) == -HOUR_MS
    assert replace(steady, mono_ms=0).at(0) == 1_000_000
