"""What lies on the moderators' desk: reports with what was said around them, sanctions, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.messages.moderation import (
    ContextLine,
    MeetingSeat,
    Moderation,
    OffensiveWord,
    Sanction,
    ShownAct,
    ShownMeeting,
    ShownReport,
)
from wordsmith.server.moderation.shown import shown_person
from wordsmith.server.people.meetings import manner_of, meetings
from wordsmith.server.people.sessions import wall_ms
from wordsmith.server.talk.showing import shown_time

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.server.messages.moderation import ShownPerson
    from wordsmith.server.talk.archive import Archive
    from wordsmith.server.talk.hearing import Spoken
    from wordsmith.server.talk.word_lists import WordLists
    from wordsmith.store.database import Database

_MOST_REPORTS = 50
_MOST_SANCTIONS = 200
_MOST_ACTS = 50
_MOST_MEETINGS = 50
_MONTH_MS = 30 * 24 * 3600 * 1000
_REACH = 6  # messages before and after the one that was reported
_REPORTS = """
SELECT r.id, r.at_ms, r.by_person, r.whom, r.table_id, r.message, r.reason,
    (SELECT count(*) FROM reports AS o WHERE o.whom = r.whom AND o.id <> r.id)
FROM reports AS r WHERE r.state = 'open' ORDER BY r.at_ms, r.id LIMIT $1
"""
_WAITING = "SELECT count(*) FROM reports WHERE state = 'open'"
_SANCTIONS = """
SELECT id, person, kind, since_ms, until_ms, by_person, reason FROM sanctions
WHERE until_ms IS NULL OR until_ms > $1 ORDER BY since_ms DESC, id LIMIT $2
"""
_ACTS = "SELECT at_ms, by_person, act, about FROM moderation ORDER BY at_ms DESC, id LIMIT $1"
_LAST_BEFORE = "SELECT max(n) FROM messages WHERE table_id = $1 AND at_ms <= $2"


class Desk:
    """Reads it from the store; everything here is told to moderators only."""

    def __init__(
        self,
        database: Database,
        archive: Archive,
        words: WordLists,
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        self._database = database
        self._archive = archive
        self._words = words
        self._clock = clock

    async def everything(self) -> Moderation:
        """What is told by ``GET /api/moderation``."""
        ((waiting,),) = await self._database.rows(_WAITING)
        return Moderation(
            reports=await self._reports(),
            waiting=waiting,
            sanctions=await self._sanctions(),
            words=[
                OffensiveWord(word.language, word.word, word.allowed)
                for word in await self._words.own()
            ],
            acts=await self._acts(),
            meetings=await self._meetings(),
        )

    async def _reports(self) -> list[ShownReport]:
        shown = []
        for row in await self._database.rows(_REPORTS, _MOST_REPORTS):
            report, at_ms, by_person, whom, table, message, reason, others = row
            around = await self._around(table, message, at_ms)
            shown.append(
                ShownReport(
                    id=report,
                    at=shown_time(at_ms),
                    by=await self._person(by_person),
                    whom=await self._person(whom),
                    table=table,
                    message=message,
                    reason=reason,
                    others=others,
                    context=[
                        _line(spoken, message, whom)
                        for spoken in around
                        if _may_be_told(spoken, by_person)
                    ],
                )
            )
        return shown

    async def _around(self, table: str, message: int | None, at_ms: int) -> Sequence[Spoken]:
        """What was said around a message, or last before the report."""
        middle = message
        if middle is None:
            ((middle,),) = await self._database.rows(_LAST_BEFORE, table, at_ms)
        return await self._archive.around(table, middle, _REACH) if middle is not None else ()

    async def _sanctions(self) -> list[Sanction]:
        rows = await self._database.rows(_SANCTIONS, self._clock(), _MOST_SANCTIONS)
        return [
            Sanction(
                id=sanction,
                whom=await self._person(person),
                kind=kind,
                since=shown_time(since_ms),
                until=None if until_ms is None else shown_time(until_ms),
                by=await self._person(by_person),
                reason=reason,
            )
            for sanction, person, kind, since_ms, until_ms, by_person, reason in rows
        ]

    async def _acts(self) -> list[ShownAct]:
        shown = []
        for at_ms, by_person, act, about in await self._database.rows(_ACTS, _MOST_ACTS):
            told = msgspec.json.decode(about)
            whom = told.get("whom")
            shown.append(
                ShownAct(
                    at=shown_time(at_ms),
                    by=await self._person(by_person),
                    act=act,
                    whom=await self._person(whom) if whom is not None else None,
                    table=told.get("table"),
                )
            )
        return shown

    async def _meetings(self) -> list[ShownMeeting]:
        since_ms = self._clock() - _MONTH_MS
        return [
            ShownMeeting(
                table=met.table,
                at=shown_time(met.at_ms),
                seats=[
                    await self._meeting_seat(met.table, seat, person)
                    for seat, person in zip(met.seats, met.persons, strict=True)
                ],
            )
            for met in await meetings(self._database, since_ms, _MOST_MEETINGS)
        ]

    async def _meeting_seat(self, table: str, seat: int, person: str) -> MeetingSeat:
        manner = await manner_of(self._database, table, seat)
        who = await self._person(person)
        return MeetingSeat(seat, who, manner.turns, manner.think_ms, manner.blurs)

    async def _person(self, person: str) -> ShownPerson:
        return await shown_person(self._database, person)


def _may_be_told(spoken: Spoken, by_person: str) -> bool:
    """Whispers of others are nobody's business who was not there."""
    return spoken.channel != "whisper" or by_person in (spoken.person, spoken.to_person)


def _line(spoken: Spoken, message: int | None, whom: str) -> ContextLine:
    """A message as it was written, neither masked nor hidden."""
    return ContextLine(
        n=spoken.n,
        at=shown_time(spoken.at_ms),
        seat=spoken.seat,
        name=spoken.name,
        channel=spoken.channel,
        text=spoken.words,
        hidden=spoken.hidden,
        about=spoken.n == message,
        accused=spoken.person == whom,
    )
