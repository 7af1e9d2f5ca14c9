"""How a command moves the clocks of a table, and when somebody's time is up.

A vote stands outside of turns: the clock of whoever proposed the words rests, the others have
``VOTE_MS`` (by correspondence the time of a turn), and who is silent then lets the words in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.rules.clock import CREDIT_MOST_MS, Clock, PaceKind
from wordsmith.server.tables.happenings import ClockSet, Happened, Paused

if TYPE_CHECKING:
    from wordsmith.server.tables.moment import Moment

FIRST_TURN_MS = 10_000
"""Before the first clock of a live game runs: until then everybody has found the table."""

VOTE_MS = 60_000
"""For a vote in a live game."""

RETURN_MS = 10_000
"""For people to come back after the server was away."""


def clock_after(
    before: Moment, after: Moment, happened: tuple[Happened, ...], now_ms: int, rtt_ms: int = 0
) -> ClockSet | None:
    """The clocks after a command that led from one moment to the other; None: as they were.

    ``now_ms``: the time by which the table is played, when the command was taken. ``rtt_ms``: the
    round trip to the page of whoever asked for it.
    """
    if after.agreed.timing.kind is PaceKind.NONE or after.game is None:
        return None
    if before.clock is None:
        return _told(_first(after, now_ms), None)
    away = sum(event.ms or 0 for event in happened if isinstance(event, Paused))
    clock, vote_by = shifted(before, away)
    clock = _moved(before, after, clock, now_ms, rtt_ms)
    if after.phase != "playing" or after.game.state.proposal is None:
        vote_by = None
    elif before.game is None or before.game.state.proposal is None:
        vote_by = now_ms + _vote_ms(after)
    if (clock, vote_by) == (before.clock, before.vote_by_ms):
        return None
    return _told(clock, vote_by)


def shifted(moment: Moment, away_ms: int) -> tuple[Clock, int | None]:
    """The clocks of a moment, and its vote, as if all had been set so much later."""
    assert moment.clock is not None
    vote_by = moment.vote_by_ms
    return moment.clock.shift(away_ms), None if vote_by is None else vote_by + away_ms


def is_up(moment: Moment, now_ms: int, rtt_ms: int = CREDIT_MOST_MS, away_ms: int = 0) -> bool:
    """Whether the time of somebody is up, or that of a vote.

    ``away_ms``: time in which the program could hear nobody, and that is not written down yet.
    Without ``rtt_ms`` a clock is given all the credit for lag that there can be.
    """
    if moment.due_at_ms is None:
        return False
    clock, vote_by = shifted(moment, away_ms)
    return clock.has_run_out(now_ms, rtt_ms) if vote_by is None else now_ms >= vote_by


def flag_at_ms(moment: Moment) -> int | None:
    """When to look whether somebody's time is up; None: never."""
    due, clock = moment.due_at_ms, moment.clock
    if due is None or clock is None or moment.vote_by_ms is not None or clock.running is None:
        return due
    return due + min(CREDIT_MOST_MS, clock.credit_ms[clock.running])


def _first(after: Moment, now_ms: int) -> Clock:
    assert after.game is not None
    pace = after.agreed.timing
    grace = 0 if pace.kind is PaceKind.DAYS else FIRST_TURN_MS
    clock = Clock.of(pace, [not seat.is_bot for seat in after.seats])
    return clock.start(after.game.state.on_turn, now_ms + grace)


def _moved(before: Moment, after: Moment, clock: Clock, now_ms: int, rtt_ms: int) -> Clock:
    """The clocks, where a turn, a vote, a rest or the game began or was over."""
    assert before.game is not None
    assert after.game is not None
    was, now = before.game.state, after.game.state
    if after.phase != "playing":
        over = clock if clock.paused else clock.pause(now_ms)
        return replace(over, running=None, paused=False)
    if now.on_turn != was.on_turn:
        running = clock.resume(now_ms) if clock.paused else clock
        started = running.stop(now_ms, rtt_ms).start(now.on_turn, now_ms)
        return started.pause(now_ms) if after.paused else started
    rests = now.proposal is not None or after.paused
    if rests and not clock.paused:
        return clock.pause(now_ms, rtt_ms)
    return clock.resume(now_ms) if clock.paused and not rests else clock


def _vote_ms(after: Moment) -> int:
    pace = after.agreed.timing
    return pace.time_ms if pace.kind is PaceKind.DAYS else VOTE_MS


def _told(clock: Clock, vote_by_ms: int | None) -> ClockSet:
    return ClockSet(
        clock.left_ms,
        clock.credit_ms,
        clock.running,
        clock.since_ms,
        clock.paused,
        vote_by_ms,
    )
