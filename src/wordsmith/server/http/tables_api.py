"""Tables over HTTP: made, listed, played again, written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.http.asking import Asked, Operation, file_answer
from wordsmith.server.http.catalogue import catalogue
from wordsmith.server.messages.outbound import TableLine  # noqa: TC001 - msgspec reads it
from wordsmith.server.messages.protocol import Front, NewTable
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.projection.projection import Viewer
from wordsmith.server.tables.seating import ask_for_table

if TYPE_CHECKING:
    from starlette.responses import Response

    from wordsmith.server.house import House
    from wordsmith.server.tables.table import Table


class Named(Struct):
    """A table by its name in addresses."""

    table: str


class Lines(Struct):
    """The tables of a visitor."""

    tables: list[TableLine]


class TablesApi:
    """``/api/front``, ``/api/tables`` and what hangs on a table that is played."""

    def __init__(self, house: House) -> None:
        self._house = house

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        one = "/api/tables/{table}"
        lost = ("unknown_table", "forbidden")
        return (
            Operation(
                method="POST",
                path="/api/front",
                endpoint=self.front,
                body=Front,
                answer=Named,
                refusals=("unknown_variant",),
            ),
            Operation(method="GET", path="/api/tables", endpoint=self.tables, answer=Lines),
            Operation(
                method="POST",
                path="/api/tables",
                endpoint=self.new_table,
                body=NewTable,
                answer=Named,
                refusals=("unknown_variant", "bad_rule", "bad_seats", "bad_pace"),
            ),
            Operation(
                method="POST",
                path=f"{one}/rematch",
                endpoint=self.rematch,
                answer=Named,
                refusals=lost,
            ),
            Operation(
                method="GET",
                path=f"{one}/game.json",
                endpoint=self.record,
                answer="application/json",
                refusals=lost,
            ),
            Operation(
                method="GET",
                path=f"{one}/game.gcg",
                endpoint=self.gcg,
                answer="text/plain",
                refusals=lost,
            ),
        )

    async def front(self, asked: Asked) -> Named:
        """The visitor's game on the front page."""
        wanted = await asked.body(Front)
        tables = self._house.tables
        return Named(await tables.front(asked.person, wanted.variant, fresh=wanted.fresh))

    async def tables(self, asked: Asked) -> Lines:
        """The visitor's tables."""
        return Lines(await self._house.tables.lines(asked.person))

    async def new_table(self, asked: Asked) -> Named:
        """A table as the visitor wants it."""
        wanted = await asked.body(NewTable)
        making = ask_for_table(wanted, asked.person, catalogue().levels)
        return Named(await self._house.tables.make(making))

    async def rematch(self, asked: Asked) -> Named:
        """The same again."""
        table = await held_table(self._house, asked)
        return Named(await self._house.tables.rematch(table, asked.person))

    async def record(self, asked: Asked) -> Response:
        """The game as a JSON record."""
        table = await held_table(self._house, asked)
        viewer = Viewer(table.seats_of(asked.person))
        content = export_json(table.ledger, viewer)
        return file_answer(content, "application/json", f"{table.id}.json")

    async def gcg(self, asked: Asked) -> Response:
        """The game as GCG."""
        table = await held_table(self._house, asked)
        viewer = Viewer(table.seats_of(asked.person))
        return file_answer(export_gcg(table.ledger, viewer), "text/plain", f"{table.id}.gcg")


async def held_table(house: House, asked: Asked, name: str | None = None) -> Table:
    """A table where the visitor has a seat. Refusal if there is none, or it is not his."""
    name = asked.place("table") if name is None else name
    table = await house.tables.get(name)
    if table is None:
        raise Refusal(404, "unknown_table", table=name)
    if not table.seats_of(asked.person):
        raise Refusal(403, "forbidden", table=name)
    return table
