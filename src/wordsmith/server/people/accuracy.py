"""How near the plays of somebody come to the best ones, as far as they have been compared.

A strong player comes nearer: what others of his rating do stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Database, Row

_NEAR = 150.0  # points of rating
_SUMS = (
    "count(*), coalesce(sum(CASE WHEN g.lost = 0 THEN 1 ELSE 0 END), 0), coalesce(sum(g.lost), 0)"
)
_COMPARED = """
FROM signals AS g JOIN results AS r ON r.table_id = g.table_id
JOIN result_seats AS s ON s.table_id = g.table_id AND s.seat = g.seat
"""
_OWN = f"""
SELECT {_SUMS} {_COMPARED}
WHERE g.lost IS NOT NULL AND s.person = $1 AND r.variant = $2 AND r.pace = $3 AND r.at_ms >= $4
"""
_OTHERS = f"""
SELECT {_SUMS} {_COMPARED}
JOIN ratings AS k ON k.person = s.person AND k.variant = r.variant AND k.pace = r.pace
WHERE g.lost IS NOT NULL AND s.person <> $1 AND r.variant = $2 AND r.pace = $3 AND r.at_ms >= $4
AND k.rating BETWEEN $5 AND $6
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a rating is of."""

    variant: str
    pace: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Sums over plays that have been compared with the best ones."""

    plays: int
    best: int  # of these, worth as much as the best
    lost: int  # what the others were worth less


async def accuracy_of(database: Database, person: str, kind: Kind, since_ms: int) -> Accuracy:
    """Of somebody, in games of one kind since then."""
    return _summed(await database.rows(_OWN, person, kind.variant, kind.pace, since_ms))


async def accuracy_near(
    database: Database, person: str, kind: Kind, rating: float, since_ms: int
) -> Accuracy:
    """Likewise of all others whose rating is near."""
    whose = (person, kind.variant, kind.pace, since_ms, rating - _NEAR, rating + _NEAR)
    return _summed(await database.rows(_OTHERS, *whose))


def _summed(rows: Sequence[Row]) -> Accuracy:
    ((plays, best, lost),) = rows
    return Accuracy(plays, int(best or 0), int(lost or 0))
