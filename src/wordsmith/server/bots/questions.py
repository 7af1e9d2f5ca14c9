"""What is asked of the processes where bots think, and how it goes through a pipe.

A message is its length in four bytes and a pickle; both ends are this program, and nobody else has
a hold of the pipe.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordsmith.bots.levels import LEVELS, make_bot
from wordsmith.bots.vocabulary import all_known
from wordsmith.engine.lanes import has_lanes
from wordsmith.engine.leaves import leaves_for
from wordsmith.server.words.lexicons import load_complete

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

_LEAST_S = 0.1  # for a thought, however late it comes

LENGTH = 4
"""Bytes of a length, the last one lowest."""


def pack(value: Any) -> bytes:
    """A message as bytes; the other end reads it with ``unpack`` after its length."""
    content = pickle.dumps(value)
    return len(content).to_bytes(LENGTH) + content


def unpack(content: bytes) -> Any:
    """The value of a message."""
    return pickle.loads(content)  # noqa: S301 - our own pipe


@dataclass(frozen=True, slots=True)
class Think:
    """What does a bot of this level do in this view?"""

    level: str
    view: View
    seed: int
    until: float | None = None  # by the monotonic clock of this machine; None: work bounds it

    def answer(self) -> Action:
        """An action. What it takes to start and to load words is part of the time."""
        lexicon = load_complete(self.view.variant)
        left = None if self.until is None else max(_LEAST_S, self.until - time.monotonic())
        return make_bot(self.level, lexicon, self.seed, seconds=left).choose(self.view)


@dataclass(frozen=True, slots=True)
class Prepare:
    """Build the words of a variant, so that they are in the cache for everybody."""

    variant: Variant

    def answer(self) -> None:
        """Nothing, when they are there."""
        load_complete(self.variant)


@dataclass(frozen=True, slots=True)
class PrepareFarther:
    """Build what bots need, so that a first move does not pay for it.

    The words of each level as a graph; for those that look ahead by their letters, too, and what
    kept tiles are worth.
    """

    variant: Variant

    def answer(self) -> None:
        """Nothing, when it is there."""
        lexicon = load_complete(self.variant)
        leaves_for(self.variant)
        for level in reversed(LEVELS.values()):  # the strongest has most to wait for
            for words in all_known(lexicon, level):
                if level.samples and has_lanes(self.variant):
                    words.by_letters()


Question = Think | Prepare | PrepareFarther
"""Whatever a process is asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """In words why there is no answer."""

    told: str
