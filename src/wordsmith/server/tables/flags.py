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
_LIVE_S = 0.02
"""While a clock runs: when the program stands still, what it takes from a player is as little."""


class Flags:
    """Times to look, the next one first. A table is looked at no later than its clock runs out.

    There is one entry for each table, however often its clock is set: when it comes up too early,
    it is put back.
    """

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._due: list[tuple[int, str]] = []
        self._tables: dict[str, tuple[Table, int]] = {}  # and when it is looked at

    def watch(self, table: Table) -> None:
        """Look at this table when its clock runs out."""
        at_ms = _flag_at_ms(table)
        _, before = self._tables.get(table.id, (table, None))
        if at_ms is not None and (before is None or at_ms < before):
            self._tables[table.id] = (table, at_ms)
            heapq.heappush(self._due, (at_ms, table.id))

    def tick(self) -> None:
        """Ask every table whose time has come to look at its clock."""
        self._time.look(often=True)
        now_ms = self._time.steady_ms()
        while self._due and self._due[0][0] <= now_ms:
            at_ms, name = heapq.heappop(self._due)
            table, wanted = self._tables.get(name, (None, None))
            if table is None or wanted != at_ms:
                continue  # it was looked at earlier
            del self._tables[name]
            due = _flag_at_ms(table)
            if due is not None and due <= now_ms:
                table.look_at_clock()
            elif due is not None:
                self.watch(table)

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                self.tick()
            except Exception:  # noqa: BLE001 - it comes round again
                _log.exception("looking at the clocks failed, and is tried again")
            await asyncio.sleep(_LIVE_S if self._due else _EVERY_S)


def _flag_at_ms(table: Table) -> int | None:
    """When the clock of a live game runs out; None: it does not."""
    ledger = table.ledger
    return flag_at_ms(ledger.moment) if ledger.settings.pace_class == "live" else None
