"""The store in one SQLite file: write-ahead log, every commit on disk before anybody hears of it.

It needs SQLite 3.51.3 or later, which apsw brings along: before, two connections of which one
commits and one makes a checkpoint could damage the file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.store.port import StoreError
from wordsmith.store.readers import Readers
from wordsmith.store.relational import RelationalStore
from wordsmith.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from wordsmith.store.database import Row, Statement, Value

_READERS = 2
_MARK = re.compile(r"\$(\d+)")


class SqliteStore(RelationalStore):
    """One writer thread, and a few connections that only read."""

    def __init__(self, path: Path | str) -> None:
        """Open or make the file. StoreError if that cannot be."""
        self._path = Path(path)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("store.no_folder", path=self._path.parent, why=error) from error
        self._writer = Writer(self._path)
        self._readers = Readers(self._path, _READERS)

    @property
    def failure(self) -> str | None:
        """Why nothing can be written any more, until the program starts anew; None: all is well."""
        return self._writer.failure

    async def open(self) -> None:
        """Nothing: the file is open."""

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        """What a SELECT gives. StoreError if it cannot be read."""
        return await self._readers.select(_sqlite(sql), values)

    async def write(self, *statements: Statement) -> Sequence[Sequence[Row]] | None:
        """All statements in one transaction; None if one that guards touched nothing."""
        return await self._writer.submit(lambda connection: _written(connection, statements))

    async def close(self) -> None:
        """Finish what is queued, and let go of the file."""
        await self._readers.close()
        await self._writer.close()


def _written(
    connection: apsw.Connection, statements: Sequence[Statement]
) -> list[list[Row]] | None:
    """What each statement gives. Other writes share the transaction: a guard undoes only ours."""
    may_undo = any(statement.guards for statement in statements[1:])
    if may_undo:
        connection.execute("SAVEPOINT here")
    given = []
    for statement in statements:
        before = connection.total_changes()
        rows: list[Row] = list(connection.execute(_sqlite(statement.sql), statement.values))
        if statement.guards and not rows and connection.total_changes() == before:
            if may_undo:
                connection.execute("ROLLBACK TO here; RELEASE here")
            return None
        given.append(rows)
    if may_undo:
        connection.execute("RELEASE here")
    return given


@lru_cache(maxsize=1000)
def _sqlite(sql: str) -> str:
    """The statement with its values numbered as SQLite does it."""
    return _MARK.sub(r"?\1", sql)
