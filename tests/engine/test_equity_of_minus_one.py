"""An equity of exactly -1 is a value like any other: kernels tell errors by such numbers.

Every leave, that of nothing too, is made worth as much more or less as it takes for one turn, or
the bound of all turns, to be worth a millipoint less than nothing.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engine.situations import (
    Listed,
    listed,
    random_leaves,
    random_rules,
    seen,
    small_view,
)
from tests.positions import house, read_board, read_play, read_tiles
from wordsmith.engine import best_turn
from wordsmith.engine.leaves import Leaves, count_below
from wordsmith.engine.position import position_of, words_of
from wordsmith.engine.reference import all_turns, equity, kind
from wordsmith.engine.turns import BestOfKinds
from wordsmith.rules.layout import parse_layout

if TYPE_CHECKING:
    from wordsmith.rules.view import View

ALL_KINDS = 1_000
"""More than a small board has: nothing is too bad to be looked at."""


def moved(leaves: Leaves, by: int) -> Leaves:
    """The same leaves, each worth so many millipoints more."""
    values = memoryview(array("i", [value + by for value in leaves.values]))
    return replace(leaves, values=values)


def situation(seed: int) -> tuple[View, Listed, Leaves]:
    """A small position with tiles in the bag, and leaves of any worth."""
    random = Random(seed)
    rules, tiles = random_rules(random, most_tiles=4)
    side = 5 if tiles < 4 else 4
    rules |= {"lines_per_turn": "any", "wild_swap": "no"}
    view, words = small_view(random, rules, tiles=tiles, wild=0.25, longest_side=side)
    return view, words, random_leaves(random, view.variant, random.choice((2, 3, 4)))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_turn_of_such_worth_is_found_and_told_from_better_and_worse_ones(
    seed: int,
) -> None:
    view, words, leaves = situation(seed)
    turns = all_turns(view, words)
    worth = {play: equity(view, play, points, leaves) for play, points in turns.items()}
    assume(worth)
    values = sorted(set(worth.values()))
    some = Random(seed).sample(values, min(3, len(values)))
    for wanted in {*some, values[-1]}:
        by = -1 - wanted
        search = BestOfKinds(view, words, moved(leaves, by), ALL_KINDS)
        assert search.run(10**9, bytearray(1))
        kinds: dict[tuple[bool, int], int] = {}
        for play, value in worth.items():
            kinds[kind(view, play)] = max(kinds.get(kind(view, play), value + by), value + by)
        found = search.best_first()
        assert {kind(view, turn.play): turn.equity for turn in found} == kinds
        assert all(worth[turn.play] + by == turn.equity for turn in found)
        best = best_turn(view, words, leaves=moved(leaves, by))
        assert (best.equity, best.exact) == (values[-1] + by, True)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_bound_of_such_worth_bounds(seed: int) -> None:
    view, words, leaves = situation(seed)
    turns = all_turns(view, words)
    worth = [equity(view, play, points, leaves) for play, points in turns.items()]
    bound, best = bound_and_best(view, words, leaves)
    assert best == max(worth, default=None)
    assume(bound > -(10**8))  # some word could be laid
    by = -1 - bound
    bound, best = bound_and_best(view, words, moved(leaves, by))
    assert bound == -1
    assert best == max((value + by for value in worth), default=None)


def bound_and_best(view: View, words: Listed, leaves: Leaves) -> tuple[int, int | None]:
    """The bound of the root, and the best that a search finds that is content with anything."""
    asked = BestOfKinds(view, words, leaves, 1)
    position = position_of(view, words_of(view, words))
    position.prepare_search(asked._judge(frozenset()), 1, asked._valuation(), None)
    bound = position.survey_hand()
    complete, _ = position.search(10**9)
    assert complete
    return bound, max((value for value, _, _, _ in position.kept()), default=None)


def test_the_only_turn_there_is_may_be_worth_that() -> None:
    variant = replace(
        house("classic", lines_per_turn="any", full_rack_bonus="0"),
        layout=parse_layout("low", ".....\n.....\n..**.\n....."),
    )
    words = listed(variant.alphabet, ("XCD", "YCE"))
    view = seen(variant, read_board(variant, "5/3X1/2Y2/5"), read_tiles(variant.alphabet, "CDEQ"))
    turn = read_play(variant, view.board, "D3;E3;D4 C;E;D")
    points = all_turns(view, words)[turn]
    symbols = len(variant.alphabet) + 1
    nothing = Leaves(memoryview(array("i", bytes(4 * count_below(symbols, 4)))), symbols, 3)
    for worth in (0, -1, -2):
        best = best_turn(view, words, leaves=moved(nothing, worth - 1_000 * points))
        assert (best.play, best.points, best.equity, best.exact) == (turn, points, worth, True)
