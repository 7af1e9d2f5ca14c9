"""Positions made at random, small enough for brute force and odd enough to find faults.

Boards are filled with any letters, words or not: the rules take every board as given.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wordsmith.engine.leaves import Leaves, count_below
from wordsmith.lexicon.wordgraph import WordGraph, build_graph
from wordsmith.rules.alphabet import LAID_WILD, WILD, Alphabet
from wordsmith.rules.board import Board
from wordsmith.rules.game import Game
from wordsmith.rules.layout import parse_layout
from wordsmith.rules.parameters import parse_rule
from wordsmith.rules.reasons import WhyNot
from wordsmith.rules.state import State, initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, variant_ids
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

SCORING = {
    "premium_words": ("every", "every", "one"),
    "word_premiums": ("multiply", "add"),
    "wild_value": ("letter", "zero"),
    "full_rack_bonus": ("0", "7", "50"),
}
"""Every option that changes points."""


@dataclass(frozen=True)
class Listed:
    """A lexicon of a few words."""

    alphabet: Alphabet
    words: tuple[str, ...]

    def __contains__(self, word: str, /) -> bool:
        return word in self._set

    def why_not(self, word: str, /) -> WhyNot:
        """The reason a list can give."""
        return WhyNot("not_in_list")

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def graph(self) -> WordGraph:
        """The compiled words."""
        return build_graph(map(self.alphabet.encode, self.words))


def listed(alphabet: Alphabet, words: Iterable[str]) -> Listed:
    """A lexicon of these words."""
    return Listed(alphabet, tuple(sorted(set(words))))


def babble(random: Random, alphabet: Alphabet, letters: str, longest: int) -> Listed:
    """Words of a language that has only these letters."""
    count = random.choice((6, 15, 40, 90))
    lengths = [random.choice((1, 2, 2, 3, 3, 4, longest)) for _ in range(count)]
    return listed(alphabet, ("".join(random.choices(letters, k=length)) for length in lengths))


def small_variant(random: Random, rules: dict[str, str], longest_side: int = 6) -> Variant:
    """A variant with a board drawn at random; ``rules`` come before random ones."""
    preset = load_variant(random.choice(variant_ids()))
    width, height = (random.randint(3, longest_side) for _ in range(2))
    cells = random.choices("....lLwW*+", k=width * height)
    middle = height // 2 * width + width // 2
    cells[middle] = cells[middle - 1] = random.choice("*+")
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    drawn = {key: random.choice(values) for key, values in SCORING.items()} | rules
    return replace(
        preset,
        layout=parse_layout("drawn", "\n".join(rows)),
        rules=replace(preset.rules, **{key: parse_rule(key, text) for key, text in drawn.items()}),
    )


def scattered(random: Random, variant: Variant, letters: str, share: float) -> Board:
    """A board on which about this share of the squares hold letters, some of them wild."""
    layout = variant.layout
    cells = bytearray(layout.size)
    for square in range(layout.size):
        if random.random() < share:
            code = variant.alphabet.encode(random.choice(letters))[0]
            cells[square] = code | (LAID_WILD if random.random() < 0.2 else 0)
    return Board(layout.width, layout.height, bytes(cells))


def hand(random: Random, variant: Variant, letters: str, tiles: int, wild: float) -> Tiles:
    """Tiles at random, each of them wild with this chance."""
    codes = variant.alphabet.encode("".join(random.choices(letters, k=tiles)))
    return Tiles.of(WILD if random.random() < wild else code for code in codes)


def seen(variant: Variant, board: Board, rack: Tiles, **more: Any) -> View:
    """What the first of two seats sees of such a position; ``more`` are fields of the state."""
    state: State = initial_state(variant, 2)._replace(
        board=board, racks=(rack, Tiles()), bag=variant.tiles, **more
    )
    return View.of(Game.replay(variant, state, ()), 0)


def small_view(
    random: Random, rules: dict[str, str], *, tiles: int, wild: float, longest_side: int = 6
) -> tuple[View, Listed]:
    """A position on a small board, with the babble that is spoken there."""
    variant = small_variant(random, rules, longest_side)
    letters = "".join(random.sample(variant.alphabet.letters, random.choice((2, 3, 5))))
    words = babble(random, variant.alphabet, letters, longest=5)
    board = scattered(random, variant, letters, random.choice((0.0, 0.1, 0.25, 0.5)))
    rack = hand(random, variant, letters, tiles, wild)
    layers = tuple(
        (square, random.randrange(2))
        for square, tile in enumerate(board.cells)
        if tile & LAID_WILD and random.random() < 0.5
    )
    made = frozenset(random.sample(words.words, len(words.words) // 4))
    return seen(variant, board, rack, wild_layers=layers, words_made=made), words


def random_leaves(random: Random, variant: Variant, most: int) -> Leaves:
    """Leaves of any worth, some of them a great deal, for up to ``most`` tiles."""
    symbols = len(variant.alphabet) + 1
    widest = random.choice((500, 5_000, 30_000))
    values = [random.randint(-widest, widest) for _ in range(count_below(symbols, most + 1))]
    table = memoryview(array("i", values))
    return Leaves(table, symbols, most, star_price=random.choice((0, 4_000)))


def random_rules(random: Random, most_tiles: int) -> tuple[dict[str, str], int]:
    """House rules that change which turns are legal, and how many tiles the hand holds."""
    rack_size = random.randint(1, most_tiles)
    rules = {
        "lines_per_turn": random.choice(("one", "any", "any")),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
        "rack_size": str(rack_size),
        "repeat_words": random.choice(("yes", "yes", "no")),
        "wild_swap": random.choice(("no", "any_player", "any_player", "next_player")),
    }
    return rules, random.randint(0, rack_size)
