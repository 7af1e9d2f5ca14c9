"""Processes that bots think in, started when they are needed.

Pipes and no more: what ``multiprocessing`` shares with its processes is left behind when the server
is killed, and its processes would live on.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from typing import TYPE_CHECKING

from wordsmith.server.bots.questions import LENGTH, Failure, pack, unpack
from wordsmith.server.bots.thinkers import NoThought

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.rules.actions import Action
    from wordsmith.server.bots.questions import Question


class Crew:
    """So many questions are thought about at once, each in a process of its own.

    ``nice``: by how much the system lets others go first.
    """

    def __init__(self, processes: int, most_s: float, nice: int = 0) -> None:
        self._most_s = most_s
        self._nice = nice
        self._slots = asyncio.Semaphore(processes)
        self.free: list[Process] = []
        self.all: set[Process] = set()

    async def ask(self, question: Callable[[], Question]) -> Action | None:
        """The answer; ``question`` is made when a process is free for it.

        NoThought if none comes. Whoever does not wait for it any more ends the thought.
        """
        async with self._slots:
            process = self.free.pop() if self.free else await self._start()
            try:
                answer = await asyncio.wait_for(_exchange(process, question()), self._most_s)
            except TimeoutError:
                raise NoThought(f"no answer within {self._most_s} s") from None
            except (OSError, asyncio.IncompleteReadError):
                raise NoThought("its process died") from None
            else:
                self.free.append(process)
            finally:
                if process not in self.free:
                    await self._end(process)
        if isinstance(answer, Failure):
            raise NoThought(answer.told)
        return answer

    async def warm(self) -> None:
        """Start a process now, before somebody waits for it."""
        async with self._slots:
            if not self.free:
                self.free.append(await self._start())

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        self.free.clear()
        for process in tuple(self.all):
            await self._end(process)

    async def _start(self) -> Process:
        # A session of its own: the keyboard interrupts the server, which then ends this process.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "wordsmith.server.bots.thinker", str(self._nice)),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        self.all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self.all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: Process, question: Question) -> Action | Failure | None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pack(question))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    answer: Action | Failure | None = unpack(await process.stdout.readexactly(length))
    return answer
