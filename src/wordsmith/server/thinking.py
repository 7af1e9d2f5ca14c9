"""Where bots think: processes of their own, so that a long thought never holds up a table."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from wordsmith.bots.levels import make_bot
from wordsmith.errors import WordsmithError
from wordsmith.server.lexicons import load_complete

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

    from wordsmith.rules.actions import Action
    from wordsmith.rules.view import View

_MOST_S = 30.0


class NoThought(WordsmithError):  # noqa: N818 - a bot that failed, not a program
    """A bot gave no answer: it took too long, or its process died."""


class Thinkers:
    """A few processes that are given views and give back actions; started at the first need."""

    def __init__(self, processes: int | None = None, most_s: float = _MOST_S) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 1) - 1)
        self._most_s = most_s
        self._context = multiprocessing.get_context("spawn")
        self._pids: SimpleQueue[int] | None = None
        self._pool: Executor | None = None

    async def choose(self, level: str, view: View, seed: int) -> Action:
        """What a bot of this level does in this view. NoThought if it does not answer."""
        pool = self._pool or self._start()
        try:
            thought = pool.submit(choose, level, view, seed)
            return await asyncio.wait_for(asyncio.wrap_future(thought), self._most_s)
        except TimeoutError:
            self._drop(pool)
            raise NoThought(f"no answer within {self._most_s} s") from None
        except BrokenProcessPool:  # the pool has ended its other processes itself
            self._forget(pool)
            raise NoThought("its process died") from None
        except asyncio.CancelledError:
            if self._pool is pool:
                raise
            raise NoThought("its process was ended") from None

    def warm(self) -> None:
        """Start a process now, before somebody waits for it."""
        (self._pool or self._start()).submit(os.getpid)

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        pool = self._pool
        if pool:
            self._drop(pool)
            await asyncio.to_thread(pool.shutdown)

    def _start(self) -> Executor:
        self._pids = self._context.SimpleQueue()
        self._pool = ProcessPoolExecutor(self._processes, self._context, _settle_in, (self._pids,))
        return self._pool

    def _drop(self, pool: Executor) -> None:
        """End a pool and its processes; the next need starts another."""
        pids = self._forget(pool)
        while pids is not None and not pids.empty():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pids.get(), signal.SIGTERM)

    def _forget(self, pool: Executor) -> SimpleQueue[int] | None:
        """Have done with a pool; the numbers of its processes, if this is news."""
        if pool is not self._pool:
            return None
        pids, self._pids, self._pool = self._pids, None, None
        pool.shutdown(wait=False, cancel_futures=True)
        return pids


def choose(level: str, view: View, seed: int) -> Action:
    """What a bot does; in a process of the pool."""
    return make_bot(level, load_complete(view.variant), seed).choose(view)


def _settle_in(pids: SimpleQueue[int]) -> None:
    """The server ends this process, not the keyboard; and it ends when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pids.put(os.getpid())
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
