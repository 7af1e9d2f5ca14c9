"""Who is to be reminded of what, found in what is stored: no timer and no queue to be lost.

That somebody was told is a row of ``notices``, written before anything is sent, by whichever
process is first. The row is of the version that was looked at; whoever has not moved since he was
told, is not told of the same turn again at a later version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.messages.protocol import Days
from wordsmith.server.tables.agreement import TableSettings
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.server.notices.wording import Kind
    from wordsmith.store.database import Database

DAY_MS = 24 * 3600 * 1000
GRACE_MS = 20_000
"""So long nobody is told: who is there moves or is gone by then."""

_MOST = 200  # in one look
_LONGEST_DAYS = 14
_FORGOTTEN_MS = DAY_MS  # games that are over for so long are no news

_CAN_BE_TOLD = """
p.deleted_ms IS NULL AND ((p.email IS NOT NULL AND p.reminders = 1)
    OR EXISTS (SELECT 1 FROM subscriptions AS u WHERE u.person = s.person))
"""
_WITH_OTHERS = """
EXISTS (SELECT 1 FROM seats AS o
    WHERE o.table_id = t.id AND o.person IS NOT NULL AND o.person <> s.person)
"""
_ON_TURN = f"""
SELECT t.id, t.version, t.variant, s.seat, s.person FROM tables AS t
JOIN seats AS s ON s.table_id = t.id AND s.seat = t.on_turn JOIN persons AS p ON p.id = s.person
WHERE t.phase = 'playing' AND t.pace <> 'live' AND t.front = 0
AND t.at_ms <= $1 AND {_CAN_BE_TOLD}
AND {_WITH_OTHERS} AND NOT EXISTS (SELECT 1 FROM notices AS n WHERE n.table_id = t.id
    AND n.seq = t.version AND n.person = s.person AND n.kind = 'turn')
ORDER BY t.at_ms LIMIT $2
"""  # noqa: S608 - our own words
_NUDGED_LIVE = f"""
SELECT t.id, t.version, t.variant, s.seat, s.person FROM tables AS t
JOIN seats AS s ON s.table_id = t.id AND s.seat = t.on_turn JOIN persons AS p ON p.id = s.person
JOIN commands AS c ON c.table_id = t.id AND c.seq = t.version AND c.action LIKE '%"nudge"%'
WHERE t.due_at_ms IS NOT NULL AND t.phase = 'playing' AND t.pace = 'live' AND {_CAN_BE_TOLD}
AND NOT EXISTS (SELECT 1 FROM notices AS n WHERE n.table_id = t.id
    AND n.seq = t.version AND n.person = s.person AND n.kind = 'nudge')
ORDER BY t.at_ms LIMIT $1
"""  # noqa: S608 - our own words
_RUNNING_OUT = f"""
SELECT t.id, t.version, t.variant, s.seat, s.person, t.due_at_ms, t.settings FROM tables AS t
JOIN seats AS s ON s.table_id = t.id AND s.seat = t.on_turn JOIN persons AS p ON p.id = s.person
WHERE t.due_at_ms > $1 AND t.due_at_ms <= $2 AND t.due_at_ms IS NOT NULL
AND t.phase = 'playing' AND t.pace = 'slow' AND {_CAN_BE_TOLD}
AND NOT EXISTS (SELECT 1 FROM notices AS n WHERE n.table_id = t.id
    AND n.seq = t.version AND n.person = s.person AND n.kind = 'soon')
ORDER BY t.due_at_ms LIMIT $3
"""  # noqa: S608 - our own words
_OVER = f"""
SELECT t.id, t.version, t.variant, min(s.seat), s.person FROM tables AS t
JOIN seats AS s ON s.table_id = t.id JOIN persons AS p ON p.id = s.person
WHERE t.phase = 'ended' AND t.at_ms > $1 AND t.at_ms <= $2 AND t.pace <> 'live'
AND {_CAN_BE_TOLD} AND {_WITH_OTHERS}
AND NOT EXISTS (SELECT 1 FROM notices AS n WHERE n.table_id = t.id
    AND n.seq = t.version AND n.person = s.person AND n.kind = 'ended')
