"""What holds in whole games under a rule of challenge, whatever is doubted in them."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.generators import RandomGame, short_words, table
from tests.positions import FromList
from wordsmith.notation.letters import format_rack
from wordsmith.rules.actions import Challenge, Exchange, Pass
from wordsmith.rules.audit import audit
from wordsmith.rules.events import (
    Accepted,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Exchanged,
    Passed,
    Played,
)
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Check
from wordsmith.rules.state import apply
from wordsmith.rules.variant import Variant, variant_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.rules.actions import Action, Play
    from wordsmith.rules.tiles import Tiles

MODES = ("challenge_single", "challenge_double", "challenge_5", "challenge_10")
BONUS = {"challenge_5": 5, "challenge_10": 10}
ALL = pytest.mark.parametrize("variant_id", variant_ids())
EVERY_MODE = pytest.mark.parametrize("mode", MODES)


@cache
def games(variant_id: str, mode: str) -> tuple[Game, ...]:
    """A game of two and one of three."""
    return tuple(
        list(RandomGame(table(variant_id, seats, {"check": mode}), seats, seed=seats))[-1]
        for seats in (2, 3)
    )


@ALL
@EVERY_MODE
def test_a_challenge_is_upheld_for_words_that_do_not_count_and_for_no_others(
    variant_id: str, mode: str
) -> None:
    for game in games(variant_id, mode):
        words = short_words(game.variant.alphabet.id)
        for event in game.events:
            if isinstance(event, ChallengeUpheld):
                assert event.words
                assert not any(word in words for word in event.words)
            if isinstance(event, ChallengeFailed):
                assert all(word in words for word in event.words)


@ALL
@EVERY_MODE
def test_a_challenge_in_vain_costs_what_its_rule_says_and_nothing_else(
    variant_id: str, mode: str
) -> None:
    for game in games(variant_id, mode):
        state = game.start
        for event in game.events:
            after = apply(state, event)
            if isinstance(event, ChallengeFailed):
                assert event.bonus == BONUS.get(mode, 0) * len(event.words)
                gained = after.scores[event.mover] - state.scores[event.mover]
                assert gained == event.bonus
                assert after.scores[event.seat] == state.scores[event.seat]
                assert (after.board, after.racks, after.bag) == (
                    state.board,
                    state.racks,
                    state.bag,
                )
                assert (after.on_turn == state.on_turn) is not event.loses_turn
                assert mode == "challenge_double" or not event.loses_turn
            state = after


@ALL
@EVERY_MODE
def test_only_the_turn_just_laid_is_challenged_and_by_the_next_seat(
    variant_id: str, mode: str
) -> None:
    for game in games(variant_id, mode):
        state = game.start
        for event in game.events:
            if isinstance(event, ChallengeUpheld | ChallengeFailed):
                assert state.last_played is not None
                assert event.mover == state.last_played.seat
                assert event.seat == state.on_turn
            state = apply(state, event)


# -- the same game under every rule ----------------------------------------------------------------


def acts_of(game: Game) -> Iterator[tuple[int, Action]]:
    """What the seats of a game asked for, where nobody doubted or left."""
    for event in game.events:
        match event:
            case Played(seat, play):
                yield seat, play
            case Exchanged(seat, tiles):
                yield seat, Exchange(tiles)
            case Passed(seat):
                yield seat, Pass()
            case _:
                pass


class GoodWords(RandomGame):
    """A random game in which nobody tries what is no word."""

    def _spoilt(self, play: Play, rack: Tiles) -> Play:
        return play


@cache
def a_game_of_good_words(variant_id: str) -> Game:
    """The first random game in which more than ten turns were laid."""
    variant = table(variant_id, 2)
    for seed in count():
        game = list(GoodWords(variant, 2, seed, leaving=0))[-1]
        if sum(isinstance(event, Played) for event in game.events) > 10:
            return game
    raise AssertionError


def draws_of(game: Game) -> FromList:
    """Chance that draws again what was drawn in a game."""
    alphabet = game.variant.alphabet
    drawn = [event.tiles for event in game.events if isinstance(event, Drew)]
    return FromList(alphabet, [format_rack(tiles, alphabet) for tiles in drawn])


def played_again(game: Game, variant: Variant) -> Game:
    """The same acts and draws under other rules."""
    chance, words = draws_of(game), short_words(variant.alphabet.id)
    again = Game.begin(variant, len(game.start.racks), chance)
    for seat, action in acts_of(game):
        again = again.act(seat, action, words, chance)
    return again


@ALL
@pytest.mark.parametrize("mode", ["vote", *MODES])
def test_a_game_of_good_words_that_nobody_doubts_is_the_same_under_every_rule(
    variant_id: str, mode: str
) -> None:
    game = a_game_of_good_words(variant_id)
    variant = table(variant_id, 2, {"check": mode})
    again, words = played_again(game, variant), short_words(variant.alphabet.id)
    if again.state.ended is None:  # the last turn waits to be let stand
        assert Check(mode).is_challenge
        chance = FromList(variant.alphabet)
        again = again.act(again.state.on_turn, Pass(), words, chance)
        assert isinstance(again.events[-2], Accepted)
    assert again.state.scores == game.state.scores
    assert again.state.ended == game.state.ended
    assert audit(again) is None


@ALL
@pytest.mark.parametrize("mode", ["challenge_5", "challenge_10"])
def test_whoever_doubts_every_good_turn_pays_for_every_word(variant_id: str, mode: str) -> None:
    game = a_game_of_good_words(variant_id)
    variant = table(variant_id, 2, {"check": mode})
    chance, words = draws_of(game), short_words(variant.alphabet.id)
    again, due = Game.begin(variant, 2, chance), [0, 0]
    for seat, action in acts_of(game):
        again = again.act(seat, action, words, chance)
        if (laid := again.state.last_played) is not None:
            due[laid.seat] += BONUS[mode] * len(laid.words)
            again = again.act(again.state.on_turn, Challenge(), words, chance)
    assert again.state.ended is not None
    plain = zip(game.state.scores, due, strict=True)
    assert list(again.state.scores) == [score + more for score, more in plain]
