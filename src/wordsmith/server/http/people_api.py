"""The visitor over HTTP: what he is called, where he is known, everything of his, and the end."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

from starlette.responses import Response, StreamingResponse

from wordsmith.server.guard.quotas import Quota
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.games_files import games_gcg, games_json
from wordsmith.server.http.renewing import as_forgotten, visit_of
from wordsmith.server.messages.people import (
    ChangeMe,
    Delete,
    Me,
    Nothing,
    Profile,
    Revoke,
    ShownSessions,
)
from wordsmith.server.messages.protocol import ResignAction, RiseAction
from wordsmith.server.people.kept import everything_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.server.house import House
    from wordsmith.server.http.asking import Endpoint
    from wordsmith.server.people.sessions import Origin


_FILES = Quota("files", "10/minute; 60/hour; 200/day")  # each reads a whole history
_OFTEN = ("too_fast",)


class PeopleApi:
    """``/api/me`` and ``/api/players``."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._people = house.people

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here; those who are banned may read, export and delete their own."""
        return (
            _own("GET", "/api/me", self.me, Me),
            Operation(
                method="POST",
                path="/api/me",
                endpoint=self.change,
                body=ChangeMe,
                answer=Me,
                refusals=("bad_name", "bad_email", "no_mail", "too_fast"),
            ),
            _own("GET", "/api/me/sessions", self.sessions, ShownSessions),
            _own("POST", "/api/me/sessions/revoke", self.revoke, ShownSessions, body=Revoke),
            _own("GET", "/api/me/export.json", self.export, "application/json", refusals=_OFTEN),
            _own("GET", "/api/me/games.gcg", self.gcg, "text/plain", refusals=_OFTEN),
            _own("GET", "/api/me/games.json", self.games, "application/json", refusals=_OFTEN),
            _own(
                "POST",
                "/api/me/delete",
                self.delete,
                Nothing,
                body=Delete,
                refusals=("bad_login", "too_fast", "busy"),
            ),
            Operation(
                method="GET",
                path="/api/players/{login}",
                endpoint=self.player,
                answer=Profile,
                refusals=("unknown_player",),
            ),
        )

    async def me(self, asked: Asked) -> Me:
        """What this site knows of the visitor."""
        return await self._people.portraits.me(visit_of(asked))

    async def change(self, asked: Asked) -> Me:
        """Another name, language, address, or a wish for ratings."""
        wish, visit = await asked.body(ChangeMe), visit_of(asked)
        name = None if wish.name is None else self._people.names.shown(wish.name)
        await self._people.persons.change(
            visit.person, name=name, language=wish.language, wants_rating=wish.wants_rating
        )
        if wish.email is not None:
            site, origin = asked.request.headers["origin"], await self._origin(asked)
            await self._people.mail.set_address(visit, wish.email, site, origin)
        return await self._people.portraits.me(visit)

    async def sessions(self, asked: Asked) -> ShownSessions:
        """Where the visitor is known."""
        return ShownSessions(await self._people.portraits.sessions(visit_of(asked)))

    async def revoke(self, asked: Asked) -> ShownSessions:
        """End one session, or all but this one."""
        wish, visit = await asked.body(Revoke), visit_of(asked)
        sessions = self._people.sessions
        if wish.others:
            await sessions.end_all(visit.person, but=visit.session.id)
        for session in await sessions.of(visit.person):
            if session.name == wish.session and session.id != visit.session.id:
                await sessions.end(session, elsewhere=True)
        return await self.sessions(asked)

    async def export(self, asked: Asked) -> Response:
        """Everything that is kept of the visitor."""
        await self._people.allow(_FILES, asked.person)
        content = everything_of(self._house.store, asked.person)
        return _streamed(content, "application/json", "wordsmith-everything.json")

    async def gcg(self, asked: Asked) -> Response:
        """Every game of the visitor as GCG, one after the other."""
        await self._people.allow(_FILES, asked.person)
        content = games_gcg(self._house.store, asked.person)
        return _streamed(content, "text/plain", "wordsmith-games.gcg")

    async def games(self, asked: Asked) -> Response:
        """Every game of the visitor as a JSON record."""
        await self._people.allow(_FILES, asked.person)
        content = games_json(self._house.store, asked.person)
        return _streamed(content, "application/json", "wordsmith-games.json")

    async def delete(self, asked: Asked) -> Response:
        """Forget the visitor: names and log-in go, games of others stay."""
        given, visit = await asked.body(Delete), visit_of(asked)
        person = await self._people.accounts.person(visit)
        await self._people.accounts.prove(person, given.password, await self._origin(asked))
        await self._leave_tables(person.id)
        await self._people.deleting.delete(person.id)
        return as_forgotten(self._house, Nothing())

    async def player(self, asked: Asked) -> Profile:
        """A player as everybody sees him."""
        return await self._people.portraits.profile(asked.place("login"))

    async def _leave_tables(self, person: str) -> None:
        """Nobody waits for whoever is gone: he gets up where it has not begun, else he resigns."""
        for name in await self._people.deleting.held(person):
            table = await self._house.tables.get(name)
            for seat in sorted(table.seats_of(person)) if table else ():
                assert table is not None
                gathers = table.ledger.phase == "gathering"
                action = RiseAction() if gathers else ResignAction()
                key = secrets.token_hex(16)
                await table.act(seat, table.ledger.version, key, action, person)

    async def _origin(self, asked: Asked) -> Origin:
        return await self._house.visitors.origin(asked.request)


def _own(
    method: Literal["GET", "POST"],
    path: str,
    endpoint: Endpoint,
    answer: Any,
    *,
    body: Any = None,
    refusals: tuple[str, ...] = (),
) -> Operation:
    return Operation(
        method=method,
        path=path,
        endpoint=endpoint,
        body=body,
        answer=answer,
        refusals=refusals,
        even_banned=True,
    )


def _streamed(content: AsyncIterator[bytes], media_type: str, name: str) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}"',
    }
    return StreamingResponse(content, 200, headers, media_type)
