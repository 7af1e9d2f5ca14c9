"""What the terminal says to people: sentences from the catalogue of texts, in their language."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.notation.coordinates import format_square

if TYPE_CHECKING:
    from wordsmith.rules.board import Board
    from wordsmith.rules.reasons import Reason, WhyNot

LANGUAGES = ("ru", "en")


def spoken_language(asked: str | None, fallback: str | None = None) -> str:
    """The language asked for; else ``fallback``; else that of the surroundings.

    ParseError if it is none that we speak.
    """
    if asked is not None:
        if asked not in LANGUAGES:
            raise ParseError(f"--language {asked!r}: there are {', '.join(LANGUAGES)}")
        return asked
    if fallback is not None:
        return fallback
    surroundings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ru" if next(filter(None, surroundings), "").startswith("ru") else "en"


def reason_sentence(reason: Reason, board: Board, language: str) -> str:
    """What is wrong, in words."""
    from wordsmith.texts import say

    if reason.word:
        why = why_sentence(reason.why, language) if reason.why else ""
        return f"{reason.word}: {why or say(language, f'reason.{reason.code}')}"
    squares = [format_square(square, board.width, across=False) for square in reason.squares]
    return say(language, f"reason.{reason.code}", squares=", ".join(squares))


def why_sentence(why: WhyNot, language: str) -> str:
    """Why a word does not count, in words."""
    from wordsmith.texts import say

    return say(language, f"why.{why.code}", lemma=why.lemma, detail=why.detail)
