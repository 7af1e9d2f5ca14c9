"""Turns to show to a player, each with a reason that is read off the turn.

A reason is a code and what it is about; the texts say it in a sentence.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.bots.candidates import leave_of
from wordsmith.bots.foresight import considered
from wordsmith.bots.levels import LEVELS
from wordsmith.bots.vocabulary import words_known
from wordsmith.engine.leaves import leaves_for
from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import WILD
from wordsmith.rules.parameters import PremiumWords, WordPremiums
from wordsmith.rules.scoring import Score, score_play
from wordsmith.rules.state import hand_after
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.board import Run
    from wordsmith.rules.events import WordMade
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

_MP = 1_000
_GOOD_MP = 3_000
"""What kept letters are worth from which on that is worth telling, in millipoints."""

_PLAINLY_MP = 1_000
"""By so much a letter is worse than any other of the hand, to be called the awkward one."""

_DEAR = 3
"""Points from which on a letter is a dear one."""

_CERTAIN, _STAR, _KEPT_STAR = 1_000.0, 15.0, 6.0
"""Weights of what no points tell: the end of the game, a star that is gained, one that is kept."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a turn is good: ``why.CODE`` of the texts."""

    code: str
    words: tuple[str, ...] = ()  # that it is about; of "keeps" and the like letters
    n: int = 0  # points, or a factor


CODES = (
    *("out", "full_hand", "star", "several", "twice", "word_premium", "letter_premium"),
    *("keeps_star", "keeps_star_and", "keeps", "sheds", "dear", "points"),
)
"""Every code there is."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn, what it is worth, and why."""

    play: Play
    score: Score
    leave: int  # millipoints: what the tiles kept are worth, less the stars left to others
    why: Why
    chance: float | None = None  # to win, where that was simulated

    @property
    def equity(self) -> int:
        """Points and leave, in millipoints."""
        return _MP * self.score.points + self.leave


class _Weighed(NamedTuple):
    """A reason, and how many points it is about."""

    weight: float
    why: Why


def hints_of(
    view: View, scored: Iterable[tuple[Play, Score]], leaves: Leaves, *, most: int = 3
) -> tuple[Hint, ...]:
    """Hints for legal turns that are unlike one another, in the order in which they come.

    Each turn comes with what it scores. Each hint says something that those before it did not
    say, if there is something.
    """
    hints: list[Hint] = []
    for play, score in scored:
        if len(hints) == most:
            break
        words = _words_of(score)
        if all(is_unlike(play, hint.play) and words - _words_of(hint.score) for hint in hints):
            reasons = whys(view, play, score, leaves)
            said = {hint.why.code for hint in hints}
            why = next((one for one in reasons if one.code not in said), reasons[0])
            hints.append(Hint(play, score, leave_of(view, play, leaves), why))
    return tuple(hints)


def best_hints(
    view: View, lexicon: Lexicon, *, most: int = 3, seed: int = 0, seconds: float | None = None
) -> tuple[Hint, ...]:
    """What the strongest bot thinks of first, with the chances that it sees."""
    level = LEVELS["best"]
    until = None if seconds is None else time.monotonic() + seconds
    found = considered(view, words_known(lexicon, level), level, seed=seed, until=until)
    chances = {one.tried.move: one.simulated.chance for one in found if one.simulated}
    scored = (
        (one.tried.move, score_play(view.variant, view.board, one.tried.move, len(view.rack)))
        for one in found
        if isinstance(one.tried.move, Play)
    )
    return tuple(
        Hint(hint.play, hint.score, hint.leave, hint.why, chances.get(hint.play))
        for hint in hints_of(view, scored, leaves_for(view.variant), most=most)
    )


def is_unlike(play: Play, other: Play) -> bool:
    """Whether two turns are different ideas: other tiles, and mostly other squares."""
    shared = {square for square, _ in play.laid} & {square for square, _ in other.laid}
    if 2 * len(shared) > min(len(play.laid), len(other.laid)):
        return False
    return _tiles_of(play) != _tiles_of(other)


def _words_of(score: Score) -> set[str]:
    """The words that a turn makes: a part of those of another, laid elsewhere, is no new idea."""
    return {made.word for made in score.words}


def _tiles_of(play: Play) -> list[int]:
    """The tiles laid, wherever they lie."""
    return sorted(tile for _, tile in play.laid)


