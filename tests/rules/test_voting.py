"""Unknown words put to the vote of the other seats (``check = vote``)."""

import pytest

from tests.positions import FromList, after, codes, follow, house, only, position, refusals
from wordsmith.rules.actions import Agree, OpenBag, Pass, Resign, Vote
from wordsmith.rules.events import (
    Drew,
    Ended,
    EndReason,
    Played,
    Proposed,
    Rejected,
    Resigned,
    TimedOut,
    Voted,
)
from wordsmith.rules.referee import time_out
from wordsmith.rules.state import State, apply_all
from wordsmith.rules.variant import Variant

VOTE = house("classic", check="vote")
CATS = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"
YES, NO = Vote(accept=True), Vote(accept=False)
KNOWN = only("CATS", "SO")


def proposed(seats: int, variant: Variant = VOTE) -> State:
    """Seat 0 has laid CATSE, an unknown word."""
    state = position(variant, ["EEEEEEE"] * seats, CATS, bag="AAAAAA")
    return after(variant, state, (0, "8L E"), words=KNOWN)


def test_a_turn_of_known_words_needs_no_vote() -> None:
    state = position(VOTE, ["OEE", "E"], CATS, bag="AAAAAA")
    events, _ = follow(VOTE, state, 0, "K9 O", KNOWN)
    assert isinstance(events[0], Played)


def test_a_turn_of_unknown_words_waits_for_the_votes() -> None:
    state = position(VOTE, ["EEEEEEE", "E", "E"], CATS, bag="AAAAAA")
    events, then = follow(VOTE, state, 0, "8L E", KNOWN)
    (event,) = events
    assert isinstance(event, Proposed)
    assert event.unknown == ("CATSE",)
    assert then.board == state.board
    assert (then.on_turn, then.scores, then.racks) == (0, state.scores, state.racks)


def test_only_the_unknown_words_are_voted_on_each_once() -> None:
    state = position(VOTE, ["OEEEEEE", "E"], CATS, bag="AAAAAA")
    events, _ = follow(VOTE, state, 0, "9K OE", KNOWN)
    (event,) = events
    assert isinstance(event, Proposed)
    assert event.unknown == ("OE",)
    assert [word.word for word in event.words] == ["OE", "SO"]


def test_an_unknown_word_made_twice_is_voted_on_once() -> None:
    variant = house("wordsmith", check="vote")
    board = "16/16/16/16/16/16/16/6КАРК6/16/16/16/16/16/16/16/16"
    state = position(variant, ["ОТОТЕЕЕ", "Е"], board)
    events, _ = follow(variant, state, 0, "G8;J8 .ОТ;.ОТ", only())
    (event,) = events
    assert isinstance(event, Proposed)
    assert event.unknown == ("КОТ",)


def test_whatever_else_is_wrong_is_refused_at_once_with_the_bad_words() -> None:
    state = position(VOTE, ["EEEEEEE", "E"], CATS, bag="AAAAAA")
    assert codes(refusals(VOTE, state, 0, "8L Q", KNOWN)) == ["not_a_word", "not_in_rack"]


@pytest.mark.parametrize(
    ("votes", "accepted"),
    [
        ("y", True),
        ("n", False),
        ("yy", True),
        ("yn", False),  # a tie is no majority
        ("ny", False),
        ("nn", False),
        ("yyy", True),
        ("yyn", True),
        ("nyy", True),
        ("ynn", False),
    ],
)
def test_more_of_the_others_must_accept_than_reject(votes: str, accepted: bool) -> None:
    state = proposed(len(votes) + 1)
    *first, last = [(seat, YES if vote == "y" else NO) for seat, vote in enumerate(votes, 1)]
    state = after(VOTE, state, *first)
    assert state.proposal is not None  # nobody is asked to stop before all have spoken
    events, then = follow(VOTE, state, *last)
    assert isinstance(events[0], Voted)
    assert isinstance(events[1], Played if accepted else Rejected)
    assert then.proposal is None
    assert then.votes == ()
    assert then.on_turn == (1 if accepted else 0)
    assert then.scores[0] == (3 + 1 + 1 + 1 + 2 if accepted else 0)
    assert ("CATSE" in then.accepted) is accepted


def test_an_accepted_turn_is_played_as_any_other() -> None:
    state = proposed(2)
    events, then = follow(VOTE, state, 1, YES, KNOWN, draws=["A"])
    assert [type(event) for event in events] == [Voted, Played, Drew]
    assert len(then.racks[0]) == 7
    assert then.scoreless == 0


