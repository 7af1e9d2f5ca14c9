"""The lobby: listed tables that gather, told by what is stored beside their rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.rules.variant import differences
from wordsmith.server.messages.outbound import LobbyLine
from wordsmith.server.messages.shown import GatheringSeat
from wordsmith.server.tables.lines import iso_time, seats_of, settings_of

if TYPE_CHECKING:
    from wordsmith.store import Store, TableRow

_MOST = 100  # lines that are told
_LOOKED_THROUGH = 500  # tables, the newest first


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; None: whatever."""

    variant: str | None = None
    pace: str | None = None  # the kind
    seats: int | None = None


class Lobby:
    """Looks through the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def lines(self, person: str, wanted: Wanted) -> list[LobbyLine]:
        """Open tables, the newest first, without those where the person sits already."""
        rows = await self._store.lobby(_LOOKED_THROUGH)
        return [_line(row) for row in rows if _fits(row, person, wanted)][:_MOST]


def _fits(row: TableRow, person: str, wanted: Wanted) -> bool:
    if any(place.person == person for place in row.places):
        return False
    if wanted.variant not in (None, row.variant):
        return False
    if wanted.seats not in (None, len(row.places)):
        return False
    return wanted.pace in (None, settings_of(row).pace.__struct_config__.tag)


def _line(row: TableRow) -> LobbyLine:
    settings = settings_of(row)
    seats = [
        GatheringSeat(seat.kind, seat.name, seat.level, here=False, rating=None, reserved=False)
        for seat in seats_of(row)
    ]
    return LobbyLine(
        table=row.table,
        variant=row.variant,
        pace=settings.pace,
        rated=row.rated,
        seats=seats,
        differences=differences(settings.load_variant()),
        at=iso_time(row.at_ms),
    )
