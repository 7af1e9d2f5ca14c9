"""The store in one SQLite file: write-ahead log, every commit on disk before anybody hears of it.

It needs SQLite 3.51.3 or later, which apsw brings along: before, two connections of which one
commits and one makes a checkpoint could damage the file.
"""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from wordsmith.store.port import (
    Command,
    Duplicate,
    NewTable,
    Outcome,
    Stale,
    Standing,
    Stored,
    StoreError,
    TableRow,
)
from wordsmith.store.schema import connect
from wordsmith.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

_READERS = 2

_TABLES = """
SELECT t.id, t.variant, t.front, t.settings, t.version, t.at_ms, t.ended, t.bots_due, t.summary,
    (SELECT json_group_array(guest ORDER BY seat) FROM seats WHERE table_id = t.id)
FROM tables AS t
"""
_COMMANDS = "SELECT table_id, seq, at_ms, seat, key, action, events FROM commands "
_APPEND = """
INSERT INTO commands (table_id, seq, at_ms, seat, key, action, events)
SELECT ?, ?, ?, ?, ?, ?, ? FROM tables WHERE id = ? AND version = ?
ON CONFLICT DO NOTHING
"""


class SqliteStore:
    """One writer thread, and a few connections that only read."""

    def __init__(self, path: Path | str) -> None:
        """Open or make the file. StoreError if that cannot be."""
        self._path = Path(path)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self._path.parent}: no such folder can be made: {error}") from error
        self._writer = Writer(self._path)
        self._local = threading.local()
        self._opened: list[apsw.Connection] = []
        self._readers = ThreadPoolExecutor(_READERS, "store-reader")

    @property
    def failure(self) -> str | None:
        """Why nothing can be written any more, until the program starts anew; None: all is well."""
        return self._writer.failure

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""
        return await self._writer.submit(lambda connection: _create(connection, new))

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then."""
        return await self._writer.submit(lambda connection: _append(connection, command, standing))

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        """The commands of a table after number ``since``, in order."""
        rows = await self._rows(
            _COMMANDS + "WHERE table_id = ? AND seq > ? ORDER BY seq", (table, since)
        )
        return [Command(*row) for row in rows]

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        rows = await self._rows(_TABLES + "WHERE t.id = ?", (table,))
        return _table_row(rows[0]) if rows else None

    async def tables_of(self, guest: str, limit: int = 100) -> Sequence[TableRow]:
        """The tables where a guest holds a seat, the last played first."""
        held = "WHERE t.id IN (SELECT table_id FROM seats WHERE guest = ?) "
        rows = await self._rows(
            _TABLES + held + "ORDER BY t.at_ms DESC, t.id LIMIT ?", (guest, limit)
        )
        return [_table_row(row) for row in rows]

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        """Tables where a bot has to act, the longest waiting first."""
        rows = await self._rows(
            "SELECT id FROM tables WHERE bots_due ORDER BY at_ms LIMIT ?", (limit,)
        )
        return [table for (table,) in rows]

    async def add_guest(self, guest: str, at_ms: int) -> None:
        """Remember a guest by the SHA-256 of his cookie; again is nothing."""

        def add(connection: apsw.Connection) -> None:
            connection.execute("INSERT OR IGNORE INTO guests VALUES (?, ?)", (guest, at_ms))

        await self._writer.submit(add)

    async def has_guest(self, guest: str) -> bool:
        """Whether this guest is known."""
        return bool(await self._rows("SELECT 1 FROM guests WHERE id = ?", (guest,)))

    async def close(self) -> None:
        """Finish what is queued, and let go of the file."""
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        await self._writer.close()

    async def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._select, statement, values)

    def _select(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = connect(self._path, writing=False)
            self._opened.append(connection)
        try:
            return list(connection.execute(statement, values))
        except apsw.Error as error:
            raise StoreError(f"{self._path}: cannot be read: {error}") from error


def _create(connection: apsw.Connection, new: NewTable) -> str:
    made = connection.execute("SELECT id FROM tables WHERE key = ?", (new.key,)).fetchone()
    if made:
        return str(made[0])
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (new.table,)).fetchone():
        raise StoreError(f"there is a table {new.table} already")
    first, standing = new.first, new.standing
    connection.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(new.table, new.key, new.variant, new.front, new.settings, first.seq, first.at_ms),
            *(standing.ended, standing.bots_due, standing.summary),
        ),
    )
    connection.executemany(
        "INSERT INTO seats VALUES (?, ?, ?)",
        [(new.table, seat, guest) for seat, guest in enumerate(new.seats)],
    )
    connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?)", _values(first))
    return new.table


def _append(connection: apsw.Connection, command: Command, standing: Standing) -> Outcome:
    """The insert asks for the version and for the key, and writes, in one statement."""
    values = (*_values(command), command.table, command.seq - 1)
    connection.execute(_APPEND, values)
    if not connection.changes():
        return _refusal(connection, command)
    connection.execute(
        "UPDATE tables SET version = ?, at_ms = ?, ended = ?, bots_due = ?, summary = ?"
        " WHERE id = ?",
        (
            *(command.seq, command.at_ms, standing.ended, standing.bots_due, standing.summary),
            command.table,
        ),
    )
    return Stored(command.seq)


def _refusal(connection: apsw.Connection, command: Command) -> Outcome:
    same = connection.execute(
        _COMMANDS + "WHERE table_id = ? AND key = ?", (command.table, command.key)
    ).fetchone()
    if same:
        return Duplicate(Command(*same))
    row = connection.execute("SELECT version FROM tables WHERE id = ?", (command.table,)).fetchone()
    if row is None:
        raise StoreError(f"there is no table {command.table}")
    return Stale(row[0])


def _values(command: Command) -> tuple[Any, ...]:
    return (
        *(command.table, command.seq, command.at_ms, command.seat),
        *(command.key, command.action, command.events),
    )


def _table_row(row: tuple[Any, ...]) -> TableRow:
    table, variant, front, settings, version, at_ms, ended, bots_due, summary, seats = row
    guests = tuple(json.loads(seats))
    standing = Standing(bool(ended), bool(bots_due), summary)
    return TableRow(table, variant, bool(front), settings, guests, version, at_ms, standing)
