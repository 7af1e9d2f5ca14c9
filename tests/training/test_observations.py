"""What is seen in self-play, as sums."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb, prod

import pytest

from wordsmith.engine.leaves import zero_leaves
from wordsmith.errors import ParseError
from wordsmith.rules.tiles import Tiles
from wordsmith.training.observations import (
    HANDS,
    Observations,
    observations_of_bytes,
    part_ranks,
)

SYMBOLS = 6


def some_boards(count: int, seed: int) -> list[tuple[list[Tiles], list[int]]]:
    chance = random.Random(seed)
    return [
        (
            [Tiles.of(chance.choices(range(SYMBOLS), k=7)) for _ in range(HANDS)],
            [chance.randint(-20_000, 90_000) for _ in range(HANDS)],
        )
        for _ in range(count)
    ]


def seen_on(boards: list[tuple[list[Tiles], list[int]]]) -> Observations:
    seen = Observations.none(SYMBOLS)
    for number, (hands, equities) in enumerate(boards):
        seen.add_board(hands, equities)
        seen.add_stars(number % 4, number * 100)
    return seen


def test_each_part_of_a_hand_is_noted_as_often_as_it_can_be_taken_out() -> None:
    hand = Tiles.of([0, 1, 1, 1, 2, 5, 5])
    noted = Counter(part_ranks(hand, SYMBOLS))
    ranks = zero_leaves(SYMBOLS, 3)
    expected = {
        ranks.rank(bytes(part)): prod(
            comb(hand.count(code), count) for code, count in Counter(part).items()
        )
        for size in (1, 2, 3)
        for part in combinations(hand.codes, size)
    }
    assert noted == expected
    assert noted.total() == 7 + 21 + 35


def test_a_hand_leads_by_what_it_is_better_than_the_others_of_its_board() -> None:
    seen = Observations.none(SYMBOLS)
    best, other = Tiles.of([1] * 7), Tiles.of([2] * 7)
    seen.add_board([best, *[other] * 7], [30_000, *[10_000] * 7])
    ranks = zero_leaves(SYMBOLS, 3)
    single = ranks.rank(bytes([1]))
    assert seen.leads[single] // seen.counts[single] == 7 * 20_000
    assert sum(seen.leads[ranks.rank(bytes([code]))] for code in (1, 2)) == 0
    assert (seen.hands, seen.squares) == (8, 140**2 + 7 * 20**2)


def test_it_does_not_matter_where_and_in_what_order_sums_are_made() -> None:
    boards = some_boards(12, seed=1)
    whole = seen_on(boards)
    parts = [Observations.none(SYMBOLS) for _ in range(3)]
    for number, (hands, equities) in enumerate(boards):
        parts[number % 3].add_board(hands, equities)
        parts[number % 3].add_stars(number % 4, number * 100)
    for order in ((0, 1, 2), (2, 0, 1)):
        added = Observations.none(SYMBOLS)
        for number in order:
            added.add(parts[number])
        assert added == whole


def test_they_read_back_and_are_written_the_same_again() -> None:
    seen = seen_on(some_boards(5, seed=2))
    again = observations_of_bytes(seen.to_bytes())
    assert again == seen
    assert again.to_bytes() == seen.to_bytes()


def test_bytes_that_are_damaged_or_of_another_kind_are_refused() -> None:
    good = seen_on(some_boards(3, seed=3)).to_bytes()
    flipped = bytearray(good)
    flipped[-3] ^= 1
    for bad in (b"", b"x" * 100, good[:-1], good[:30], bytes(flipped), b"W" + good[1:]):
        with pytest.raises(ParseError, match="no observations"):
            observations_of_bytes(bad)


def test_those_of_another_alphabet_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="7 kinds of tiles, not 6"):
        Observations.none(SYMBOLS).add(Observations.none(SYMBOLS + 1))
