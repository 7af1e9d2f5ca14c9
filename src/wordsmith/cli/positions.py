"""``judge``, ``moves``, ``best`` and ``hints``: questions about one position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wordsmith.cli.arguments import chosen_variant, chosen_words, warn_of_slow_kernels
from wordsmith.cli.output import reason_answer, warn, word_answer
from wordsmith.cli.speech import reason_sentence
from wordsmith.errors import IllegalAction
from wordsmith.notation.cgp import demand_possible, operation_warnings, parse_cgp, state_of
from wordsmith.notation.plays import format_play, parse_play
from wordsmith.rules.game import Game
from wordsmith.rules.judging import Verdict, judge_play
from wordsmith.rules.scoring import Score, score_play
from wordsmith.rules.view import View
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.actions import Play

BEST_NODES = 1_000_000
"""Boards that ``best`` looks at before it gives up proving that nothing is better."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the words that count in it; seat 0 is on turn."""

    game: Game
    lexicon: Lexicon

    def points(self, play: Play) -> int:
        """What a play scores here."""
        state = self.game.state
        return score_play(self.game.variant, state.board, play, len(state.racks[0])).points

    def written(self, play: Play) -> str:
        """A play as text."""
        return format_play(play, self.game.variant, self.game.state.board)


def parse_question(cgp: str, variant: str, words: str | None, settings: list[str]) -> Question:
    """The position that the arguments of a command mean. ParseError if they cannot be used."""
    chosen = chosen_variant(variant, settings)
    position = parse_cgp(cgp, chosen)
    warn(operation_warnings(position, chosen))
    state = state_of(position, chosen)
    return Question(Game(chosen, state, (), state), chosen_words(words, chosen))


def verdict_on(question: Question, text: str) -> Verdict:
    """The verdict on a play as it is written; one that cannot be read has its reason too."""
    variant, state = question.game.variant, question.game.state
    try:
        play = parse_play(text, variant, state.board)
    except IllegalAction as refusal:
        return Verdict(Score((), 0), refusal.reasons)  # type: ignore[arg-type]
    return judge_play(variant, state, 0, play, question.lexicon)


def judge_answer(question: Question, verdict: Verdict) -> dict[str, Any]:
    """A verdict as the machine-readable command gives it."""
    board, score = question.game.state.board, verdict.score
    legal = verdict.is_legal
    return {
        "legal": legal,
        "score": score.points if legal else 0,
        "bonus": score.bonus if legal else 0,
        "words": [word_answer(word, board) for word in score.words] if legal else [],
        "reasons": [reason_answer(reason, board) for reason in verdict.reasons],
    }


def judge_sentences(question: Question, verdict: Verdict, language: str) -> Iterator[str]:
    """A verdict in words, a line each."""
    board = question.game.state.board
    if not verdict.is_legal:
        yield say(language, "cli.judge.illegal")
        yield from (f"  {reason_sentence(r, board, language)}" for r in verdict.reasons)
        return
    yield say(language, "cli.judge.legal", points=say(language, "n.points", n=verdict.score.points))
    for word in verdict.score.words:
        answer = word_answer(word, board)
        yield f"  {answer['at']:>4} {word.word} {word.points}"
    if verdict.score.bonus:
        yield f"       {say(language, 'cli.judge.bonus')} {verdict.score.bonus}"


def moves_answer(question: Question) -> dict[str, Any]:
    """Every legal turn of one line without wild tiles taken, the best first."""
    from wordsmith.engine import generate

    turns = generate(_seen(question), question.lexicon)
    found = [{"play": question.written(turn.play), "score": turn.points} for turn in turns]
    return {"plays": sorted(found, key=lambda entry: (-entry["score"], entry["play"]))}


def moves_sentences(answer: dict[str, Any], listed: int, language: str) -> Iterator[str]:
    """The first ``listed`` turns, a line each."""
    if not answer["plays"]:
        yield say(language, "cli.best.none")
    for found in answer["plays"][:listed]:
        yield f"{found['score']:4} {found['play']}"


def best_answer(question: Question) -> dict[str, Any]:
    """The legal turn with the highest score, and whether that is proved."""
    from wordsmith.engine import best_turn

    found = best_turn(_seen(question), question.lexicon, nodes=BEST_NODES)
    if found.play is None:
        return {"play": None, "score": 0, "exact": found.exact}
    score = question.points(found.play)
    return {"play": question.written(found.play), "score": score, "exact": found.exact}


def best_sentences(answer: dict[str, Any], language: str) -> Iterator[str]:
    """The best turn in words."""
    if answer["play"] is None:
        yield say(language, "cli.best.none")
        return
    points = say(language, "n.points", n=answer["score"])
    yield f"{answer['play']}  {points}"
    if not answer["exact"]:
        yield say(language, "cli.best.unproved")


def hints_answer(question: Question, language: str) -> dict[str, Any]:
    """Up to three turns that the strongest bot thinks of first, and why they are good."""
    from wordsmith.bots.hints import best_hints

    view = _among_unseen_tiles(question)
    hints = best_hints(view, question.lexicon)
    return {
        "hints": [
            {
                "play": question.written(hint.play),
                "score": hint.score.points,
                "leave": round(hint.leave / 1000, 1),
                "equity": round(hint.equity / 1000, 1),
                "chance": None if hint.chance is None else round(hint.chance, 3),
                "code": hint.why.code,
                "why": say(
                    language,
                    f"hint.why.{hint.why.code}",
                    words=", ".join(hint.why.words),
                    n=hint.why.n,
                ),
            }
            for hint in hints
        ]
    }


def hints_sentences(answer: dict[str, Any], language: str) -> Iterator[str]:
    """The same in words, a line each."""
    if not answer["hints"]:
        yield say(language, "cli.best.none")
    for hint in answer["hints"]:
        points = say(language, "n.points", n=hint["score"])
        told = f"{hint['play']}  {points}. {hint['why']}"
        if hint["chance"] is not None:
            told += " " + say(language, "cli.hints.chance", n=round(100 * hint["chance"]))
        yield told


def _seen(question: Question) -> View:
    """What is asked for turns, as seat 0 sees it. ParseError if no game comes to it."""
    demand_possible(question.game.state, question.game.variant)
    warn_of_slow_kernels()
    return View.of(question.game, 0)


def _among_unseen_tiles(question: Question) -> View:
    """The position, the tiles that it does not show being in the other hand and the bag."""
    view = _seen(question)
    seen = sum(map(bool, view.board.cells)) + len(view.rack)
    unseen = max(0, len(view.variant.tiles) - seen)
    hands = [len(view.rack)]
    for held in view.hands[1:]:
        hands.append(min(held or view.variant.rules.rack_size, unseen - sum(hands[1:])))
    return replace(view, hands=tuple(hands), bag=unseen - sum(hands[1:]))
