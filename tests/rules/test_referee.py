"""Whose turn it is, and what a turn other than a play comes to."""

import random

import pytest

from tests.positions import (
    ANY_WORD,
    FromList,
    after,
    codes,
    follow,
    house,
    position,
    read_tiles,
    refusals,
)
from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import (
    Action,
    Agree,
    Challenge,
    Exchange,
    OpenBag,
    Pass,
    Play,
    Resign,
    Vote,
)
from wordsmith.rules.events import (
    Agreed,
    Drew,
    Ended,
    EndReason,
    Exchanged,
    Passed,
    Played,
    Resigned,
    TimedOut,
)
from wordsmith.rules.referee import Shuffle, deal, time_out
from wordsmith.rules.state import apply_all, initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant, variant_ids

CLASSIC = load_variant("classic")
FRIENDS = load_variant("friends")
BOARD = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"
BAG = "AAAAAAAAAAAA"


def tiles(text: str) -> Tiles:
    return read_tiles(CLASSIC.alphabet, text)


# -- dealing and drawing ------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_seat_is_dealt_a_full_hand(variant_id: str, seats: int) -> None:
    variant = load_variant(variant_id)
    start = initial_state(variant, seats)
    state = apply_all(start, deal(variant, start, Shuffle(random.Random(1))))
    assert [len(rack) for rack in state.racks] == [7] * seats
    assert len(state.bag) == len(variant.tiles) - 7 * seats
    assert (state.on_turn, state.turn, state.scoreless) == (0, 1, 0)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_table_is_set_for_so_many(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        initial_state(CLASSIC, seats)


def test_a_house_rule_deals_larger_hands() -> None:
    variant = house("friends", rack_size="9")
    start = initial_state(variant, 2)
    state = apply_all(start, deal(variant, start, Shuffle(random.Random(1))))
    assert [len(rack) for rack in state.racks] == [9, 9]


def test_chance_draws_every_tile_of_the_bag_equally_often() -> None:
    chance, bag, counts = Shuffle(random.Random(3)), Tiles.of([1, 2, 3, 4]), [0] * 5
    for _ in range(2000):
        for code in chance.draw(bag, 2):
            counts[code] += 1
    assert all(900 < count < 1100 for count in counts[1:])


def test_the_same_seed_draws_the_same_tiles() -> None:
    draws = [Shuffle(random.Random(9)).draw(CLASSIC.tiles, 7) for _ in range(2)]
    assert draws[0] == draws[1]


@pytest.mark.parametrize(("bag", "drawn", "left"), [("AAAA", 1, 3), ("A", 1, 0), ("", 0, 0)])
def test_a_hand_is_filled_up_as_far_as_the_bag_reaches(bag: str, drawn: int, left: int) -> None:
    state = position(CLASSIC, ["OTTTTTT", "E"], BOARD, bag=bag)
    events, then = follow(CLASSIC, state, 0, "K9 O")
    drew = [event for event in events if isinstance(event, Drew)]
    assert [len(event.tiles) for event in drew] == ([drawn] if drawn else [])
    assert len(then.bag) == left
    assert len(then.racks[0]) == 6 + drawn


def test_a_hand_that_was_short_is_filled_to_the_full() -> None:
    state = position(CLASSIC, ["OT", "E"], BOARD, bag=BAG)
    _, then = follow(CLASSIC, state, 0, "K9 O", draws=["AAAAAA"])
    assert len(then.racks[0]) == 7


# -- turns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round_the_table(seats: int) -> None:
    state = position(CLASSIC, ["CATSEEE"] * seats, bag=BAG)
    order = []
    for _ in range(5):
        order.append(state.on_turn)
        state = after(CLASSIC, state, (state.on_turn, Pass()))
    assert order == [n % seats for n in range(5)]
    assert state.turn == 6


@pytest.mark.parametrize(
    "action", [Pass(), Play(), Exchange(tiles("E")), Challenge()], ids=lambda a: type(a).__name__
)
def test_only_the_owner_of_the_turn_acts(action: Action) -> None:
    state = position(CLASSIC, ["CATSEEE", "CATSEEE", "CATSEEE"], bag=BAG)
    for seat in (1, 2):
        assert codes(refusals(CLASSIC, state, seat, action)) == ["not_on_turn"]


def test_a_play_goes_on_the_board_and_on_the_score() -> None:
    state = position(CLASSIC, ["OTTTTTT", "E"], BOARD, bag=BAG, scores=(5, 9), scoreless=3)
    events, then = follow(CLASSIC, state, 0, "K9 O", draws=["A"])
    assert isinstance(events[0], Played)
    assert events[0].points == 2
    assert then.scores == (7, 9)
    assert (then.on_turn, then.turn, then.scoreless) == (1, 2, 0)


def test_a_turn_of_no_points_is_scoreless_even_with_tiles_laid() -> None:
    board = "15/15/15/15/15/15/15/7ca6/15/15/15/15/15/15/15"
    state = position(CLASSIC, ["?E", "E"], board, bag=BAG, scores=(5, 9))
    _, then = follow(CLASSIC, state, 0, "8H ..t")
    assert (then.scores, then.scoreless) == ((5, 9), 1)


# -- passing and exchanging ------------------------------------------------------------------------


def test_a_pass_is_a_scoreless_turn() -> None:
    state = position(CLASSIC, ["E", "E"], BOARD, bag=BAG, scores=(1, 1))
    events, then = follow(CLASSIC, state, 0, Pass())
    assert events == (Passed(0),)
    assert (then.on_turn, then.turn, then.scoreless, then.racks) == (1, 2, 1, state.racks)


def test_an_exchange_draws_first_and_then_gives_back() -> None:
    state = position(CLASSIC, ["EEEEEEE", "E"], BOARD, bag="ABCDFGH", scores=(1, 1))
    events, then = follow(CLASSIC, state, 0, Exchange(tiles("EEE")), draws=["BDH"])
    assert events == (Drew(0, tiles("BDH")), Exchanged(0, tiles("EEE")))
    assert then.racks[0] == tiles("BDHEEEE")
    assert then.bag == tiles("ACFGEEE")
    assert (then.on_turn, then.scoreless) == (1, 1)


@pytest.mark.parametrize(
    ("variant_id", "bag", "given", "wrong"),
    [
        ("classic", 7, 1, []),
        ("classic", 7, 7, []),
        ("classic", 6, 1, ["bag_too_small"]),
        ("classic", 6, 7, ["bag_too_small", "exchange_too_many"]),
        ("classic", 0, 1, ["bag_too_small", "exchange_too_many"]),
        ("friends", 1, 1, []),
        ("friends", 1, 2, ["exchange_too_many"]),
        ("friends", 6, 6, []),
        ("friends", 0, 1, ["bag_too_small", "exchange_too_many"]),
    ],
)
def test_an_exchange_needs_tiles_in_the_bag(
    variant_id: str, bag: int, given: int, wrong: list[str]
) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["EEEEEEE", "E"], BOARD, bag="A" * bag)
    assert codes(refusals(variant, state, 0, Exchange(tiles("E" * given)))) == wrong


