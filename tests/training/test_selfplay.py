"""Games of the engine against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.training.small import small_plan
from wordsmith.engine.leaves import zero_leaves
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.game import Game
from wordsmith.rules.variant import load_variant, with_house_rules
from wordsmith.training.chance import Chance
from wordsmith.training.observations import HANDS, Observations
from wordsmith.training.selfplay import observe, open_stars

if TYPE_CHECKING:
    from pathlib import Path


def test_games_seen_together_are_those_seen_one_by_one(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    graph, leaves = plan.lexicon.graph, zero_leaves(27, 6)
    whole = observe(plan.variant, graph, leaves, 100, 4)
    added = Observations.none(27)
    for seed in (103, 100, 102, 101):
        added.add(observe(plan.variant, graph, leaves, seed, 1))
    assert added == whole
    assert whole.hands > 0
    assert whole.hands % HANDS == 0
    assert observe(plan.variant, graph, leaves, 104, 4) != whole


def test_hands_of_every_letter_are_looked_at(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    seen = observe(plan.variant, plan.lexicon.graph, zero_leaves(27, 6), 1, 4)
    assert all(seen.counts[1 : 1 + 27])
    assert sum(seen.counts[1 : 1 + 27]) == 7 * seen.hands


def test_where_stars_cannot_be_taken_they_have_no_price(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    seen = observe(plan.variant, plan.lexicon.graph, zero_leaves(27, 6), 1, 4)
    assert (seen.stars, seen.star_gains) == (0, 0)


@pytest.mark.parametrize("swap", ["any_player", "next_player"])
def test_where_stars_can_be_taken_that_is_worth_something(tmp_path: Path, swap: str) -> None:
    plan = small_plan(tmp_path)
    variant = with_house_rules(plan.variant, {"wild_swap": swap, "seats": "2-4"})
    seen = observe(variant, plan.lexicon.graph, zero_leaves(27, 6), 1, 9)
    assert seen.stars > 0
    assert seen.star_gains > 0


def test_stars_are_open_to_whom_the_rules_say() -> None:
    variant = load_variant("wordsmith")
    state = Game.begin(variant, 3, Chance(1)).state
    board = state.board.with_tiles([(0, LAID_WILD | 1), (1, 2), (5, LAID_WILD | 3)])
    state = state._replace(board=board, wild_layers=((0, 0), (5, 2)), on_turn=1)
    for rule, count in (("no", 0), ("any_player", 2), ("next_player", 1)):
        assert open_stars(with_house_rules(variant, {"wild_swap": rule}), state) == count
