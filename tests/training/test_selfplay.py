"""Games of the engine against itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.training.small import small_plan
from wordsmith.engine.leaves import Leaves, zero_leaves
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.game import Game
from wordsmith.rules.variant import Variant, load_variant, with_house_rules
from wordsmith.training.chance import Chance
from wordsmith.training.observations import HANDS, Observations
from wordsmith.training.selfplay import KnownWords, observe, observe_slowly, observer_of, open_stars

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.training import Plan


Observe = Callable[[Variant, KnownWords, Leaves, int, int], Observations]


def words_of(plan: Plan) -> KnownWords:
    return KnownWords(plan.lexicon.graph, plan.lexicon.anagrams, plan.variant.alphabet)


@pytest.mark.parametrize("look", [observe, observe_slowly])
def test_games_seen_together_are_those_seen_one_by_one(tmp_path: Path, look: Observe) -> None:
    plan = small_plan(tmp_path)
    words, leaves = words_of(plan), zero_leaves(27, 6)
    whole = look(plan.variant, words, leaves, 100, 4)
    added = Observations.none(27)
    for seed in (103, 100, 102, 101):
        added.add(look(plan.variant, words, leaves, seed, 1))
    assert added == whole
    assert whole.hands > 0
    assert whole.hands % HANDS == 0
    assert look(plan.variant, words, leaves, 104, 4) != whole


@pytest.mark.parametrize("look", [observe, observe_slowly])
def test_hands_of_every_letter_are_looked_at(tmp_path: Path, look: Observe) -> None:
    plan = small_plan(tmp_path)
    seen = look(plan.variant, words_of(plan), zero_leaves(27, 6), 1, 4)
    assert all(seen.counts[1 : 1 + 27])
    assert sum(seen.counts[1 : 1 + 27]) == 7 * seen.hands
    assert sum(seen.leads[1 : 1 + 27]) == 0


def test_the_kernel_sees_what_is_seen_slowly(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    words, leaves = words_of(plan), zero_leaves(27, 6)
    fast = observe(plan.variant, words, leaves, 1, 60)
    slow = observe_slowly(plan.variant, words, leaves, 1, 20)
    assert 0.7 < fast.hands / slow.hands / 3 < 1.4
    assert 0.5 < (fast.squares / fast.hands) / (slow.squares / slow.hands) < 2
    for code in range(27):
        rank, many = 1 + code, min(fast.counts[1 + code], slow.counts[1 + code])
        means = [seen.leads[rank] / seen.counts[rank] / 7_000 for seen in (fast, slow)]
        noise = (2 * fast.squares / fast.hands / many) ** 0.5 / 7
        assert abs(means[0] - means[1]) < 6 * noise, plan.variant.alphabet.letter(code)


def test_rules_that_the_kernel_does_not_know_are_played_slowly(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    variant = with_house_rules(plan.variant, {"premium_words": "one"})
    assert observer_of(variant) != observer_of(plan.variant)
    seen = observe(variant, words_of(plan), zero_leaves(27, 6), 1, 2)
    assert seen == observe_slowly(variant, words_of(plan), zero_leaves(27, 6), 1, 2)


def test_where_stars_cannot_be_taken_they_have_no_price(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    seen = observe(plan.variant, words_of(plan), zero_leaves(27, 6), 1, 4)
    assert (seen.stars, seen.star_gains) == (0, 0)


@pytest.mark.parametrize("look", [observe, observe_slowly])
@pytest.mark.parametrize("swap", ["any_player", "next_player"])
def test_where_stars_can_be_taken_that_is_worth_something(
    tmp_path: Path, swap: str, look: Observe
) -> None:
    plan = small_plan(tmp_path)
    variant = with_house_rules(plan.variant, {"wild_swap": swap, "seats": "2-4"})
    seen = look(variant, words_of(plan), zero_leaves(27, 6), 1, 9)
    assert seen.stars > 0
    assert seen.star_gains > 0


def test_stars_are_open_to_whom_the_rules_say() -> None:
    variant = load_variant("wordsmith")
    state = Game.begin(variant, 3, Chance(1)).state
    board = state.board.with_tiles([(0, LAID_WILD | 1), (1, 2), (5, LAID_WILD | 3)])
    state = state._replace(board=board, wild_layers=((0, 0), (5, 2)), on_turn=1)
    for rule, count in (("no", 0), ("any_player", 2), ("next_player", 1)):
        assert open_stars(with_house_rules(variant, {"wild_swap": rule}), state) == count
