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
    return score_runs(variant, after, after.runs_through(play.squares), play, hand)


def score_runs(variant: Variant, after: Board, runs: list[Run], play: Play, hand: int) -> Score:
    """The same, where the board as it will be and the runs that are formed are known."""
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
    premiums = [square for square in sorted(fresh) if variant.layout.word_factors[square] > 1]
    holders = [[n for n, run in enumerate(runs) if square in run.squares] for square in premiums]
    best: tuple[int, ...] = ()
    for owners in product(*[held or [-1] for held in holders]):
        words = [
            {square for square, owner in zip(premiums, owners, strict=True) if owner == n}
            for n in range(len(runs))
        ]
        shares = _with_letter_premiums(variant, runs, fresh, words)
        points = tuple(
            [_run_points(variant, after, run, own) for run, own in zip(runs, shares, strict=True)]
        )
        if not best or sum(points) > sum(best):
            best = points
    return best


def _with_letter_premiums(
    variant: Variant, runs: list[Run], fresh: AbstractSet[int], words: list[set[int]]
) -> list[set[int]]:
    """Each fresh letter premium to the run that multiplies it most, the word premiums being given.

    What a letter premium adds grows with the factor of its word alone, so this is the best share.
    """
    factors = [_word_factor(variant, run, own) for run, own in zip(runs, words, strict=True)]
    shares = [set(own) for own in words]
    for square in fresh:
        holding = [n for n, run in enumerate(runs) if square in run.squares]
        if holding and variant.layout.letter_factors[square] > 1:
            shares[max(holding, key=factors.__getitem__)].add(square)
    return shares


def _run_points(variant: Variant, after: Board, run: Run, premiums: AbstractSet[int]) -> int:
    """The points of one run, with the premiums under the given squares."""
    letter_factors, cells = variant.layout.letter_factors, after.cells
    total = 0
    for square in run.squares:
        value = variant.letter_value(cells[square])
        total += value * letter_factors[square] if square in premiums else value
    return total * _word_factor(variant, run, premiums)


def _word_factor(variant: Variant, run: Run, premiums: AbstractSet[int]) -> int:
    """What the word premiums under the given squares multiply a run by."""
    word_factors = variant.layout.word_factors
    factors = [word_factors[s] for s in run.squares if s in premiums and word_factors[s] > 1]
    if variant.rules.word_premiums is WordPremiums.ADD:
        return sum(factors) or 1
    return prod(factors)
