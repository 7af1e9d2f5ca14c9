"""Whole games of the kernel before the referee: legal, counted right, and each turn the best."""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.engine.recorded import (
    best_moves,
    equity,
    few_words,
    lexicon_of,
    replayed,
    table,
    weights_at_random,
)
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import leaves_of
from wordsmith.engine.playing import playing_of
from wordsmith.rules.actions import Pass
from wordsmith.rules.events import Played
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant, variant_ids, with_house_rules

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.engine._playing import Playing
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.game import Game
    from wordsmith.rules.variant import Variant


def points_of(before: Game, after: Game) -> int:
    """The points of the turn between, without the reckoning."""
    happened = after.events[len(before.events) :]
    return sum(event.points for event in happened if isinstance(event, Played))


def assert_by_the_rules(
    variant: Variant, words: Lexicon, playing: Playing, seats: int, seed: int
) -> int:
    """Every turn of a game is legal, and its points are right; how many stars were taken."""
    stars = 0
    for before, turn, after in replayed(variant, words, playing, seats, seed):
        state = before.state
        assert (state.ended, state.on_turn) == (None, turn.seat)
        assert list(state.racks[turn.seat]) == turn.held
        assert points_of(before, after) == turn.points
        stars += turn.star >= 0
    return stars


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant_id", variant_ids())
def test_games_are_played_by_the_rules(variant_id: str, seats: int) -> None:
    variant = load_variant(variant_id)
    words = lexicon_of(variant)
    playing = table(variant, words, weights_at_random(Random(variant_id), variant))
    stars = sum(assert_by_the_rules(variant, words, playing, seats, seed) for seed in range(3))
    assert variant.rules.wild_swap == "any_player" or not stars


@pytest.mark.parametrize("variant_id", ["wordsmith", "erudit"])
def test_stars_are_taken_by_the_rules(variant_id: str) -> None:
    variant = load_variant(variant_id)
    words = lexicon_of(variant)
    variant = replace(variant, tiles=variant.tiles + Tiles(bytes(6)))
    playing = table(variant, words, weights_at_random(Random(variant_id), variant))
    stars = [assert_by_the_rules(variant, words, playing, 2, seed) for seed in range(12)]
    assert any(stars)


def test_stars_of_others_are_left_where_only_the_next_may_take_them() -> None:
    variant = with_house_rules(load_variant("wordsmith"), {"wild_swap": "next_player"})
    words = lexicon_of(variant)
    variant = replace(variant, tiles=variant.tiles + Tiles(bytes(6)))
    playing = table(variant, words, weights_at_random(Random(3), variant))
    assert sum(assert_by_the_rules(variant, words, playing, 3, seed) for seed in range(5)) == 0


@pytest.mark.parametrize("seed", range(40))
def test_games_by_house_rules_and_with_few_words_are_too(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    rules = {
        "rack_size": random.choice("35678"),
        "lines_per_turn": random.choice(("one", "any")),
        "wild_swap": random.choice(("no", "any_player", "any_player")),
        "wild_value": random.choice(("zero", "letter")),
        "word_premiums": random.choice(("multiply", "add")),
        "exchange_minimum": random.choice("0135"),
        "scoreless_limit": random.choice("123"),
        "scoreless_limit_at_zero": random.choice("1248"),
        "scoreless_per": random.choice(("seat", "table")),
        "reckoning_out": random.choice(("none", "deduct", "award")),
        "reckoning_stall": random.choice(("none", "deduct")),
    }
    variant = with_house_rules(load_variant(random.choice(("friends", "classic"))), rules)
    box = list(variant.tiles) + [0] * random.choice((0, 4, 8))
    variant = replace(variant, tiles=Tiles.of(random.sample(box, random.choice((30, 60, 90)))))
    words = few_words(variant, random, tmp_path)
    playing = table(variant, words, weights_at_random(random, variant))
    for seats in (2, 3, 4):
        for game in range(3):
            assert_by_the_rules(variant, words, playing, seats, game)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_a_turn_is_worth_its_points_and_what_is_kept(variant_id: str) -> None:
    variant = load_variant(variant_id)
    words, weights = lexicon_of(variant), weights_at_random(Random(variant_id), variant)
    variant = replace(variant, tiles=variant.tiles + Tiles(bytes(6)))
    playing = table(variant, words, weights)
    for seed in range(2):
        for before, turn, _ in replayed(variant, words, playing, 2, seed):
            move = turn.move(before.state.board.cells)
            if not isinstance(move, Pass):
                assert turn.equity == equity(before, move, turn.points, weights)


@pytest.mark.parametrize("variant_id", ["friends", "classic", "classic-ru"])
def test_no_other_turn_is_worth_more(variant_id: str) -> None:
    variant = load_variant(variant_id)
    words, weights = lexicon_of(variant), weights_at_random(Random(variant_id), variant)
    playing = table(variant, words, weights)
    for before, turn, _ in replayed(variant, words, playing, 2, 5):
        assert turn.equity == best_moves(before, words, weights)[0]


@pytest.mark.parametrize("seed", range(12))
def test_nor_where_wild_tiles_and_exchanges_abound(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    rules = {"rack_size": "5", "exchange_minimum": "1", "wild_swap": "no", "lines_per_turn": "one"}
    variant = with_house_rules(load_variant("friends"), rules)
    variant = replace(variant, tiles=Tiles.of([0] * 8 + random.sample(list(variant.tiles), 30)))
    words, weights = few_words(variant, random, tmp_path), weights_at_random(random, variant)
    playing = table(variant, words, weights)
    for before, turn, _ in replayed(variant, words, playing, 3, seed):
        assert turn.equity == best_moves(before, words, weights)[0]


def test_the_same_seed_gives_the_same_game() -> None:
    variant = load_variant("wordsmith")
    words, weights = lexicon_of(variant), LeaveWeights()
    one, other = (table(variant, words, weights) for _ in range(2))
    one.play(7, 3, 2, 4)
    for seed in (7, 8, 9):
        other.play(seed, 1, 2, 4)
    assert one.recorded_turns() == other.recorded_turns()
    assert (one.games, one.turns) == (other.games, other.turns) == (3, one.recorded)
    other.recorded = 0
    other.play(10, 3, 2, 4)
    assert one.recorded_turns() != other.recorded_turns()


def test_what_has_no_room_is_not_written_down() -> None:
    variant = load_variant("friends")
    playing = playing_of(
        variant, lexicon_of(variant), leaves_of(LeaveWeights(), len(variant.values), 1)
    )
    playing.record(array("i", bytes(4 * 64 * 5)))
    playing.play(1, 1, 2, 2)
    assert playing.turns > playing.recorded == len(playing.recorded_turns()) == 5


def test_others_go_on_while_games_are_played() -> None:
    variant = load_variant("friends")
    playing = table(variant, lexicon_of(variant), LeaveWeights())
    begun, steps = Event(), 0

    def play() -> None:
        begun.set()
        playing.play(1, 60, 2, 2)

    with ThreadPoolExecutor(1) as pool:
        games = pool.submit(play)
        begun.wait()
        while not games.done():
            steps += 1  # the lock of the interpreter is free, or this would not be counted
    assert playing.games == 60
    assert steps > 10
