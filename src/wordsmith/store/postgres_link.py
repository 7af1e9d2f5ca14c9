"""Connections to PostgreSQL: how each is set up, and one that is made anew when it was lost."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

import asyncpg

from wordsmith.store.port import StoreError, StoreUnavailable
from wordsmith.store.postgres_errors import Lost, is_gone, line_of, told_at_reading
from wordsmith.store.postgres_schema import refuse_other, version_of

if TYPE_CHECKING:
    from asyncpg.prepared_stmt import PreparedStatement

CONNECT_S = 3.0
COMMAND_S = 10.0
_MOST_PREPARED = 200  # statements of one connection

_SETTINGS = {
    "application_name": "wordsmith",
    "default_transaction_isolation": "read committed",
    # a process that stands still or is gone must not hold its rows for long
    "idle_in_transaction_session_timeout": "10000",
    "lock_timeout": "5000",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_READING = {"default_transaction_read_only": "on"}
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'
"""


async def set_up(connection: asyncpg.Connection) -> None:
    """A connection as the store needs it. StoreError if the tables are of another version."""
    await connection.execute(_DURABLE)
    await connection.set_type_codec(
        "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
    )


def options(*, writing: bool) -> dict[str, Any]:
    """What every connection is made with."""
    return {
        "server_settings": _SETTINGS if writing else {**_SETTINGS, **_READING},
        "timeout": CONNECT_S,
        "command_timeout": COMMAND_S,
    }


def _number(text: str) -> float:
    """A sum or a mean as SQLite gives it."""
    return int(text) if text.lstrip("-").isdecimal() else float(text)


class Line:
    """A connection with the statements that it knows by now; once lost, it stays lost."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self.connection = connection
        self._prepared: dict[str, PreparedStatement[asyncpg.Record]] = {}

    async def prepared(self, sql: str) -> PreparedStatement[asyncpg.Record]:
        """A statement, ready to run."""
        if sql not in self._prepared:
            if len(self._prepared) >= _MOST_PREPARED:
                self._prepared.clear()
            self._prepared[sql] = await self.connection.prepare(sql)
        return self._prepared[sql]


class Link:
    """A line to the database, made anew when it was lost."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Line | None = None
        self.failure: str | None = None  # why there will be none again
        self.lost_at: float | None = None  # by time.monotonic; None: it stands

    async def get(self) -> Line:
        """The line, made if there is none. Lost, or StoreError after a failure."""
        if self.failure is not None:
            raise StoreUnavailable(self.failure)
        if self._line is None or self._line.connection.is_closed():
            self.drop()
            self._line = Line(await self._connect())
            self.lost_at = None
        return self._line

    def drop(self) -> None:
        """Let go of a line that was lost."""
        if self._line is not None:
            self._line.connection.terminate()
        self._line = None
        if self.lost_at is None:
            self.lost_at = time.monotonic()

    async def close(self) -> None:
        """Let go."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await line.connection.close(timeout=CONNECT_S)

    async def _connect(self) -> asyncpg.Connection:
        connection = None
        try:
            connection = await asyncpg.connect(self._url, **options(writing=True))
            await set_up(connection)
            refuse_other(await version_of(connection))
        except Exception as error:
            if connection is not None:
                connection.terminate()
            if isinstance(error, StoreError):
                self.failure = str(error)
                raise
            if is_gone(error, None):
                raise Lost(line_of(error)) from error
            raise told_at_reading(error) from error
        return connection
