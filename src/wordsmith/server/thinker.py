"""The process in which a bot thinks: views come in by standard input, actions go out.

A message is its length in four bytes and a pickle; both ends are this program, and nobody else has
a hold of the pipes. The process ends with its input, so also with a server that was killed.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

from wordsmith.bots.levels import make_bot
from wordsmith.server.lexicons import load_complete

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.rules.view import View

LENGTH = 4
"""Bytes of a length, the last one lowest."""


def pack(value: Any) -> bytes:
    """A message as bytes; the other end reads it with ``unpack`` after its length."""
    content = pickle.dumps(value)
    return len(content).to_bytes(LENGTH) + content


def unpack(content: bytes) -> Any:
    """The value of a message."""
    return pickle.loads(content)  # noqa: S301 - our own pipe


def choose(level: str, view: View, seed: int) -> Action:
    """What a bot of this level does in this view."""
    return make_bot(level, load_complete(view.variant), seed).choose(view)


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no answer
    questions = sys.stdin.buffer
    try:
        while length := questions.read(LENGTH):
            answers.write(pack(_answer(questions, int.from_bytes(length))))
    except (BrokenPipeError, EOFError):
        pass  # the server is gone


def _answer(questions: BinaryIO, length: int) -> Action | str:
    """An action, or in words why there is none."""
    level, view, seed = unpack(questions.read(length))
    try:
        return choose(level, view, seed)
    except Exception as error:  # noqa: BLE001 - it is told to the server, and the next view may do
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
