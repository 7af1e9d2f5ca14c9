"""The SQLite file: its tables, its version, and the statements that touch it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from wordsmith.store.port import StoreError

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 1
"""Raise it with every change of the tables, and add the step to ``_STEPS``."""

_APPLICATION = 0x57534D54
"""Marks the file as ours: "WSMT"."""

_STEPS = {
    1: """
CREATE TABLE guests (
    id TEXT PRIMARY KEY,        -- SHA-256 of the cookie, in hex
    since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    key TEXT UNIQUE,            -- of the intent that made it
    variant TEXT NOT NULL,
    front INTEGER NOT NULL,
    settings TEXT NOT NULL,
    version INTEGER NOT NULL,   -- seq of the last command
    at_ms INTEGER NOT NULL,     -- of the last command
    ended INTEGER NOT NULL,
    bots_due INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting ON tables (at_ms) WHERE bots_due;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    guest TEXT,                 -- NULL: a bot
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX held ON seats (guest) WHERE guest IS NOT NULL;
CREATE TABLE commands (
    table_id TEXT NOT NULL REFERENCES tables,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    seat INTEGER,
    key TEXT NOT NULL,
    action TEXT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;
""",
}


def connect(path: Path, *, writing: bool) -> apsw.Connection:
    """A connection to the file. StoreError says in one line why there is none."""
    flags = apsw.SQLITE_OPEN_NOMUTEX | (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if writing
        else apsw.SQLITE_OPEN_READONLY
    )
    try:
        connection = apsw.Connection(str(path), flags=flags)
        connection.set_busy_timeout(5000)
        if writing:
            _prepare(connection, path)
    except apsw.Error as error:
        raise StoreError(f"{path}: cannot be opened as a database: {error}") from error
    return connection


def _prepare(connection: apsw.Connection, path: Path) -> None:
    """Set the file up for writing, and bring it to this version."""
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application != _APPLICATION and (application or version or _has_tables(connection)):
        raise StoreError(f"{path}: this is the database of another program")
    if version > VERSION:
        raise StoreError(
            f"{path}: written by a newer Wordsmith (its format is {version},"
            f" this program knows {VERSION}); install that one to use the file"
        )
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "full")
    connection.pragma("foreign_keys", value=True)
    with connection:
        for step in range(version + 1, VERSION + 1):
            connection.execute(_STEPS[step])
        connection.pragma("application_id", _APPLICATION)
        connection.pragma("user_version", VERSION)


def _pragma(connection: apsw.Connection, name: str) -> int:
    return int(str(connection.pragma(name)))


def _has_tables(connection: apsw.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None
