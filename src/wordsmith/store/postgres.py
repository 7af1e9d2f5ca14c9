"""The store in PostgreSQL, for several programs at once: the primary key decides who was first.

Commands are committed in batches on one connection, everything else on a second one, and what is
read comes over a few more. A connection that is lost is made anew.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncpg

from wordsmith.store.migrating import migrate_if_behind
from wordsmith.store.port import (
    Command,
    Duplicate,
    NewTable,
    Outcome,
    OutcomeUnknown,
    Standing,
    Stored,
    StoreError,
    StoreUnavailable,
)
from wordsmith.store.postgres_batches import (
    append_together,
    table_of,
    write_together,
)
from wordsmith.store.postgres_errors import Lost, told_at_reading, unanswered
from wordsmith.store.postgres_link import COMMAND_S, Link, options, set_up
from wordsmith.store.postgres_writer import GroupWriter
from wordsmith.store.relational import RelationalStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Row, Statement, Value
    from wordsmith.store.postgres_batches import Given, Write

_READERS = 4


class PostgresStore(RelationalStore):
    """Two connections that write, and a few that read. It belongs to one event loop."""

    def __init__(self, url: str) -> None:
        """Nothing is connected before it is needed."""
        self._url = url
        self._links = (Link(url), Link(url))
        self._appends: GroupWriter[tuple[Command, Standing], bool] = GroupWriter(
            self._links[0], append_together, repeatable=True, alike=table_of
        )
        self._writes: GroupWriter[Write, Given] = GroupWriter(self._links[1], write_together)
        self._pool: asyncpg.Pool | None = None
        self._pooling = asyncio.Lock()

    @property
    def failure(self) -> str | None:
        """Why nothing can be written any more, until the program starts anew; None: all is well.

        A database that does not answer is no failure: it may come back. One whose tables are of
        another version is.
        """
        return next((link.failure for link in self._links if link.failure is not None), None)

    async def open(self) -> None:
        """Connect. StoreError if it cannot be used, StoreUnavailable if it does not answer."""
        await migrate_if_behind(self._url)
        try:
            for link in self._links:
                await link.get()
        except Lost as lost:
            raise unanswered(lost, maybe_kept=False) from lost

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        """What a SELECT gives. StoreError if it cannot be read."""
        try:
            return await self._read(sql, values)
        except StoreUnavailable:  # those that lay idle may all have been lost: once more, anew
            if self._pool is not None:
                await self._pool.expire_connections()
            return await self._read(sql, values)

    async def write(self, *statements: Statement) -> Sequence[Sequence[Row]] | None:
        """All statements in one transaction; None if one that guards touched nothing."""
        return (await self._writes.submit(statements)).given

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""
        try:
            return await super().create(new)
        except OutcomeUnknown:
            return await self._create_again(new)

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then."""
        if standing.places is not None or standing.result is not None or standing.also:
            return await self._append_whole(command, standing)
        answer = await self._appends.submit((command, standing))
        if answer.given:
            return Stored(command.seq)
        outcome = await self.refusal(command)
        return _settled(outcome, command) if answer.again else outcome

    async def close(self) -> None:
        """Finish what is queued, and let go of the connections."""
        await self._appends.close()
        await self._writes.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.close()

    async def _append_whole(self, command: Command, standing: Standing) -> Outcome:
        """With its seats or its result: several statements."""
        try:
            return await super().append(command, standing)
        except OutcomeUnknown:
            outcome = await super().append(command, standing)
            return _settled(outcome, command)

    async def _create_again(self, new: NewTable) -> str:
        """After a try that may have been kept: the id is nobody else's."""
        try:
            return await super().create(new)
        except StoreUnavailable:
            raise
        except StoreError:
            if new.first in await self.read(new.table):
                return new.table
            raise

    async def _read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        try:
            pool = await self._readers()
            async with pool.acquire(timeout=COMMAND_S) as connection:
                return [tuple(row) for row in await connection.fetch(sql, *values)]
        except asyncpg.ReadOnlySQLTransactionError as error:
            raise StoreError("what is read cannot write") from error
        except Exception as error:
            raise told_at_reading(error) from error

    async def _readers(self) -> asyncpg.Pool:
        async with self._pooling:
            if self._pool is None:
                # what only reads leaves nothing behind that would have to be reset each time
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=_READERS,
                    init=set_up,
                    reset=_as_it_is,
                    **options(writing=False),
                )
            return self._pool


def _settled(outcome: Outcome, command: Command) -> Outcome:
    """After a try that was lost: what is there with this very content was stored by it."""
    return Stored(command.seq) if outcome == Duplicate(command) else outcome


async def _as_it_is(_connection: asyncpg.Connection) -> None:
    """Nothing to do."""
