"""The best turn of a view: of one line, or of several with wild tiles taken from the board.

First a quick search builds a turn word by word and sets the mark; then the kernel searches every
legal set of tiles that could beat it, as far as the allowed nodes go.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING

from wordsmith.engine.movegen import Candidate, Tiles, lays_wild_tiles, plays_after, turns_written
from wordsmith.engine.position import (
    Swaps,
    Vocabulary,
    play_of,
    position_of,
    repeats_a_word,
    swap_choices,
    words_of,
)
from wordsmith.rules.parameters import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.engine._movegen import Position
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View

_BEAM = 8
"""Turns kept at each step of the quick search."""

_MOST = 64
"""Words laid upon each of them."""

_QUICK_SWAPS = 16
"""Choices of wild tiles to take that the quick search tries; the fewest tiles come first."""

DEFAULT_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Best:
    """The best turn found."""

    play: Play | None  # None: there is no legal turn, or none was found
    points: int
    exact: bool  # whether it is proved that no legal turn has more points
    nodes: int = 0  # sets of tiles that were looked beyond


def best_turn(view: View, vocabulary: Vocabulary, *, nodes: int = DEFAULT_NODES) -> Best:
    """The legal turn of most points for the seat of ``view``.

    ``nodes`` bounds the work: sets of tiles that the search looks beyond. Where turns are of one
    line they are all generated, and the answer is always exact.
    Source: docs/engine.md#several-lines.
    """
    if _is_free(view):
        return _Search(view, vocabulary, nodes).run()
    return _best_of_one_line(view, vocabulary)


def turns_by_words(
    view: View, vocabulary: Vocabulary, *, width: int = _BEAM, most: int | None = None
) -> list[Candidate]:
    """Legal turns built word upon word, wild tiles taken or not, best points first; not all.

    At each step the best ``width`` turns go on, and of the words upon each the best ``most``.
    Where turns are of one line these are words of one.
    """
    graph = words_of(view, vocabulary)
    found: list[Candidate] = []
    for swaps in islice(swap_choices(view), _QUICK_SWAPS):
        position = position_of(view, graph, swaps)
        found += [
            Candidate(play_of(tiles, swaps), points)
            for points, tiles in _climb(position, width if _is_free(view) else 0, most)
            if lays_wild_tiles(tiles, len(swaps))
        ]
    if not view.variant.rules.repeat_words:
        found = [turn for turn in found if not repeats_a_word(view, turn.play)]
    found.sort(key=lambda turn: (-turn.points, sorted(turn.play.laid), sorted(turn.play.swapped)))
    return found


def _climb(position: Position, width: int, most: int | None) -> Iterator[tuple[int, Tiles]]:
    """Every word as a turn, then word after word upon the best few of them."""
    beam: list[Tiles] = [()]
    seen: set[Tiles] = set()
    while beam:
        grown = {
            tiles: points
            for laid in beam
            for points, tiles in turns_written(position.generate(laid)[0], most)
            if tiles not in seen
        }
        seen.update(grown)
        beam = nlargest(width, grown, key=lambda tiles: (grown[tiles], tiles))
        yield from ((points, tiles) for tiles, points in grown.items())


def _is_free(view: View) -> bool:
    """Whether the tiles of a turn may lie in several lines."""
    return view.variant.rules.lines_per_turn is Lines.ANY


def _best_of_one_line(view: View, vocabulary: Vocabulary) -> Best:
    best = Best(None, 0, exact=True)
    for swaps in swap_choices(view):
        for candidate in plays_after(view, vocabulary, swaps, most=1):
            if best.play is None or candidate.points > best.points:
                best = Best(candidate.play, candidate.points, exact=True)
    return best


class _Search:
    """One search: what is best so far, and the nodes left."""

    def __init__(self, view: View, vocabulary: Vocabulary, nodes: int) -> None:
        self.view = view
        self.graph = words_of(view, vocabulary)
        self.nodes = nodes
        self.spent = 0
        self.points = -1
        self.play: Play | None = None

    def run(self) -> Best:
        """Quick search first, for every choice of wild tiles; then the whole."""
        for swaps in islice(swap_choices(self.view), _QUICK_SWAPS):
            for points, tiles in _climb(position_of(self.view, self.graph, swaps), _BEAM, _MOST):
                self._offer(points, tiles, swaps)
        exact = True
        for swaps in swap_choices(self.view):
            exact &= self._exhaust(swaps)
        return Best(self.play, max(self.points, 0), exact, self.spent)

    def _offer(self, points: int, tiles: Tiles, swaps: Swaps) -> None:
        if points <= self.points or not lays_wild_tiles(tiles, len(swaps)):
            return
        play = play_of(tiles, swaps)
        if self.view.variant.rules.repeat_words or not repeats_a_word(self.view, play):
            self.points, self.play = points, play

    def _exhaust(self, swaps: Swaps) -> bool:
        """Search all turns with these wild tiles taken; whether all were searched."""
        position = position_of(self.view, self.graph, swaps)
        position.prepare_search(self.points, self.nodes - self.spent, self._judge(swaps))
        if position.bound_at_root() <= self.points:
            return True
        complete, nodes, points, tiles = position.search()
        self.spent += nodes
        if tiles:
            self.points, self.play = points, play_of(tiles, swaps)
        return complete

    def _judge(self, swaps: Swaps) -> Callable[[list[tuple[int, int]]], bool] | None:
        """What the kernel must ask before it takes a turn for legal."""
        if self.view.variant.rules.repeat_words:
            return None

        def may_stand(laid: list[tuple[int, int]]) -> bool:
            play = play_of([square << 8 | tile for square, tile in laid], swaps)
            return not repeats_a_word(self.view, play)

        return may_stand
