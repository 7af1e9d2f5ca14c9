from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.rules.tiles import Tiles

MULTISETS = st.lists(st.integers(0, 33), max_size=20).map(Tiles.of)


@given(MULTISETS, MULTISETS)
def test_what_is_added_can_be_taken_away(hand: Tiles, more: Tiles) -> None:
    assert hand + more - more == hand


@given(MULTISETS, MULTISETS)
def test_the_order_of_adding_plays_no_part(hand: Tiles, more: Tiles) -> None:
    assert hand + more == more + hand


@given(MULTISETS, MULTISETS)
def test_missing_is_what_counters_say(wanted: Tiles, hand: Tiles) -> None:
    lacking = Counter(wanted) - Counter(hand)
    assert wanted.missing_from(hand) == Tiles.of(lacking.elements())


@given(MULTISETS, MULTISETS)
def test_what_is_missing_makes_the_rest_possible(wanted: Tiles, hand: Tiles) -> None:
    missing = wanted.missing_from(hand)
    assert len(hand + missing - wanted) == len(hand) + len(missing) - len(wanted)
    assert not missing.missing_from(wanted)


def test_taking_what_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="not found"):
        Tiles.of([1, 2]) - Tiles.of([3])


def test_the_same_tile_twice_is_missing_once() -> None:
    assert Tiles.of([5, 5]).missing_from(Tiles.of([5, 6])) == Tiles.of([5])


def test_a_wild_tile_in_a_hand_is_worth_nothing() -> None:
    assert Tiles.of([0, 0, 1, 2]).value([99, 3, 4]) == 7


def test_tiles_can_be_counted_and_asked_for() -> None:
    hand = Tiles.of([2, 0, 2])
    assert (hand.count(2), hand.count(1), len(hand)) == (2, 0, 3)
    assert 0 in hand
    assert 1 not in hand
    assert list(hand) == [0, 2, 2]
