"""A game is its events: replayed, cut off, gone on with."""

import random

import pytest

from tests.generators import random_game, table
from tests.positions import ANY_WORD, FromList, after, position, read_tiles
from wordsmith.errors import IllegalAction
from wordsmith.rules import state as state_module
from wordsmith.rules.actions import Pass, Play, Resign
from wordsmith.rules.events import Drew, Event
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.state import State, apply, hand_after, initial_state, tiles_used
from wordsmith.rules.variant import load_variant

CLASSIC = load_variant("classic")


def test_a_game_begins_with_the_deal_and_seat_0_on_turn() -> None:
    game = Game.begin(CLASSIC, 3, Shuffle(random.Random(1)))
    assert [type(event) for event in game.events] == [Drew] * 3
    assert game.start == initial_state(CLASSIC, 3)
    assert game.state.on_turn == 0


def test_a_game_goes_on_from_any_of_its_events() -> None:
    whole = random_game(table("erudit", 3), 3, seed=4)
    for cut in range(0, len(whole.events), 11):
        begun = Game.replay(whole.variant, whole.start, whole.events[:cut])
        assert begun.followed_by(whole.events[cut:]) == whole


def test_a_refused_action_leaves_the_game_as_it_was() -> None:
    chance = FromList(CLASSIC.alphabet)
    game = Game.begin(CLASSIC, 2, chance)
    with pytest.raises(IllegalAction, match="not_on_turn"):
        game.act(1, Pass(), ANY_WORD, chance)
    assert game.act(0, Pass(), ANY_WORD, chance).state.on_turn == 1


def test_a_game_may_begin_in_the_middle() -> None:
    start = position(CLASSIC, ["CAT", "DOG"], bag="AA", scores=(10, 20), on_turn=1, scoreless=3)
    state = after(CLASSIC, start, (1, Pass()))
    assert (state.on_turn, state.scoreless, state.scores) == (0, 4, (10, 20))


def test_replaying_a_game_applies_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(table("wordsmith", 4), 4, seed=2)
    applied = []

    def counted(state: State, event: Event) -> State:
        applied.append(event)
        return apply(state, event)

    monkeypatch.setattr(state_module, "apply", counted)
    assert Game.replay(game.variant, game.start, game.events).state == game.state
    assert tuple(applied) == game.events


def test_a_state_keeps_one_step_back_and_no_more() -> None:
    for seed in range(3):
        variant = table("classic", 2, {"check": "challenge_double"})
        state = random_game(variant, 2, seed).start
        for event in random_game(variant, 2, seed).events:
            state = apply(state, event)
            if state.before_play is not None:
                assert state.before_play.before_play is None
                assert state.before_play.last_played is None


def test_wild_tiles_go_as_wild_and_those_taken_come_in() -> None:
    play = Play(frozenset({(1, 3), (2, 4 | 0x80)}), frozenset({(9, 5)}))
    assert tiles_used(play) == read_tiles(CLASSIC.alphabet, "CE?")
    assert hand_after(read_tiles(CLASSIC.alphabet, "CEX"), play) == read_tiles(
        CLASSIC.alphabet, "X"
    )


def test_leaving_twice_in_a_row_skips_both_seats() -> None:
    state = position(CLASSIC, ["A"] * 4, bag="A")
    left = after(CLASSIC, state, (1, Resign()), (2, Resign()))
    assert left.playing == (0, 3)
    assert [left.seat_after(seat) for seat in range(4)] == [3, 3, 3, 0]
