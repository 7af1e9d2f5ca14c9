"""Being forgotten: names, log-in and words go, seats in others' games stay and have no name.

Guests who only ever looked are forgotten by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.people.sessions import DAY_MS, Ended, wall_ms
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordsmith.server.people.sessions import Sessions
    from wordsmith.store.database import Database

_LOOKED_ON_MS = 30 * DAY_MS

_FORGET = (
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM passkeys WHERE person = $1",
    "DELETE FROM subscriptions WHERE person = $1",
    "DELETE FROM mutes WHERE person = $1 OR whom = $1",
    "DELETE FROM ratings WHERE person = $1",
    "DELETE FROM rating_changes WHERE person = $1",
    "DELETE FROM notices WHERE person = $1",
    "UPDATE result_seats SET person = NULL WHERE person = $1",
    "UPDATE seats SET name = '' WHERE person = $1",
    "UPDATE messages SET name = '', words = '', hidden = 1 WHERE person = $1",
)
_GONE = """
UPDATE persons SET name = '', language = '', login = NULL, login_shape = NULL, password = NULL,
    email = NULL, email_asked = NULL, role = '', factor = NULL, wants_rating = 0, deleted_ms = $1
WHERE id = $2
"""
_NEVER_PLAYED = """
login IS NULL AND since_ms < $1
AND NOT EXISTS (SELECT 1 FROM seats WHERE person = persons.id)
AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = persons.id AND seen_ms >= $1)
AND NOT EXISTS (SELECT 1 FROM messages WHERE person = persons.id)
AND NOT EXISTS (SELECT 1 FROM sanctions WHERE person = persons.id)
AND NOT EXISTS (SELECT 1 FROM reports WHERE by_person = persons.id OR whom = persons.id)
"""
_SWEEP = (
    f"DELETE FROM sessions WHERE person IN (SELECT id FROM persons WHERE {_NEVER_PLAYED})",  # noqa: S608
    f"DELETE FROM persons WHERE {_NEVER_PLAYED}",  # noqa: S608 - our own words
)


class Deleting:
    """Forgetting persons."""

    def __init__(
        self, database: Database, sessions: Sessions, clock: Callable[[], int] = wall_ms
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._clock = clock

    async def delete(self, person: str) -> None:
        """Forget a person, all at once; his sockets are closed."""
        await self._database.write(*self._forgetting(person))
        self._sessions.tell(Ended(person))

    async def held(self, person: str) -> Sequence[str]:
        """The tables that are not over where he has a seat."""
        sql = """
        SELECT DISTINCT s.table_id FROM seats AS s JOIN tables AS t ON t.id = s.table_id
        WHERE s.person = $1 AND t.phase IN ('gathering', 'playing')
        """
        return [row[0] for row in await self._database.rows(sql, person)]

    async def sweep(self) -> None:
        """Forget guests who have not been seen for a month and never sat down."""
        before = self._clock() - _LOOKED_ON_MS
        await self._database.write(*[Statement(sql, (before,)) for sql in _SWEEP])

    def _forgetting(self, person: str) -> Iterator[Statement]:
        for sql in _FORGET:
            yield Statement(sql, (person,))
        yield Statement(_GONE, (self._clock(), person))
