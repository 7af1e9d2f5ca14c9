"""Tables as lists show them, told by what is stored beside their rows: nothing is replayed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.messages import outbound
from wordsmith.server.tables.agreement import SeatSettings, TableSettings, parse_settings
from wordsmith.server.tables.duties import Summary

if TYPE_CHECKING:
    from wordsmith.store import TableRow


def settings_of(row: TableRow) -> TableSettings:
    """What was agreed at a table."""
    return parse_settings(row.settings)


def seats_of(row: TableRow) -> tuple[SeatSettings, ...]:
    """The seats of a table as they are now, with the names of those who sit there."""
    summary = _summary(row)
    seats = summary.seats or settings_of(row).seats
    return tuple(
        [
            seat if seat.is_bot else SeatSettings(seat.kind, place.name or seat.name)
            for seat, place in zip(seats, row.places, strict=True)
        ]
    )


def table_line(row: TableRow, person: str) -> outbound.TableLine:
    """A table in the list of somebody who has a seat there, or for whom one is kept."""
    summary, seats, standing = _summary(row), seats_of(row), row.standing
    return outbound.TableLine(
        table=row.table,
        variant=row.variant,
        phase=standing.phase,
        pace=settings_of(row).pace,
        seats=[
            outbound.LineSeat(seat.name, seat.kind, seat.level, score)
            for seat, score in zip(seats, summary.scores, strict=True)
        ],
        on_turn=summary.on_turn,
        ended=standing.phase == "ended",
        mine=[
            number
            for number, (seat, place) in enumerate(zip(seats, row.places, strict=True))
            if seat.kind == "human" and place.person == person
        ],
        version=row.version,
        at=iso_time(row.at_ms),
        due=None if standing.due_at_ms is None else iso_time(standing.due_at_ms),
        group=settings_of(row).group,
        rematch=summary.rematch,
        front=row.front,
    )


def iso_time(at_ms: int) -> str:
    """A wall time as pages read it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")


def _summary(row: TableRow) -> Summary:
    return msgspec.json.decode(row.standing.summary, type=Summary)