@pytest.mark.parametrize(
    ("minimum", "bag", "wrong"),
    [("3", 3, []), ("3", 2, ["bag_too_small"]), ("0", 2, []), ("0", 0, ["exchange_too_many"])],
)
def test_a_house_rule_says_how_many_tiles_the_bag_must_hold(
    minimum: str, bag: int, wrong: list[str]
) -> None:
    variant = house("friends", exchange_minimum=minimum)
    state = position(variant, ["EEEEEEE", "E"], BOARD, bag="A" * bag)
    assert codes(refusals(variant, state, 0, Exchange(tiles("E")))) == wrong


def test_tiles_that_the_hand_lacks_cannot_be_exchanged() -> None:
    state = position(CLASSIC, ["EEEEEEE", "Q"], BOARD, bag=BAG)
    for asked in ("Q", "EEEEEEEE", "E?"):
        assert "not_in_rack" in codes(refusals(CLASSIC, state, 0, Exchange(tiles(asked))))


def test_a_wild_tile_may_be_exchanged() -> None:
    state = position(CLASSIC, ["?EEEEEE", "Q"], BOARD, bag=BAG)
    _, then = follow(CLASSIC, state, 0, Exchange(tiles("?")), draws=["A"])
    assert then.bag.count(0) == 1
    assert then.racks[0].count(0) == 0


