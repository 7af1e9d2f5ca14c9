"""The two ends of moving a site: a database read as it is at one moment, or filled at one blow."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

import apsw

from wordsmith.store.port import StoreError
from wordsmith.store.schema import check_version, connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from types import TracebackType

    from wordsmith.store.database import Row
    from wordsmith.store.site_tables import SiteTable

AT_ONCE = 1000
"""Rows that are held in memory."""


class SiteEnd(Protocol):
    """One transaction from ``async with`` to its end; what was added is kept if no error leaves it.

    StoreError if the database cannot be used, or is not at this version.
    """

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def batches(self, table: SiteTable) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, a batch at a time."""

    async def add(self, table: SiteTable, rows: Sequence[Row]) -> None:
        """Add rows."""

    async def clear(self, table: SiteTable) -> None:
        """Take all rows away."""

    async def number(self, sql: str) -> int:
        """The one number that a SELECT gives."""


class SqliteEnd:
    """A file. What is read from must be there; what is written to is made."""

    def __init__(self, path: Path | str, *, writing: bool) -> None:
        self._path = Path(path)
        self._writing = writing

    async def __aenter__(self) -> Self:
        if not self._writing and not self._path.is_file():
            raise StoreError("no_file", path=self._path)
        self._connection = connect(self._path, writing=self._writing)
        try:
            self._connection.execute("BEGIN IMMEDIATE" if self._writing else "BEGIN")
            check_version(self._connection, self._path)
        except apsw.Error as error:
            self._connection.close()
            raise self._told(error) from error
        except StoreError:
            self._connection.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._connection.execute("ROLLBACK" if error else "COMMIT")
        except apsw.Error as fault:
            raise self._told(fault) from fault
        finally:
            self._connection.close()

    async def batches(self, table: SiteTable) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, a batch at a time."""
        columns = ", ".join(table.columns)
        try:
            rows = self._connection.execute(f"SELECT {columns} FROM {table.name}")  # noqa: S608
            while batch := list(islice(rows, AT_ONCE)):
                yield batch
        except apsw.Error as error:
            raise self._told(error) from error

    async def add(self, table: SiteTable, rows: Sequence[Row]) -> None:
        """Add rows."""
        marks = ", ".join("?" * len(table.columns))
        into = f"{table.name} ({', '.join(table.columns)})"
        try:
            self._connection.executemany(f"INSERT INTO {into} VALUES ({marks})", rows)  # noqa: S608
        except apsw.Error as error:
            raise self._told(error) from error

    async def clear(self, table: SiteTable) -> None:
        """Take all rows away."""
        self._connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - a name of ours

    async def number(self, sql: str) -> int:
        """The one number that a SELECT gives."""
        return int(str(self._connection.execute(sql).fetchall()[0][0]))

    def _told(self, error: apsw.Error) -> StoreError:
        return StoreError("in", where=self._path, why=error)
