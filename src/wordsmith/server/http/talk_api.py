"""What is said at tables, over HTTP: what was said before, and what one may do about others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.guard.addresses import address_of
from wordsmith.server.guard.permissions import Right
from wordsmith.server.guard.quotas import Quota
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.looking import Looking
from wordsmith.server.messages.people import Nothing
from wordsmith.server.messages.protocol import Count
from wordsmith.server.messages.talk import Mute, Report, Talked

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall


_REPORTS = Quota("reports from an address", "20/10 minute; 60/day")  # by whomever


class TalkApi:
    """``/api/tables/{table}/talk``, ``/api/mutes``, ``/api/reports``."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._looking = Looking(house, hall)

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        refusals = ("unknown_table", "forbidden", "nobody", "yourself", "too_fast")
        return (
            Operation(
                method="GET",
                path="/api/tables/{table}/talk",
                endpoint=self.talk,
                answer=Talked,
                query={"before": Count},
                refusals=("unknown_table", "forbidden"),
            ),
            Operation(
                method="POST",
                path="/api/mutes",
                endpoint=self.mute,
                answer=Nothing,
                body=Mute,
                refusals=refusals,
            ),
            Operation(
                method="POST",
                path="/api/reports",
                endpoint=self.report,
                answer=Nothing,
                body=Report,
                refusals=(*refusals, "empty"),
            ),
        )

    async def talk(self, asked: Asked) -> Talked:
        """What was said at a table, as the visitor may read it."""
        table, _viewer = await self._looking.at(asked, Right.SEE)
        moderator = self._looking.is_moderator(asked)
        before = asked.number("before")
        messages = await self._house.talk.history(table, asked.person, before, moderator=moderator)
        return Talked(messages)

    async def mute(self, asked: Asked) -> Nothing:
        """Hear somebody no more, or again."""
        wish = await asked.body(Mute)
        await self._house.complaints.mute(await self._looking.table(wish.table), asked.person, wish)
        return Nothing()

    async def report(self, asked: Asked) -> Nothing:
        """Tell the moderators of somebody."""
        wish = await asked.body(Report)
        await self._house.people.allow(_REPORTS, address_of(asked.request))
        await self._house.complaints.report(
            await self._looking.table(wish.table), asked.person, wish
        )
        return Nothing()
