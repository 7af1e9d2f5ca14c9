"""How long the way to a page is. Public bug group 21: lag that a page declares is time for free."""

from wordsmith.server.live.reach import Reach
from wordsmith.server.messages.frames import Beat


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_round_trip_is_from_the_pulse_to_its_beat() -> None:
    clock = Clock()
    reach = Reach(clock)
    assert reach.rtt_ms == 0
    number = reach.pulse()
    clock.now += 0.08
    reach.beat(number)
    assert reach.rtt_ms == 80


def test_a_beat_nobody_waits_for_counts_for_nothing() -> None:
    clock = Clock()
    reach = Reach(clock)
    number = reach.pulse()
    clock.now += 0.05
    reach.beat(number + 1)
    reach.beat(number - 1)
    assert reach.rtt_ms == 0
    reach.beat(number)
    clock.now += 9
    reach.beat(number)  # the same again, later
    assert reach.rtt_ms == 50


def test_a_page_that_is_slow_now_and_then_gains_nothing_by_it() -> None:
    clock = Clock()
    reach = Reach(clock)
    for seconds in (0.03, 5.0, 5.0):
        number = reach.pulse()
        clock.now += seconds
        reach.beat(number)
    assert reach.rtt_ms == 30


def test_a_beat_says_a_number_and_no_time() -> None:
    assert Beat.__struct_fields__ == ("id",)
