from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.engine.endgames import Referee
from tests.engine.situations import Listed, babble, hand, scattered, small_variant
from wordsmith.engine.endgame import Ending, solve_endgame
from wordsmith.rules.game import Game
from wordsmith.rules.state import State, initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from wordsmith.rules.variant import Variant

ENDINGS = {
    "reckoning_out": ("none", "deduct", "award"),
    "reckoning_stall": ("none", "deduct"),
    "scoreless_per": ("seat", "table"),
    "scoreless_limit": ("1", "2"),
    "scoreless_limit_at_zero": ("1", "2", "3"),
}


def situation(random: Random, **rules: str) -> tuple[Variant, Listed, State]:
    """A small endgame of two seats, under rules drawn at random."""
    drawn = {key: random.choice(values) for key, values in ENDINGS.items()}
    fixed = {
        "lines_per_turn": "one",
        "wild_swap": "no",
        "repeat_words": "yes",
        "rack_size": str(random.choice((2, 3))),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
    }
    variant = small_variant(random, drawn | fixed | rules, longest_side=5)
    letters = "".join(random.sample(variant.alphabet.letters, random.choice((2, 3, 4))))
    words = babble(random, variant.alphabet, letters, longest=4)
    board = scattered(random, variant, letters, random.choice((0.0, 0.15, 0.25, 0.4)))
    most = variant.rules.rack_size
    wild = random.choice((0.0, 0.0, 0.2))
    sizes = (random.randint(1, most), random.randint(1, 2))
    racks = tuple(hand(random, variant, letters, size, wild) for size in sizes)
    scores = random.choice(((0, 0), (7, 3), (0, 0), (-4, 0)))
    state = initial_state(variant, 2)._replace(
        board=board,
        bag=Tiles(),
        racks=racks,
        scores=scores,
        on_turn=random.randrange(2),
        scoreless=random.choice((0, 0, 1)),
    )
    return variant, words, state


def solved(variant: Variant, words: Listed, state: State, nodes: int | None = None) -> Ending:
    view = View.of(Game.replay(variant, state, ()), state.on_turn)
    return solve_endgame(view, words, hands=state.racks, nodes=nodes)


@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_the_referee(seed: int) -> None:
    random = Random(seed)
    variant, words, state = situation(random)
    referee = Referee(variant, words)
    ending = solved(variant, words, state)
    assert ending.proved
    assert ending.value == referee.gain(state)
    assert referee.gain_by(state, ending.move) == ending.value


@pytest.mark.parametrize("seed", range(20))
def test_the_line_leads_to_the_value(seed: int) -> None:
    variant, words, state = situation(Random(1000 + seed))
    referee = Referee(variant, words)
    ending = solved(variant, words, state)
    sign = -1 if state.on_turn else 1
    after = state
    for move in ending.line:
        after = referee.after(after, move)
    left = 0 if after.ended else referee.gain(after) * (-1 if after.on_turn else 1)
    assert sign * (referee.lead(after) + left - referee.lead(state)) == ending.value
