"""Endgames under rules that the kernel does not know."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.endgames import Referee, situation, view_of
from wordsmith.engine.endgame import solve_endgame

EVERYTHING = 1_000_000


@pytest.mark.parametrize("seed", range(15))
def test_words_that_may_not_repeat(seed: int) -> None:
    variant, words, state = situation(Random(seed), (2, 2), side=4, repeat_words="no")
    state = state._replace(words_made=frozenset(words.words[::3]))
    referee = Referee(variant, words)
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks, nodes=EVERYTHING)
    assert ending.proved
    assert ending.value == referee.gain(state)
    assert referee.gain_by(state, ending.move) == ending.value


@pytest.mark.parametrize("seed", range(100, 112))
def test_wild_tiles_that_may_be_taken(seed: int) -> None:
    variant, words, state = situation(Random(seed), (2, 1), side=3, wild_swap="any_player")
    referee = Referee(variant, words)
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks, nodes=EVERYTHING)
    assert ending.proved
    assert ending.value == referee.gain(state)


@pytest.mark.parametrize("seed", range(200, 206))
def test_a_score_to_be_reached(seed: int) -> None:
    variant, words, state = situation(Random(seed), (2, 2), side=4, target_score="12")
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks, nodes=EVERYTHING)
    assert ending.proved
    state = state._replace(turn=1)
    Referee(variant, words).after(state, ending.move)


@pytest.mark.parametrize("seed", range(300, 310))
def test_turns_of_several_words_are_good_but_not_proved(seed: int) -> None:
    variant, words, state = situation(Random(seed), (3, 3), lines_per_turn="any")
    referee = Referee(variant, words)
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks, nodes=2_000)
    assert not ending.proved
    after = state
    for move in ending.line:
        after = referee.after(after, move)
    if after.ended:
        sign = -1 if state.on_turn else 1
        assert sign * (referee.lead(after) - referee.lead(state)) == ending.value


@pytest.mark.parametrize("seed", [56, 84, 98, 104])
def test_a_line_found_before_is_followed_only_from_its_own_first_move(seed: int) -> None:
    variant, words, state = situation(Random(seed), (4, 3), lines_per_turn="any")
    ending = solve_endgame(view_of(variant, state), words, hands=state.racks, nodes=400)
    Referee(variant, words).after(state, ending.move)
