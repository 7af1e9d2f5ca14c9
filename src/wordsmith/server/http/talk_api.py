"""What is said at tables, over HTTP: what was said before, and what one may do about others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.messages.people import Nothing
from wordsmith.server.messages.protocol import Count
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.messages.talk import Mute, Report, Talked
from wordsmith.server.projection.viewing import scene_of, viewer_of

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.tables.table import Table


class TalkApi:
    """``/api/tables/{table}/talk``, ``/api/mutes``, ``/api/reports``."""

    def __init__(self, house: House) -> None:
        self._house = house

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
        table = await self._table(asked.place("table"))
        ledger = table.ledger
        if not can(viewer_of(ledger, asked.person), Right.SEE, scene_of(ledger)):
            raise Refusal(403, "forbidden", table=table.id)
        before = asked.number("before")
        return Talked(await self._house.talk.history(table, asked.person, before))

    async def mute(self, asked: Asked) -> Nothing:
        """Hear somebody no more, or again."""
        wish = await asked.body(Mute)
        await self._house.complaints.mute(await self._table(wish.table), asked.person, wish)
        return Nothing()

    async def report(self, asked: Asked) -> Nothing:
        """Tell the moderators of somebody."""
        wish = await asked.body(Report)
        await self._house.complaints.report(await self._table(wish.table), asked.person, wish)
        return Nothing()

    async def _table(self, name: str) -> Table:
        table = await self._house.tables.get(name)
        if table is None:
            raise Refusal(404, "unknown_table", table=name)
        return table
