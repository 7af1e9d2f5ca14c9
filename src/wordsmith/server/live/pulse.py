"""The pulse: every page hears it every few seconds, and with it how far its tables have come.

It is what makes good whatever was lost on the way: a hint of the bus, a page's line that went dead,
a session that ended unheard. Pages are spread over the time between two pulses.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.server.live.connection import FORBIDDEN, LOGGED_OUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wordsmith.server.house import House
    from wordsmith.server.live.connection import Connection
    from wordsmith.server.live.hall import Hall

_log = logging.getLogger(__name__)
SLOTS = 50
CHECK_S = 60.0
"""How long a session may have ended before its socket hears of it, if the bus has lost that."""


class Pulse:
    """Beats slot by slot."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._beating: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._beating = asyncio.create_task(self._beat_on(), name="pulse")

    async def close(self) -> None:
        """Stop."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat_on(self) -> None:
        slot = 0
        while True:
            await asyncio.sleep(self._house.settings.pulse_s / SLOTS)
            slot = (slot + 1) % SLOTS
            try:
                await self.beat(slot)
            except Exception:  # noqa: BLE001 - it comes round again
                _log.exception("a pulse failed, and comes again")

    async def beat(self, slot: int) -> None:
        """One pulse for the pages of a slot, one look after its tables."""
        self._hall.presence.repeat(
            [table for table in self._hall.presence.tables if hash(table) % SLOTS == slot]
        )
        connections = self._hall.in_slot(slot)
        versions = await self._versions({table for one in connections for table in one.joined})
        for connection in connections:
            connection.pulse(self._house.time.steady_ms(), versions)
        await self._check(connections)
        await self._hall.look_around(slot)

    async def _versions(self, tables: Iterable[str]) -> Mapping[str, int]:
        """How far these tables have come on disk; the live ones catch up."""
        wanted = tuple(tables)
        if not wanted:
            return {}
        try:
            return await self._house.tables.refresh(wanted)
        except WordsmithError as error:
            _log.error("the pulse could not look up tables: %s", error)
            return {}

    async def _check(self, connections: Iterable[Connection]) -> None:
        """See whether the sessions of these pages go on."""
        now = time.monotonic()
        for connection in connections:
            if now - connection.checked < CHECK_S:
                continue
            connection.checked = now
            session = await self._house.people.sessions.find(connection.session.id)
            if session is None:
                connection.let_go(LOGGED_OUT)
            elif session.banned_until_ms > self._house.time.wall_ms():
                connection.let_go(FORBIDDEN)
            else:
                connection.session = session
