"""A real server for the browser: it can be stopped, and started again where it was.

Tables with a known past are written into its file as the server itself writes them.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tests.browser.laying_out import tell
from wordsmith.bus import MemoryBus
from wordsmith.server import Settings
from wordsmith.server.app import app_of
from wordsmith.server.house import House
from wordsmith.server.run import _address, _listen, _Server
from wordsmith.server.tables.agreement import TableSettings
from wordsmith.server.tables.ledger import Ledger
from wordsmith.store import SqliteStore, Stored

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from tests.browser.laying_out import Setting, Told

PATIENCE_S = 20.0
_T = TypeVar("_T")
_WHO = "SELECT person FROM sessions WHERE id = $1"


def _settings() -> Settings:
    quick = Settings(
        bot_processes=1,
        sweep_s=0.1,
        new_tables=10_000,
        changes=100_000,
        messages=1000,
        guest_sockets=1000,
        quota_factor=1000,
    )
    built = os.environ.get("WORDSMITH_BROWSER_STATIC")
    return replace(quick, static=Path(built)) if built else quick


class Site:
    """The server, in a thread of its own; ``address`` stays the same when it is started again."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._port = 0
        self.start()

    def start(self) -> None:
        """Begin to answer, at the port of the last time."""
        self._listener = _listen("127.0.0.1", self._port)
        self.address = _address("127.0.0.1", self._listener)
        self._port = self._listener.getsockname()[1]
        house = House(SqliteStore(self.database), MemoryBus(), _settings())
        ready = threading.Event()
        self._server = _Server(app_of(house), house, lambda _: ready.set(), self.address)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._thread.start()
        assert ready.wait(PATIENCE_S)

    def stop(self) -> None:
        """Answer no more; what was said is on disk."""
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._listener.close()
        assert not self._thread.is_alive()

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    @property
    def is_running(self) -> bool:
        """Whether it answers."""
        return self._thread.is_alive()

    def person_of(self, cookie: str) -> str:
        """Whom the server knows by a cookie."""
        session = hashlib.sha256(cookie.encode()).hexdigest()
        ((person,),) = _outside_the_loop(self._rows(_WHO, session))
        return str(person)

    def lay_out(self, guests: str | Sequence[str], setting: Setting) -> str:
        """A table with a known past; ``guests`` hold the seats of people in turn. Its id."""
        for _ in range(20):
            told = tell([guests] if isinstance(guests, str) else guests, setting)
            if _outside_the_loop(self._write(told)):
                return told.new.table
        raise AssertionError("the bots of the server are always first")

    def stored(self, table: str) -> Ledger:
        """The table as it is on disk."""
        return _outside_the_loop(self._ledger(table))

    async def _write(self, told: Told) -> bool:
        """Whether the whole past was written before a bot of the server moved by itself."""
        async with _Opened(self.database) as store:
            await store.create(told.new)
            written = [await store.append(command, standing) for command, standing in told.more]
        return all(isinstance(answer, Stored) for answer in written)

    async def _rows(self, sql: str, *values: str) -> Sequence[Any]:
        async with _Opened(self.database) as store:
            return await store.rows(sql, *values)

    async def _ledger(self, table: str) -> Ledger:
        async with _Opened(self.database) as store:
            row = await store.table(table)
            assert row is not None
            settings = msgspec.json.decode(row.settings, type=TableSettings)
            return Ledger(table, settings, await store.read(table), row.places, row.invite)


class _Opened:
    """The store of a site that runs, for a moment."""

    def __init__(self, database: Path) -> None:
        self._store = SqliteStore(database)

    async def __aenter__(self) -> SqliteStore:
        return self._store

    async def __aexit__(self, *_: object) -> None:
        await self._store.close()


def _outside_the_loop(work: Coroutine[Any, Any, _T]) -> _T:
    """Playwright has a loop of its own in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
