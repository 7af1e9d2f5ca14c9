"""The same laws under house rules drawn at random: votes, challenges, targets, small hands."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import RandomGame, random_game, random_house_rules, table
from tests.laws.test_every_game import demand_laws
from wordsmith.rules.events import BagOpened, ChallengeUpheld, Passed, Played
from wordsmith.rules.state import apply, apply_all
from wordsmith.rules.variant import (
    Variant,
    differences,
    load_variant,
    variant_ids,
    with_house_rules,
)

SEEDS = st.integers(0, 2**32 - 1)
LAWS = settings(max_examples=25, deadline=None, derandomize=True)


def any_table(seed: int, **rules: str) -> tuple[Variant, int]:
    """A variant with house rules, and seats for it."""
    random = Random(seed)
    variant_id, seats = random.choice(variant_ids()), random.randint(2, 4)
    while True:
        try:
            return table(variant_id, seats, random_house_rules(random, variant_id) | rules), seats
        except ValueError:
            continue


@LAWS
@given(SEEDS)
def test_every_law_holds_under_any_house_rules(seed: int) -> None:
    variant, seats = any_table(seed)
    demand_laws(random_game(variant, seats, seed))


@LAWS
@given(SEEDS)
def test_house_rules_are_the_differences_from_the_preset(seed: int) -> None:
    variant, _ = any_table(seed)
    assert with_house_rules(load_variant(variant.id), differences(variant)) == variant


@LAWS
@given(SEEDS, st.sampled_from(["single", "double", "5", "10"]))
def test_a_play_challenged_off_is_a_pass(seed: int, mode: str) -> None:
    variant, seats = any_table(seed, check=f"challenge_{mode}")
    game = random_game(variant, seats, seed, leaving=0)
    state = before = game.start
    for event in game.events:
        if isinstance(event, Played):
            before = state
        elif isinstance(event, ChallengeUpheld):
            passed = apply(before, Passed(event.mover))
            passed = passed._replace(bag_turns=state.bag_turns, bag_open=state.bag_open)
            assert apply(state, event) == passed
        state = apply(state, event)


@LAWS
@given(SEEDS)
def test_a_rejected_play_changes_nothing(seed: int) -> None:
    variant, seats = any_table(seed, check="vote")
    for game in RandomGame(variant, seats, seed, leaving=0):
        kinds = [type(event).__name__ for event in game.events]
        if kinds[-1:] == ["Rejected"]:
            first = len(kinds) - 1 - kinds[::-1].index("Proposed")
            meantime = [e for e in game.events[first:] if isinstance(e, BagOpened)]
            before = apply_all(game.start, game.events[:first])
            assert game.state == apply_all(before, meantime)
