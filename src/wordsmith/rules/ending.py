"""When a game is over, who has won, and what tiles left in hands are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.rules.events import Ended, EndReason
from wordsmith.rules.parameters import ReckoningOut, ReckoningStall, ScorelessPer

if TYPE_CHECKING:
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


def conclude(variant: Variant, state: State) -> Ended | None:
    """How the game ends in this position; None if it goes on, or has ended already.

    Under a challenge rule a turn that would end the game waits for the next seat to let it stand.
    """
    if state.ended:
        return None
    playing = state.playing
    if len(playing) == 1:
        return _ended(state, EndReason.RESIGNED)
    if state.agreed.issuperset(playing):
        return _ended(state, EndReason.AGREED)
    if variant.rules.check.is_challenge and state.before_play:
        return None
    return ending_due(variant, state)


def ending_due(variant: Variant, state: State) -> Ended | None:
    """The ending that the last turn has brought about, challenge or not."""
    if is_out(state):
        return _reckon_out(variant, state)
    if state.scoreless >= _scoreless_limit(variant, state):
        return _reckon_stall(variant, state)
    target = variant.rules.target_score
    if target is None or not state.round_over:
        return None
    best = max([state.scores[seat] for seat in state.playing])
    return _ended(state, EndReason.TARGET) if best >= target else None


def is_out(state: State) -> bool:
    """Whether the seat that moved last has gone out: its hand and the bag are empty."""
    mover = state.last_mover
    if mover is None or state.bag or mover in state.out:
        return False
    return not state.racks[mover]


def _scoreless_limit(variant: Variant, state: State) -> int:
    """Successive turns without points that end the game now."""
    rules = variant.rules
    limit = rules.scoreless_limit if any(state.scores) else rules.scoreless_limit_at_zero
    return limit * len(state.playing) if rules.scoreless_per is ScorelessPer.SEAT else limit


def _reckon_out(variant: Variant, state: State) -> Ended:
    rule = variant.rules.reckoning_out
    if rule is ReckoningOut.NONE:
        return _ended(state, EndReason.OUT)
    left = _hands(variant, state)
    reckoning = [-value for value in left]
    if rule is ReckoningOut.AWARD:
        assert state.last_mover is not None
        reckoning[state.last_mover] += sum(left)
    return _ended(state, EndReason.OUT, reckoning)


def _reckon_stall(variant: Variant, state: State) -> Ended:
    rules = variant.rules
    # a game without any score that was granted a longer limit ends as a draw: nobody is charged
    drawn = not any(state.scores) and rules.scoreless_limit_at_zero > rules.scoreless_limit
    if rules.reckoning_stall is ReckoningStall.NONE or drawn:
        return _ended(state, EndReason.STALL)
    return _ended(state, EndReason.STALL, [-value for value in _hands(variant, state)])


def _hands(variant: Variant, state: State) -> list[int]:
    """The points left in each hand; a seat that left has no tiles in play."""
    return [rack.value(variant.values) for rack in state.racks]


def _ended(state: State, reason: EndReason, reckoning: list[int] | None = None) -> Ended:
    added = tuple(reckoning or [0] * len(state.scores))
    totals = {seat: state.scores[seat] + added[seat] for seat in state.playing}
    best = max(totals.values())
    winners = tuple(seat for seat, total in totals.items() if total == best)
    return Ended(reason, winners, added)
