"""Moves that may be best, by equity: points, and what the tiles kept are worth."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from wordsmith.engine import best_turn, generate, turns_by_words
from wordsmith.engine.simulate import Tried
from wordsmith.engine.turns import top_turns
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.parameters import Lines
from wordsmith.rules.state import hand_after
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine import Candidate, Vocabulary
    from wordsmith.engine.leaves import Leaves
    from wordsmith.engine.turns import Valued
    from wordsmith.rules.view import View

_MP = 1_000

_MOST_POINTS = 400
"""Turns of one line, those of most points, among which the ones of most equity are looked for."""

_BESIDE = 4
"""Of turns of several words: how many go on at each step of the quick look for more of them."""

_EXCHANGES = 3
"""Exchanges that are candidates: more of them are much alike."""

_LARGE = 8
"""Of larger hands only a few exchanges are looked at: there are too many."""


def equity_of(tried: Tried) -> int:
    """What a candidate is worth, in millipoints."""
    return _MP * tried.points + tried.leave


def leave_of(view: View, play: Play, leaves: Leaves) -> int:
    """What a play keeps is worth, less the stars it leaves to others, in millipoints.

    With an empty bag points are all.
    """
    if not view.bag:
        return 0
    stars = sum([bool(tile & LAID_WILD) for _, tile in play.laid]) - len(play.swapped)
    return leaves.value(hand_after(view.rack, play)) - stars * leaves.star_price


def worth_of(view: View, play: Play, points: int, leaves: Leaves) -> float:
    """What a turn is worth by equity, in points."""
    return points + leave_of(view, play, leaves) / _MP


def best_by_equity(
    view: View, words: Vocabulary, leaves: Leaves, *, nodes: int, seconds: float | None = None
) -> Tried:
    """The turn of most equity, or the exchange that is worth more, or a pass.

    Exchanges count only where a move without points does not bring the end of the game nearer;
    else they are for a hand that has no turn.
    """
    best = best_turn(view, words, leaves=leaves, nodes=nodes, seconds=seconds)
    exchange = next(exchanges(view, leaves), Tried(Pass(), 0, 0))
    if best.play is None:
        return exchange
    turn = Tried(best.play, best.points, leave_of(view, best.play, leaves))
    return exchange if not view.scoreless and equity_of(exchange) > equity_of(turn) else turn


def candidates(
    view: View,
    words: Vocabulary,
    leaves: Leaves,
    count: int,
    *,
    nodes: int,
    seconds: float | None = None,
) -> list[Tried]:
    """The ``count`` moves of most equity, the best first; turns, exchanges and a pass.

    The first turn is the best there is, as far as the nodes and seconds go.
    """
    found = {
        turn.play: Tried(turn.play, turn.points, leave_of(view, turn.play, leaves))
        for turn in _turns(view, words, leaves, count, nodes, seconds)
    }
    moves = [*found.values(), *exchanges(view, leaves), _standing(view, leaves)]
    moves.sort(key=equity_of, reverse=True)
    return moves[:count]


def _turns(
    view: View,
    words: Vocabulary,
    leaves: Leaves,
    count: int,
    nodes: int,
    seconds: float | None,
) -> Iterator[Candidate | Valued]:
    """Good turns, the best among them."""
    if view.variant.rules.lines_per_turn is Lines.ANY:
        yield from turns_by_words(view, words, width=_BESIDE, most=_MOST_POINTS)
        yield from top_turns(view, words, leaves, count=count, nodes=nodes, seconds=seconds).turns
    else:
        yield from generate(view, words, most=_MOST_POINTS)
        yield from top_turns(view, words, leaves, count=1).turns


def exchanges(view: View, leaves: Leaves) -> Iterator[Tried]:
    """The exchanges of most worth, the best first; of equal ones that of most tiles, stars last."""
    rack = view.rack
    if view.bag < max(1, view.variant.rules.exchange_minimum):
        return
    most = min(len(rack), view.bag)
    sizes = range(most, 0, -1) if len(rack) <= _LARGE else (most,)
    given = {Tiles(bytes(part)) for size in sizes for part in combinations(rack.codes, size)}
    worth = [(leaves.value(rack - tiles), tiles) for tiles in given]
    worth.sort(key=lambda each: (-each[0], each[1].count(WILD), -len(each[1]), each[1].codes))
    for value, tiles in worth[:_EXCHANGES]:
        yield Tried(Exchange(tiles), 0, value)


def _standing(view: View, leaves: Leaves) -> Tried:
    """A pass."""
    return Tried(Pass(), 0, leaves.value(view.rack) if view.bag else 0)
