"""The Tile bag (rule B1)."""

import pytest

from tests.positions import after, codes, follow, house, only, position, read_tiles, refusals
from wordsmith.rules.actions import Challenge, OpenBag, Pass, Resign
from wordsmith.rules.events import BagOpened
from wordsmith.rules.game import Game
from wordsmith.rules.state import State
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import TileBag, View, bag_contents, tile_bag_for

FRIENDS = load_variant("friends")
OPEN = OpenBag()
RACKS = ["CATSEEE", "DOGINEU", "QJXZVKW"]
BAG = "AABB?"
NO_WORDS = only()


def table(variant: Variant, seats: int = 2) -> State:
    return position(variant, RACKS[:seats], bag=BAG)


def seen(variant: Variant, state: State, seat: int) -> str | None:
    unseen = View.of(Game(variant, state, (), state), seat).unseen
    return None if unseen is None else "".join(map(variant.alphabet.letter, unseen))


def test_it_shows_the_bag_and_the_other_hand_as_one_sorted_heap() -> None:
    state = after(FRIENDS, table(FRIENDS), (0, OPEN))
    assert seen(FRIENDS, state, 0) == "?AABBDEGINOU"
    assert seen(FRIENDS, state, 1) is None


def test_it_shows_the_hands_of_all_others_still_playing() -> None:
    variant = house("friends", seats="2-4")
    state = after(variant, table(variant, 3), (0, OPEN))
    everything = read_tiles(variant.alphabet, BAG + RACKS[1] + RACKS[2])
    assert bag_contents(state, 0) == everything
    left = after(variant, state, (2, Resign()))
    assert bag_contents(left, 0) == read_tiles(variant.alphabet, BAG + RACKS[1])


def test_it_is_opened_as_often_as_wanted_in_one_turn_and_closes_with_it() -> None:
    state = table(FRIENDS)
    for _ in range(3):
        events, state = follow(FRIENDS, state, 0, OPEN)
        assert events == (BagOpened(0),)
    assert state.bag_turns == (1, 0)
    assert tile_bag_for(FRIENDS, state, 0) is TileBag.OPEN
    closed = after(FRIENDS, state, (0, Pass()))
    assert tile_bag_for(FRIENDS, closed, 0) is TileBag.SPENT
    mine = after(FRIENDS, closed, (1, Pass()))
    assert tile_bag_for(FRIENDS, mine, 0) is TileBag.SPENT
    assert codes(refusals(FRIENDS, mine, 0, OPEN)) == ["bag_closed"]


def test_opening_it_is_no_turn() -> None:
    before = table(FRIENDS)
    state = after(FRIENDS, before, (0, OPEN))
    assert (state.on_turn, state.turn, state.scoreless) == (0, 1, 0)


def test_each_seat_has_its_own_turn_for_it() -> None:
    state = after(FRIENDS, table(FRIENDS), (0, OPEN), (0, Pass()))
    assert tile_bag_for(FRIENDS, state, 1) is TileBag.AVAILABLE
    assert after(FRIENDS, state, (1, OPEN)).bag_turns == (1, 1)


def test_it_is_shut_off_turn() -> None:
    state = table(FRIENDS)
    assert tile_bag_for(FRIENDS, state, 1) is TileBag.SHUT
    assert codes(refusals(FRIENDS, state, 1, OPEN)) == ["not_on_turn"]


def test_two_turns_of_it_by_house_rule() -> None:
    variant = house("friends", tile_bag_turns="2")
    state = after(variant, table(variant), (0, OPEN), (0, Pass()), (1, Pass()))
    assert tile_bag_for(variant, state, 0) is TileBag.AVAILABLE
    state = after(variant, state, (0, OPEN), (0, Pass()))
    assert tile_bag_for(variant, state, 0) is TileBag.SPENT


def test_a_turn_without_opening_it_spends_nothing() -> None:
    state = after(FRIENDS, table(FRIENDS), (0, Pass()), (1, Pass()))
    assert tile_bag_for(FRIENDS, state, 0) is TileBag.AVAILABLE


@pytest.mark.parametrize("variant_id", ["wordsmith", "erudit", "classic", "classic-ru"])
def test_always_leaves_it_open_also_off_turn(variant_id: str) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["", "", ""], on_turn=1)
    for seat in range(3):
        assert tile_bag_for(variant, state, seat) is TileBag.OPEN
        events, then = follow(variant, state, seat, OPEN)
        assert events == (BagOpened(seat),)
        assert then.on_turn == 1


def test_looking_off_turn_does_not_touch_the_turn_of_another() -> None:
    variant = load_variant("classic")
    state = position(variant, ["", ""])
    assert after(variant, state, (1, OPEN)).bag_open is False


def test_never_keeps_it_shut() -> None:
    variant = house("friends", tile_bag_turns="never")
    state = table(variant)
    for seat in (0, 1):
        assert tile_bag_for(variant, state, seat) is TileBag.SHUT
        assert codes(refusals(variant, state, seat, OPEN)) == ["bag_closed"]


@pytest.mark.parametrize("variant_id", ["friends", "classic"])
def test_somebody_looking_on_and_whoever_left_never_see_it(variant_id: str) -> None:
    variant = load_variant(variant_id)
    state = after(variant, position(variant, RACKS, bag=BAG), (1, Resign()))
    assert tile_bag_for(variant, state, None) is TileBag.SHUT
    assert tile_bag_for(variant, state, 1) is TileBag.SHUT


def test_an_opened_bag_stays_spent_when_the_turn_is_challenged_off() -> None:
    variant = house("friends", check="challenge_single")
    state = after(variant, table(variant), (0, OPEN), (0, "8H CATS"))
    back = after(variant, state, (1, Challenge()), words=NO_WORDS)
    assert back.bag_turns == (1, 0)
    assert tile_bag_for(variant, back, 0) is TileBag.SPENT


def test_a_bag_opened_by_the_challenger_stays_open_to_the_end_of_its_turn() -> None:
    variant = house("friends", check="challenge_single")
    state = after(variant, table(variant), (0, "8H CATS"), (1, OPEN))
    back = after(variant, state, (1, Challenge()), words=NO_WORDS)
    assert back.on_turn == 1
    assert tile_bag_for(variant, back, 1) is TileBag.OPEN
    assert tile_bag_for(variant, after(variant, back, (1, Pass())), 1) is TileBag.SPENT


def test_leaving_closes_it_for_the_next() -> None:
    variant = house("friends", seats="2-4")
    state = after(variant, table(variant, 3), (0, OPEN), (0, Resign()))
    assert tile_bag_for(variant, state, 1) is TileBag.AVAILABLE