AND NOT EXISTS (SELECT 1 FROM commands AS c JOIN seats AS m ON m.table_id = t.id AND m.seat = c.seat
    WHERE c.table_id = t.id AND c.seq = t.version AND m.person = s.person)
GROUP BY t.id, t.version, t.variant, s.person LIMIT $3
"""  # noqa: S608 - our own words
_TOLD = """
SELECT max(n.seq), (SELECT max(c.seq) FROM commands AS c WHERE c.table_id = $1 AND c.seat = $3)
FROM notices AS n WHERE n.table_id = $1 AND n.person = $2 AND n.kind = $4
"""
_NUDGED = """
SELECT 1 FROM commands
WHERE table_id = $1 AND seq > $2 AND seq <= $3 AND action LIKE '%"nudge"%'
"""
_CLAIM = """
INSERT INTO notices (table_id, seq, person, kind, at_ms) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING
"""
_FORGET = "DELETE FROM notices WHERE table_id = $1 AND seq = $2 AND person = $3 AND kind = $4"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may have to be told something."""

    table: str
    version: int
    variant: str
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class Due:
    """Somebody is to be told. ``claim`` is the kind of the row that makes it once."""

    candidate: Candidate
    claim: Kind
    kind: Kind | None  # None: nothing after all, and not to be looked at again
    left_ms: int | None = None


class DueNotices:
    """Looks for them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turns(self, now_ms: int) -> Sequence[Due]:
        """Who is waited for at a table without a running clock of minutes."""
        rows = await self._database.rows(_ON_TURN, now_ms - GRACE_MS, _MOST)
        found = [Candidate(*row) for row in rows]
        return [Due(one, "turn", await self._turn_kind(one)) for one in found]

    async def nudged(self) -> Sequence[Due]:
        """Who was nudged at a table with a clock of minutes."""
        rows = await self._database.rows(_NUDGED_LIVE, _MOST)
        return [Due(Candidate(*row), "nudge", "nudge") for row in rows]

    async def running_out(self, now_ms: int) -> Sequence[Due]:
        """Who has a quarter of his days left, or less."""
        horizon = now_ms + _LONGEST_DAYS * DAY_MS // 4
        due = []
        for *row, due_at_ms, settings in await self._database.rows(
            _RUNNING_OUT, now_ms, horizon, _MOST
        ):
            candidate, left_ms = Candidate(*row), due_at_ms - now_ms
            if left_ms <= _days_ms(settings) // 4:
                told, acted = await self._told(candidate, "soon")
                kind: Kind | None = "soon" if told is None or told <= acted else None
                due.append(Due(candidate, "soon", kind, left_ms))
        return due

    async def over(self, now_ms: int) -> Sequence[Due]:
        """Whose game ended by somebody else's doing."""
        since = now_ms - _FORGOTTEN_MS
        rows = await self._database.rows(_OVER, since, now_ms - GRACE_MS, _MOST)
        return [Due(Candidate(*row), "ended", "ended") for row in rows]

    async def claim(self, due: Due, now_ms: int) -> bool:
        """Whether it is this process that tells him."""
        values = (*_claimed(due), now_ms)
        return await self._database.write(Statement(_CLAIM, values, guards=True)) is not None

    async def give_back(self, due: Due) -> None:
        """He could not be told, and is to be found again."""
        await self._database.write(Statement(_FORGET, _claimed(due)))

    async def _turn_kind(self, candidate: Candidate) -> Kind | None:
        told, acted = await self._told(candidate, "turn")
        if told is None or told <= acted:
            return "turn"
        found = await self._database.rows(_NUDGED, candidate.table, told, candidate.version)
        return "nudge" if found else None

    async def _told(self, candidate: Candidate, claim: Kind) -> tuple[int | None, int]:
        """The version at which he was told last, and that of his own last command."""
        ((told, acted),) = await self._database.rows(
            _TOLD, candidate.table, candidate.person, candidate.seat, claim
        )
        return told, acted or 0


def _claimed(due: Due) -> tuple[str, int, str, str]:
    one = due.candidate
    return one.table, one.version, one.person, due.claim


def _days_ms(settings: str) -> int:
    """How long a turn may take. 0 at a table without days."""
    pace = msgspec.json.decode(settings, type=TableSettings).pace
    return pace.days * DAY_MS if isinstance(pace, Days) else 0
