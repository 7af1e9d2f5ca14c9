"""Run by Alembic: connect, wait for others who do the same, and take the missing steps."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from alembic import context
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from wordsmith.store.migrating import connect_to_migrate
from wordsmith.store.postgres_schema import VERSION_TABLE, read_version, refuse_newer

if TYPE_CHECKING:
    from sqlalchemy import Connection

_ALONE = "SELECT pg_advisory_xact_lock(1465077076, hashtext(current_schema()))"  # "WSMT"
_NOTED = text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 - a name of ours


async def _migrate(url: str) -> None:
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: connect_to_migrate(url),
        poolclass=NullPool,
    )
    async with engine.connect() as connection:
        await connection.run_sync(_take_steps)
    await engine.dispose()


def _take_steps(connection: Connection) -> None:
    """All of them in one transaction, and nobody else meanwhile."""
    context.configure(connection=connection, version_table=VERSION_TABLE)
    with context.begin_transaction():
        connection.execute(text(_ALONE))
        if connection.execute(text("SELECT to_regclass(:t)"), {"t": VERSION_TABLE}).scalar():
            refuse_newer(read_version(connection.execute(_NOTED).scalar()))
        context.run_migrations()


asyncio.run(_migrate(context.config.attributes["url"]))
