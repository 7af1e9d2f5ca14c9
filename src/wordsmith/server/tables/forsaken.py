"""Listed tables that nobody comes back to: found in the store, and called off by the table itself.

Whoever looks into the lobby sees only tables at which somebody may still be met (decision 096).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from wordsmith.server.tables.errands import ForsakenErrand
from wordsmith.server.tables.requests import Accepted

if TYPE_CHECKING:
    from wordsmith.server.tables.tables import Tables
    from wordsmith.store import PaceClass
    from wordsmith.store.database import Database

_log = logging.getLogger(__name__)
_DAY_MS = 24 * 3600 * 1000
KEPT_MS: dict[PaceClass, int] = {"live": _DAY_MS, "none": 3 * _DAY_MS, "slow": 14 * _DAY_MS}
"""So long a table waits for its people: the slower its game, the longer they may stay away."""

LOOK_EVERY_S = 600.0
"""The first time not before: a program that starts has not heard who is here at the others."""

_AT_ONCE = 50
_FORSAKEN = """
SELECT t.id, t.version FROM tables AS t
WHERE t.listed = 1 AND t.phase = 'gathering'
AND t.pace = $1 AND t.at_ms < $2 AND NOT EXISTS (
    SELECT 1 FROM seats AS s JOIN sessions AS x ON x.person = s.person
    WHERE s.table_id = t.id AND x.seen_ms >= $2
)
ORDER BY t.at_ms LIMIT $3
"""
"""A seat that is kept for somebody counts as his: where he is about, he may still come."""


class Forsaken:
    """Looks for such tables."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables

    async def look(self) -> int:
        """Call off what nobody comes back to; how many tables that were."""
        now, gone = self._tables.time.wall_ms(), 0
        for pace, kept_ms in KEPT_MS.items():
            found = await self._database.rows(_FORSAKEN, pace, now - kept_ms, _AT_ONCE)
            for name, version in found:
                gone += await self._call_off(name, version)
        if gone:
            _log.info("%d listed tables were called off: nobody came back to them", gone)
        return gone

    async def _call_off(self, name: str, version: int) -> bool:
        """Ask a table to be called off as it was found; False if somebody was first."""
        table = await self._tables.get(name)
        if table is None:
            return False
        errand = ForsakenErrand(version)
        answer = await table.act(None, version, f"forsaken-{version}", errand)
        return isinstance(answer, Accepted)
