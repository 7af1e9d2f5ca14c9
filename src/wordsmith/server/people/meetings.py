"""Rated games in which two opponents came from one address: a question for people to ask.

A household, a school, a club have one address as well. Nothing is decided by it. Of an address only
a mark is kept (``keys``), which says whether two are the same and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Database

_MET = """
SELECT DISTINCT r.at_ms, r.table_id, one.seat, other.seat, one.person, other.person
FROM results AS r
JOIN result_seats AS one ON one.table_id = r.table_id
JOIN result_seats AS other ON other.table_id = r.table_id AND other.seat > one.seat
JOIN sessions AS here ON here.person = one.person AND here.address <> ''
JOIN sessions AS there ON there.person = other.person AND there.address = here.address
WHERE r.rated = 1 AND r.at_ms >= $1 AND one.person <> other.person
ORDER BY r.at_ms DESC, r.table_id, one.seat, other.seat LIMIT $2
"""


_SIGNALS = """
SELECT count(*), coalesce(sum(think_ms), 0), coalesce(sum(blurs), 0) FROM signals
WHERE table_id = $1 AND seat = $2
"""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two seats of a rated game that is over."""

    at_ms: int
    table: str
    seats: tuple[int, int]
    persons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a seat made its moves, as far as it was written down."""

    turns: int
    think_ms: int  # on average
    blurs: int  # times the page lost the focus


async def meetings(database: Database, since_ms: int, limit: int = 100) -> Sequence[Meeting]:
    """Those since then, the last game first."""
    return [
        Meeting(at_ms, table, (seat, other), (one, another))
        for at_ms, table, seat, other, one, another in await database.rows(_MET, since_ms, limit)
    ]


async def manner_of(database: Database, table: str, seat: int) -> Manner:
    """How a seat made its moves at a table."""
    ((turns, think_ms, blurs),) = await database.rows(_SIGNALS, table, seat)
    return Manner(turns, int(think_ms) // max(1, turns), int(blurs))
