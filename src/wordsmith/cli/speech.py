"""What the terminal says to people: sentences from the catalogue of texts, in their language."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

from wordsmith.notation.coordinates import format_square
from wordsmith.texts import LANGUAGES, say, say_why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.rules.board import Board
    from wordsmith.rules.reasons import Reason


def spoken_language(asked: str | None, fallback: str | None = None) -> str:
    """The language asked for; else ``fallback``; else that of the surroundings."""
    surroundings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    russian = next(filter(None, surroundings), "").startswith("ru")
    return asked or fallback or ("ru" if russian else "en")


def asked_language(arguments: Sequence[str]) -> str | None:
    """What ``--language`` names; a refusal speaks it, even one from before options are read."""
    options = itertools.takewhile(lambda word: word != "--", ["", *arguments])
    named = [
        word if before == "--language" else word.removeprefix("--language=")
        for before, word in itertools.pairwise(options)
        if before == "--language" or word.startswith("--language=")
    ]
    return next((name for name in reversed(named) if name in LANGUAGES), None)


def reason_sentence(reason: Reason, board: Board, language: str) -> str:
    """What is wrong, in words."""
    if reason.word:
        why = reason.why
        said = say_why(language, why.code, why.lemma, why.detail) if why else ""
        return f"{reason.word}: {said or say(language, f'reason.{reason.code}')}"
    squares = [format_square(square, board.width, across=False) for square in reason.squares]
    return say(language, f"reason.{reason.code}", squares=", ".join(squares)).rstrip(": ")
