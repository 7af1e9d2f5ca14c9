"""What is shown of a table that its rows do not say: ratings, and who comes to a rematch."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.live.rooms import Room
    from wordsmith.server.tables.ledger import Ledger

_log = logging.getLogger(__name__)
_RATING = """
SELECT r.rating FROM ratings AS r JOIN persons AS p ON p.id = r.person
WHERE r.person = $1 AND r.variant = $2 AND r.pace = $3 AND p.wants_rating = 1
"""


class Asides:
    """Looks it up in the store."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looking: set[asyncio.Task[None]] = set()

    def are_due(self, room: Room) -> bool:
        """Whether there is something to look up for this table."""
        ledger = room.table.ledger
        return ledger.rematch is not None or (not ledger.has_begun and ledger.settings.rated)

    async def refresh(self, room: Room) -> bool:
        """Look it up; whether it is another than before."""
        if not self.are_due(room):
            return False
        ledger = room.table.ledger
        try:
            ratings = {} if ledger.has_begun else await self.ratings(ledger)
            sat = await self._sat(ledger.rematch)
        except WordsmithError as error:
            _log.error("table %s: %s", room.table.id, error)
            return False
        changed = (ratings, sat) != (room.ratings, room.rematch_sat)
        room.ratings, room.rematch_sat = ratings, sat
        return changed

    def refresh_soon(self, room: Room) -> None:
        """Look it up, and show it when it is there."""

        async def look() -> None:
            if await self.refresh(room):
                room.show_all(again=True)

        task = asyncio.create_task(look())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def ratings(self, ledger: Ledger) -> dict[str, int]:
        """The ratings of those who sit and want one, by person."""
        pace, variant = ledger.settings.pace_class, ledger.settings.variant
        found = {}
        for person in {place.person for place in ledger.places if place.person}:
            for (rating,) in await self._house.store.rows(_RATING, person, variant, pace):
                found[person] = round(rating)
        return found

    async def _sat(self, rematch: str | None) -> int:
        """How many of the people have come to the next table."""
        table = await self._house.tables.get(rematch) if rematch else None
        if table is None:
            return 0
        return sum([seat.kind == "human" for seat in table.ledger.seats])
