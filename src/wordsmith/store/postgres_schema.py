"""The tables in PostgreSQL: the steps in its SQL, and which of them a database has taken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import asyncpg

from wordsmith.store.port import StoreError
from wordsmith.store.steps import STEPS, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION_TABLE = "store_version"
"""Where Alembic notes the last step, in ``version_num``."""

_COMMENT = re.compile(r"--.*$", re.MULTILINE)
_TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION"}


def postgres_statements(step: int) -> Iterator[str]:
    """The statements of a step, one by one, with the 64-bit types of PostgreSQL."""
    sql = _COMMENT.sub("", STEPS[step])
    for shared, own in _TYPES.items():
        sql = re.sub(rf"\b{shared}\b", own, sql)
    for statement in sql.split(";"):
        if statement.strip():
            yield statement.strip()


async def version_of(connection: asyncpg.Connection) -> int:
    """The last step that a database has taken, 0 before the first."""
    try:
        noted = await connection.fetchval(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608
    except asyncpg.UndefinedTableError:
        return 0
    return read_version(noted)


def read_version(noted: str | None) -> int:
    """A noted version as a number. StoreError if it is not one of ours."""
    if noted is None:
        return 0
    if not noted.isdecimal():
        raise StoreError("store.foreign_database")
    return int(noted)


def refuse_newer(version: int) -> None:
    """StoreError, in one line, if a database is ahead of this program."""
    if version > VERSION:
        raise StoreError("store.newer", format=version, known=VERSION)


def refuse_other(version: int) -> None:
    """StoreError, in one line, if a database is not at the version of this program."""
    refuse_newer(version)
    if version < VERSION:
        raise StoreError("store.older", format=version, known=VERSION)
