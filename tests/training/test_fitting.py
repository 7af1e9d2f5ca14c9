"""From what was seen to weights: in worlds whose truth is known."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from statistics import fmean

from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import zero_leaves
from wordsmith.rules.tiles import Tiles
from wordsmith.training.fitting import fit
from wordsmith.training.observations import HANDS, Observations

SYMBOLS, HAND, NOISE = 5, 7, 15_000


def world(
    true: LeaveWeights, boards: int, seed: int, odds: tuple[int, ...] = (1, 9, 9, 9, 9)
) -> Observations:
    """Hands drawn at random, whose equity is that of all their tiles, and the luck of a board."""
    chance, seen = random.Random(seed), Observations.none(SYMBOLS)
    for _ in range(boards):
        hands = [Tiles.of(chance.choices(range(SYMBOLS), odds, k=HAND)) for _ in range(HANDS)]
        luck = chance.randint(0, 60_000)
        seen.add_board(hands, [luck + true.value(h) + round(chance.gauss(0, NOISE)) for h in hands])
    return seen


def centred(single: dict[int, int], odds: tuple[int, ...]) -> dict[bytes, int]:
    mean = sum(single[code] * odds[code] for code in single) // sum(odds)
    return {bytes([code]): worth - mean for code, worth in single.items()}


def test_the_worth_of_single_tiles_is_found_though_boards_differ_more() -> None:
    odds = (1, 9, 9, 9, 9)
    true = centred({0: 25_000, 1: 5_000, 2: 0, 3: -2_000, 4: -6_000}, odds)
    found = fit(world(LeaveWeights(true), 1_500, seed=1, odds=odds)).parts
    for part, worth in true.items():
        assert abs(found[part] - worth) < 1_000


def test_tiles_that_go_together_are_told_from_tiles_that_are_good() -> None:
    true = LeaveWeights({bytes([3, 4]): 8_000, bytes([1, 1]): -2_000})
    found = fit(world(true, 1_500, seed=2, odds=(1, 1, 1, 1, 1)))
    pairs = {part: worth for part, worth in found.parts.items() if len(part) == 2}
    assert max(pairs, key=pairs.__getitem__) == bytes([3, 4])
    both = found.value(Tiles(bytes([3, 4]))) - found.value(Tiles(bytes([3, 2])))
    assert both > 3_000


def test_where_nothing_matters_hardly_anything_is_found() -> None:
    found = fit(world(LeaveWeights(), 500, seed=3)).parts
    assert all(abs(worth) < 1_000 for worth in found.values())


def test_what_few_hands_have_shown_is_believed_less() -> None:
    odds = (1, 1, 1, 1, 1)
    true = LeaveWeights(centred({0: 6_000, 1: 3_000, 2: 0, 3: -3_000, 4: -6_000}, odds))
    ranks = zero_leaves(SYMBOLS, 3)
    by_mean, by_fit = [], []
    for seed in range(4):
        seen = world(true, 30, seed=seed, odds=odds)
        fitted = fit(seen)
        for codes in combinations_with_replacement(range(SYMBOLS), 3):
            part, rank = Tiles(bytes(codes)), ranks.rank(bytes(codes))
            mean = seen.leads[rank] / max(1, seen.counts[rank]) / (HANDS - 1)
            by_mean.append((mean - true.value(part)) ** 2)
            by_fit.append((fitted.value(part) - true.value(part)) ** 2)
    assert fmean(by_fit) < fmean(by_mean) * 0.7


def test_the_price_of_a_star_is_what_the_next_seat_wins_by_each() -> None:
    seen = Observations.none(SYMBOLS)
    for stars, gain in ((1, 900), (1, 1_100), (2, 2_000), (3, 3_000)):
        seen.add_stars(stars, gain)
    assert fit(seen).star_price_mp == 1_000


def test_from_nothing_comes_nothing() -> None:
    assert fit(Observations.none(SYMBOLS)) == LeaveWeights()
