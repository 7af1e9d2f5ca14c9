"""How a game ends, who has won, and what is reckoned."""

import pytest

from tests.positions import FromList, after, follow, house, position, read_tiles
from wordsmith.rules.actions import Action, Exchange, OpenBag, Pass, Resign
from wordsmith.rules.events import Ended, EndReason
from wordsmith.rules.referee import time_out
from wordsmith.rules.state import State, apply_all
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant

CATS = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"


def last(variant: Variant, state: State, seat: int, action: Action | str) -> Ended | None:
    """The ending an action brings about."""
    events, _ = follow(variant, state, seat, action)
    return events[-1] if isinstance(events[-1], Ended) else None


# -- going out (E1) ----------------------------------------------------------------------------
# classic values: O1 Q10 Z10 E1 A1; SO = 2 points


@pytest.mark.parametrize(
    ("rule", "reckoning"),
    [("none", (0, 0, 0)), ("deduct", (0, -11, -10)), ("award", (21, -11, -10))],
)
def test_tiles_left_are_reckoned_when_somebody_goes_out(
    rule: str, reckoning: tuple[int, ...]
) -> None:
    variant = house("classic", reckoning_out=rule)
    state = position(variant, ["O", "QE", "Z"], CATS, scores=(50, 60, 10))
    events, then = follow(variant, state, 0, "K9 O")
    best = max(52 + reckoning[0], 60 + reckoning[1])
    winner = 0 if 52 + reckoning[0] == best else 1
    assert events[-1] == Ended(EndReason.OUT, (winner,), reckoning)
    assert then.scores == (52 + reckoning[0], 60 + reckoning[1], 10 + reckoning[2])


@pytest.mark.parametrize(
    ("variant_id", "reckoning"),
    [
        ("wordsmith", (0, 0)),
        ("erudit", (0, 0)),
        ("friends", (11, -11)),  # Q 10, E 1
        ("classic", (11, -11)),
        ("classic-ru", (11, -11)),  # Ф 10, Е 1
    ],
)
def test_each_game_reckons_in_its_own_way(variant_id: str, reckoning: tuple[int, ...]) -> None:
    variant = load_variant(variant_id)
    russian = variant.language == "ru"
    board = CATS.replace("CATS", "КОТС") if russian else CATS
    if variant.layout.width == 16:
        board = "16/" * 7 + "7КОТС5" + "/16" * 8
    state = position(variant, ["О", "ФЕ"] if russian else ["O", "QE"], board, scores=(9, 9))
    ended = last(variant, state, 0, "K9 О" if russian else "K9 O")
    assert ended == Ended(EndReason.OUT, (0,), reckoning)


def test_a_wild_tile_left_in_a_hand_is_worth_nothing() -> None:
    variant = load_variant("wordsmith")
    table = house("wordsmith", reckoning_out="award")
    board = "16/" * 7 + "7КОТС5" + "/16" * 8
    state = position(table, ["О", "?Я*"], board)
    assert variant.rules.wild_value == "letter"
    assert last(table, state, 0, "K9 О") == Ended(EndReason.OUT, (0,), (3, -3))


def test_the_award_goes_to_the_one_who_went_out_also_when_it_is_not_the_first_seat() -> None:
    variant = load_variant("classic")
    state = position(variant, ["Q", "Z", "O"], CATS, on_turn=2, scores=(50, 60, 10))
    ended = last(variant, state, 2, "K9 O")
    assert ended == Ended(EndReason.OUT, (1,), (-10, -10, 20))


def test_scores_may_become_negative() -> None:
    variant = load_variant("classic")
    _, then = follow(variant, position(variant, ["O", "QZ"], CATS, scores=(0, 3)), 0, "K9 O")
    assert then.scores == (22, -17)


def test_equal_scores_share_the_place() -> None:
    variant = house("classic", reckoning_out="none")
    state = position(variant, ["O", "Q", "Z"], CATS, scores=(5, 7, 1))
    assert last(variant, state, 0, "K9 O") == Ended(EndReason.OUT, (0, 1), (0, 0, 0))


def test_an_empty_hand_is_filled_and_ends_nothing_while_the_bag_holds_tiles() -> None:
    variant = load_variant("classic")
    state = position(variant, ["O", "Q"], CATS, bag="A")
    _, then = follow(variant, state, 0, "K9 O")
    assert then.ended is None
    assert then.racks[0] == read_tiles(variant.alphabet, "A")


def test_the_last_tiles_of_the_bag_end_nothing_while_hands_are_held() -> None:
    variant = load_variant("classic")
    assert last(variant, position(variant, ["OE", "Q"], CATS), 0, "K9 O") is None


