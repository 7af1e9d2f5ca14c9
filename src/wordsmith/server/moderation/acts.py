"""What moderators do, each act written down with what it changes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from wordsmith.server.messages.moderation import (
    AddWord,
    AllowWord,
    BanPerson,
    CancelTable,
    CloseReport,
    HideMessage,
    Lift,
    ModeratorAct,
    MutePerson,
    RemoveWord,
    Rename,
)
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.record import recording
from wordsmith.server.moderation.whom import person_meant
from wordsmith.server.people.moving import tell_moved
from wordsmith.server.people.names import fit_name
from wordsmith.server.people.sessions import Ended, wall_ms
from wordsmith.server.tables.errands import ModeratorErrand
from wordsmith.server.tables.requests import Accepted, Failed
from wordsmith.server.talk.offensive import OwnWord
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus import Bus
    from wordsmith.server.people.sessions import Sessions
    from wordsmith.server.tables.tables import Tables
    from wordsmith.server.talk.talk import Talk
    from wordsmith.store.database import Database

_HOUR_MS = 3_600_000
_CLOSE = """
UPDATE reports SET state = $1, closed_by = $2, closed_ms = $3 WHERE id = $4 AND state = 'open'
"""
_SANCTION = """
INSERT INTO sanctions (id, person, kind, since_ms, until_ms, by_person, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_LIFT = "UPDATE sanctions SET until_ms = $1 WHERE id = $2 AND (until_ms IS NULL OR until_ms > $1)"
_HIDE = "UPDATE messages SET hidden = $1 WHERE table_id = $2 AND n = $3"
_RENAME = (
    "UPDATE persons SET name = $1 WHERE id = $2",
    "UPDATE seats SET name = $1 WHERE person = $2",
    "UPDATE messages SET name = $1 WHERE person = $2",
)


@dataclass(frozen=True, slots=True)
class Reach:
    """Whom the acts concern besides the store."""

    bus: Bus
    sessions: Sessions
    tables: Tables
    talk: Talk


class Acts:
    """Does what a moderator asks for. Whoever asks has shown his second factor before."""

    def __init__(
        self, database: Database, reach: Reach, clock: Callable[[], int] = wall_ms
    ) -> None:
        self._database = database
        self._reach = reach
        self._clock = clock

    async def perform(self, moderator: str, act: ModeratorAct) -> None:
        """Do it, and write it down. Refusal if it cannot be."""
        match act:
            case CloseReport():
                await self._close(moderator, act)
            case MutePerson() | BanPerson():
                await self._sanction(moderator, act)
            case Lift():
                await self._lift(moderator, act)
            case Rename():
                await self._rename(moderator, act)
            case HideMessage():
                await self._hide(moderator, act)
            case AddWord() | AllowWord() | RemoveWord():
                await self._list(moderator, act)
            case CancelTable():
                await self._cancel(moderator, act)
            case _:
                assert_never(act)

    async def _close(self, moderator: str, act: CloseReport) -> None:
        now = self._clock()
        state = "upheld" if act.upheld else "dismissed"
        closing = Statement(_CLOSE, (state, moderator, now, act.report), guards=True)
        await self._demand(closing, recording(moderator, act, now))

    async def _sanction(self, moderator: str, act: MutePerson | BanPerson) -> None:
        whom, now = await person_meant(self._database, act), self._clock()
        until = None if act.hours is None else now + act.hours * _HOUR_MS
        kind = "ban" if isinstance(act, BanPerson) else "mute"
        values = (secrets.token_hex(12), whom, kind, now, until, moderator, act.reason)
        await self._database.write(
            Statement(_SANCTION, values), recording(moderator, act, now, whom)
        )
        if kind == "ban":
            self._reach.sessions.tell(Ended(whom, banned=True))

    async def _lift(self, moderator: str, act: Lift) -> None:
        now = self._clock()
        lifting = Statement(_LIFT, (now, act.sanction), guards=True)
        await self._demand(lifting, recording(moderator, act, now))

    async def _rename(self, moderator: str, act: Rename) -> None:
        whom, name = await person_meant(self._database, act), fit_name(act.name)
        await self._database.write(
            *[Statement(sql, (name, whom)) for sql in _RENAME],
            recording(moderator, act, self._clock(), whom),
        )
        tell_moved(self._reach.bus, whom, whom)  # every process looks again at where he sits

    async def _hide(self, moderator: str, act: HideMessage) -> None:
        hiding = Statement(_HIDE, (int(not act.show), act.table, act.message), guards=True)
        await self._demand(hiding, recording(moderator, act, self._clock()))
        self._reach.talk.tell_again(act.table, act.message)

    async def _list(self, moderator: str, act: AddWord | AllowWord | RemoveWord) -> None:
        word = OwnWord(act.language, act.word, isinstance(act, AllowWord))
        words = self._reach.talk.words
        try:
            change = words.removing(word) if isinstance(act, RemoveWord) else words.setting(word)
        except ValueError as error:
            raise Refusal(422, "bad_word", language=act.language, word=act.word) from error
        await self._database.write(change, recording(moderator, act, self._clock()))
        words.tell()

    async def _cancel(self, moderator: str, act: CancelTable) -> None:
        """The table's own log has a row of it, and ours says who it was."""
        table = await self._reach.tables.get(act.table)
        if table is None:
            raise Refusal(404, "unknown_table", table=act.table)
        key = f"moderator-{secrets.token_hex(12)}"
        answer = await table.act(None, table.ledger.version, key, ModeratorErrand())
        if isinstance(answer, Failed):
            raise Refusal(answer.status, answer.code, table=act.table)
        assert isinstance(answer, Accepted)
        await self._database.write(recording(moderator, act, self._clock()))

    async def _demand(self, change: Statement, record: Statement) -> None:
        """Both, or neither. Refusal if there is nothing to be changed."""
        if await self._database.write(change, record) is None:
            raise Refusal(404, "nothing")
