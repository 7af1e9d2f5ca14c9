"""A PostgreSQL database brought up to this version, by Alembic and in a program of its own.

python -m wordsmith.store.migrating reads the address from the standard input: on the command line
everybody could read the password in it.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import asyncpg

from wordsmith.store.opening import missing_extra
from wordsmith.store.port import StoreError
from wordsmith.store.postgres_errors import told_at_reading
from wordsmith.store.postgres_link import CONNECT_S
from wordsmith.store.postgres_schema import refuse_newer, version_of
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from collections.abc import Coroutine


def migrate(url: str) -> None:
    """Take the steps that a database lacks. StoreError, in one line, if that cannot be.

    Several programs may do so at once: one does it, the others wait and find it done. It needs an
    event loop of its own, so call it where none runs.
    """
    try:
        from alembic import command  # noqa: PLC0415 - only where it is needed, it is large
        from alembic.config import Config  # noqa: PLC0415
        from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error
    config = Config()
    config.set_main_option("script_location", "wordsmith.store:migrations")
    config.attributes["url"] = url
    try:
        command.upgrade(config, "head")
    except StoreError:
        raise
    except (SQLAlchemyError, asyncpg.PostgresError, OSError, TimeoutError) as error:
        raise _told(error) from error


async def migrate_if_behind(url: str) -> None:
    """Bring a database up, in a process of its own, unless it is at this version already.

    StoreError if that cannot be, or if the database is ahead of this program.
    """
    if await _version(url) < VERSION:
        await _migrate_apart(url)


async def _version(url: str) -> int:
    try:
        connection = await connect_to_migrate(url)
        try:
            version = await version_of(connection)
        finally:
            await connection.close(timeout=CONNECT_S)
    except Exception as error:
        raise told_at_reading(error) from error
    refuse_newer(version)
    return version


async def _migrate_apart(url: str) -> None:
    """In another process, which takes its libraries with it when it ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "wordsmith.store.migrating",
        stdin=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await process.communicate(url.encode())
    if process.returncode:
        line = told.decode(errors="replace").strip().splitlines()[-1:]
        raise StoreError("".join(line) or "the database could not be brought up")


def connect_to_migrate(url: str) -> Coroutine[None, None, asyncpg.Connection]:
    """A connection without the haste of those that serve."""
    settings = {"application_name": "wordsmith-migrate"}
    return asyncpg.connect(url, timeout=CONNECT_S, server_settings=settings)  # type: ignore[no-any-return]


def _told(error: Exception) -> StoreError:
    cause = getattr(error, "orig", None) or error
    cause = getattr(cause, "__cause__", None) or cause
    line = (str(cause) or repr(cause)).splitlines()[0]
    if isinstance(cause, asyncpg.DuplicateTableError | asyncpg.DuplicateObjectError):
        return StoreError("store.in_the_way", why=line)
    return told_at_reading(cause)


if __name__ == "__main__":
    try:
        migrate(sys.stdin.read())
    except StoreError as refusal:
        sys.exit(str(refusal))
