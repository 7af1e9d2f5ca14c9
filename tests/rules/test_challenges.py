"""Turns that stand unless the next seat challenges them (``check = challenge_…``)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.positions import after, codes, follow, house, only, position, read_tiles, refusals
from wordsmith.rules.actions import Action, Agree, Challenge, Exchange, Pass, Resign
from wordsmith.rules.events import (
    Accepted,
    ChallengeFailed,
    ChallengeUpheld,
    Ended,
    EndReason,
    Played,
)
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Check
from wordsmith.rules.state import State
from wordsmith.rules.variant import Variant
from wordsmith.rules.view import Phase, phase_of

SINGLE = house("classic", check="challenge_single")
DOUBLE = house("classic", check="challenge_double")
MODES = ("challenge_single", "challenge_double", "challenge_5", "challenge_10")
CATS = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"
KNOWN = only("CATS", "SO", "OE")
DOUBT = Challenge()


def start(variant: Variant, seats: int = 2, **more: Any) -> State:
    return position(variant, ["OEEEEEE"] * seats, CATS, bag="ABCDFG", **more)


def test_a_turn_of_unknown_words_stands_until_it_is_challenged() -> None:
    events, then = follow(SINGLE, start(SINGLE), 0, "8L E", KNOWN, draws=["B"])
    assert isinstance(events[0], Played)
    assert then.scores == (3 + 1 + 1 + 1 + 2, 0)
    assert phase_of(SINGLE, then) is Phase.CHALLENGEABLE


def test_anything_else_that_is_wrong_is_refused_as_ever() -> None:
    found = refusals(SINGLE, start(SINGLE), 0, "8L Q", KNOWN)
    assert codes(found) == ["not_a_word", "not_in_rack"]


@pytest.mark.parametrize("mode", MODES)
def test_a_bad_turn_goes_back_whole(mode: str) -> None:
    variant = house("classic", check=mode)
    before = start(variant, scores=(4, 5), scoreless=1, turn=7)
    played = after(variant, before, (0, "8L E"), words=KNOWN)
    events, then = follow(variant, played, 1, DOUBT, KNOWN)
    assert events == (ChallengeUpheld(1, 0, ("CATSE",)),)
    assert (then.board, then.racks, then.bag) == (before.board, before.racks, before.bag)
    assert (then.scores, then.words_made) == (before.scores, before.words_made)


@pytest.mark.parametrize("mode", MODES)
def test_a_turn_challenged_off_is_a_scoreless_turn_like_a_pass(mode: str) -> None:
    variant = house("classic", check=mode)
    before = start(variant, scores=(4, 5), scoreless=1, turn=7)
    back = after(variant, after(variant, before, (0, "8L E")), (1, DOUBT), words=KNOWN)
    assert back == after(variant, before, (0, Pass()))
    assert (back.scoreless, back.turn, back.on_turn) == (2, 8, 1)


def test_all_bad_words_of_the_turn_are_named_each_once() -> None:
    state = after(SINGLE, start(SINGLE), (0, "9K EE"))
    events, _ = follow(SINGLE, state, 1, DOUBT, only("CATS"))
    assert events == (ChallengeUpheld(1, 0, ("EE", "SE")),)


@pytest.mark.parametrize(
    ("mode", "bonus", "loses_turn"),
    [
        ("challenge_single", 0, False),
        ("challenge_double", 0, True),
        ("challenge_5", 10, False),  # two words were challenged
        ("challenge_10", 20, False),
    ],
)
def test_a_challenge_in_vain_costs_what_the_house_rule_says(
    mode: str, bonus: int, loses_turn: bool
) -> None:
    variant = house("classic", check=mode)
    state = after(variant, start(variant), (0, "9K OE"))
    events, then = follow(variant, state, 1, DOUBT, KNOWN)
    assert events == (ChallengeFailed(1, 0, ("OE", "SO"), bonus, loses_turn),)
    assert then.scores == (state.scores[0] + bonus, 0)
    assert then.on_turn == (0 if loses_turn else 1)
    assert then.scoreless == (1 if loses_turn else 0)
    assert (then.board, then.racks) == (state.board, state.racks)


def test_a_turn_is_challenged_only_once() -> None:
    variant = house("classic", check="challenge_5")
    state = after(variant, start(variant), (0, "9K OE"), (1, DOUBT), words=KNOWN)
    assert codes(refusals(variant, state, 1, DOUBT)) == ["nothing_to_challenge"]


@pytest.mark.parametrize("mode", ["refuse", "vote"])
def test_where_words_are_checked_otherwise_there_is_nothing_to_challenge(mode: str) -> None:
    variant = house("classic", check=mode)
    state = after(variant, start(variant), (0, "9K OE"))
    assert codes(refusals(variant, state, 1, DOUBT)) == ["nothing_to_challenge"]
    assert phase_of(variant, state) is Phase.PLAYING


def test_only_the_next_seat_challenges() -> None:
    state = after(SINGLE, start(SINGLE, 3), (0, "8L E"))
    for seat in (0, 2):
        assert codes(refusals(SINGLE, state, seat, DOUBT)) == ["not_on_turn"]


@pytest.mark.parametrize(
    "action", ["K9 O", Pass(), Exchange(read_tiles(SINGLE.alphabet, "E"))], ids=str
)
def test_whoever_acts_lets_the_turn_before_stand(action: Action | str) -> None:
    variant = replace(SINGLE, rules=replace(SINGLE.rules, exchange_minimum=1))
    state = after(variant, start(variant, 3), (0, "8L E"), (1, action))
    challenged = codes(refusals(variant, state, 2, DOUBT, KNOWN))
    assert challenged == ([] if isinstance(action, str) else ["nothing_to_challenge"])
    back = follow(variant, state, 2, DOUBT, only())[1] if isinstance(action, str) else state
    assert back.scores[0] == 8  # the first turn is beyond doubt now


def test_nothing_is_challenged_after_a_pass_or_at_the_beginning() -> None:
    state = start(SINGLE)
    assert codes(refusals(SINGLE, state, 0, DOUBT)) == ["nothing_to_challenge"]
    state = after(SINGLE, state, (0, Pass()))
    assert codes(refusals(SINGLE, state, 1, DOUBT)) == ["nothing_to_challenge"]


def test_the_phony_of_an_opening_leaves_the_board_to_be_opened_again() -> None:
    state = position(SINGLE, ["CATSEEE", "CATSEEE"], bag="AAAAAAA")
    back = after(SINGLE, state, (0, "8H CA"), (1, DOUBT), words=KNOWN)
    assert back.board.is_empty
    assert codes(refusals(SINGLE, back, 1, "1A CATS", KNOWN)) == ["start_cell"]


def test_repeated_words_are_refused_at_once_also_under_challenge() -> None:
    variant = house("classic", check="challenge_single", repeat_words="no")
    state = start(variant, words_made=frozenset({"SO"}))
    assert codes(refusals(variant, state, 0, "K9 O", KNOWN)) == ["repeated_word"]
    state = after(variant, start(variant), (0, "K9 E"), (1, DOUBT), words=KNOWN)
    assert refusals(variant, state, 1, "K9 E", KNOWN) == []  # what went back was never made


# -- the turn that would end the game ----------------------------------------------------------


def last_turn(variant: Variant, **more: Any) -> State:
    """Seat 0 has laid its last tile under doubt; the bag is empty."""
    state = position(variant, ["E", "QO"], CATS, scores=(10, 10), **more)
    return after(variant, state, (0, "8L E"))


@pytest.mark.parametrize("mode", MODES)
def test_a_turn_that_ends_the_game_waits_for_the_next_seat(mode: str) -> None:
    variant = house("classic", check=mode)
    state = last_turn(variant)
    assert state.ended is None
    assert codes(refusals(variant, state, 1, "K9 O")) == ["challenge_or_pass"]
    tile = Exchange(read_tiles(variant.alphabet, "Q"))
    assert codes(refusals(variant, state, 1, tile)) == ["challenge_or_pass"]


@pytest.mark.parametrize("mode", MODES)
def test_letting_the_last_turn_stand_ends_the_game_and_is_no_turn(mode: str) -> None:
    variant = house("classic", check=mode)
    events, then = follow(variant, last_turn(variant), 1, Pass())
    assert events == (Accepted(1), Ended(EndReason.OUT, (0,), (11, -11)))
    assert then.scores == (10 + 8 + 11, 10 - 11)


@pytest.mark.parametrize("mode", MODES)
def test_a_last_turn_challenged_off_lets_the_game_go_on(mode: str) -> None:
    variant = house("classic", check=mode)
    events, then = follow(variant, last_turn(variant), 1, DOUBT, KNOWN)
    assert events == (ChallengeUpheld(1, 0, ("CATSE",)),)
    assert then.racks[0] == read_tiles(variant.alphabet, "E")
    assert refusals(variant, then, 1, "K9 O", KNOWN) == []


@pytest.mark.parametrize(
    ("mode", "bonus"),
    [("challenge_single", 0), ("challenge_double", 0), ("challenge_5", 5), ("challenge_10", 10)],
)
def test_a_last_turn_challenged_in_vain_ends_the_game(mode: str, bonus: int) -> None:
    variant = house("classic", check=mode)
    events, then = follow(variant, last_turn(variant), 1, DOUBT, only("CATSE"))
    assert events == (
        ChallengeFailed(1, 0, ("CATSE",), bonus, loses_turn=False),  # no turn is left to lose
        Ended(EndReason.OUT, (0,), (11, -11)),
    )
    assert then.scores == (10 + 8 + bonus + 11, 10 - 11)


def test_an_exchange_of_nothing_lets_the_last_turn_stand_where_it_is_a_pass() -> None:
    variant = house("classic", check="challenge_single", exchange_none="pass")
    events, _ = follow(variant, last_turn(variant), 1, Exchange())
    assert events[0] == Accepted(1)


def test_a_last_turn_also_stands_when_the_next_seat_leaves() -> None:
    state = position(SINGLE, ["E", "QO", "Z"], CATS)
    state = after(SINGLE, state, (0, "8L E"))
    _, then = follow(SINGLE, state, 1, Resign())
    assert then.ended == Ended(EndReason.OUT, (0,), (10, 0, -10))


def test_the_target_reached_in_the_last_turn_of_a_round_waits_for_doubt() -> None:
    variant = house("classic", check="challenge_double", target_score="15")
    state = position(variant, ["OEE", "EEE"], CATS, bag="ABC", scores=(9, 9), on_turn=1)
    state = after(variant, state, (1, "8L E"))
    assert state.ended is None
    assert codes(refusals(variant, state, 0, "K9 O")) == ["challenge_or_pass"]
    _, stood = follow(variant, state, 0, Pass())
    assert stood.ended == Ended(EndReason.TARGET, (1,), (0, 0))
    _, failed = follow(variant, state, 0, DOUBT, only("CATSE"))
    assert failed.ended == Ended(EndReason.TARGET, (1,), (0, 0))
    _, upheld = follow(variant, state, 0, DOUBT, KNOWN)
    assert upheld.ended is None


def test_the_bonus_of_a_challenge_in_vain_may_reach_the_target() -> None:
    variant = house("classic", check="challenge_5", target_score="20")
    state = position(variant, ["OEE", "EEE"], CATS, bag="ABC", scores=(9, 9), on_turn=1)
    state = after(variant, state, (1, "8L E"))
    _, then = follow(variant, state, 0, DOUBT, only("CATSE"))
    assert then.ended == Ended(EndReason.TARGET, (1,), (0, 0))


def test_a_turn_challenged_off_may_stall_the_game() -> None:
    state = position(SINGLE, ["EEE", "QO"], CATS, bag="ABCDFGH", scores=(3, 4), scoreless=5)
    played = after(SINGLE, state, (0, "8L E"))
    assert played.scoreless == 0
    _, then = follow(SINGLE, played, 1, DOUBT, KNOWN)
    assert then.ended == Ended(EndReason.STALL, (0,), (-3, -11))


# -- those who leave in the meantime ---------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 2])
def test_what_somebody_left_in_doubt_does_not_come_back_to_a_hand_out_of_play(leaver: int) -> None:
    played = after(SINGLE, start(SINGLE, 3), (0, "8L E"), (leaver, Resign()), words=KNOWN)
    back = after(SINGLE, played, (1, DOUBT), words=KNOWN)
    assert len(back.racks[leaver]) == 0
    assert back.out == {leaver}
    assert back.bag == start(SINGLE, 3).bag
    assert back.on_turn == 1


def test_agreeing_is_not_undone_by_a_challenge() -> None:
    played = after(SINGLE, start(SINGLE), (0, "8L E"), (0, Agree()), words=KNOWN)
    assert after(SINGLE, played, (1, DOUBT), words=KNOWN).agreed == {0}


def test_the_game_of_a_challenge_replays_to_the_same_state() -> None:
    begun = Game.replay(DOUBLE, start(DOUBLE), ())
    game = begun
    moves: list[tuple[int, Action | str]] = [(0, "8L E"), (1, DOUBT), (1, "K9 O"), (0, DOUBT)]
    for seat, action in [*moves, (1, Pass())]:
        events, _ = follow(DOUBLE, game.state, seat, action, KNOWN)
        game = game.followed_by(events)
    assert Game.replay(DOUBLE, begun.start, game.events).state == game.state
    assert DOUBLE.rules.check is Check.CHALLENGE_DOUBLE
