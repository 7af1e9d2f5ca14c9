"""Chunks on the cores of this machine: a pool of processes that may be killed one by one.

Each worker holds the reading end of a pipe whose other end this process alone has. When that is
closed, or this process is gone in whatever way, the workers leave at once.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.training.chunks import play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection

    from wordsmith.training.chunks import Chunk, Ground

_PATIENCE = 5
"""So often may workers die without a single chunk done in between."""

_ground: Ground | None = None  # of this worker


class Processes:
    """Plays chunks on ``workers`` processes."""

    def __init__(self, ground: Ground, workers: int) -> None:
        self._ground = ground
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None

    def run(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, bytes]]:
        """As ``Runner`` has it; chunks that a dead worker took along are played again."""
        missing = {chunk.number: chunk for chunk in chunks}
        deaths = 0
        while missing:
            try:
                for number, seen in self._played(list(missing.values())):
                    del missing[number]
                    deaths = 0
                    yield number, seen
            except BrokenProcessPool:
                deaths += 1
                self.close()
                if deaths == _PATIENCE:
                    raise WordsmithError("training.deaths", count=deaths) from None
            except BaseException:  # nobody listens any more
                self.close()
                raise

    def close(self) -> None:
        """Send the workers away, whatever they do."""
        if self._line is not None:
            self._line.close()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._line = None

    def _played(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, bytes]]:
        pool = self._open()
        numbers = {pool.submit(_play, chunk): chunk.number for chunk in chunks}
        for future in as_completed(numbers):
            yield numbers[future], future.result()

    def _open(self) -> ProcessPoolExecutor:
        """The pool; made at the first use, and after workers have died."""
        if self._pool is None:
            # spawned, not forked: a child is to have none of our threads and open files
            context = get_context("spawn")
            theirs, self._line = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self._workers, context, _begin, (self._ground, theirs))
        return self._pool


def _begin(ground: Ground, line: Connection) -> None:
    """Make a worker ready: it leaves when its line ends, not when somebody types Ctrl-C."""
    global _ground  # noqa: PLW0603 - a worker is a process with one task in life
    _ground = ground
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with, args=(line,), daemon=True).start()


def _leave_with(line: Connection) -> None:
    line.poll(None)
    os._exit(0)


def _play(chunk: Chunk) -> bytes:
    assert _ground is not None
    return play(_ground, chunk)