@pytest.mark.parametrize("variant_id", ["wordsmith", "erudit"])
def test_an_exchange_of_nothing_is_a_pass_where_they_are_one(variant_id: str) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["Е", "Е"])  # the bag may be empty
    assert follow(variant, state, 0, Exchange())[0] == (Passed(0),)


@pytest.mark.parametrize("variant_id", ["friends", "classic", "classic-ru"])
def test_an_exchange_of_nothing_is_refused_where_there_is_a_pass(variant_id: str) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["", ""])
    assert codes(refusals(variant, state, 0, Exchange())) == ["no_tiles"]


# -- resigning -------------------------------------------------------------------------------------


def test_with_two_seats_resigning_ends_the_game_and_loses_it_whatever_the_score() -> None:
    state = position(FRIENDS, ["ABC", "ABC"], BOARD, bag=BAG, scores=(300, 2))
    events, then = follow(FRIENDS, state, 0, Resign())
    assert events == (Resigned(0), Ended(EndReason.RESIGNED, (1,), (0, 0)))
    assert then.scores == (300, 2)


def test_resigning_is_possible_off_turn() -> None:
    state = position(FRIENDS, ["ABC", "ABC"], BOARD, bag=BAG, scores=(300, 2))
    events, _ = follow(FRIENDS, state, 1, Resign())
    assert events == (Resigned(1), Ended(EndReason.RESIGNED, (0,), (0, 0)))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_with_more_seats_the_game_goes_on_without_the_one_who_resigned(
    seats: int, leaver: int
) -> None:
    state = position(CLASSIC, ["ABC"] * seats, BOARD, bag=BAG, scoreless=2, turn=5)
    events, then = follow(CLASSIC, state, leaver, Resign())
    assert events == (Resigned(leaver),)
    assert then.racks[leaver] == Tiles()
    assert then.bag == state.bag  # its tiles are out of play
    assert then.on_turn == (1 if leaver == 0 else 0)
    assert (then.scoreless, then.turn) == (2, 5)  # resigning is no turn
    order = []
    for _ in range(seats):
        order.append(then.on_turn)
        then = after(CLASSIC, then, (then.on_turn, Pass()))
    assert leaver not in order


def test_two_of_three_may_resign_one_after_the_other() -> None:
    state = position(CLASSIC, ["ABC"] * 3, BOARD, bag=BAG, scores=(1, 2, 3))
    then = after(CLASSIC, state, (2, Resign()), (0, Resign()))
    assert then.ended == Ended(EndReason.RESIGNED, (1,), (0, 0, 0))


def test_three_of_four_may_resign_one_after_the_other() -> None:
    state = position(CLASSIC, ["ABC"] * 4, BOARD, bag=BAG)
    two_left = after(CLASSIC, state, (0, Resign()), (1, Resign()))
    assert two_left.on_turn == 2
    assert two_left.ended is None
    assert after(CLASSIC, two_left, (3, Resign())).ended is not None


@pytest.mark.parametrize(
    "action",
    [Resign(), Pass(), Agree(), OpenBag(), Vote(accept=True), Challenge(), Play()],
    ids=lambda action: type(action).__name__,
)
def test_who_has_resigned_does_nothing_more(action: Action) -> None:
    state = after(CLASSIC, position(CLASSIC, ["ABC"] * 3, BOARD, bag=BAG), (1, Resign()))
    assert codes(refusals(CLASSIC, state, 1, action)) == ["resigned"]


@pytest.mark.parametrize(
    "action",
    [Resign(), Pass(), Agree(), OpenBag(), Vote(accept=True), Challenge(), Play()],
    ids=lambda action: type(action).__name__,
)
def test_after_the_end_nothing_happens(action: Action) -> None:
    state = after(CLASSIC, position(CLASSIC, ["ABC"] * 2, BOARD, bag=BAG), (1, Resign()))
    for seat in (0, 1):
        assert codes(refusals(CLASSIC, state, seat, action)) == ["game_over"]


