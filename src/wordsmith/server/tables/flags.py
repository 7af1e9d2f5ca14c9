"""Which clocks of live games run out soon: looked at often, so that nobody waits for a sweep.

Only for accuracy. What is forgotten here, and games by correspondence, a sweep over the stored
tables finds within a second or so.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from typing import TYPE_CHECKING

from wordsmith.server.tables.pacing import flag_at_ms

if TYPE_CHECKING:
    from wordsmith.server.tables.table import Table
    from wordsmith.server.tables.timekeeping import Timekeeper

_log = logging.getLogger(__name__)
_EVERY_S = 0.1


class Flags:
    """Times to look, the next one first; what has changed since is passed over."""

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._due: list[tuple[int, str]] = []
        self._tables: dict[str, Table] = {}

    def watch(self, table: Table) -> None:
        """Look at this table when its clock runs out, and at no other time."""
        ledger = table.ledger
        at_ms = flag_at_ms(ledger.moment)
        if at_ms is None or ledger.settings.pace_class != "live":
            self._tables.pop(table.id, None)
            return
        self._tables[table.id] = table
        heapq.heappush(self._due, (at_ms, table.id))

    def tick(self) -> None:
        """Ask every table whose time has come to look at its clock."""
        self._time.look(often=True)
        now_ms = self._time.steady_ms()
        while self._due and self._due[0][0] <= now_ms:
            at_ms, name = heapq.heappop(self._due)
            table = self._tables.get(name)
            if table is not None and flag_at_ms(table.ledger.moment) == at_ms:
                table.look_at_clock()

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                self.tick()
            except Exception:  # noqa: BLE001 - it comes round again
                _log.exception("looking at the clocks failed, and is tried again")
            await asyncio.sleep(_EVERY_S)
