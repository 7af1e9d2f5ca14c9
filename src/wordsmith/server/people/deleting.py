"""Being forgotten: names, log-in and words go, seats in others' games stay and have no name.

Guests who only ever looked are forgotten by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.people.moving import tell_moved
from wordsmith.server.people.sessions import DAY_MS, Ended, wall_ms
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from wordsmith.bus import Bus
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


_MADE_WITH = """
SELECT t.id, t.settings, s.name, (
    SELECT count(*) FROM seats AS other
    WHERE other.table_id = t.id AND other.person IS NOT NULL AND other.person <> s.person
)
FROM seats AS s JOIN tables AS t ON t.id = s.table_id WHERE s.person = $1
"""
_ADVISED = """
SELECT table_id, seq, events FROM commands
WHERE events LIKE '%"admitted"%' AND table_id IN (
    SELECT table_id FROM messages WHERE person = $1 AND channel = 'whisper'
)
"""


class Deleting:
    """Forgetting persons."""

    def __init__(
        self, database: Database, bus: Bus, sessions: Sessions, clock: Callable[[], int] = wall_ms
    ) -> None:
        self._database = database
        self._bus = bus
        self._sessions = sessions
        self._clock = clock

    async def delete(self, person: str) -> None:
        """Forget a person, all at once; his sockets are closed."""
        names = [
            *[statement async for statement in self._unnamed_settings(person)],
            *[statement async for statement in self._unnamed_advice(person)],
        ]
        await self._database.write(*names, *self._forgetting(person))
        self._sessions.tell(Ended(person))
        tell_moved(self._bus, person, person)  # who has no name any more

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

    async def _unnamed_settings(self, person: str) -> AsyncIterator[Statement]:
        """What a table was made with, without his names; all names of his own sofa are his."""
        for table, settings, name, others in await self._database.rows(_MADE_WITH, person):
            told = msgspec.json.decode(settings)
            for seat in told.get("seats", ()):
                if seat.get("name") and (not others or seat["name"] == name):
                    seat["name"] = ""
            values = (msgspec.json.encode(told).decode(), table)
            yield Statement("UPDATE tables SET settings = $1 WHERE id = $2", values)

    async def _unnamed_advice(self, person: str) -> AsyncIterator[Statement]:
        """The rows by which he became an adviser, without his name: the only ones that have it."""
        for table, seq, events in await self._database.rows(_ADVISED, person):
            told = msgspec.json.decode(events)
            for event in told:
                if event.get("person") == person:
                    event["name"] = ""
            values = (msgspec.json.encode(told).decode(), table, seq)
            yield Statement(
                "UPDATE commands SET events = $1 WHERE table_id = $2 AND seq = $3", values
            )

    def _forgetting(self, person: str) -> Iterator[Statement]:
        for sql in _FORGET:
            yield Statement(sql, (person,))
        yield Statement(_GONE, (self._clock(), person))
