from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.engine.endgames import Referee, situation, view_of
from wordsmith.engine.preendgame import deals_of, solve_preendgame
from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from tests.engine.situations import Listed
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


def with_bag(seed: int, bag: int) -> tuple[Variant, Listed, State]:
    """A position with tiles in the bag, and a box that holds just these tiles."""
    random = Random(seed)
    variant, words, state = situation(random, (2, 2), side=4, rack_size="2")
    letters = Tiles.of(state.racks[0].codes + state.racks[1].codes)
    state = state._replace(bag=Tiles.of(random.choices(letters.codes, k=bag)))
    board = [WILD if tile & LAID_WILD else tile for tile in state.board.cells if tile]
    box = Tiles.of(board) + state.bag + state.racks[0] + state.racks[1]
    return replace(variant, tiles=box), words, state


@pytest.mark.parametrize("bag", [1, 2])
def test_deals_are_all_the_ways_the_tiles_may_lie(bag: int) -> None:
    variant, _, state = with_bag(5, bag)
    view = view_of(variant, state)
    other = state.racks[1 - state.on_turn]
    ways = Counter(Tiles.of(order[:bag]) for order in permutations((state.bag + other).codes))
    deals = list(deals_of(view))
    total = sum(deal.weight for deal in deals)
    assert {deal.bag: Fraction(deal.weight, total) for deal in deals} == {
        tiles: Fraction(count, ways.total()) for tiles, count in ways.items()
    }


@pytest.mark.parametrize("seed", range(8))
def test_what_a_move_is_worth_is_the_mean_over_all_deals(seed: int) -> None:
    variant, words, state = with_bag(seed, 1)
    view = view_of(variant, state)
    referee = Referee(variant, words)
    seat = state.on_turn
    for prospect in solve_preendgame(view, words):
        if not prospect.proved:
            continue
        assert isinstance(prospect.move, Play)
        gains, wins = [], []
        for order in permutations((state.bag + state.racks[1 - seat]).codes):
            racks = [Tiles(), Tiles()]
            racks[seat], racks[1 - seat] = state.racks[seat], Tiles.of(order[1:])
            dealt = state._replace(racks=tuple(racks), bag=Tiles.of(order[:1]))
            after = referee.after(dealt, prospect.move)
            sign = -1 if seat else 1
            lead = sign * referee.value(after)
            gains.append(lead - sign * referee.lead(state))
            wins.append(0.5 if lead == 0 else float(lead > 0))
        assert prospect.gain == pytest.approx(sum(gains) / len(gains))
        assert prospect.wins == pytest.approx(sum(wins) / len(wins))


def test_time_that_is_over_leaves_what_was_found() -> None:
    variant, words, state = with_bag(3, 2)
    found = solve_preendgame(view_of(variant, state), words, seconds=0.0)
    assert not any(prospect.proved for prospect in found)
