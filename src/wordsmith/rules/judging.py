"""The verdict on a play: what it makes, what it scores, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.rules.placement import (
    covering_reasons,
    hand_reasons,
    joining_reasons,
    line_reasons,
    swap_reasons,
)
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.scoring import Score, score_runs

if TYPE_CHECKING:
    from wordsmith.rules.actions import Play
    from wordsmith.rules.events import WordMade
    from wordsmith.rules.reasons import Words
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee thinks of a play."""

    score: Score  # nothing where the play cannot lie there at all
    reasons: tuple[Reason, ...] = ()  # all that is wrong; none: the play is legal

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.reasons

    @property
    def only_unknown(self) -> bool:
        """Whether the words are all that is wrong."""
        return all(reason.code is Code.NOT_A_WORD for reason in self.reasons)


def judge_play(variant: Variant, state: State, seat: int, play: Play, words: Words) -> Verdict:
    """The verdict on ``play`` for the hand of ``seat``; whose turn it is plays no part."""
    nothing = Score((), 0)
    if not play.laid:
        swaps = [*hand_reasons(state.racks[seat], play), *swap_reasons(variant, state, seat, play)]
        return Verdict(nothing, (Reason(Code.NO_TILES), *swaps))
    covering = covering_reasons(state, play)
    if covering:
        return Verdict(nothing, tuple(covering))
    rack, squares = state.racks[seat], play.squares
    after = state.board.with_tiles([*play.swapped, *play.laid])
    runs = after.runs_through(squares)
    score = score_runs(variant, after, runs, play, len(rack))
    reasons = [
        *hand_reasons(rack, play),
        *swap_reasons(variant, state, seat, play),
        *line_reasons(variant, state.board, squares),
        *joining_reasons(variant, state.board, squares, runs),
        *word_reasons(variant, state, score.words, words),
    ]
    return Verdict(score, tuple(reasons))


def word_reasons(
    variant: Variant, state: State, made: tuple[WordMade, ...], words: Words
) -> list[Reason]:
    """Each word that does not count, and each made before where words may not repeat."""
    reasons = [
        Reason(
            Code.NOT_A_WORD,
            word=word.word,
            square=word.square,
            across=word.across,
            why=words.why_not(word.word),
        )
        for word in made
        if word.word not in words and word.word not in state.accepted
    ]
    if variant.rules.repeat_words:
        return reasons
    seen = set(state.words_made)
    for word in made:
        if word.word in seen:
            reasons.append(_repeated(word))
        seen.add(word.word)
    return reasons


def _repeated(word: WordMade) -> Reason:
    return Reason(Code.REPEATED_WORD, word=word.word, square=word.square, across=word.across)
