"""The strongest way to a move: candidates by equity, simulated; endgames played out.

With a deadline, time is what bounds the work; without one, samples, nodes and positions do, and
the same view gives the same move.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.bots.candidates import candidates
from wordsmith.engine.endgame import hands_of, solve_endgame
from wordsmith.engine.lanes import has_lanes
from wordsmith.engine.leaves import leaves_for
from wordsmith.engine.preendgame import solve_preendgame
from wordsmith.engine.simulate import Budget, Knowledge, Simulated, playing_seats, simulate
from wordsmith.engine.winning import winning_for
from wordsmith.rules.actions import Play
from wordsmith.rules.parameters import Lines, WildSwap

if TYPE_CHECKING:
    from wordsmith.bots.levels import Level
    from wordsmith.bots.vocabulary import KnownWords
    from wordsmith.engine.simulate import Tried
    from wordsmith.rules.actions import Move
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

_CANDIDATES = 12
_PLIES = 2
"""Turns that follow a candidate; what a standing is worth then, the table of chances says."""

_NEAR = 16
"""Unseen tiles from which on candidates are followed to the end of the game."""

_TO_THE_END = 10
_FOR_LAST_TILE = 0.6
"""The share of the time for what comes of the last tile of the bag; else it is simulated."""

_FOR_CANDIDATES = 0.4
"""The share of the time in which the candidates are looked for, at most."""

_ANYTHING = 1_000_000
"""Samples where time is what counts."""

_PREENDGAME_MOVES = 5
_PREENDGAME_NODES = 200
"""Positions of each of the many endgames behind the last tiles of the bag."""


@dataclass(frozen=True, slots=True)
class Considered:
    """A candidate, and what came of looking ahead; none did where there was nothing to choose."""

    tried: Tried
    simulated: Simulated | None = None


def best_move(
    view: View, words: KnownWords, level: Level, *, seed: int = 0, seconds: float | None = None
) -> Move:
    """The move of this view that wins most often, as far as the level looks ahead."""
    until = None if seconds is None else time.monotonic() + seconds
    ending = _endgame(view, words, level, until)
    return ending or considered(view, words, level, seed=seed, until=until)[0].tried.move


def considered(
    view: View, words: KnownWords, level: Level, *, seed: int, until: float | None
) -> list[Considered]:
    """The candidates, the best first; ``until``: by the clock of ``time.monotonic``."""
    leaves = leaves_for(view.variant)
    left = _left(until)
    tried = candidates(
        view,
        words,
        leaves,
        _CANDIDATES,
        nodes=level.nodes,
        seconds=None if left is None else _FOR_CANDIDATES * left,
    )
    may_try = [one for one in tried if _stars_taken(one) <= 1]
    if len(may_try) < 2 or may_try[0] is not tried[0] or not has_lanes(view.variant):
        return [Considered(one) for one in tried]
    left = _left(until)
    budget = Budget(
        samples=level.samples if left is None else _ANYTHING,
        seconds=left,
        plies=_TO_THE_END if _unseen_count(view) <= _NEAR else _PLIES,
    )
    winning = winning_for(view.variant, len(playing_seats(view)))
    found = simulate(view, Knowledge(words, leaves, winning), may_try, budget, seed=seed)
    by_move = {one.move: one for one in may_try}
    return [Considered(by_move[one.move], one) for one in found]


def _endgame(view: View, words: KnownWords, level: Level, until: float | None) -> Move | None:
    """The move of an endgame of two, or of one about to begin; None where it is none."""
    if len(view.hands) != 2 or view.out or not _is_quick(view.variant):
        return None
    left = _left(until)
    if view.bag == 1:  # with two there are some hundred endgames: simulated instead
        best = solve_preendgame(
            view,
            words,
            seconds=None if left is None else _FOR_LAST_TILE * left,
            candidates=_PREENDGAME_MOVES,
            nodes=min(level.endgame, _PREENDGAME_NODES),
        )[0]
        return best.move if best.complete else None
    if view.bag or not _is_known(view):
        return None
    nodes = level.endgame if left is None else None
    found = solve_endgame(view, words, seconds=left, nodes=nodes)
    return found.move if found.depth else None


def _is_quick(variant: Variant) -> bool:
    """Whether endgames of these rules are searched by the kernel; others are simulated."""
    rules = variant.rules
    return (
        rules.lines_per_turn is Lines.ONE
        and rules.wild_swap is WildSwap.NO
        and rules.repeat_words
        and rules.target_score is None
    )


def _is_known(view: View) -> bool:
    """Whether the other hand can be counted; not so where tiles are not those of the box."""
    try:
        return tuple(map(len, hands_of(view))) == view.hands
    except ValueError:
        return False


def _unseen_count(view: View) -> int:
    return view.bag + sum(view.hands[seat] for seat in playing_seats(view)[1:])


def _stars_taken(tried: Tried) -> int:
    return len(tried.move.swapped) if isinstance(tried.move, Play) else 0


def _left(until: float | None) -> float | None:
    """Seconds until then; a little at least, so that something is looked at."""
    return None if until is None else max(0.01, until - time.monotonic())
