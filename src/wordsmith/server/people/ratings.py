"""Ratings follow results: in the order in which games ended, each exactly once.

Nothing is remembered but the results themselves (``applied``). Several processes may look at once:
the write asks again whether the result is still the first one that waits, and whether the ratings
are those it was reckoned from; if not, nothing of it is kept, and it comes round again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.ratings import Rating, rate
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.store.database import Database

_TRIES = 20  # among other processes, before the next sweep
_AT_ONCE = 200  # results in one sweep

_NEXT = """
SELECT r.table_id, r.at_ms, r.variant, r.pace, t.phase, s.person, s.place
FROM results AS r JOIN tables AS t ON t.id = r.table_id
JOIN result_seats AS s ON s.table_id = r.table_id
WHERE r.table_id = (
    SELECT table_id FROM results WHERE applied = 0 AND rated = 1 ORDER BY at_ms, table_id LIMIT 1
)
ORDER BY s.seat
"""
_KNOWN = """
SELECT rating, deviation, volatility, games, at_ms FROM ratings
WHERE person = $1 AND variant = $2 AND pace = $3
"""
_ACCOUNTS = "SELECT 1 FROM persons WHERE id = $1 AND login IS NOT NULL"
_APPLY = """
UPDATE results SET applied = 1 WHERE table_id = $1 AND applied = 0 AND NOT EXISTS (
    SELECT 1 FROM results AS earlier
    WHERE earlier.applied = 0 AND earlier.rated = 1
    AND (earlier.at_ms < $2 OR (earlier.at_ms = $2 AND earlier.table_id < $1))
)
"""
_FIRST = """
INSERT INTO ratings (rating, deviation, volatility, games, at_ms, person, variant, pace)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
"""
_NEXT_ONE = """
UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4, at_ms = $5
WHERE person = $6 AND variant = $7 AND pace = $8 AND games = $9
"""
_CHANGED = """
INSERT INTO rating_changes (table_id, person, before, after) VALUES ($1, $2, $3, $4)
"""


@dataclass(frozen=True, slots=True)
class _Result:
    table: str
    at_ms: int
    variant: str
    pace: str
    phase: str
    persons: tuple[str | None, ...]  # by seat; None: a bot, or somebody who is gone
    places: tuple[int, ...]

    @property
    def counts(self) -> bool:
        """Whether persons, each for himself, played it to an end."""
        people = set(self.persons)
        return (
            self.phase == "ended"
            and None not in people
            and len(people) == len(self.persons) >= 2
            and self.pace in ("live", "slow")
        )


class Ratings:
    """The duty."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def sweep(self) -> int:
        """Apply the results that wait; how many were."""
        applied = tries = 0
        while applied < _AT_ONCE and tries < _TRIES:
            result = await self._next()
            if result is None:
                break
            if await self._database.write(*await self._applying(result)) is None:
                tries += 1  # another process was first
            else:
                applied += 1
        return applied

    async def _next(self) -> _Result | None:
        rows = await self._database.rows(_NEXT)
        if not rows:
            return None
        table, at_ms, variant, pace, phase, *_ = rows[0]
        persons, places = tuple([row[5] for row in rows]), tuple([row[6] for row in rows])
        return _Result(table, at_ms, variant, pace, phase, persons, places)

    async def _applying(self, result: _Result) -> Sequence[Statement]:
        applied = Statement(_APPLY, (result.table, result.at_ms), guards=True)
        if not result.counts or not await self._all_have_accounts(result):
            return [applied]
        persons = [person for person in result.persons if person]
        before = [await self._rating(person, result) for person in persons]
        after = rate(before, result.places, result.at_ms)
        changes = [
            statement
            for person, was, now in zip(persons, before, after, strict=True)
            for statement in _written(result, person, was, now)
        ]
        return [applied, *changes]

    async def _all_have_accounts(self, result: _Result) -> bool:
        for person in result.persons:
            if not await self._database.rows(_ACCOUNTS, person):
                return False
        return True

    async def _rating(self, person: str, result: _Result) -> Rating:
        rows = await self._database.rows(_KNOWN, person, result.variant, result.pace)
        return Rating(*rows[0]) if rows else Rating()


def _written(result: _Result, person: str, was: Rating, now: Rating) -> Iterator[Statement]:
    values = (now.rating, now.deviation, now.volatility, now.games, now.at_ms)
    whose = (person, result.variant, result.pace)
    if was.games:
        yield Statement(_NEXT_ONE, (*values, *whose, was.games), guards=True)
    else:
        yield Statement(_FIRST, (*values, *whose), guards=True)
    yield Statement(_CHANGED, (result.table, person, was.rating, now.rating))