def test_the_hand_of_a_resigned_seat_is_not_reckoned_and_is_no_going_out() -> None:
    variant = load_variant("classic")
    state = position(variant, ["OE", "QZ", "Z"], CATS)
    left = after(variant, state, (1, Resign()))
    assert left.ended is None
    assert last(variant, left, 0, "K9 O") is None
    out = last(variant, position(variant, ["O", "", "Z"], CATS, out=frozenset({1})), 0, "K9 O")
    assert out == Ended(EndReason.OUT, (0,), (10, 0, -10))


def test_the_last_to_move_may_leave_off_turn_without_going_out() -> None:
    variant = load_variant("classic")
    state = position(variant, ["OE", "QZ", "Z"], CATS)
    moved = after(variant, state, (0, "K9 O"), (0, Resign()))
    assert (moved.last_mover, moved.racks[0], moved.ended) == (0, Tiles(), None)
    assert moved.on_turn == 1


def test_a_resigned_seat_never_wins() -> None:
    variant = house("classic", reckoning_out="none")
    state = position(variant, ["O", "QZ", "Z"], CATS, scores=(1, 900, 2))
    left = after(variant, state, (1, Resign()))
    assert last(variant, left, 0, "K9 O") == Ended(EndReason.OUT, (0,), (0, 0, 0))


# -- stalls (E2) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant_id", "seats", "scored", "turns"),
    [
        ("wordsmith", 2, True, 4),
        ("wordsmith", 3, True, 6),
        ("wordsmith", 4, True, 8),
        ("wordsmith", 2, False, 4),
        ("erudit", 3, False, 6),
        ("friends", 2, True, 3),
        ("friends", 4, True, 3),
        ("friends", 2, False, 12),
        ("friends", 3, False, 12),
        ("classic", 2, True, 6),
        ("classic", 4, True, 6),
        ("classic", 2, False, 6),
        ("classic-ru", 3, True, 6),
    ],
)
def test_so_many_turns_without_points_end_the_game(
    variant_id: str, seats: int, scored: bool, turns: int
) -> None:
    variant = load_variant(variant_id)
    scores = (1,) * seats if scored else (0,) * seats
    rack = "ЕЕЕ" if variant.language == "ru" else "EEE"
    state = position(variant, [rack] * seats, bag=rack, scores=scores)
    for turn in range(turns):
        assert state.ended is None, turn
        state = after(variant, state, (state.on_turn, Pass()))
    assert state.ended is not None
    assert state.ended.reason is EndReason.STALL


def test_exchanges_count_like_passes_and_points_begin_the_count_anew() -> None:
    variant = load_variant("friends")
    state = position(variant, ["OEEEEEE", "EEEEEEE"], CATS, bag="AAAAAAA", scores=(1, 1))
    one = read_tiles(variant.alphabet, "E")
    state = after(variant, state, (0, Exchange(one)), (1, Exchange(one)))
    assert state.scoreless == 2
    assert after(variant, state, (0, Exchange(one))).ended is not None
    assert after(variant, state, (0, "K9 O")).scoreless == 0


def test_refused_moves_and_looks_into_the_bag_are_no_turns() -> None:
    variant = load_variant("friends")
    state = position(variant, ["OE", "E"], CATS, bag="A", scores=(1, 1), scoreless=2)
    assert after(variant, state, (0, OpenBag())).ended is None


@pytest.mark.parametrize(
    ("rule", "reckoning", "winners"),
    [("none", (0, 0, 0), (0,)), ("deduct", (-20, -1, -4), (1,))],
)
def test_tiles_left_are_reckoned_when_the_game_stalls(
    rule: str, reckoning: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    variant = house("classic", reckoning_stall=rule)
    state = position(variant, ["QZ", "E?", "Y"], CATS, scores=(15, 10, 12), scoreless=5)
    _, then = follow(variant, state, 0, Pass())
    assert then.ended == Ended(EndReason.STALL, winners, reckoning)


def test_at_nil_nil_twelve_turns_end_the_friends_game_as_a_draw_that_charges_nobody() -> None:
    variant = load_variant("friends")
    state = position(variant, ["QZ", "E"], bag="A", scoreless=11)
    _, then = follow(variant, state, 0, Pass())
    assert then.ended == Ended(EndReason.STALL, (0, 1), (0, 0))


def test_where_the_limit_at_nil_is_no_longer_than_the_other_tiles_are_charged() -> None:
    variant = load_variant("classic")
    state = position(variant, ["QZ", "E"], bag="A", scoreless=5)
    _, then = follow(variant, state, 0, Pass())
    assert then.ended == Ended(EndReason.STALL, (1,), (-20, -1))


def test_nil_nil_is_over_as_soon_as_one_seat_has_points() -> None:
    variant = load_variant("friends")
    state = position(variant, ["E", "E"], bag="A", scores=(0, 1), scoreless=2)
    assert last(variant, state, 0, Pass()) is not None


def test_the_limit_for_each_seat_counts_the_seats_still_playing() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["Е"] * 3, bag="А", scores=(1, 1, 1), scoreless=2)
    left = after(variant, state, (1, Resign()))
    assert left.scoreless == 2  # resigning does not touch the count
    one_more = after(variant, left, (0, Pass()))
    assert one_more.ended is None
    assert last(variant, one_more, 2, Pass()) == Ended(EndReason.STALL, (0, 2), (0, 0, 0))


