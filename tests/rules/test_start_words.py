"""Words that count at a table from the beginning, though the lexicon has them not."""

from random import Random

import pytest

from tests.positions import codes, follow, house, only, position, refusals
from wordsmith.rules.actions import Challenge
from wordsmith.rules.events import ChallengeFailed, ChallengeUpheld, Played, Proposed
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.sealed_bag import SealedBag, seal_bag
from wordsmith.rules.state import State, initial_state
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View

NO_WORDS = only()
AGREED = frozenset({"CATSE", "CAT"})
CATS = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"


def start(variant: Variant) -> State:
    return position(variant, ["EEEEEEE", "OOOOOOO"], CATS, bag="AABB", accepted=AGREED)


@pytest.mark.parametrize("check", ["refuse", "vote", "challenge_single"])
def test_such_a_word_stands_at_once_whatever_check_says(check: str) -> None:
    variant = house("classic", check=check)
    events, _ = follow(variant, start(variant), 0, "8L E", NO_WORDS)
    assert isinstance(events[0], Played)


def test_any_other_word_meets_what_it_met_before() -> None:
    assert codes(refusals(house("classic"), start(house("classic")), 0, "K9 E", NO_WORDS)) == [
        "not_a_word"
    ]
    variant = house("classic", check="vote")
    events, _ = follow(variant, start(variant), 0, "K9 E", NO_WORDS)
    assert isinstance(events[0], Proposed)


def test_a_challenge_of_such_a_word_is_in_vain_also_after_a_turn_was_challenged_off() -> None:
    variant = house("classic", check="challenge_single")
    events, state = follow(variant, start(variant), 0, "K9 E", NO_WORDS)
    events, state = follow(variant, state, 1, Challenge(), NO_WORDS)
    assert isinstance(events[0], ChallengeUpheld)
    assert state.accepted == AGREED
    _, state = follow(variant, state, 1, "K9 OO", only("SOO"))
    _, state = follow(variant, state, 0, "8L E", NO_WORDS)
    events, _ = follow(variant, state, 1, Challenge(), NO_WORDS)
    assert isinstance(events[0], ChallengeFailed)


def test_a_game_begins_with_them_and_shows_them_to_everybody() -> None:
    variant = load_variant("classic")
    game = Game.begin(variant, 2, Shuffle(Random(1)), AGREED)
    assert game.start == initial_state(variant, 2, AGREED)
    assert game.state.accepted == AGREED
    assert all(View.of(game, seat).accepted == AGREED for seat in (0, 1, None))


def test_they_change_nothing_in_the_bag() -> None:
    variant = load_variant("classic")
    seal = seal_bag(variant, Random(2))
    with_words = Game.begin(variant, 2, SealedBag.of(seal), AGREED)
    assert with_words.events == Game.begin(variant, 2, SealedBag.of(seal)).events
