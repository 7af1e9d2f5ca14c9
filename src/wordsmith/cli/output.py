"""Answers for programs: one JSON object on standard output."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from wordsmith.notation.coordinates import format_square

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.rules.board import Board
    from wordsmith.rules.events import WordMade
    from wordsmith.rules.reasons import Reason


def write_json(answer: dict[str, Any]) -> None:
    """Print one JSON object, on one line."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def write_lines(lines: Iterable[str]) -> None:
    """Print what people read, a line each, at once: a server that runs on has said its address."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def warn(lines: list[str]) -> None:
    """Print what is not as it should be, a line each, where no program reads."""
    for line in lines:
        sys.stderr.write(f"wordsmith: {line}\n")


def reason_answer(reason: Reason, board: Board) -> dict[str, Any]:
    """A reason as the machine-readable commands give it."""
    answer: dict[str, Any] = {"code": str(reason.code)}
    if reason.square is not None and reason.across is not None:
        at = format_square(reason.square, board.width, across=reason.across)
        answer |= {"word": reason.word, "at": at, "across": reason.across}
    return answer


def word_answer(made: WordMade, board: Board) -> dict[str, Any]:
    """A word of a turn as the machine-readable commands give it."""
    at = format_square(made.square, board.width, across=made.across)
    return {"word": made.word, "points": made.points, "at": at, "across": made.across}
