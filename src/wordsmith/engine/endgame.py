"""The endgame: the bag is empty, every hand can be counted, and two seats play to the end.

A value is what the seat on turn gains on the other from here to the end of the game, what is
reckoned for tiles left in hands included.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING

from wordsmith.engine import _endgame
from wordsmith.engine.endgame_turns import search_turns
from wordsmith.engine.position import play_of, words_of
from wordsmith.rules.actions import Pass, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.parameters import (
    Lines,
    Opening,
    PremiumWords,
    ReckoningOut,
    ReckoningStall,
    ScorelessPer,
    WildSwap,
    WordPremiums,
)
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.engine.position import Vocabulary
    from wordsmith.lexicon.wordgraph import WordGraph
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

_FARTHEST = 30_000
"""No value is beyond this."""

_TABLE_BITS = 20
"""Positions remembered, as a power of two: 16 MiB."""

_MOST_KEPT = 1 << 23
"""Plays remembered, 32 bytes each: where there are more the search ends, and proves nothing."""

_SHALLOW = 5
"""Turns looked ahead, one more each time, before all is searched to the end."""

_DEEP = 190
"""No endgame has so many turns."""

_MOST_TILES = 16
"""What the kernel's hands hold."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The best move found in an endgame."""

    move: Play | Pass
    value: int  # points gained on the other seat from here to the end
    proved: bool  # whether no move has a better value, and this one has exactly this
    line: tuple[Play | Pass, ...]  # best play of both, the move first; it may break off
    nodes: int  # positions looked at
    depth: int  # turns looked ahead in the last search that was finished


@dataclass(frozen=True, slots=True)
class Reach:
    """How far is looked ahead at tables of three and four."""

    turns: int = 6  # beyond them each seat lays what looks best
    width: int = 12  # the best looking plays of a position: only so many are tried
    paranoid: bool = False  # all others play against this seat; else each for itself (max^n)