# -- time ------------------------------------------------------------------------------------------


def test_a_seat_that_lost_on_time_leaves_like_one_that_resigned() -> None:
    chance = FromList(CLASSIC.alphabet)
    state = position(CLASSIC, ["ABC"] * 3, BOARD, bag=BAG, scores=(9, 1, 2))
    events = time_out(CLASSIC, state, 0, chance)
    then = apply_all(state, events)
    assert events == (TimedOut(0),)
    assert (then.on_turn, then.racks[0], then.ended) == (1, Tiles(), None)
    assert time_out(CLASSIC, then, 2, chance) == (
        TimedOut(2),
        Ended(EndReason.TIME, (1,), (0, 0, 0)),
    )


def test_the_last_to_leave_names_the_reason() -> None:
    chance = FromList(CLASSIC.alphabet)
    state = position(CLASSIC, ["ABC"] * 3, BOARD, bag=BAG)
    timed = apply_all(state, time_out(CLASSIC, state, 0, chance))
    ended = after(CLASSIC, timed, (2, Resign())).ended
    assert ended is not None
    assert ended.reason is EndReason.RESIGNED


@pytest.mark.parametrize("gone", ["resigned", "game_over"])
def test_time_runs_out_only_for_who_is_playing(gone: str) -> None:
    chance = FromList(CLASSIC.alphabet)
    seats = 3 if gone == "resigned" else 2
    state = after(CLASSIC, position(CLASSIC, ["ABC"] * seats, BOARD, bag=BAG), (1, Resign()))
    with pytest.raises(IllegalAction, match=gone):
        time_out(CLASSIC, state, 1, chance)


# -- agreeing --------------------------------------------------------------------------------------


def test_a_game_ends_when_all_agree_and_nothing_is_reckoned() -> None:
    state = position(CLASSIC, ["QQQ", "ABC", "ABC"], BOARD, bag=BAG, scores=(5, 5, 1))
    one = after(CLASSIC, state, (2, Agree()), (0, Agree()))
    assert (one.ended, one.agreed, one.on_turn) == (None, frozenset({0, 2}), 0)
    events, then = follow(CLASSIC, one, 1, Agree())
    assert events == (Agreed(1), Ended(EndReason.AGREED, (0, 1), (0, 0, 0)))
    assert then.scores == (5, 5, 1)


def test_only_those_still_playing_need_to_agree() -> None:
    state = position(CLASSIC, ["ABC"] * 4, BOARD, bag=BAG, scores=(1, 9, 2, 3))
    then = after(CLASSIC, state, (1, Resign()), (0, Agree()), (2, Agree()), (3, Agree()))
    assert then.ended == Ended(EndReason.AGREED, (3,), (0, 0, 0, 0))


def test_agreeing_twice_does_not_count_for_two() -> None:
    state = position(CLASSIC, ["ABC"] * 2, BOARD, bag=BAG)
    assert after(CLASSIC, state, (0, Agree()), (0, Agree())).ended is None


def test_the_last_who_did_not_agree_may_resign_instead() -> None:
    state = position(CLASSIC, ["ABC"] * 3, BOARD, bag=BAG, scores=(1, 2, 9))
    then = after(CLASSIC, state, (0, Agree()), (1, Agree()), (2, Resign()))
    assert then.ended == Ended(EndReason.AGREED, (1,), (0, 0, 0))


def test_without_a_doubt_there_is_nothing_to_vote_on_or_to_challenge() -> None:
    state = position(CLASSIC, ["OTT", "ABC"], BOARD, bag=BAG)
    for accept in (True, False):
        assert codes(refusals(CLASSIC, state, 1, Vote(accept))) == ["nothing_to_vote_on"]
    then = after(CLASSIC, state, (0, "K9 O"), words=ANY_WORD)
    assert codes(refusals(CLASSIC, then, 1, Challenge())) == ["nothing_to_challenge"]
