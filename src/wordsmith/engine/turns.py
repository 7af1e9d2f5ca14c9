"""The best turns of a view: of one line, or of several with wild tiles taken from the board.

First a quick search builds turns word by word and sets the mark; then the kernel searches every
legal set of tiles that could beat it, as far as the allowed nodes and seconds go.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.engine.leaves import count_below
from wordsmith.engine.movegen import Candidate, Tiles, lays_wild_tiles, turns_written
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
from wordsmith.rules.tiles import Tiles as Hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.engine._movegen import Position
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View

_BEAM = 8
"""Turns kept at each step of the quick search."""

_QUICK_SWAPS = 16
"""Choices of wild tiles to take that the quick search tries; the fewest tiles come first."""

_MOST_VALUED = 8
"""Larger hands have too many parts: what is kept of them is not valued."""

DEFAULT_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Best:
    """The best turn found."""

    play: Play | None  # None: there is no legal turn, or none was found
    points: int
    exact: bool  # whether it is proved that no legal turn is better
    nodes: int = 0  # sets of tiles that were looked beyond
    equity: int = 0  # millipoints: the points, and what the tiles kept are worth


@dataclass(frozen=True, slots=True)
class Valued:
    """A legal turn, its points, and its equity in millipoints."""

    play: Play
    points: int
    equity: int


@dataclass(frozen=True, slots=True)
class Top:
    """The best turns, each of its own kind, the best of all first."""

    turns: tuple[Valued, ...]
    exact: bool  # whether it is proved that these are the best
    nodes: int = 0


def best_turn(
    view: View,
    vocabulary: Vocabulary,
    *,
    leaves: Leaves | None = None,
    nodes: int = DEFAULT_NODES,
    seconds: float | None = None,
) -> Best:
    """The legal turn of most equity for the seat of ``view``; without ``leaves`` of most points.

    ``nodes`` bounds the work: sets of tiles that the search looks beyond; ``seconds`` the time.
    Where turns are of one line all are looked at, and the answer is always exact. With an empty
    bag, and for hands of more than eight tiles, points are all.
    Source: docs/engine.md#several-lines.
    """
    search = BestOfKinds(view, vocabulary, leaves, 1)
    with ends_after(seconds) as stop:
        exact = search.run(nodes, stop)
    if not search.kinds:
        return Best(None, 0, exact, search.spent)
    (found,) = search.kinds.values()
    return Best(play_of(found.tiles, found.swaps), found.points, exact, search.spent, found.value)


def top_turns(
    view: View,
    vocabulary: Vocabulary,
    leaves: Leaves | None = None,
    *,
    count: int = 5,
    nodes: int = DEFAULT_NODES,
    seconds: float | None = None,
) -> Top:
    """The best turns, different in kind, ``count`` at most: for hints and analysis.

    Two turns are of one kind if their words of most points run in one direction and are tied at
    the same square to what lay there before; also if one has more than half of its tiles, letter
    and square, from a better one. The best of each kind is kept. Source: docs/engine.md#top-turns.
    """
    most = count
    spent = 0
    with ends_after(seconds) as stop:
        while True:
            most *= 2
            search = BestOfKinds(view, vocabulary, leaves, most)
            exact = search.run(nodes - spent, stop)
            spent += search.spent
            turns = _unlike(search.best_first(), count)
            if len(turns) == count or len(search.kinds) < most or not exact:
                return Top(turns, exact, spent)


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


def _unlike(turns: list[Valued], count: int) -> tuple[Valued, ...]:
    """Those that do not have more than half of their tiles from a better one."""
    kept: list[Valued] = []
    for turn in turns:
        if len(kept) == count:
            break
        laid = turn.play.laid
        if all(2 * len(laid & better.play.laid) <= len(laid) for better in kept):
            kept.append(turn)
    return tuple(kept)


class _Found(NamedTuple):
    """The best turn of its kind, as the kernel has it."""

    value: int
    points: int
    tiles: list[int]
    swaps: Swaps


class BestOfKinds:
    """A search for the ``most`` best turns, each of its own kind, and the nodes spent on it."""

    def __init__(
        self, view: View, vocabulary: Vocabulary, leaves: Leaves | None, most: int
    ) -> None:
        self.view = view
        self.graph = words_of(view, vocabulary)
        self.most = most
        self.leaves = leaves if view.bag and len(view.rack) <= _MOST_VALUED else None
        self.spent = 0
        self.kinds: dict[int, _Found] = {}

    def run(self, nodes: int, stop: bytearray) -> bool:
        """Quick search first, for every choice of wild tiles; then the whole. Whether it was."""
        free = _is_free(self.view)
        positions = []
        for number, swaps in enumerate(swap_choices(self.view)):
            position = position_of(self.view, self.graph, swaps)
            position.prepare_search(self._judge(swaps), self.most, self._valuation(), stop)
            self._aim(position)
            if not free or number < _QUICK_SWAPS:
                position.climb(_BEAM if free else 1, 99 if free else 1)
                self._take(position, swaps)
            positions.append((swaps, position))
        searched = [not free or self._exhaust(*each, nodes, stop) for each in positions]
        return all(searched)

    def best_first(self) -> list[Valued]:
        """The best of each kind."""
        found = sorted(self.kinds.values(), key=lambda each: (-each.value, sorted(each.tiles)))
        return [Valued(play_of(f.tiles, f.swaps), f.points, f.value) for f in found]

    def _exhaust(self, swaps: Swaps, position: Position, nodes: int, stop: bytearray) -> bool:
        """Search all turns with these wild tiles taken; whether all were searched."""
        if stop[0]:
            return False
        mark = self._aim(position)
        if position.survey_hand() <= mark:
            return True
        complete, spent = position.search(nodes - self.spent)
        self.spent += spent
        self._take(position, swaps)
        return complete

    def _aim(self, position: Position) -> int:
        """Tell a position what is good enough."""
        best = nlargest(self.most, [found.value for found in self.kinds.values()])
        if len(best) == self.most:
            position.raise_mark(best[-1])
        return best[-1] if len(best) == self.most else -(10**9)

    def _take(self, position: Position, swaps: Swaps) -> None:
        """Take over what a position has found."""
        for value, points, kind, tiles in position.kept():
            if kind not in self.kinds or self.kinds[kind].value < value:
                self.kinds[kind] = _Found(value, points, tiles, swaps)
        for kind in nlargest(len(self.kinds), self.kinds, key=lambda k: self.kinds[k].value)[
            self.most :
        ]:
            del self.kinds[kind]

    def _valuation(self) -> tuple[list[int], memoryview, int, Callable[[bytes], int]] | None:
        """The leaves, as the kernel takes them."""
        leaves = self.leaves
        if leaves is None:
            return None
        starts = [count_below(leaves.symbols, tiles) for tiles in range(leaves.most + 1)]
        return starts, leaves.values, leaves.star_price, lambda codes: leaves.value(Hand(codes))

    def _judge(self, swaps: Swaps) -> Callable[[list[tuple[int, int]]], bool] | None:
        """What the kernel must ask before it takes a turn for legal."""
        if self.view.variant.rules.repeat_words:
            return None

        def may_stand(laid: list[tuple[int, int]]) -> bool:
            play = play_of([square << 8 | tile for square, tile in laid], swaps)
            return not repeats_a_word(self.view, play)

        return may_stand


@contextmanager
def ends_after(seconds: float | None) -> Iterator[bytearray]:
    """A byte that is set once the time is over; the kernel looks at it and needs no clock."""
    stop = bytearray(1)
    if seconds is None:
        yield stop
        return
    timer = Timer(seconds, stop.__setitem__, (0, 1))
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()
