"""How moves of rated games were made: how long was thought, and how often the page lost the focus.

It is written down for people to look at, and nothing is ever decided by it alone. Only what a game
of people among themselves needs is kept: no move of another game is.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.tables.table import Table
    from wordsmith.store.database import Database

_log = logging.getLogger(__name__)
_MOST_BLURS = 1000
_WRITE = """
INSERT INTO signals (table_id, seq, seat, think_ms, blurs, points) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING
"""


class Signals:
    """Counts, and writes with each turn."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._blurs: Counter[tuple[str, str]] = Counter()  # by table and person
        self._writing: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Write what is left."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    def blurred(self, table: str, person: str) -> None:
        """A page lost the focus in the turn of its person."""
        self._blurs[table, person] = min(_MOST_BLURS, self._blurs[table, person] + 1)

    def forget(self, table: str) -> None:
        """Nobody looks at this table any more."""
        for key in [key for key in self._blurs if key[0] == table]:
            del self._blurs[key]

    def moved(self, table: Table, person: str, version: int, since_ms: int) -> None:
        """A turn was made with command ``version``, ``since_ms`` the time when it had begun."""
        ledger = table.ledger
        rows = ledger.sheet.rows
        if not ledger.settings.rated or not rows or rows[-1].changed != version:
            return
        row = rows[-1]
        blurs = self._blurs.pop((table.id, person), 0)
        think_ms = max(0, ledger.at_ms - since_ms)
        written = Statement(_WRITE, (table.id, version, row.seat, think_ms, blurs, row.points))
        task = asyncio.create_task(self._write(written))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, written: Statement) -> None:
        try:
            await self._database.write(written)
        except WordsmithError as error:
            _log.warning("signals of a turn are lost: %s", error)
