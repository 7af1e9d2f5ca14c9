"""Everything that was said, in the store: numbered at each table, each intent once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.server.talk.hearing import Spoken
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.server.talk.hearing import Hearer
    from wordsmith.store.database import Database, Row

PAGE = 50  # messages in one answer
_MOST_AT_ONCE = 200  # that are spread in one go
_ATTEMPTS = 20  # others may take the next number meanwhile

_SPOKEN = """
SELECT table_id, n, at_ms, person, seat, name, channel, to_seat, to_person, words, hidden
FROM messages
"""
_SAY = """
INSERT INTO messages (table_id, n, at_ms, person, seat, name, channel, to_seat, to_person,
    words, key)
SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10
FROM messages WHERE table_id = $1
ON CONFLICT DO NOTHING
RETURNING n
"""
_HEARD = """
WHERE table_id = $1 AND n < $2
AND (channel IN ('whisper', $3, $4) OR person = $5 OR to_person = $5)
AND person NOT IN (SELECT whom FROM mutes WHERE person = $5)
AND person NOT IN (SELECT person FROM mutes WHERE whom = $5)
ORDER BY n DESC LIMIT $6
"""
_BLOCKED = """
SELECT whom FROM mutes WHERE person = $1 UNION SELECT person FROM mutes WHERE whom = $1
"""
_MUTE = """
INSERT INTO mutes (person, whom, since_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
"""


class Archive:
    """The messages of all tables, and who does not want to hear whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, spoken: Spoken, key: str) -> Spoken:
        """Keep what was said under the next number of its table; the same key is kept once.

        Gives what is kept under this key. LookupError if others were first again and again.
        """
        values = (
            *(spoken.table, spoken.at_ms, spoken.person, spoken.seat, spoken.name),
            *(spoken.channel, spoken.to_seat, spoken.to_person, spoken.words, key),
        )
        for _ in range(_ATTEMPTS):
            if await self._database.write(Statement(_SAY, values, guards=True)):
                break
            if await self.with_key(spoken.table, key):
                break
        kept = await self.with_key(spoken.table, key)
        if kept is None:
            raise LookupError(f"no number was free at table {spoken.table}")
        return kept

    async def with_key(self, table: str, key: str) -> Spoken | None:
        """What was kept under a key of an intent."""
        rows = await self._database.rows(_SPOKEN + "WHERE table_id = $1 AND key = $2", table, key)
        return _spoken(rows[0]) if rows else None

    async def numbered(self, table: str, n: int) -> Spoken | None:
        """One message."""
        rows = await self._database.rows(_SPOKEN + "WHERE table_id = $1 AND n = $2", table, n)
        return _spoken(rows[0]) if rows else None

    async def since(self, table: str, n: int) -> Sequence[Spoken]:
        """The next messages of a table after number ``n``, in order."""
        after = "WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3"
        rows = await self._database.rows(_SPOKEN + after, table, n, _MOST_AT_ONCE)
        return [_spoken(row) for row in rows]

    async def around(self, table: str, n: int, reach: int) -> Sequence[Spoken]:
        """The messages of a table from ``n - reach`` to ``n + reach``, in order."""
        near = "WHERE table_id = $1 AND n >= $2 AND n <= $3 ORDER BY n"
        rows = await self._database.rows(_SPOKEN + near, table, n - reach, n + reach)
        return [_spoken(row) for row in rows]

    async def last(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last message of each table; of one where nothing was said, 0."""
        marks = ", ".join(f"${number}" for number in range(1, len(tables) + 1))
        rows = await self._database.rows(
            f"SELECT table_id, max(n) FROM messages WHERE table_id IN ({marks}) GROUP BY table_id",  # noqa: S608 - marks
            *tables,
        )
        return {**dict.fromkeys(tables, 0), **dict(rows)}

    async def heard_before(self, hearer: Hearer, table: str, n: int) -> Sequence[Spoken]:
        """The last ``PAGE`` messages before ``n`` that may be anything to somebody, in order."""
        first, *more = [*hearer.channels, "whisper"]
        second = more[0] if more else "whisper"
        rows = await self._database.rows(
            _SPOKEN + _HEARD, table, n, first, second, hearer.person, PAGE
        )
        return [_spoken(row) for row in reversed(rows)]

    async def blocked(self, person: str) -> set[str]:
        """Everybody who does not hear this person, or whom he does not hear: it holds both ways."""
        return {row[0] for row in await self._database.rows(_BLOCKED, person)}

    async def mute(self, person: str, whom: str, now_ms: int) -> None:
        """From now on these two do not hear each other."""
        await self._database.write(Statement(_MUTE, (person, whom, now_ms)))

    async def unmute(self, person: str, whom: str) -> None:
        """As far as ``person`` is concerned, they may hear each other again."""
        sql = "DELETE FROM mutes WHERE person = $1 AND whom = $2"
        await self._database.write(Statement(sql, (person, whom)))


def _spoken(row: Row) -> Spoken:
    spoken = Spoken(*row)
    return replace(spoken, hidden=bool(spoken.hidden))
