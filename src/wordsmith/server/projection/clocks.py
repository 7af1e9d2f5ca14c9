"""Times at a table as the page gets them; whoever sees it later has every time moved as much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages import shown

if TYPE_CHECKING:
    from wordsmith.server.projection.viewing import Surroundings
    from wordsmith.server.tables.ledger import Ledger


def format_clock(ledger: Ledger, around: Surroundings) -> shown.Clock | None:
    """The clocks of a table; None where there are none.

    In a vote no clock runs; the deadline is that of the vote.
    """
    clock, deadline = ledger.clock, ledger.due_at_ms
    if clock is None:
        return None
    return shown.Clock(
        left_ms=list(clock.left_ms),
        running=None if clock.paused else clock.running,
        since=clock.since_ms + around.delay_ms,
        deadline=None if deadline is None else deadline + around.delay_ms,
        paused=ledger.paused,
        now=around.now_ms,
    )


def format_nudge(ledger: Ledger, around: Surroundings) -> shown.Nudge | None:
    """Whether whoever is waited for may be reminded; None: nobody is waited for."""
    after = ledger.nudge_after_ms
    if after is None:
        return None
    return shown.Nudge(after + around.delay_ms, ledger.nudged)
