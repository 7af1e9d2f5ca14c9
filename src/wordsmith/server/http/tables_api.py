"""Tables over HTTP: made, listed, played again, written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.guard.addresses import address_of
from wordsmith.server.guard.permissions import Right
from wordsmith.server.guard.quotas import Quota
from wordsmith.server.http.asking import Asked, Operation, file_answer
from wordsmith.server.http.catalogue import catalogue
from wordsmith.server.http.looking import Looking
from wordsmith.server.messages.outbound import Seal, TableLine
from wordsmith.server.messages.protocol import Front, NewHuman, NewTable, OpenSeat
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.projection.seals import format_seal
from wordsmith.server.tables.seating import ask_for_rules, ask_for_variant

if TYPE_CHECKING:
    from starlette.responses import Response

    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall
    from wordsmith.store import TableRow


class Named(Struct):
    """A table by its name in addresses."""

    table: str


class NextTable(Struct):
    """The table that has waited longest; none waits."""

    table: str | None


class Lines(Struct):
    """The tables of a visitor."""

    tables: list[TableLine]


_NEW = Quota("tables", "60/minute; 1200/hour; 6000/day")
_LISTED = Quota("listed tables", "10/minute; 60/hour; 200/day")
_WORD_LISTS = Quota("word lists", "6/minute; 30/hour; 100/day")  # a second or two for each
_ONE = "/api/tables/{table}"
_LOST = ("unknown_table", "forbidden")


class TablesApi:
    """``/api/front``, ``/api/tables`` and what hangs on a table that is played."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._looking = Looking(house, hall)

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (*self._made(), *self._played())

    def _made(self) -> tuple[Operation, ...]:
        return (
            Operation(
                method="POST",
                path="/api/front",
                endpoint=self.front,
                body=Front,
                answer=Named,
                refusals=("unknown_variant",),
                makes_table=True,
            ),
            Operation(method="GET", path="/api/tables", endpoint=self.tables, answer=Lines),
            Operation(
                method="POST",
                path="/api/tables",
                endpoint=self.new_table,
                body=NewTable,
                answer=Named,
                refusals=(
                    "bad_name",
                    "unknown_variant",
                    "bad_rule",
                    "bad_seats",
                    "bad_pace",
                    "needs_account",
                    "forbidden",
                    "key_reused",
                ),
                makes_table=True,
            ),
            Operation(
                method="GET",
                path="/api/next",
                endpoint=self.next,
                query={"after": str},
                answer=NextTable,
            ),
        )

    def _played(self) -> tuple[Operation, ...]:
        return (
            Operation(
                method="POST",
                path=f"{_ONE}/rematch",
                endpoint=self.rematch,
                answer=Named,
                refusals=(*_LOST, "not_now"),
                makes_table=True,
            ),
            Operation(
                method="GET",
                path=f"{_ONE}/game.json",
                endpoint=self.record,
                answer="application/json",
                refusals=_LOST,
            ),
            Operation(
                method="GET",
                path=f"{_ONE}/game.gcg",
                endpoint=self.gcg,
                answer="text/plain",
                refusals=_LOST,
            ),
            Operation(
                method="GET",
                path=f"{_ONE}/bag",
                endpoint=self.bag,
                answer=Seal,
                refusals=(*_LOST, "no_seal"),
            ),
        )

    async def front(self, asked: Asked) -> Named:
        """The visitor's game on the front page."""
        wanted = await asked.body(Front)
        await self._allow(asked, _NEW)
        tables = self._house.tables
        return Named(await tables.front(asked.person, wanted.variant, fresh=wanted.fresh))

    async def tables(self, asked: Asked) -> Lines:
        """The visitor's tables."""
        return Lines(await self._house.tables.lines(asked.person))

    async def new_table(self, asked: Asked) -> Named:
        """A table as the visitor wants it."""
        wanted = await asked.body(NewTable)
        if any(isinstance(seat, OpenSeat) for seat in wanted.seats):  # others read the names
            people = [seat.name for seat in wanted.seats if isinstance(seat, NewHuman)]
            for name in (wanted.name, *people):
                self._house.people.names.shown(name)
        await self._demand_measure(asked, wanted)
        levels = catalogue().levels
        return Named(await self._house.tables.found(wanted, asked.person, levels))

    async def next(self, asked: Asked) -> NextTable:
        """The visitor's table that has waited longest for him, other than this one."""
        after = asked.query("after")
        rows = await self._house.store.tables_of(asked.person, limit=1000)
        waiting = [row for row in rows if row.table != after and _waits_for(row, asked.person)]
        return NextTable(min(waiting, key=lambda row: row.at_ms).table if waiting else None)

    async def rematch(self, asked: Asked) -> Named:
        """The same again."""
        table, _ = await self._looking.at(asked, Right.REMATCH)
        return Named(await self._house.tables.rematch(table, asked.person))

    async def record(self, asked: Asked) -> Response:
        """The game as a JSON record."""
        table, viewer = await self._looking.at(asked, Right.EXPORT)
        sight = await self._looking.sight(table, viewer)
        content = export_json(sight.ledger, viewer)
        return file_answer(content, "application/json", f"{table.id}.json")

    async def gcg(self, asked: Asked) -> Response:
        """The game as GCG."""
        table, viewer = await self._looking.at(asked, Right.EXPORT)
        sight = await self._looking.sight(table, viewer)
        return file_answer(export_gcg(sight.ledger, viewer), "text/plain", f"{table.id}.gcg")

    async def bag(self, asked: Asked) -> Seal:
        """The seal of the bag, and after the end its order."""
        table, _ = await self._looking.at(asked, Right.BAG)
        seal = format_seal(table.ledger)
        if seal is None:
            raise Refusal(404, "no_seal", table=table.id)
        return seal

    async def _demand_measure(self, asked: Asked, wanted: NewTable) -> None:
        """Refusal for an address that fills the site, its lobby or its processor."""
        await self._allow(asked, _NEW)
        if wanted.listed:
            await self._allow(asked, _LISTED)
        if "word_groups" in wanted.overrides:
            variant = ask_for_rules(ask_for_variant(wanted.variant), wanted.overrides)
            if not await self._house.lexicons.is_at_hand(variant):
                await self._allow(asked, _WORD_LISTS)

    async def _allow(self, asked: Asked, quota: Quota) -> None:
        await self._house.people.allow(quota, address_of(asked.request))


def _waits_for(row: TableRow, person: str) -> bool:
    """Whether a game waits for this person; what lies ready on the front page does not."""
    seat = row.standing.on_turn
    if row.front or row.standing.phase != "playing" or seat is None:
        return False
    return row.places[seat].person == person
