"""One thread that writes, many writes a commit: a batch is what has queued up meanwhile.

Whoever waits is answered in his event loop, a whole batch at once: waking it for each would cost
as much as the writes.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import apsw

from wordsmith.store.answers import Answer, send
from wordsmith.store.port import StoreError, StoreUnavailable
from wordsmith.store.schema import connect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[apsw.Connection], "_T"]

_T = TypeVar("_T")
_MOST = 256  # writes in one commit
_LASTING = (apsw.IOError, apsw.CorruptError, apsw.NotADBError)

_UNFIT = (apsw.ConstraintError, apsw.SQLError, apsw.MismatchError, apsw.TooBigError)


@dataclass(frozen=True, slots=True)
class _Job:
    write: Callable[[apsw.Connection], Any]
    future: asyncio.Future[Any]


class Writer:
    """The only connection that writes. After an error of the disk itself it writes no more."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, writing=True)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self.failure: str | None = None  # why nothing can be written any more
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def submit(self, write: Write[_T]) -> _T:
        """What ``write`` gives, once it is on disk. StoreUnavailable if it is not."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(write, future))
        return await future

    async def close(self) -> None:
        """Write what is queued, and let go of the file."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._next_batch():
            send(self._write(batch))
        self._connection.close()

    def _next_batch(self) -> list[_Job]:
        """What waits, at least one job; none: the end."""
        batch: list[_Job] = []
        while len(batch) < _MOST and not (batch and self._queue.empty()):
            job = self._queue.get()
            if job is None:
                if batch:  # the end comes again after this batch
                    self._queue.put(None)
                break
            batch.append(job)
        return batch

    def _write(self, batch: list[_Job]) -> list[Answer]:
        """Commit a batch; if that fails, each of it alone, so that one cannot spoil the others."""
        wanted = [job for job in batch if not job.future.cancelled()]
        try:
            given = self._commit(wanted)
        except Exception as error:  # noqa: BLE001 - whatever it is, the waiting must hear of it
            if len(wanted) == 1:
                return [Answer(wanted[0].future, _told(error))]
            return [answer for job in wanted for answer in self._write([job])]
        return [Answer(job.future, each) for job, each in zip(wanted, given, strict=True)]

    def _commit(self, batch: list[_Job]) -> list[Any]:
        if self.failure is not None:
            raise StoreUnavailable(self.failure)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [job.write(self._connection) for job in batch]
            self._connection.execute("COMMIT")
        except _LASTING as error:
            # What a failed fsync left behind cannot be known: no second try on this file.
            self.failure = f"the database cannot be written: {error}"
            raise
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        return results


def _told(error: Exception) -> Exception:
    if isinstance(error, apsw.Error) and not isinstance(error, _UNFIT):
        return StoreUnavailable(f"nothing was stored: {error}")
    if isinstance(error, StoreError):
        return error
    return StoreError(f"nothing was stored: {error}" if str(error) else repr(error))
