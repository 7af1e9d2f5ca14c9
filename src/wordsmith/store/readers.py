"""A few threads that read, each on a connection of its own, beside the one that writes."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING

import apsw

from wordsmith.store.answers import Answer, send
from wordsmith.store.port import StoreError
from wordsmith.store.schema import connect

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.store.database import Row, Value


@dataclass(frozen=True, slots=True)
class _Question:
    sql: str
    values: tuple[Value, ...]
    future: asyncio.Future[list[Row]]


class Readers:
    """They begin with the first question: a file that is not asked needs none of them."""

    def __init__(self, path: Path, count: int) -> None:
        self._path = path
        self._queue: SimpleQueue[_Question | None] = SimpleQueue()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._run, name=f"store-reader-{number}", daemon=True)
            for number in range(count)
        ]
        self._begun = False

    async def select(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        """What a SELECT gives. StoreError if it cannot be read."""
        if self._closed:
            raise StoreError(f"{self._path}: is closed")
        if not self._begun:
            self._begun = True
            for thread in self._threads:
                thread.start()
        future: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._queue.put(_Question(sql, values, future))
        return await future

    async def close(self) -> None:
        """Read what is asked for, and let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._begun:
            for _ in self._threads:
                self._queue.put(None)
            await asyncio.gather(*[asyncio.to_thread(thread.join) for thread in self._threads])

    def _run(self) -> None:
        connection = None
        while question := self._queue.get():
            if question.future.cancelled():
                continue
            try:
                connection = connection or connect(self._path, writing=False)
                given: object = list(connection.execute(question.sql, question.values))
            except apsw.Error as error:
                given = StoreError("cannot_read", path=self._path, why=error)
            except Exception as error:  # noqa: BLE001 - whoever asked must hear of it
                given = error
            send([Answer(question.future, given)])
        if connection is not None:
            connection.close()
