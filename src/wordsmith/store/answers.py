"""Answers from the threads of the store to whoever waits for them in an event loop."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody waits for; an exception is raised there."""

    future: asyncio.Future[Any]
    given: Any

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """Where it is waited for."""
        return self.future.get_loop()


def send(answers: Iterable[Answer]) -> None:
    """Wake those who wait, from another thread: a loop once, however many wait there in a row."""
    for loop, some in groupby(answers, key=attrgetter("loop")):
        with contextlib.suppress(RuntimeError):  # it is closed: nobody waits
            loop.call_soon_threadsafe(_settle, list(some))


def _settle(answers: Sequence[Answer]) -> None:
    """In the loop: answer, unless nobody waits any more."""
    for answer in answers:
        if answer.future.done():
            continue
        if isinstance(answer.given, Exception):
            answer.future.set_exception(answer.given)
        else:
            answer.future.set_result(answer.given)
