"""Group commit: what has queued up while the last batch was written is the next one."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import asyncpg

from wordsmith.store.port import OutcomeUnknown, StoreError, StoreUnavailable
from wordsmith.store.postgres_errors import Lost, is_gone, line_of, told, unanswered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from asyncpg.transaction import Transaction

    from wordsmith.store.postgres_link import Line, Link

    Commit = Callable[[Link, Sequence["_Asked"]], Awaitable[Sequence["_Given"]]]

_Asked = TypeVar("_Asked")
_Given = TypeVar("_Given")

_MOST = 256  # in one batch
_PATIENCE_S = 2.0  # for a database that was there a moment ago
_PAUSE_S = 0.1
_TRIES, _TRIES_ALONE = 2, 10  # where another program was in the way
_LONGEST_WAY_S = 0.05
_IN_THE_WAY = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.UniqueViolationError,  # perhaps of a row that was not to be seen a moment ago
)


@dataclass(frozen=True, slots=True)
class Answer(Generic[_Given]):
    """What came of it. ``again``: a lost try before this one may have been kept."""

    given: _Given
    again: bool


class _Job(Generic[_Asked, _Given]):
    __slots__ = ("asked", "future")

    def __init__(self, asked: _Asked) -> None:
        self.asked = asked
        self.future: asyncio.Future[Answer[_Given]] = asyncio.get_running_loop().create_future()


class GroupWriter(Generic[_Asked, _Given]):
    """One task that commits batches on one connection.

    ``commit`` writes a batch in one transaction, or raises and has written nothing; Lost tells
    whether that is certain. If it is not, the batch is written again only if ``repeatable``.
    No two of a batch are ``alike``.
    """

    def __init__(
        self,
        link: Link,
        commit: Commit[_Asked, _Given],
        *,
        repeatable: bool = False,
        alike: Callable[[_Asked], object] = id,
    ) -> None:
        self._link = link
        self._commit = commit
        self._repeatable = repeatable
        self._alike = alike
        self._later: list[_Job[_Asked, _Given]] = []
        self._queue: asyncio.Queue[_Job[_Asked, _Given] | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def submit(self, asked: _Asked) -> Answer[_Given]:
        """What came of it, once it is on disk. StoreUnavailable if it is not."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store-writer")
        job: _Job[_Asked, _Given] = _Job(asked)
        self._queue.put_nowait(job)
        return await job.future

    async def close(self) -> None:
        """Write what is queued, and let go of the connection."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
            if self._task is not None:
                await self._task
            await self._link.close()

    async def _run(self) -> None:
        while batch := await self._next_batch():
            await self._settle([job for job in batch if not job.future.done()])

    async def _next_batch(self) -> list[_Job[_Asked, _Given]]:
        """What waits, at least one job; none: the end."""
        waiting, self._later = self._later, []
        while len(waiting) < _MOST and not (waiting and self._queue.empty()):
            job = await self._queue.get()
            if job is None:
                if waiting:  # the end comes again after this batch
                    self._queue.put_nowait(None)
                break
            waiting.append(job)
        batch: dict[object, _Job[_Asked, _Given]] = {}
        for job in waiting:
            if batch.setdefault(self._alike(job.asked), job) is not job:
                self._later.append(job)
        return list(batch.values())

    async def _settle(self, jobs: list[_Job[_Asked, _Given]]) -> None:
        """Write and answer; if a batch fails, each of it alone, so that one cannot spoil others."""
        try:
            answers = await self._patiently([job.asked for job in jobs])
        except Exception as error:  # noqa: BLE001 - whatever it is, the waiting must hear of it
            if len(jobs) == 1 or isinstance(error, StoreUnavailable):
                for job in jobs:
                    _answer(job.future, told(error))
                return
            for job in jobs:
                await self._settle([job])
            return
        for job, answer in zip(jobs, answers, strict=True):
            _answer(job.future, answer)

    async def _patiently(self, asked: Sequence[_Asked]) -> list[Answer[_Given]]:
        """Write, over a line made anew if need be."""
        patience = _Patience(alone=len(asked) == 1, repeatable=self._repeatable)
        while True:
            try:
                given = await self._commit(self._link, asked)
            except Lost as lost:
                self._link.drop()
                await asyncio.sleep(patience.after_loss(lost, self._link.lost_at))
            except _IN_THE_WAY as error:
                await asyncio.sleep(patience.after_conflict(error))
            except StoreError as error:
                if patience.again:
                    raise OutcomeUnknown(str(error)) from error
                raise
            else:
                return [Answer(each, patience.again) for each in given]


class _Patience:
    """How long a batch is tried: each method gives the pause before the next try, in s."""

    def __init__(self, *, alone: bool, repeatable: bool) -> None:
        self.again = False  # a lost try may have been kept
        self._alone = alone
        self._repeatable = repeatable
        self._tries = 0
        self._lost_at: float | None = None

    def after_loss(self, lost: Lost, since: float | None) -> float:
        """The database was lost. StoreUnavailable if that has to be told."""
        now = time.monotonic()
        self._lost_at = self._lost_at or since or now
        self.again |= lost.maybe_kept
        if now - self._lost_at > _PATIENCE_S or (lost.maybe_kept and not self._repeatable):
            raise unanswered(lost, maybe_kept=self.again) from lost
        return _PAUSE_S

    def after_conflict(self, error: Exception) -> float:
        """Another program was in the way. The error itself if it is so again and again."""
        self._tries += 1
        taken = isinstance(error, asyncpg.UniqueViolationError)
        if self._tries == (_TRIES_ALONE if self._alone and not taken else _TRIES):
            raise error
        return random.uniform(0, _LONGEST_WAY_S)  # noqa: S311 - no secret


def _answer(future: asyncio.Future[Answer[_Given]], answer: Answer[_Given] | Exception) -> None:
    """Answer, unless nobody waits any more."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


async def _roll_back(transaction: Transaction, connection: asyncpg.Connection) -> None:
    """Undo; a connection on which that fails is of no use any more."""
    try:
        await transaction.rollback()
    except Exception:  # noqa: BLE001 - told is what went wrong before
        connection.terminate()


async def in_transaction(link: Link, write: Callable[[Line], Awaitable[_Given]]) -> _Given:
    """Write in a transaction. Lost tells whether it can have been committed.

    Serializable: as in SQLite, what one write has looked at does not change before its commit.
    """
    line = await link.get()
    transaction = line.connection.transaction(isolation="serializable")
    committing = False
    try:
        await transaction.start()
        given = await write(line)
        committing = True
        await transaction.commit()
    except Exception as error:
        if is_gone(error, line.connection):
            raise Lost(line_of(error), maybe_kept=committing) from error
        if not committing:
            await _roll_back(transaction, line.connection)
        raise
    return given
