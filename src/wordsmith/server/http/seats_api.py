"""Tables with people over HTTP: open ones, invitations, seats, and acts of correspondence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.responses import Response

from wordsmith.server.guard.addresses import address_of
from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.guard.quotas import Quota
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.codes import qr_code, site_address
from wordsmith.server.http.lobby import Lobby, Wanted
from wordsmith.server.http.looking import Looking
from wordsmith.server.live.acting import Wish
from wordsmith.server.messages.outbound import (
    Ack,
    Error,
    LobbyLine,
    Refused,
    Stale,
)
from wordsmith.server.messages.protocol import Deed, Sit
from wordsmith.server.messages.refusal import Refusal, status_of
from wordsmith.server.messages.shown import Gathering  # noqa: TC001 - msgspec reads it
from wordsmith.server.projection.gatherings import format_gathering
from wordsmith.server.projection.viewing import scene_of

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall
    from wordsmith.server.tables.table import Table


class OpenTables(Struct):
    """What the lobby has."""

    tables: list[LobbyLine]


class Invitation(Struct):
    """What somebody is invited to."""

    table: str
    gathering: Gathering


class Seat(Struct):
    """A seat that was claimed."""

    table: str
    seat: int


_CLAIMS = Quota("claims", "20/minute; 100/hour; 400/day")  # of seats, by an address
_LOST = ("unknown_table", "forbidden")
_INVITED = "/api/invitations/{invite}"


class SeatsApi:
    """``/api/lobby``, ``/api/invitations``, and how one sits and acts at a table."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._looking = Looking(house, hall)
        self._lobby = Lobby(house.store)

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (*self._coming(), *self._sitting())

    def _coming(self) -> tuple[Operation, ...]:
        return (
            Operation(
                method="GET",
                path="/api/lobby",
                endpoint=self.lobby,
                query={"variant": str, "pace": str, "seats": int},
                answer=OpenTables,
                refusals=("bad_request",),
            ),
            Operation(
                method="GET",
                path=_INVITED,
                endpoint=self.invitation,
                answer=Invitation,
                refusals=("unknown_invitation",),
            ),
            Operation(
                method="GET",
                path=f"{_INVITED}/qr.svg",
                endpoint=self.invitation_code,
                answer="image/svg+xml",
                refusals=("unknown_invitation",),
            ),
        )

    def _sitting(self) -> tuple[Operation, ...]:
        return (
            Operation(
                method="POST",
                path="/api/tables/{table}/sit",
                endpoint=self.sit,
                body=Sit,
                answer=Seat,
                refusals=(
                    *_LOST,
                    "taken",
                    "sheet_changed",
                    "started",
                    "needs_invitation",
                    "needs_account",
                    "bad_name",
                    "bad_seats",
                    "key_reused",
                    "not_now",
                ),
            ),
            Operation(
                method="POST",
                path="/api/tables/{table}/act",
                endpoint=self.act,
                body=Deed,
                answer=Ack | Stale | Refused,
                refusals=(
                    *_LOST,
                    "key_reused",
                    "not_now",
                    "too_early",
                    "started",
                    "still_here",
                    "bad_seats",
                ),
            ),
        )

    async def lobby(self, asked: Asked) -> OpenTables:
        """Open tables that may still be joined."""
        wanted = Wanted(asked.query("variant"), asked.query("pace"), asked.number("seats"))
        return OpenTables(await self._lobby.lines(asked.person, wanted))

    async def invitation(self, asked: Asked) -> Invitation:
        """What the visitor is invited to."""
        table = await self._invited(asked)
        viewer = self._looking.viewer(asked, table, invited=True)
        around = await self._hall.surroundings(table)
        return Invitation(table.id, format_gathering(table.ledger, viewer, asked.person, around))

    async def invitation_code(self, asked: Asked) -> Response:
        """The address of an invitation as a QR code."""
        await self._invited(asked)
        site = site_address(asked.request, self._house.origins.public)
        picture = qr_code(f"{site}/i/{asked.place('invite')}")
        return Response(picture, 200, {"cache-control": "no-store"}, "image/svg+xml")

    async def sit(self, asked: Asked) -> Seat:
        """A seat for the visitor. The same key again: the same seat."""
        wanted = await asked.body(Sit)
        name = self._house.people.names.shown(wanted.name)
        table = await self._looking.table(asked.place("table"))
        if table.ledger.accepted(wanted.key) is None:
            invited = wanted.invite is not None and wanted.invite == table.ledger.invite
            viewer = self._looking.viewer(asked, table, invited=invited)
            self._demand_seat_may_be_had(table, can(viewer, Right.SIT, scene_of(table.ledger)))
            if not table.seats_of(asked.person):
                await self._house.people.allow(_CLAIMS, address_of(asked.request))
        seat = await self._house.tables.sit(table, asked.person, wanted)
        if name:
            await self._house.people.persons.change(asked.person, name=name)
        return Seat(table.id, seat)

    async def act(self, asked: Asked) -> Ack | Stale | Refused:
        """An action as over the socket, and the same answers."""
        deed = await asked.body(Deed)
        table = await self._looking.table(asked.place("table"))
        wish = Wish(asked.person, deed.seat, deed.after, deed.key, deed.action)
        told = await self._hall.acting.act(table, wish)
        if isinstance(told, Error):
            raise Refusal(status_of(told.code), told.code, table=table.id, **(told.detail or {}))
        return told

    async def _invited(self, asked: Asked) -> Table:
        row = await self._house.store.invited(asked.place("invite"))
        table = await self._house.tables.get(row.table) if row is not None else None
        if table is None:
            raise Refusal(404, "unknown_invitation")
        return table

    def _demand_seat_may_be_had(self, table: Table, may: bool) -> None:  # noqa: FBT001 - it is one
        if may:
            return
        if table.ledger.phase != "gathering":
            raise Refusal(409, "started", table=table.id)
        raise Refusal(403, "needs_invitation", table=table.id)
