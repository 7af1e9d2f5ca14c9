"""What a room may ask of a database: rows, and writes of several statements at once.

The SQL of a room is written once. It numbers its values ``$1``, ``$2`` ... and uses what SQLite and
PostgreSQL share: ``INSERT ... ON CONFLICT``, ``RETURNING``, no functions of one of them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    Value = str | int | float | None
    Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a write."""

    sql: str
    values: tuple[Value, ...] = ()
    guards: bool = False  # it must touch or give at least one row, or nothing of the write is kept


class Database(Protocol):
    """Implemented by ``SqliteStore`` and ``PostgresStore``."""

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        """What a SELECT gives. StoreError if it cannot be read."""

    async def write(self, *statements: Statement) -> Sequence[Sequence[Row]] | None:
        """All statements in one transaction, on disk when it returns: the rows that each gives.

        It is as if all writes came one after the other: what one has found does not change before
        it is kept. None, and nothing is kept, if a statement that guards touched no row.
        StoreUnavailable if the write did not happen, OutcomeUnknown if that is not known, any other
        StoreError if it cannot be: a key that is taken, a value of the wrong kind.
        """
