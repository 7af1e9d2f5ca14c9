"""What is written of a game reads back to the same game: records, CGP, GCG, plays."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.generators import SEATED, RandomGame, random_game, table
from wordsmith.notation.cgp import format_cgp, parse_cgp, position_of, state_of
from wordsmith.notation.gcg import format_gcg
from wordsmith.notation.gcg_games import game_of
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.notation.plays import format_play, parse_play
from wordsmith.notation.records import (
    format_events,
    format_record,
    parse_events,
    parse_record,
)
from wordsmith.rules.events import Played, Proposed
from wordsmith.rules.state import apply

if TYPE_CHECKING:
    from wordsmith.rules.game import Game

ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)
CHECKS = ("refuse", "vote", "challenge_single", "challenge_double", "challenge_5", "challenge_10")
NAMES = ("Анна", "Bob", "Вера", "Дан")


@cache
def games(variant_id: str, seats: int) -> tuple[Game, ...]:
    """A game for each of two ways of checking words; with all numbers of seats, for all six."""
    return tuple(
        random_game(table(variant_id, seats, {"check": check}), seats, seed)
        for seed, check in enumerate(CHECKS)
        if seed % 3 == seats % 3
    )


@ALL
def test_a_record_reads_back_to_the_same_game(variant_id: str, seats: int) -> None:
    for game in games(variant_id, seats):
        record = json.loads(json.dumps(format_record(game, NAMES[:seats])))
        again = parse_record(record)
        assert again.game == game
        assert again.names == NAMES[:seats]


@ALL
def test_events_read_back_one_by_one(variant_id: str, seats: int) -> None:
    for game in games(variant_id, seats):
        alphabet = game.variant.alphabet
        for event in game.events:
            assert parse_events(format_events([event], alphabet), alphabet) == (event,)


@ALL
def test_a_position_in_cgp_reads_back(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats)
    for game in islice(RandomGame(variant, seats, seed=4), 0, None, 3):
        position = position_of(game.state)
        again = parse_cgp(format_cgp(position, variant), variant)
        assert again == position
        state = state_of(again, variant, game.state.bag)
        assert position_of(state) == position


@ALL
def test_every_play_reads_back_from_its_text(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats)
    rng = RandomGame(variant, seats, seed=6, leaving=0)
    for game in rng:
        if game.state.ended or len(game.events) % 7:
            continue
        board = game.state.board
        for candidate in rng.plays()[::23]:
            text = format_play(candidate.play, variant, board)
            assert parse_play(text, variant, board) == candidate.play


@ALL
def test_plays_of_a_game_read_back_with_the_stars_they_took(variant_id: str, seats: int) -> None:
    game = games(variant_id, seats)[0]
    state = game.start
    for event in game.events:
        if isinstance(event, Played | Proposed):
            text = format_play(event.play, game.variant, state.board)
            assert parse_play(text, game.variant, state.board) == event.play
        state = apply(state, event)


@ALL
def test_a_gcg_file_reads_back_to_the_same_turns_scores_and_ending(
    variant_id: str, seats: int
) -> None:
    for game in games(variant_id, seats):
        text = format_gcg(game, NAMES[:seats])
        again = game_of(parse_gcg(text)).game
        if game.variant.rules.check != "vote":  # votes are only told, in notes
            assert format_gcg(again, NAMES[:seats]) == text
        assert again.state.board == game.state.board
        assert again.state.scores == game.state.scores
        assert again.state.ended == game.state.ended
        assert again.variant == game.variant
        played = [e for e in game.events if isinstance(e, Played)]
        assert [e for e in again.events if isinstance(e, Played)] == played
