"""What one may do about others: hear them no more, and tell the moderators."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.guard.quotas import Quota, Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.talk.hearing import Hearer, Hearing
from wordsmith.server.talk.text import fit_text
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.messages.talk import Mute, Report
    from wordsmith.server.tables.table import Table
    from wordsmith.server.talk.archive import Archive
    from wordsmith.store.database import Database

_REPORTS = Quota("reports", "5/10 minute; 20/day")
_MUTES = Quota("mutes", "30/minute; 300/day")
_REPORT = """
INSERT INTO reports (id, at_ms, by_person, whom, table_id, message, reason, state)
SELECT $1, $2, $3, $4, $5, $6, $7, 'open' FROM persons WHERE id = $4 AND NOT EXISTS (
    SELECT 1 FROM reports WHERE by_person = $3 AND whom = $4 AND table_id = $5 AND state = 'open'
    AND (message = $6 OR (message IS NULL AND $8 = 1)))
"""


class Complaints:
    """Mutes, which are between two, and reports."""

    def __init__(self, database: Database, archive: Archive, quotas: Quotas) -> None:
        self._database = database
        self._archive = archive
        self._quotas = quotas

    async def mute(self, table: Table, person: str, asked: Mute) -> None:
        """These two hear each other no more, or again. Refusal if there is no such other."""
        await self._allow(_MUTES, person)
        whom = await self._whom(table, person, asked.seat, asked.message)
        if asked.remove:
            await self._archive.unmute(person, whom)
        else:
            await self._archive.mute(person, whom, time.time_ns() // 1_000_000)

    async def report(self, table: Table, person: str, asked: Report) -> None:
        """Tell the moderators. The same again, while it is open, is nothing new."""
        whom = await self._whom(table, person, asked.seat, asked.message)
        reason = fit_text(asked.reason)
        if not reason:
            raise Refusal(422, "empty")
        await self._allow(_REPORTS, person)
        now = time.time_ns() // 1_000_000
        about_no_message = int(asked.message is None)
        values = (
            *(secrets.token_hex(12), now, person, whom, table.id, asked.message, reason),
            about_no_message,
        )
        await self._database.write(Statement(_REPORT, values))

    async def _whom(self, table: Table, person: str, seat: int | None, message: int | None) -> str:
        """Who sits there, or has said that. Refusal if nobody whom this person may know of."""
        hearer = Hearer.at(table.ledger, person)
        if not can(hearer.viewer, Right.SEE, hearer.scene):
            raise Refusal(403, "forbidden", table=table.id)
        if message is not None:
            spoken = await self._archive.numbered(table.id, message)
            heard = spoken is not None and hearer.hears(spoken) is not Hearing.NOTHING
            whom = spoken.person if spoken and heard else None
        else:
            places = table.ledger.places
            known = seat is not None and seat < len(places) and not table.ledger.seats[seat].is_open
            whom = places[seat].person if known and seat is not None else None
        if whom is None:
            raise Refusal(404, "nobody", table=table.id)
        if whom == person:
            raise Refusal(422, "yourself", table=table.id)
        return whom

    async def _allow(self, quota: Quota, person: str) -> None:
        wait_s = await self._quotas.take(quota, person)
        if wait_s:
            raise Refusal(429, "too_fast", wait_s=wait_s)
