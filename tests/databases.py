"""Databases for tests: a file of SQLite and a schema of PostgreSQL, each empty and of its own.

A test that asks for ``store`` runs over both; where no PostgreSQL answers, it is skipped there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from wordsmith.store import migrate, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from pathlib import Path

    from wordsmith.store import Store

# whoever is still connected to a database that is a worker's own
_LEAVE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND datname LIKE 'wordsmith\\_%' AND pid <> pg_backend_pid()
"""
# those that refer to others were made after them
_EMPTY = """
DO $$ DECLARE filled regclass; BEGIN
  FOR filled IN
    SELECT oid FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND relname <> 'store_version'
    ORDER BY oid DESC
  LOOP EXECUTE 'DELETE FROM ' || filled; END LOOP;
END $$
"""

SERVER = os.environ.get("WORDSMITH_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread: the test may have a loop of its own."""
    return _apart(asyncio.run, work)


def _apart(act: Callable[[Any], Any], argument: object) -> Any:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(act, argument).result()


async def execute(address: str, *statements: str) -> list[Any]:
    """Run statements, and give what the last one gives."""
    import asyncpg

    connection = await asyncpg.connect(address, timeout=3)
    try:
        for statement in statements:
            rows: list[Any] = await connection.fetch(statement)
    finally:
        await connection.close()
    return rows


@cache
def _why_not() -> str | None:
    """Why PostgreSQL cannot be asked; None: it can."""
    try:
        run_apart(execute(SERVER, "SELECT 1"))
    except ImportError as error:
        return f"asyncpg is not installed: {error}"
    except (OSError, TimeoutError) as error:
        return f"PostgreSQL does not answer: {error}"
    return None


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The address of a PostgreSQL where schemas can be made."""
    reason = _why_not()
    if reason is not None:
        pytest.skip(reason)
    return SERVER


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty schema, with no table in it yet."""
    with empty_schema(postgres_server) as address:
        yield address


@contextmanager
def empty_schema(postgres_server: str) -> Iterator[str]:
    """The address of a schema that is there for a while."""
    schema = f"wordsmith_{secrets.token_hex(6)}"
    run_apart(execute(postgres_server, f"CREATE SCHEMA {schema}"))
    mark = "&" if "?" in postgres_server else "?"
    try:
        yield f"{postgres_server}{mark}search_path={schema}"
    finally:
        run_apart(execute(postgres_server, f"DROP SCHEMA {schema} CASCADE"))


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The path of a file that is not there yet."""
    return str(tmp_path / "games.sqlite3")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty site: what ``--database`` takes."""
    if request.param == "sqlite":
        path, model = (request.getfixturevalue(x) for x in ("sqlite", "migrated_sqlite"))
        if not os.path.exists(path):  # noqa: PTH110 - another fixture may have filled it
            shutil.copyfile(model, path)
        yield path
        return
    emptying = request.getfixturevalue("emptying")
    yield request.getfixturevalue("migrated_postgres")
    emptying.empty()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file to copy: to make all tables for each test takes longer than most tests."""
    path = tmp_path_factory.mktemp("migrated") / "games.sqlite3"
    _apart(migrate_here, str(path))
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> Iterator[str]:
    """The address of tables made once, which each test leaves empty: so the next one has them."""
    import asyncpg

    with contextlib.ExitStack() as stack:
        try:
            address = stack.enter_context(a_database(postgres_server))
        except asyncpg.InsufficientPrivilegeError:  # this user may make schemas alone
            address = stack.enter_context(empty_schema(postgres_server))
        _apart(migrate_here, address)
        yield address


@pytest.fixture(scope="session")
def emptying(migrated_postgres: str) -> Iterator[Emptying]:
    """What leaves that database empty."""
    with closing(Emptying(migrated_postgres)) as over_one_line:
        yield over_one_line


class Emptying:
    """A connection that is kept: what a new one has to learn takes longer than most tests."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._thread = ThreadPoolExecutor(1)  # a test may have a loop of its own
        self._loop = asyncio.Runner()
        self._connection: Any = None

    def empty(self) -> None:
        """No row is left, nor anybody else who is connected."""
        self._run(self._empty())

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._run(self._connection.close(timeout=3))
        self._thread.submit(self._loop.close).result()
        self._thread.shutdown()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._thread.submit(self._loop.run, work).result()

    async def _empty(self) -> None:
        import asyncpg

        try:
            await self._say()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            if self._connection is None:
                raise
            self._connection.terminate()  # a test has ended every connection, this one too
            self._connection = None
            await self._say()

    async def _say(self) -> None:
        import asyncpg

        if self._connection is None:
            self._connection = await asyncpg.connect(self._address, timeout=3)
        for statement in (_LEAVE, _EMPTY):
            await self._connection.execute(statement)


@contextmanager
def a_database(postgres_server: str) -> Iterator[str]:
    """The address of a database that is there for a while."""
    name = f"wordsmith_{secrets.token_hex(6)}"
    run_apart(execute(postgres_server, f"CREATE DATABASE {name}"))
    try:
        yield urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
    finally:
        run_apart(execute(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


def migrate_here(address: str) -> None:
    """Make the tables. In this process, as a process of its own for each test takes too long."""
    if address.startswith("postgresql:"):
        from wordsmith.store.migrating import migrate as migrate_postgres

        migrate_postgres(address)
    else:
        migrate(address)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """A store over each kind of database; ``open_store(database)`` is another one on the same."""
    opened = open_store(database)
    await opened.open()
    yield opened
    await opened.close()