def solve_endgame(
    view: View,
    vocabulary: Vocabulary,
    *,
    hands: Sequence[Tiles] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Ending:
    """The best move for the seat of ``view``, which is on turn at a table of two, the bag empty.

    ``hands``: by seat; by default the other hand is what is neither on the board nor in one's own.
    ``seconds`` and ``nodes`` bound the work; whatever was found by then is the answer. ValueError
    if the bag is not empty, or if other than two seats are playing.
    Source: docs/engine.md#endgame.
    """
    if view.seat is None or view.bag or len(view.hands) - len(view.out) != 2:
        raise ValueError("an endgame has an empty bag and two seats")
    if hands is None:
        hands = hands_of(view)
    if not _is_for_kernel(view, hands):
        return Ending(*search_turns(view, vocabulary, hands, seconds, nodes))
    kernel = _kernel_of(view, words_of(view, vocabulary), hands, nodes)
    with _stopped_after(seconds, kernel):
        return _deepen(view, kernel, nodes)


@contextmanager
def _stopped_after(seconds: float | None, kernel: _endgame.Endgame) -> Iterator[None]:
    """Let the kernel's search end when its time is over."""
    timer = Timer(math.inf if seconds is None else seconds, kernel.stop)
    if seconds is not None:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def hands_of(view: View) -> tuple[Tiles, ...]:
    """The hands at a table of two with an empty bag, by seat, counted from what can be seen.

    ValueError if more tiles lie there than the box holds.
    """
    board = Tiles.of(WILD if tile & LAID_WILD else tile for tile in view.board.cells if tile)
    rest = view.variant.tiles - board - view.rack
    return tuple(
        view.rack if seat == view.seat else Tiles() if seat in view.out else rest
        for seat in range(len(view.hands))
    )


def _is_for_kernel(view: View, hands: Sequence[Tiles]) -> bool:
    """Whether the kernel knows all rules that matter here."""
    rules = view.variant.rules
    wild = any(tile & LAID_WILD for tile in view.board.cells) or any(WILD in h for h in hands)
    return (
        rules.lines_per_turn is Lines.ONE
        and rules.repeat_words
        and rules.target_score is None
        and (rules.wild_swap is WildSwap.NO or not wild)
        and max(map(len, hands)) <= _MOST_TILES
    )


def _kernel_of(
    view: View, graph: WordGraph, hands: Sequence[Tiles], nodes: int | None
) -> _endgame.Endgame:
    variant, layout = view.variant, view.variant.layout
    rules = variant.rules
    last = len(variant.values)
    board_values = [variant.letter_value(n) if n & 127 < last else 0 for n in range(256)]
    hand_values = (*variant.values, *[0] * (128 - len(variant.values)))
    kernel = _endgame.Endgame(
        graph.nodes,
        graph.gaddag_root,
        (layout.width, layout.height),
        (layout.letter_factors, layout.word_factors),
        bytes(square in layout.starts for square in range(layout.size)),
        (*board_values, *hand_values),
        (
            rules.word_premiums is WordPremiums.ADD,
            rules.premium_words is PremiumWords.ONE,
            rules.full_rack_bonus,
            rules.rack_size,
        ),
        _endings(variant, len(view.hands) - len(view.out)),
    )
    least = 2 if rules.opening is Opening.TWO_START_CELLS else 1
    kernel.set_up(
        view.board.cells,
        [hands[seat].codes for seat in _in_turn(view)],
        least,
        not any(view.scores),
        _TABLE_BITS if nodes is None else max(8, min(_TABLE_BITS, nodes.bit_length() + 1)),
        _MOST_KEPT,
    )
    return kernel


def _in_turn(view: View) -> list[int]:
    """The seats still playing, the one of ``view`` first."""
    assert view.seat is not None
    count = len(view.hands)
    turns = [(view.seat + step) % count for step in range(count)]
    return [seat for seat in turns if seat not in view.out]


def _endings(variant: Variant, playing: int) -> tuple[int, bool, int, int, bool]:
    """How games end: what going out gains, as times the other hand; stalls; limits."""
    rules = variant.rules
    gains = {ReckoningOut.NONE: 0, ReckoningOut.DEDUCT: 1, ReckoningOut.AWARD: 2}
    times = playing if rules.scoreless_per is ScorelessPer.SEAT else 1
    return (
        gains[rules.reckoning_out],
        rules.reckoning_stall is ReckoningStall.DEDUCT,
        rules.scoreless_limit * times,
        rules.scoreless_limit_at_zero * times,
        rules.scoreless_limit_at_zero > rules.scoreless_limit,
    )


def _deepen(view: View, kernel: _endgame.Endgame, nodes: int | None) -> Ending:
    """One turn deeper again and again, until all is proved or the time is over."""
    kernel.begin()
    limit = 1 << 60 if nodes is None else nodes
    depth = value = 0
    proved = stopped = False
    while not proved and not stopped:
        turns = depth + 1 if depth < _SHALLOW else _DEEP
        found, proved, stopped = kernel.iterate(turns, -_FARTHEST, _FARTHEST, view.scoreless, limit)
        value = found if found > -_FARTHEST else value
        depth = depth if stopped else turns
    line = tuple(_move_of(tiles) for tiles, _ in kernel.best_line(view.scoreless))
    return Ending(line[0], value, proved, line, kernel.counters()[0], depth)


def solve_many(
    view: View,
    vocabulary: Vocabulary,
    hands: Sequence[Tiles],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    reach: Reach | None = None,
) -> Ending:
    """A good move at a table of three or four, the bag empty and all hands known.

    The value is the lead over the best other at the end; nothing is proved. ValueError where the
    kernel does not know the rules.
    Source: Luckhardt and Irani (1986) for max^n, Sturtevant and Korf (2000) for paranoid.
    """
    if view.seat is None or view.bag or not _is_for_kernel(view, hands):
        raise ValueError("no endgame of one line with an empty bag")
    kernel = _kernel_of(view, words_of(view, vocabulary), hands, nodes)
    scores = [view.scores[seat] for seat in _in_turn(view)]
    limit = 1 << 60 if nodes is None else nodes
    reach = reach or Reach()
    best: tuple[tuple[int, ...], int] = ((), 0)
    reached = 0
    with _stopped_after(seconds, kernel):
        for turns in range(1, reach.turns + 1):
            (tiles, _), margin, stopped = kernel.choose(
                turns, reach.width, reach.paranoid, scores, view.scoreless, limit
            )
            if turns == 1 or not stopped:
                best, reached = (tiles, margin), turns
            if stopped:
                break
    move = _move_of(best[0])
    nodes = kernel.counters()[0]
    return Ending(move, best[1], proved=False, line=(move,), nodes=nodes, depth=reached)


def _move_of(tiles: tuple[int, ...]) -> Play | Pass:
    return play_of(tiles) if tiles else Pass()
