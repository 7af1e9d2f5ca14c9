"""A store that forgets: the same promises as the others as long as the program runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Sequence


class MemoryStore:
    """Rows in lists. Nothing here awaits, so every write is whole."""

    def __init__(self) -> None:
        self._tables: dict[str, TableRow] = {}
        self._commands: dict[str, list[Command]] = {}
        self._made: dict[str, str] = {}  # table by creation key
        self._guests: dict[str, int] = {}

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""
        if new.key is not None and new.key in self._made:
            return self._made[new.key]
        if new.table in self._tables:
            raise StoreError(f"there is a table {new.table} already")
        if new.key is not None:
            self._made[new.key] = new.table
        self._commands[new.table] = [new.first]
        self._tables[new.table] = TableRow(
            new.table,
            new.variant,
            new.front,
            new.settings,
            new.seats,
            new.first.seq,
            new.first.at_ms,
            new.standing,
        )
        return new.table

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then."""
        row = self._tables.get(command.table)
        if row is None:
            raise StoreError(f"there is no table {command.table}")
        stored = self._commands[command.table]
        for earlier in stored:
            if earlier.key == command.key:
                return Duplicate(earlier)
        if command.seq != row.version + 1:
            return Stale(row.version)
        stored.append(command)
        self._tables[command.table] = replace(
            row, version=command.seq, at_ms=command.at_ms, standing=standing
        )
        return Stored(command.seq)

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        """The commands of a table after number ``since``, in order."""
        return tuple(self._commands.get(table, [])[since:])

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        return self._tables.get(table)

    async def tables_of(self, guest: str, limit: int = 100) -> Sequence[TableRow]:
        """The tables where a guest holds a seat, the last played first."""
        held = [row for row in self._tables.values() if guest in row.seats]
        return sorted(held, key=lambda row: (-row.at_ms, row.table))[:limit]

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        """Tables where a bot has to act, the longest waiting first."""
        due = [row for row in self._tables.values() if row.standing.bots_due]
        return [row.table for row in sorted(due, key=lambda row: row.at_ms)[:limit]]

    async def add_guest(self, guest: str, at_ms: int) -> None:
        """Remember a guest by the SHA-256 of his cookie; again is nothing."""
        self._guests.setdefault(guest, at_ms)

    async def has_guest(self, guest: str) -> bool:
        """Whether this guest is known."""
        return guest in self._guests

    async def close(self) -> None:
        """Nothing to let go of."""
