"""Bots think in processes of their own, so that a long thought never holds up a table.

Pipes and no more: what ``multiprocessing`` shares with its processes is left behind when the server
is killed, and its processes would live on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import TYPE_CHECKING

from wordsmith.server.bots.questions import LENGTH, Failure, Prepare, Think, pack, unpack
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.observing import metrics

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

_MOST_S = 30.0


class PipedThinkers:
    """A few processes that are given views and give back actions; started when they are needed."""

    def __init__(self, processes: int | None = None, most_s: float = _MOST_S) -> None:
        self._most_s = most_s
        self._slots = asyncio.Semaphore(processes or max(1, (os.cpu_count() or 1) - 1))
        self._free: list[Process] = []
        self._all: set[Process] = set()
        self._awaited = 0  # answers

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""
        return self._awaited == 0

    async def choose(self, level: str, view: View, seed: int) -> Action:
        """What a bot of this level does in this view. NoThought if it does not answer."""
        with metrics.thinking("here"):
            answer = await self._ask(Think(level, view, seed))
        assert answer is not None
        return answer

    async def prepare(self, variant: Variant) -> None:
        """Build the words of a variant away from here. NoThought if that failed."""
        await self._ask(Prepare(variant))

    async def _ask(self, question: Think | Prepare) -> Action | None:
        self._awaited += 1
        try:
            return await self._answer(question)
        finally:
            self._awaited -= 1

    async def _answer(self, question: Think | Prepare) -> Action | None:
        async with self._slots:
            process = self._free.pop() if self._free else await self._start()
            try:
                answer = await asyncio.wait_for(_exchange(process, question), self._most_s)
            except TimeoutError:
                raise NoThought(f"no answer within {self._most_s} s") from None
            except (OSError, asyncio.IncompleteReadError):
                raise NoThought("its process died") from None
            else:
                self._free.append(process)
            finally:
                if process not in self._free:
                    await self._end(process)
        if isinstance(answer, Failure):
            raise NoThought(answer.told)
        return answer

    async def warm(self) -> None:
        """Start a process now, before somebody waits for it."""
        async with self._slots:
            if not self._free:
                self._free.append(await self._start())

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        self._free.clear()
        for process in tuple(self._all):
            await self._end(process)

    async def _start(self) -> Process:
        # A session of its own: the keyboard interrupts the server, which then ends this process.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "wordsmith.server.bots.thinker"),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: Process, question: Think | Prepare) -> Action | Failure | None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pack(question))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    answer: Action | Failure | None = unpack(await process.stdout.readexactly(length))
    return answer
