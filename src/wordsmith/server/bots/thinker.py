"""The process in which a bot thinks: questions come in by standard input, answers go out.

It ends with its input, so also with a server that was killed.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from wordsmith.server.bots.questions import LENGTH, Failure, pack, unpack

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.server.bots.questions import Question


def main() -> None:
    """Answer until the input ends; the argument: by how much others go first."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no answer
    questions = sys.stdin.buffer
    try:
        while length := questions.read(LENGTH):
            answers.write(pack(_answer(questions.read(int.from_bytes(length)))))
    except (BrokenPipeError, EOFError):
        pass  # the server is gone


def _answer(message: bytes) -> Action | Failure | None:
    question: Question = unpack(message)
    try:
        return question.answer()
    except Exception as error:  # noqa: BLE001 - the server is told, and the next question may do
        return Failure(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
