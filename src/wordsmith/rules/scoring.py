"""The words a play makes, and their points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from wordsmith.rules.events import WordMade
from wordsmith.rules.parameters import PremiumWords, WordPremiums

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from wordsmith.rules.actions import Play
    from wordsmith.rules.board import Board, Run
    from wordsmith.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Score:
    """What a play makes and is worth."""

    words: tuple[WordMade, ...]
    bonus: int  # for a full hand

    @property
    def points(self) -> int:
        """The points of the turn."""
        return sum([word.points for word in self.words]) + self.bonus


def words_formed(board: Board, play: Play) -> list[Run]:
    """Every run of two or more letters, on the board as it will be, that holds a tile just laid.

    A run that only had a wild tile replaced by its letter is not formed anew.
    """
    return board.with_tiles([*play.swapped, *play.laid]).runs_through(play.squares)


def score_play(variant: Variant, board: Board, play: Play, hand: int) -> Score:
    """The score of ``play`` on ``board``; ``hand`` = tiles in the hand before it.

    Source: docs/rules.md, "The score of a turn".
    """
    after = board.with_tiles([*play.swapped, *play.laid])
    runs = after.runs_through(play.squares)
    points = _points(variant, after, runs, play.squares)
    words = tuple(
        WordMade(variant.alphabet.decode(after.letters(run)), run.start, run.across, worth)
        for run, worth in zip(runs, points, strict=True)
    )
    rules = variant.rules
    full = hand == rules.rack_size == len(play.laid)
    return Score(words, rules.full_rack_bonus if full else 0)


def _points(
    variant: Variant, after: Board, runs: list[Run], fresh: AbstractSet[int]
) -> tuple[int, ...]:
    """The points of each run, its premiums shared out as ``premium_words`` says."""
    if variant.rules.premium_words is PremiumWords.EVERY:
        return tuple([_run_points(variant, after, run, fresh) for run in runs])
    layout = variant.layout
    premiums = [
        square
        for square in sorted(fresh)
        if layout.letter_factors[square] > 1 or layout.word_factors[square] > 1
    ]
    holders = [[n for n, run in enumerate(runs) if square in run.squares] for square in premiums]
    best: tuple[int, ...] = ()
    for owners in product(*[held or [-1] for held in holders]):
        shares = [
            {square for square, owner in zip(premiums, owners, strict=True) if owner == n}
            for n in range(len(runs))
        ]
        points = tuple(
            [_run_points(variant, after, run, own) for run, own in zip(runs, shares, strict=True)]
        )
        if not best or sum(points) > sum(best):
            best = points
    return best


def _run_points(variant: Variant, after: Board, run: Run, premiums: AbstractSet[int]) -> int:
    """The points of one run, with the premiums under the given squares."""
    layout = variant.layout
    total = 0
    factors = []
    for square in run.squares:
        value = variant.letter_value(after.tile(square))
        if square in premiums:
            value *= layout.letter_factors[square]
            if layout.word_factors[square] > 1:
                factors.append(layout.word_factors[square])
        total += value
    if variant.rules.word_premiums is WordPremiums.ADD:
        return total * (sum(factors) or 1)
    return total * prod(factors)
