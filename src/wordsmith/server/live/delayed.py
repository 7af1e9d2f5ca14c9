"""A rated game as it was some time ago: whoever looks on cannot tell a player what comes next."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.errors import WordsmithError
from wordsmith.server.guard.viewers import Spectator
from wordsmith.server.tables.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.tables.table import Table
    from wordsmith.store import Command, Store

_log = logging.getLogger(__name__)
_AGAIN_S = 1.0  # after the store could not be read


class Sight(Struct, frozen=True):
    """A ledger, and how long ago it was so."""

    ledger: Ledger
    delay_ms: int


def is_late(table: Table, viewer: Viewer) -> bool:
    """Whether this viewer sees the table as it was some time ago."""
    late = isinstance(viewer, Spectator) and viewer.delayed
    return late and table.ledger.phase == "playing"


class Delayed:
    """A second ledger of a table, fed with its rows as they get old.

    The row that begins the game comes at once: before it there is nothing to tell. ``advanced``
    hears when the ledger has gone on.
    """

    def __init__(
        self, table: Table, store: Store, delay_ms: int, advanced: Callable[[], None]
    ) -> None:
        self._table = table
        self._store = store
        self._delay_ms = delay_ms
        self._advanced = advanced
        self._waiting: deque[Command] = deque()
        self._ledger: Ledger | None = None
        self._reading: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        self._again = False  # more was written while it read
        self.follow()

    async def opened(self) -> None:
        """Wait until it can be seen."""
        if self._ledger is None and self._reading is not None:
            await asyncio.shield(self._reading)

    def close(self) -> None:
        """Follow no more."""
        if self._reading is not None:
            self._reading.cancel()
        if self._due is not None:
            self._due.cancel()

    @property
    def sight(self) -> Sight | None:
        """The table as it was; None if it has not been read yet."""
        return None if self._ledger is None else Sight(self._ledger, self._delay_ms)

    def follow(self) -> None:
        """There is more to read, now or soon to be seen."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(), name=f"later {self._table.id}")
        else:
            self._again = True

    async def _read(self) -> None:
        try:
            while True:
                self._again = False
                try:
                    self._waiting.extend(await self._store.read(self._table.id, self._known()))
                except WordsmithError as error:
                    _log.error("table %s, for spectators: %s", self._table.id, error)
                    await asyncio.sleep(_AGAIN_S)
                    continue
                self._advance()
                if not self._again:
                    return
        finally:
            self._reading = None

    def _known(self) -> int:
        if self._waiting:
            return self._waiting[-1].seq
        return 0 if self._ledger is None else self._ledger.version

    def _advance(self) -> None:
        """Take every row that is old enough, and come again when the next one is."""
        ledger = self._ledger or _empty(self._table)
        ledger.replace_places(self._table.ledger.places)
        before, now = ledger.version, time.time_ns() // 1_000_000
        while self._waiting and (not ledger.has_begun or self._wait_ms(now) <= 0):
            ledger.take(self._waiting.popleft())
        self._ledger = ledger
        if self._due is not None:
            self._due.cancel()
        self._due = None
        if self._waiting:
            loop = asyncio.get_running_loop()
            self._due = loop.call_later(self._wait_ms(now) / 1000 + 0.001, self._advance)
        if ledger.version > before:
            self._advanced()

    def _wait_ms(self, now_ms: int) -> int:
        return self._waiting[0].at_ms + self._delay_ms - now_ms


def _empty(table: Table) -> Ledger:
    ledger = table.ledger
    return Ledger(ledger.table, ledger.settings, (), ledger.places)


async def ledger_then(table: Table, store: Store, delay_ms: int) -> Ledger:
    """The ledger of a game as it was so long ago: for whoever asks only once."""
    ledger = _empty(table)
    latest = time.time_ns() // 1_000_000 - delay_ms
    for command in await store.read(table.id):
        if ledger.has_begun and command.at_ms > latest:
            break
        ledger.take(command)
    return ledger
