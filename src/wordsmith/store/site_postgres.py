"""PostgreSQL as an end of moving a site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import asyncpg

from wordsmith.store.port import StoreError
from wordsmith.store.postgres_errors import line_of, told_at_reading
from wordsmith.store.postgres_link import CONNECT_S, set_up
from wordsmith.store.postgres_schema import refuse_other, version_of
from wordsmith.store.site_ends import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from types import TracebackType

    from wordsmith.store.database import Row
    from wordsmith.store.site_tables import SiteTable

_ALONE = "LOCK TABLE tables, persons IN SHARE ROW EXCLUSIVE MODE"
_SETTINGS = {"application_name": "wordsmith-moving"}


class PostgresEnd:
    """A database, over one connection without the haste of those that serve."""

    def __init__(self, url: str, *, writing: bool) -> None:
        self._url = url
        self._writing = writing

    async def __aenter__(self) -> Self:
        try:
            self._connection = await asyncpg.connect(
                self._url, timeout=CONNECT_S, server_settings=_SETTINGS
            )
        except Exception as error:
            raise told_at_reading(error) from error
        try:
            await self._begin()
        except Exception as error:
            self._connection.terminate()
            raise told_at_reading(error) from error
        return self

    async def _begin(self) -> None:
        await set_up(self._connection)
        self._transaction = self._connection.transaction(
            isolation="read_committed" if self._writing else "repeatable_read",
            readonly=not self._writing,
        )
        await self._transaction.start()
        refuse_other(await version_of(self._connection))
        if self._writing:
            await self._connection.execute(_ALONE)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await (self._transaction.rollback() if error else self._transaction.commit())
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as fault:
            if error is None:
                raise StoreError("site.lost", why=line_of(fault)) from fault
        finally:
            await self._connection.close()

    async def batches(self, table: SiteTable) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, a batch at a time."""
        sql = f"SELECT {', '.join(table.columns)} FROM {table.name}"  # noqa: S608 - names of ours
        try:
            cursor = await self._connection.cursor(sql)
            while batch := await cursor.fetch(AT_ONCE):
                yield [tuple(row) for row in batch]
        except asyncpg.PostgresError as error:
            raise told_at_reading(error) from error

    async def add(self, table: SiteTable, rows: Sequence[Row]) -> None:
        """Add rows."""
        try:
            await self._connection.copy_records_to_table(
                table.name, records=rows, columns=table.columns
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StoreError("site.table_lost", table=table.name, why=line_of(error)) from error

    async def clear(self, table: SiteTable) -> None:
        """Take all rows away."""
        await self._connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - a name of ours

    async def number(self, sql: str) -> int:
        """The one number that a SELECT gives."""
        return int(await self._connection.fetchval(sql))
