"""What the engine offers is legal and worth what it says; a board on its side is the same board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.generators import SEATED, RandomGame, table
from wordsmith.rules.actions import Play
from wordsmith.rules.board import Board
from wordsmith.rules.judging import judge_play
from wordsmith.rules.scoring import score_play
from wordsmith.rules.variant import with_house_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine import Candidate
    from wordsmith.rules.state import State

ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)
HOUSE: tuple[dict[str, str], ...] = (
    {},
    {"premium_words": "one", "word_premiums": "add"},
    {"wild_value": "zero"},
)


def offers(playing: RandomGame) -> Iterator[tuple[State, Candidate]]:
    """Some of the turns that the engine offers in every third position of a game."""
    for game in playing:
        if not game.state.ended and not game.state.turn % 3:
            for candidate in playing.plays()[::29]:
                yield game.state, candidate


@ALL
def test_every_generated_play_is_legal_and_scores_what_is_said(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats, HOUSE[seats - 2])
    playing = RandomGame(variant, seats, seed=13)
    for state, candidate in offers(playing):
        verdict = judge_play(variant, state, state.on_turn, candidate.play, playing.words)
        assert verdict.is_legal
        assert verdict.score.points == candidate.points


def transposed(board: Board) -> Board:
    """The board mirrored in its main diagonal."""
    rows = [board.cells[column :: board.width] for column in range(board.width)]
    return Board(board.height, board.width, b"".join(rows))


@ALL
def test_a_play_on_the_transposed_board_scores_the_same(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats, HOUSE[seats - 2])
    width, height = variant.layout.width, variant.layout.height

    def turned(square: int) -> int:
        return square % width * height + square // width

    for state, candidate in offers(RandomGame(variant, seats, seed=17)):
        play = candidate.play
        mirror = Play(
            frozenset((turned(square), tile) for square, tile in play.laid),
            frozenset((turned(square), tile) for square, tile in play.swapped),
        )
        hand = len(state.racks[state.on_turn])
        score = score_play(variant, state.board, play, hand)
        same = score_play(variant, transposed(state.board), mirror, hand)
        turned_words = {
            replace(w, square=turned(w.square), across=not w.across) for w in same.words
        }
        assert same.points == score.points
        assert {word.word for word in turned_words} == {word.word for word in score.words}
        if variant.rules.premium_words == "every":  # equal shares may go to either word
            assert turned_words == set(score.words)


@ALL
def test_a_board_holds_its_words_whichever_tile_one_starts_from(
    variant_id: str, seats: int
) -> None:
    game = list(RandomGame(table(variant_id, seats), seats, seed=19))[-1]
    board = game.state.board
    filled = [square for square, tile in enumerate(board.cells) if tile]
    for run in board.runs_through(filled):
        for square in run.squares:
            assert board.run(square, across=run.across) == run


@ALL
def test_rules_that_give_less_never_give_more(variant_id: str, seats: int) -> None:
    every = table(variant_id, seats, {"wild_value": "letter"})
    meaner = [
        with_house_rules(every, rules)
        for rules in (
            {"premium_words": "one"},
            {"word_premiums": "add"},
            {"wild_value": "zero"},
            {"full_rack_bonus": "0"},
        )
    ]
    for state, candidate in offers(RandomGame(every, seats, seed=23)):
        hand = len(state.racks[state.on_turn])
        most = score_play(every, state.board, candidate.play, hand)
        for variant in meaner:
            less = score_play(variant, state.board, candidate.play, hand)
            assert less.points <= most.points
            assert [word.word for word in less.words] == [word.word for word in most.words]