def test_house_rules_change_the_limit() -> None:
    variant = house("classic", scoreless_limit="2", scoreless_per="seat")
    state = position(variant, ["E"] * 3, bag="A", scores=(1, 1, 1), scoreless=4)
    _, then = follow(variant, state, 0, Pass())
    assert then.ended is None
    assert last(variant, then, 1, Pass()) is not None


def test_going_out_comes_before_a_stall() -> None:
    variant = load_variant("classic")
    board = "15/15/15/15/15/15/15/7ca6/15/15/15/15/15/15/15"
    state = position(variant, ["?", "Q"], board, scores=(5, 9), scoreless=5)
    assert last(variant, state, 0, "8H ..t") == Ended(EndReason.OUT, (0,), (10, -10))


# -- target score -------------------------------------------------------------------------------
# K9 O makes SO: 2 points


@pytest.mark.parametrize(
    ("seats", "on_turn", "scores", "winners"),
    [
        (2, 0, (48, 10), None),  # reached, but the round goes on
        (2, 1, (10, 48), (1,)),
        (2, 1, (60, 48), (0,)),  # the highest of those who reached it
        (2, 1, (50, 48), (0, 1)),
        (2, 1, (47, 47), None),
        (3, 0, (48, 10, 10), None),
        (3, 1, (50, 10, 10), None),
        (3, 2, (50, 10, 10), (0,)),
        (4, 2, (50, 60, 70, 10), None),
        (4, 3, (50, 60, 70, 10), (2,)),
    ],
)
def test_the_first_to_reach_the_target_wins_at_the_end_of_the_round(
    seats: int, on_turn: int, scores: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["OEE"] * seats, CATS, bag="AAA", on_turn=on_turn, scores=scores)
    ended = last(variant, state, on_turn, "K9 O")
    assert ended == (None if winners is None else Ended(EndReason.TARGET, winners, (0,) * seats))


def test_the_target_may_be_reached_by_an_earlier_turn_and_the_round_ended_by_a_pass() -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["E", "E"], CATS, bag="A", on_turn=1, scores=(50, 3))
    assert last(variant, state, 1, Pass()) == Ended(EndReason.TARGET, (0,), (0, 0))


def test_the_round_ends_before_the_first_of_those_still_playing() -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["E"] * 3, CATS, bag="A", on_turn=1, scores=(0, 50, 3))
    left = after(variant, state, (0, Resign()))
    assert left.ended is None
    first = after(variant, left, (1, Pass()))
    assert first.ended is None
    assert last(variant, first, 2, Pass()) == Ended(EndReason.TARGET, (1,), (0, 0, 0))


def test_the_round_also_ends_when_the_last_seat_of_it_leaves_on_its_turn() -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["E"] * 3, CATS, bag="A", on_turn=2, scores=(0, 50, 3))
    assert last(variant, state, 2, Resign()) == Ended(EndReason.TARGET, (1,), (0, 0, 0))


def test_the_target_reached_by_a_seat_that_left_counts_for_nothing() -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["E"] * 3, CATS, bag="A", on_turn=2, scores=(10, 50, 3))
    left = after(variant, state, (1, Resign()))
    assert last(variant, left, 2, Pass()) is None


def test_the_target_reckons_nothing() -> None:
    variant = house("classic", target_score="50", reckoning_stall="deduct")
    state = position(variant, ["QQ", "ZZ"], CATS, bag="A", on_turn=1, scores=(55, 3))
    ended = last(variant, state, 1, Pass())
    assert ended is not None
    assert ended.reckoning == (0, 0)


def test_time_may_run_out_for_the_last_seat_of_a_round() -> None:
    variant = house("classic", target_score="50")
    state = position(variant, ["E"] * 3, CATS, bag="A", on_turn=2, scores=(0, 50, 3))
    events = time_out(variant, state, 2, FromList(variant.alphabet))
    ended = apply_all(state, events).ended
    assert ended is not None
    assert ended.reason is EndReason.TARGET
