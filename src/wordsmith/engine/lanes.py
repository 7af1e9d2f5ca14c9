"""The border of the best-play kernel: a variant, its words and leaves become a board of lanes."""

from __future__ import annotations

from array import array
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import TYPE_CHECKING, Protocol

from wordsmith.engine import _lanes
from wordsmith.engine.leave_weights import LARGEST_PART
from wordsmith.engine.leaves import count_below
from wordsmith.lexicon.anagrams import letter_keys
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.parameters import Opening, PremiumWords, WordPremiums

if TYPE_CHECKING:
    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.anagrams import AnagramTable
    from wordsmith.lexicon.wordgraph import WordGraph
    from wordsmith.rules.layout import Layout
    from wordsmith.rules.variant import Variant

MOST_TILES = 8
"""Hands of more tiles have too many parts: all their plays are generated instead."""

_MOST_STATES = 20_000
_MOST_PATTERNS = 20_000
_LARGEST_SUM = 32_767  # sums of points in a bound have 16 bits
_LANES_A_PLY = 26


class Words(Protocol):
    """What this search asks of a lexicon: its words as a graph and by their letters."""

    @property
    def graph(self) -> WordGraph:
        """The compiled words."""

    @property
    def anagrams(self) -> AnagramTable:
        """The words by their letters."""


def has_lanes(variant: Variant) -> bool:
    """Whether the kernel knows the rules of a variant; all plays are generated where it does not.

    A premium that counts in one word only is scored by looking at whole plays.
    """
    rules = variant.rules
    return (
        rules.premium_words is PremiumWords.EVERY
        and rules.rack_size <= MOST_TILES
        and _largest_sum(variant) <= _LARGEST_SUM
    )


def lanes_of(
    variant: Variant, words: Words, leaves: Leaves | None = None, *, plies: int = 0
) -> _lanes.Lanes:
    """An empty board; ``plies``: so many plays can be laid on one another and taken back."""
    rules, layout, table, graph = variant.rules, variant.layout, words.anagrams, words.graph
    most = min(rules.rack_size, MOST_TILES)
    letters = range(1, len(variant.values))
    wild_score = max((variant.letter_value(code | LAID_WILD) for code in letters), default=0)
    return _lanes.Lanes(
        (graph.nodes, graph.dawg_root, graph.gaddag_root),
        (letter_keys(), table.slots, table.classes, table.whole, table.lacking),
        (layout.width, layout.height),
        (layout.letter_factors, layout.word_factors),
        bytes(square in layout.starts for square in range(layout.size)),
        tuple(
            variant.letter_value(tile) if tile & ~LAID_WILD < len(variant.values) else 0
            for tile in range(256)
        ),
        (
            rules.word_premiums is WordPremiums.ADD,
            rules.full_rack_bonus,
            rules.rack_size,
            2 if rules.opening is Opening.TWO_START_CELLS else 1,
            most,
            table.longest,
            wild_score,
            len(variant.values),
        ),
        None if leaves is None else part_weights(leaves),
        (
            _largest_product(layout, most),
            _MOST_STATES,
            _MOST_PATTERNS,
            plies * _LANES_A_PLY,
        ),
    )


def part_weights(leaves: Leaves) -> tuple[array[int], list[int], list[int], list[int]]:
    """Leaves as sums: the weight of each part of up to three tiles by rank, and how ranks are made.

    The first rank of each size, and what the second and third tile of a part add to it by code.
    """
    symbols, values = leaves.symbols, leaves.values
    firsts = [count_below(symbols, size) for size in range(LARGEST_PART + 2)]
    pairs = [comb(code + 1, 2) for code in range(symbols)]
    triples = [comb(code + 2, 3) for code in range(symbols)]
    weights = array("i", bytes(4 * firsts[-1]))

    def place(codes: tuple[int, ...]) -> int:
        steps = (range(symbols), pairs, triples)
        return firsts[len(codes)] + sum(
            step[code] for step, code in zip(steps, codes, strict=False)
        )

    for size in range(min(leaves.most, LARGEST_PART) + 1):
        for codes in combinations_with_replacement(range(symbols), size):
            rank = place(codes)
            held = (part for n in range(size) for part in combinations(codes, n))
            weights[rank] = values[rank] - sum(weights[place(part)] for part in held)
    return weights, firsts, pairs, triples


def _largest_product(layout: Layout, most: int) -> int:
    """By how much a word can count at most that covers ``most`` fresh squares, or their sum."""
    largest = 1
    for lane in lanes_in(layout):
        factors = sorted((layout.word_factors[square] for square in lane), reverse=True)
        product = 1
        for factor in factors[:most]:
            product *= factor
        largest = max(largest, product, sum(factors[:most]))
    return largest


def _largest_sum(variant: Variant) -> int:
    """No more points can the fresh tiles of a hand bring, in their word and in those across."""
    layout, size = variant.layout, variant.rules.rack_size
    letter, word = max(layout.letter_factors), max(layout.word_factors)
    factor = letter * (_largest_product(layout, size) + word)
    return max(variant.values) * factor * size


def lanes_in(layout: Layout) -> list[range]:
    """Every row, then every column, as squares."""
    rows = pairwise(range(0, layout.size + 1, layout.width))
    return [range(*row) for row in rows] + [
        range(first, layout.size, layout.width) for first in range(layout.width)
    ]
