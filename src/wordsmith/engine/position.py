"""The border of the kernel: a view and its words become a mutable position.

A letter given for a wild tile of the board is settled before a search begins: each set of such
letters is a position of its own.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from wordsmith.engine import _movegen
from wordsmith.lexicon.wordgraph import WordGraph, build_graph
from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.parameters import Opening, PremiumWords, WildSwap, WordPremiums
from wordsmith.rules.scoring import words_formed
from wordsmith.rules.state import hand_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.rules.actions import Placed
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

Swaps = frozenset["Placed"]
"""Letters laid on wild tiles of the board, which are taken."""


class Vocabulary(Protocol):
    """What the engine asks of a lexicon: its words as a graph."""

    @property
    def graph(self) -> WordGraph:
        """The compiled words."""


def words_of(view: View, vocabulary: Vocabulary) -> WordGraph:
    """The words that count for ``view``: those of the lexicon, and those that a vote let in."""
    alphabet, graph = view.variant.alphabet, vocabulary.graph
    accepted = [alphabet.encode(word) for word in view.accepted if alphabet.spells(word)]
    missing = frozenset(word for word in accepted if word not in graph)
    return _with_words(graph, missing) if missing else graph


@lru_cache(maxsize=4)
def _with_words(graph: WordGraph, more: frozenset[bytes]) -> WordGraph:
    return build_graph([*graph, *more])


def position_of(view: View, graph: WordGraph, swaps: Swaps = frozenset()) -> _movegen.Position:
    """The position that ``view`` shows, once the letters of ``swaps`` lie on their wild tiles."""
    variant = view.variant
    rules, layout = variant.rules, variant.layout
    position = _movegen.Position(
        graph.nodes,
        (graph.dawg_root, graph.gaddag_root),
        (layout.width, layout.height),
        (layout.letter_factors, layout.word_factors),
        bytes(square in layout.starts for square in range(layout.size)),
        _worth(variant),
        (
            rules.word_premiums is WordPremiums.ADD,
            rules.premium_words is PremiumWords.ONE,
            rules.full_rack_bonus if len(view.rack) == rules.rack_size else 0,
            rules.rack_size,
        ),
    )
    least = 2 if rules.opening is Opening.TWO_START_CELLS else 1
    position.set_up(
        view.board.with_tiles(swaps).cells,
        hand_after(view.rack, Play(swapped=swaps)).codes,
        least if view.board.is_empty else 0,
        len(swaps),
    )
    return position


@lru_cache(maxsize=32)
def _worth(variant: Variant) -> tuple[int, ...]:
    """Points by tile on the board, wild ones included."""
    last = len(variant.values)
    return tuple(
        variant.letter_value(tile) if tile & ~LAID_WILD < last else 0 for tile in range(256)
    )


def swap_choices(view: View) -> Iterator[Swaps]:
    """Every set of wild tiles that the hand of ``view`` can take, the empty one first."""
    open_squares = sorted(_open_wilds(view))
    most = min(len(open_squares), len(view.rack))
    for count in range(most + 1):
        for chosen in combinations(open_squares, count):
            asked = Counter(tile for _, tile in chosen)
            if not asked - Counter(view.rack.codes):
                yield frozenset(chosen)


def _open_wilds(view: View) -> set[Placed]:
    """The wild tiles that the seat may take, with the letters that they stand for and it holds."""
    rule = view.variant.rules.wild_swap
    if rule is WildSwap.NO:
        return set()
    layers = dict(view.wild_layers)
    return {
        (square, tile & ~LAID_WILD)
        for square, tile in enumerate(view.board.cells)
        if tile & LAID_WILD
        and tile & ~LAID_WILD in view.rack
        and (
            rule is WildSwap.ANY_PLAYER
            or square not in layers
            or _seat_after(view, layers[square]) == view.seat
        )
    }


def _seat_after(view: View, seat: int) -> int:
    seats = len(view.hands)
    following = ((seat + step) % seats for step in range(1, seats + 1))
    return next((other for other in following if other not in view.out), seat)


def repeats_a_word(view: View, play: Play) -> bool:
    """Whether a play makes a word twice, or one that was made before."""
    board = view.board.with_tiles([*play.swapped, *play.laid])
    runs = words_formed(view.board, play)
    made = [view.variant.alphabet.decode(board.letters(run)) for run in runs]
    return len(set(made)) < len(made) or not view.words_made.isdisjoint(made)


def play_of(tiles: Iterable[int], swaps: Swaps = frozenset()) -> Play:
    """A play from the kernel's ``square << 8 | tile``."""
    return Play(frozenset([(tile >> 8, tile & 0xFF) for tile in tiles]), swaps)
