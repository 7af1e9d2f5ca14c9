"""The best play by bounds against all plays, and boards that remember against new ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.situations import hand, scattered, seen, small_view
from wordsmith.engine import generate
from wordsmith.engine.lanes import lanes_of
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import Leaves, leaves_of
from wordsmith.engine.movegen import turns_written
from wordsmith.lexicon.anagrams import AnagramTable, build_anagrams
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.board import Board
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from wordsmith.engine._lanes import Lanes
    from wordsmith.lexicon.wordgraph import WordGraph
    from wordsmith.rules.view import View

NOTHING, LEAVES, EMPTY_BAG = range(3)
FLOOR = -(1 << 29)


@dataclass(frozen=True)
class Spoken:
    """Words as this search asks for them."""

    graph: WordGraph

    @property
    def anagrams(self) -> AnagramTable:
        """The words by their letters."""
        return build_anagrams(self.graph)


def leaves_at_random(random: Random, symbols: int, most: int) -> Leaves:
    """Leaves whose parts of one to three tiles weigh from -20 to 20 points."""
    parts = {
        bytes(part): random.randint(-20_000, 20_000)
        for size in range(1, 4)
        for part in combinations_with_replacement(range(symbols), size)
    }
    return leaves_of(LeaveWeights(parts), symbols, most)


def kept(view: View, laid: frozenset[tuple[int, int]]) -> Tiles:
    """What stays in the hand when these tiles are laid."""
    used = [WILD if tile & LAID_WILD else tile for _, tile in laid]
    return view.rack - Tiles.of(used)


def best_of_all(view: View, words: Spoken, leaves: Leaves | None) -> int | None:
    """The most millipoints of any one-line play with its leave, from the list of all plays."""
    return max(
        (
            1000 * play.points + (leaves.value(kept(view, play.play.laid)) if leaves else 0)
            for play in generate(repeats_allowed(view), words)
        ),
        default=None,
    )


def assert_best(lanes: Lanes, view: View, words: Spoken, leaves: Leaves | None) -> None:
    """The search finds a legal play of the most equity."""
    lanes.set_hand(view.rack.codes, LEAVES if leaves else NOTHING, 0, 0, 0)
    equity, points, tiles = lanes.search(FLOOR)
    best = best_of_all(view, words, leaves)
    assert (equity if tiles else None) == best
    if tiles:
        laid = frozenset((tile >> 8, tile & 255) for tile in tiles)
        plays = {play.play.laid: play.points for play in generate(view, words)}
        assert plays.get(laid, points) == points
        worth = leaves.value(kept(view, laid)) if leaves else 0
        assert 1000 * points + worth == best


def assert_all(lanes: Lanes, view: View, words: Spoken) -> None:
    """Every play is found, once."""
    lanes.set_up(view.board.cells)
    lanes.set_hand(view.rack.codes, NOTHING, 0, 0, 0)
    written, count = lanes.all_plays()
    plays = turns_written(written)
    assert len(plays) == count
    found = [(points, tuple(tiles)) for points, tiles in plays]
    assert len(set(found)) == count, "a play came twice"
    assert sorted(found) == sorted(
        (play.points, tuple(sorted(square << 8 | tile for square, tile in play.play.laid)))
        for play in generate(repeats_allowed(view), words)
    )


def repeats_allowed(view: View) -> View:
    """The kernel does not know which words were made before."""
    rules = replace(view.variant.rules, repeat_words=True)
    return replace(view, variant=replace(view.variant, rules=rules))


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_best_play_is_the_best_of_all_plays(seed: int) -> None:
    random = Random(seed)
    rack_size = random.randint(1, 8)
    rules = {
        "lines_per_turn": random.choice(("one", "any")),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
        "premium_words": "every",
        "rack_size": str(rack_size),
        "repeat_words": "yes",
    }
    tiles = random.randint(1, rack_size)
    view, listed = small_view(random, rules, tiles=tiles, wild=0.25, longest_side=9)
    words = Spoken(listed.graph)
    symbols = len(view.variant.values)
    assert_all(lanes_of(view.variant, words), view, words)
    leaves = random.choice((None, leaves_at_random(random, symbols, min(rack_size - 1, 3))))
    lanes = lanes_of(view.variant, words, leaves)
    lanes.set_up(view.board.cells)
    if leaves and len(view.rack) > leaves.most:
        return  # a leave of more tiles than the table knows
    assert_best(lanes, view, words, leaves)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_the_best_play_on_boards_that_ship(variant_id: str) -> None:
    random = Random(variant_id)
    variant = load_variant(variant_id)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    letters = "".join(variant.alphabet.letters)
    leaves = leaves_at_random(random, len(variant.values), 4)
    plain, valued = lanes_of(variant, lexicon), lanes_of(variant, lexicon, leaves)
    for share in (0.0, 0.15, 0.3):
        for tiles in (4, 7):
            board = scattered(random, variant, letters, share)
            view = seen(variant, board, hand(random, variant, letters, tiles, 0.15))
            assert_all(plain, view, Spoken(lexicon.graph))
            assert_best(plain, view, Spoken(lexicon.graph), None)
            if tiles <= leaves.most:
                valued.set_up(board.cells)
                assert_best(valued, view, Spoken(lexicon.graph), leaves)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("variant_id", ["classic", "wordsmith"])
def test_a_board_that_remembers_is_as_good_as_a_new_one(variant_id: str, keep: bool) -> None:
    random = Random(f"{variant_id} {keep}")
    variant = load_variant(variant_id)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    letters = "".join(variant.alphabet.letters)
    old = lanes_of(variant, lexicon, plies=30)
    width, height = variant.layout.width, variant.layout.height
    board, marks, boards = Board.empty(width, height), [], []
    for _ in range(25):
        rack = hand(random, variant, letters, 7, 0.1)
        old.set_hand(rack.codes, NOTHING, 0, 0, 0)
        found = old.search(FLOOR)
        new = lanes_of(variant, lexicon)
        new.set_up(board.cells)
        new.set_hand(rack.codes, NOTHING, 0, 0, 0)
        assert new.search(FLOOR)[:2] == found[:2]
        assert new.windows() == old.windows()
        boards.append((board, rack, found))
        marks.append(old.lay(found[2], keep))
        board = board.with_tiles([(tile >> 8, tile & 255) for tile in found[2]])
    while keep and marks:
        old.unlay(marks.pop())
        board, rack, found = boards.pop()
        old.set_hand(rack.codes, NOTHING, 0, 0, 0)
        assert old.search(FLOOR)[:2] == found[:2]


@pytest.mark.parametrize("step", [1, 15])
def test_two_words_of_one_turn_may_stand_in_one_lane(step: int) -> None:
    variant = load_variant("classic")
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    first = 7 * (16 - step)  # of the lane in the middle
    letters = dict(zip((1, 2, 3, 9, 10, 11), variant.alphabet.encode("CATDOG"), strict=True))
    laid = [(first + place * step, code) for place, code in letters.items()]
    old, new = lanes_of(variant, lexicon), lanes_of(variant, lexicon)
    old.lay([square << 8 | code for square, code in laid], keep=False)
    new.set_up(Board.empty(15, 15).with_tiles(laid).cells)
    for lanes in (old, new):
        lanes.set_hand(variant.alphabet.encode("SERIATO"), NOTHING, 0, 0, 0)
    assert old.all_plays() == new.all_plays()


def test_only_plays_above_the_floor_are_found() -> None:
    variant = load_variant("classic")
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    lanes = lanes_of(variant, lexicon)
    lanes.set_hand(variant.alphabet.encode("CATERSN"), NOTHING, 0, 0, 0)
    best, points, tiles = lanes.search(-1)
    assert best == 1000 * points
    assert len(tiles) == 7
    assert lanes.search(best) == (best, 0, [])
    assert lanes.search(best - 1)[1] == points
