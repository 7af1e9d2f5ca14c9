"""Who comes to play, by his cookie: ``__Host-sid`` where everything is HTTPS, else ``sid``.

Guests of earlier versions come with another name on their cookie, and are given this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.server.guard.addresses import address_of
from wordsmith.server.guard.quotas import Quota, Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.persons import FOR_GOOD, fresh_person, person_made
from wordsmith.server.people.sessions import (
    GUEST_MS,
    Origin,
    Session,
    ending,
    fresh_token,
    iso,
    session_of,
)

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from wordsmith.server.people.keys import SiteKey
    from wordsmith.server.people.sessions import Sessions
    from wordsmith.store.database import Database

_NEW_GUESTS = Quota("guests", "120/minute; 1200/hour; 6000/day")


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor, and the cookie that he is to be known by."""

    session: Session
    token: str = field(repr=False)
    is_fresh: bool = False  # he does not have this cookie yet

    @property
    def person(self) -> str:
        """Who it is."""
        return self.session.person


class Visitors:
    """The visitors. ``secure`` if they come by HTTPS only."""

    def __init__(
        self, database: Database, sessions: Sessions, key: SiteKey, quotas: Quotas, *, secure: bool
    ) -> None:
        self._database = database
        self.sessions = sessions
        self._key = key
        self._quotas = quotas
        self._secure = secure
        self.cookie = "__Host-sid" if secure else "sid"
        self._former_cookie = "__Host-guest" if secure else "wordsmith_guest"

    async def known(self, connection: HTTPConnection) -> Visit | None:
        """The visitor that a cookie of ours names. Always as the store has it now."""
        for name in (self.cookie, self._former_cookie):
            token = connection.cookies.get(name, "")
            session = session_of(token)
            found = await self.sessions.find(session) if session else None
            if found:
                if self.sessions.is_long_ago(found):
                    await self.sessions.seen(found, await self.origin(connection))
                return Visit(found, token, is_fresh=name != self.cookie)
        return None

    async def welcome(self, connection: HTTPConnection) -> Visit:
        """The visitor, a guest from now on if he was not known. Refusal if too many come so."""
        return await self.known(connection) or await self.guest(connection)

    async def guest(self, connection: HTTPConnection) -> Visit:
        """Somebody not seen before. Refusal if too many such come from his address."""
        wait_s = await self._quotas.take(_NEW_GUESTS, address_of(connection))
        if wait_s:
            raise Refusal(429, "too_fast", wait_s=wait_s)
        token, person = fresh_token(), fresh_person()
        begun = self.sessions.beginning(token, person, await self.origin(connection))
        since_ms = begun.values[2]
        assert isinstance(since_ms, int)
        await self._database.write(person_made(person, since_ms), begun)
        return await self._visit(token)

    def refuse_banned(self, visit: Visit) -> None:
        """Refusal if the visitor is banned now."""
        until = visit.session.banned_until_ms
        if until > self.sessions.now_ms():
            raise Refusal(403, "banned", until=None if until == FOR_GOOD else iso(until))

    async def renewed(
        self, visit: Visit, origin: Origin, *, person: str = "", strong_until_ms: int = 0
    ) -> Visit:
        """The visit under another cookie, as whoever he is now: the old one opens nothing more.

        The sockets of the old one are closed when the browser has the new one (``as_renewed``).
        """
        token = fresh_token()
        begun = self.sessions.beginning(
            token, person or visit.person, origin, strong_until_ms=strong_until_ms
        )
        await self._database.write(ending(visit.session.id), begun)
        return await self._visit(token)

    async def _visit(self, token: str) -> Visit:
        session = session_of(token)
        found = await self.sessions.find(session) if session else None
        assert found is not None
        return Visit(found, token, is_fresh=True)

    async def origin(self, connection: HTTPConnection) -> Origin:
        """What is kept of where a visitor comes from: his browser, and a mark for his address."""
        agent = connection.headers.get("user-agent", "")
        return Origin(agent, await self._key.mark("address", address_of(connection)))

    def remember(self, response: Response, visit: Visit) -> None:
        """Give the visitor his cookie, for another year and more."""
        response.set_cookie(
            self.cookie,
            visit.token,
            max_age=GUEST_MS // 1000,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def forget(self, response: Response) -> None:
        """Take the cookie back, of whatever name."""
        for name in (self.cookie, self._former_cookie):
            response.delete_cookie(
                name, path="/", httponly=True, samesite="lax", secure=self._secure
            )