def whys(view: View, play: Play, score: Score, leaves: Leaves) -> list[Why]:
    """What can be said for a turn, what is about most points first; never nothing."""
    found = [*_of_the_hand(view, play, score, leaves), *_of_the_board(view, play, score)]
    found.sort(key=lambda each: -each.weight)
    return [*(each.why for each in found), Why("points", n=score.points)]


def _of_the_hand(view: View, play: Play, score: Score, leaves: Leaves) -> Iterator[_Weighed]:
    """What becomes of the hand."""
    kept = hand_after(view.rack, play)
    if not view.bag and not kept:
        yield _Weighed(_CERTAIN, Why("out"))
    if score.bonus:
        yield _Weighed(score.bonus, Why("full_hand", n=score.bonus))
    if play.swapped:
        yield _Weighed(_STAR, Why("star"))
    if view.bag:
        yield from _of_letters(view, kept, leaves)


def _of_letters(view: View, kept: Tiles, leaves: Leaves) -> Iterator[_Weighed]:
    """What is kept, and what is gone."""
    letter = view.variant.alphabet.letter
    worth = {code: leaves.value(Tiles(bytes([code]))) for code in set(view.rack) - {WILD}}
    good = [code for code in kept if code != WILD and worth[code] >= _GOOD_MP]
    letters = tuple(map(letter, good))
    gain = sum([worth[code] for code in good]) / _MP
    if WILD in kept:
        yield _Weighed(gain + _KEPT_STAR, Why("keeps_star_and" if good else "keeps_star", letters))
    elif good:
        yield _Weighed(gain, Why("keeps", letters))
    gone = {code for code in worth if view.rack.count(code) > kept.count(code)}
    by_worth = sorted(worth, key=lambda code: worth[code])
    hard = by_worth[0] if by_worth else WILD
    if (
        hard in gone - set(kept)
        and worth[hard] <= -_GOOD_MP
        and all(worth[code] >= worth[hard] + _PLAINLY_MP for code in by_worth[1:])
        and all(worth[code] < _GOOD_MP for code in gone)  # else good ones go as well
    ):
        yield _Weighed(-worth[hard] / _MP, Why("sheds", (letter(hard),)))


def _of_the_board(view: View, play: Play, score: Score) -> Iterator[_Weighed]:
    """What is made of the squares and the letters."""
    values = {tile: view.variant.letter_value(tile) for _, tile in play.laid}
    dearest = max(values, key=lambda tile: (values[tile], -tile))
    if values[dearest] >= _DEAR:  # worth telling where there is nothing else to tell
        dear = view.variant.alphabet.letter(dearest)
        yield _Weighed(0.0, Why("dear", (dear,), values[dearest]))
    by_points = sorted(score.words, key=lambda word: -word.points)
    if len(by_points) > 1:
        beside = sum([word.points for word in by_points[1:]])
        yield _Weighed(beside, Why("several", tuple(word.word for word in by_points)))
    if view.variant.rules.premium_words is not PremiumWords.EVERY:
        return  # which word a premium counts in is not seen from its square
    after = view.board.with_tiles([*play.swapped, *play.laid])
    runs = after.runs_through(play.squares)
    for run, made in zip(runs, score.words, strict=True):
        factor = _word_factor(view.variant, run, play)
        if factor > 1:
            gain = made.points * (1 - 1 / factor)
            yield _Weighed(gain, Why("word_premium", (made.word,), factor))
    yield from _of_dear_letters(view.variant, play, list(zip(runs, score.words, strict=True)))


def _word_factor(variant: Variant, run: Run, play: Play) -> int:
    """By how much the fresh squares of a run multiply its word."""
    fresh = [
        variant.layout.word_factors[square] for square in run.squares if square in play.squares
    ]
    factors = [factor for factor in fresh if factor > 1]
    if variant.rules.word_premiums is WordPremiums.ADD:
        return sum(factors) or 1
    return prod(factors)


def _of_dear_letters(
    variant: Variant, play: Play, made: list[tuple[Run, WordMade]]
) -> Iterator[_Weighed]:
    """Letters of many points on squares that multiply them, once or in two words."""
    for square, tile in sorted(play.laid):
        factor, value = variant.layout.letter_factors[square], variant.letter_value(tile)
        words = tuple(word.word for run, word in made if square in run.squares)
        gain = (factor - 1) * value
        if len(words) > 1 and gain:
            yield _Weighed(2 * gain, Why("twice", words, factor))
        elif gain and value >= _DEAR:
            yield _Weighed(gain, Why("letter_premium", (variant.alphabet.letter(tile),), factor))
