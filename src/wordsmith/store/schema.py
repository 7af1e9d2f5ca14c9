"""The SQLite file: how it is opened, whose it is, and the step it has come to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import apsw

from wordsmith.store.port import StoreError
from wordsmith.store.steps import STEPS, VERSION

if TYPE_CHECKING:
    from pathlib import Path

_APPLICATION = 0x57534D54
"""Marks the file as ours: "WSMT"."""

_END_OF_TABLE = re.compile(r"^\);$", re.MULTILINE)

_PRIVATE = 0o600
"""Games, log-ins and talk are for whoever runs the site; what SQLite puts beside is made alike."""


def connect(path: Path, *, writing: bool) -> apsw.Connection:
    """A connection to the file. StoreError says in one line why there is none."""
    flags = apsw.SQLITE_OPEN_NOMUTEX | (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if writing
        else apsw.SQLITE_OPEN_READONLY
    )
    try:
        if writing and not path.exists():
            path.touch(mode=_PRIVATE)
        connection = apsw.Connection(str(path), flags=flags)
        connection.set_busy_timeout(5000)
        if writing:
            _prepare(connection, path)
    except (apsw.Error, OSError) as error:
        raise StoreError("store.no_database", path=path, why=error) from error
    return connection


def sqlite_step(number: int) -> str:
    """A step in the SQL of SQLite: tables that keep to their types and are their own index."""
    return _END_OF_TABLE.sub(") STRICT, WITHOUT ROWID;", STEPS[number])


def _prepare(connection: apsw.Connection, path: Path) -> None:
    """Set the file up for writing, and bring it to this version."""
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application != _APPLICATION and (application or version or _has_tables(connection)):
        raise _of_another_program(path)
    _refuse_newer(version, path)
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "full")
    connection.pragma("foreign_keys", value=True)
    if version < VERSION:
        _bring_up(connection)


def check_version(connection: apsw.Connection, path: Path) -> None:
    """StoreError if a file that is only read is not one of ours, and of this version."""
    if _pragma(connection, "application_id") != _APPLICATION:
        raise _of_another_program(path)
    version = _pragma(connection, "user_version")
    _refuse_newer(version, path)
    if version < VERSION:
        raise StoreError("store.older_file", path=path, format=version, known=VERSION)


def _of_another_program(path: Path) -> StoreError:
    return StoreError("store.foreign_file", path=path)


def _refuse_newer(version: int, path: Path) -> None:
    if version > VERSION:
        raise StoreError("store.newer_file", path=path, format=version, known=VERSION)


def _bring_up(connection: apsw.Connection) -> None:
    """Take the missing steps in one transaction; another program may have been faster."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(_pragma(connection, "user_version") + 1, VERSION + 1):
            connection.execute(sqlite_step(step))
        connection.pragma("application_id", _APPLICATION)
        connection.pragma("user_version", VERSION)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _pragma(connection: apsw.Connection, name: str) -> int:
    return int(str(connection.pragma(name)))


def _has_tables(connection: apsw.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None