def test_a_rejected_turn_changes_nothing_and_its_seat_tries_again() -> None:
    state = proposed(2)
    events, then = follow(VOTE, state, 1, NO, KNOWN)
    assert events == (Voted(1, accept=False), Rejected(0, ("CATSE",)))
    assert then == position(VOTE, ["EEEEEEE"] * 2, CATS, bag="AAAAAA")
    assert after(VOTE, then, (0, Pass())).on_turn == 1


def test_a_word_that_was_accepted_counts_for_the_rest_of_the_game() -> None:
    state = after(VOTE, proposed(2), (1, YES), (1, Pass()), words=KNOWN)
    assert state.accepted == {"CATSE"}
    later = position(VOTE, ["EEE", "EEE"], "CATS11" + "/15" * 14, accepted=state.accepted)
    events, _ = follow(VOTE, later, 0, "1E E", KNOWN)
    assert isinstance(events[0], Played)


def test_a_word_that_was_rejected_stays_unknown() -> None:
    state = after(VOTE, proposed(2), (1, NO), words=KNOWN)
    events, _ = follow(VOTE, state, 0, "8L E", KNOWN)
    assert isinstance(events[0], Proposed)


@pytest.mark.parametrize(
    ("seat", "vote", "code"),
    [(0, YES, "nothing_to_vote_on"), (1, NO, "already_voted")],
)
def test_nobody_votes_for_oneself_or_twice(seat: int, vote: Vote, code: str) -> None:
    state = after(VOTE, proposed(3), (1, YES))
    assert codes(refusals(VOTE, state, seat, vote)) == [code]


def test_the_turn_does_nothing_else_while_a_vote_is_open() -> None:
    state = proposed(3)
    for action in (Pass(), "K9 E"):
        assert codes(refusals(VOTE, state, 0, action)) == ["vote_pending"]
    assert codes(refusals(VOTE, state, 1, Pass())) == ["not_on_turn"]


def test_looking_into_the_bag_and_agreeing_are_possible_while_a_vote_is_open() -> None:
    state = after(VOTE, proposed(3), (0, OpenBag()), (2, Agree()))
    assert state.proposal is not None
    assert state.agreed == {2}


def test_a_seat_that_resigns_has_no_vote_and_may_settle_it() -> None:
    state = after(VOTE, proposed(3), (1, YES))
    events, then = follow(VOTE, state, 2, Resign(), draws=["A"])
    assert [type(event) for event in events] == [Resigned, Played, Drew]
    assert then.on_turn == 1


def test_the_vote_of_a_seat_that_resigns_falls_away() -> None:
    state = after(VOTE, proposed(4), (1, YES), (2, NO))
    left = after(VOTE, state, (2, Resign()))
    assert left.votes == ((1, True),)
    events, _ = follow(VOTE, left, 3, YES)
    assert isinstance(events[1], Played)


def test_a_seat_whose_time_is_up_may_settle_a_vote_and_the_mover_draws() -> None:
    state = after(VOTE, proposed(3), (1, YES))
    events = time_out(VOTE, state, 2, FromList(VOTE.alphabet, ["A"]))
    assert [type(event) for event in events] == [TimedOut, Played, Drew]
    assert len(apply_all(state, events).racks[0]) == 7


def test_a_mover_that_resigns_takes_the_turn_back() -> None:
    state = after(VOTE, proposed(3), (1, YES))
    events, then = follow(VOTE, state, 0, Resign())
    assert events == (Resigned(0),)
    assert (then.proposal, then.votes, then.on_turn) == (None, (), 1)
    assert then.board == state.board


def test_with_two_seats_resigning_during_a_vote_ends_the_game() -> None:
    for leaver in (0, 1):
        _, then = follow(VOTE, proposed(2), leaver, Resign())
        assert then.ended == Ended(EndReason.RESIGNED, (1 - leaver,), (0, 0))


def test_an_accepted_turn_may_end_the_game() -> None:
    state = position(VOTE, ["E", "Q"], CATS)
    state = after(VOTE, state, (0, "8L E"), words=KNOWN)
    _, then = follow(VOTE, state, 1, YES)
    assert then.ended == Ended(EndReason.OUT, (0,), (10, -10))


def test_a_rejected_turn_is_no_scoreless_turn() -> None:
    state = position(VOTE, ["EEE", "E"], CATS, bag="AAAA", scoreless=5, scores=(1, 1))
    state = after(VOTE, state, (0, "8L E"), words=KNOWN)
    _, then = follow(VOTE, state, 1, NO)
    assert (then.scoreless, then.ended) == (5, None)
