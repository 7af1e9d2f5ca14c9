"""Bots think in processes of their own, so that a long thought never holds up a table.

Quick bots have processes that patient ones cannot take, and go first where all want to compute.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from typing import TYPE_CHECKING

from wordsmith.bots.levels import LEVELS
from wordsmith.server.bots.crew import Crew
from wordsmith.server.bots.questions import Prepare, PrepareFarther, Think
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.observing import metrics

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bots.levels import Level
    from wordsmith.rules.actions import Action
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View
    from wordsmith.server.bots.questions import Question

_MOST_S = 30.0
_PATIENCE_S = 2.6  # in which a patient bot answers, its waiting for a process included
_LEAST_S = 0.2  # that it is given even so
_NICE = 5


class PipedThinkers:
    """A few processes that are given views and give back actions; started when they are needed."""

    def __init__(self, processes: int | None = None, most_s: float = _MOST_S) -> None:
        cores = os.cpu_count() or 1
        self._quick = Crew(processes or max(1, cores - 1), most_s)
        self._patient = Crew(processes or cores, most_s, _NICE)
        self._awaited = 0  # answers
        self._farther: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""
        return self._awaited == 0

    async def choose(self, level: str, view: View, seed: int) -> Action:
        """What a bot of this level does in this view. NoThought if it does not answer."""
        known = LEVELS.get(level)
        asked = time.monotonic()

        def question() -> Think:
            now = time.monotonic()
            seconds = seconds_left(known, now - asked) if known else None
            return Think(level, view, seed, None if seconds is None else now + seconds)

        crew = self._patient if known and known.is_patient else self._quick
        with metrics.thinking("here"):
            answer = await self._ask(crew, question)
        assert answer is not None
        return answer

    async def prepare(self, variant: Variant) -> None:
        """Build the words of a variant away from here. NoThought if that failed.

        What bots need beyond them is begun then; nobody waits for it.
        """
        await self._ask(self._quick, lambda: Prepare(variant))
        farther = asyncio.create_task(self._prepare_farther(variant))
        self._farther.add(farther)
        farther.add_done_callback(self._farther.discard)

    async def prepared(self) -> None:
        """Wait until all that was begun by ``prepare`` is there."""
        await asyncio.gather(*self._farther)

    async def _prepare_farther(self, variant: Variant) -> None:
        with contextlib.suppress(NoThought):  # then the first move builds it
            await self._patient.ask(lambda: PrepareFarther(variant))

    async def _ask(self, crew: Crew, question: Callable[[], Question]) -> Action | None:
        self._awaited += 1
        try:
            return await crew.ask(question)
        finally:
            self._awaited -= 1

    async def warm(self) -> None:
        """Start a process now, before somebody waits for it."""
        await self._quick.warm()

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        for farther in self._farther:
            farther.cancel()
        await asyncio.gather(*self._farther, return_exceptions=True)
        await self._quick.close()
        await self._patient.close()


def seconds_left(level: Level, waited: float) -> float | None:
    """For a thought that has waited so long for its process; None: its work bounds it."""
    if level.seconds is None:
        return None
    return max(_LEAST_S, min(level.seconds, _PATIENCE_S - waited))
