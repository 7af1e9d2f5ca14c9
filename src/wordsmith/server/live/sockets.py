"""The WebSocket: one connection a page, several tables on it."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from wordsmith.errors import WordsmithError
from wordsmith.server.guard.addresses import address_of
from wordsmith.server.guard.limits import Buckets
from wordsmith.server.live.connection import FORBIDDEN, REPLACED, RESTART, TOO_FAST, Connection
from wordsmith.server.live.conversation import Conversation
from wordsmith.server.live.line import Line

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from wordsmith.server.guard.limits import TokenBucket
    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall
    from wordsmith.server.people.visitors import Visit

_log = logging.getLogger(__name__)
MOST_OF_SESSION = 5
"""Pages of one browser; when there is one more the oldest is let go."""

_SHARE = 3
"""So many times as much as one line may say do all lines of a session together, new ones as well:
who was too fast is not less so for coming again."""

_NEW_LINES, _NEW_LINES_PER_S = 300, 15.0  # from one address


class Sockets:
    """Every socket, and how many connections each session and each address have."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._conversation = Conversation(house, hall)
        self._of_session: defaultdict[str, list[Connection]] = defaultdict(list)
        self._of_guests: Counter[str] = Counter()  # by address
        settings = house.settings
        most, per_s = settings.messages, settings.messages_per_s
        self._new = Buckets(_NEW_LINES * settings.quota_factor, _NEW_LINES_PER_S)
        self._said_by_session = Buckets(_SHARE * most, per_s)
        self._said_by_guests = Buckets(settings.guest_sockets * most, per_s)  # of an address

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from the question whether it may be to its end."""
        socket, line = HTTPConnection(scope), Line(receive, send)
        address = address_of(socket)
        if not (self._house.origins.allow(socket) and self._new.take(address)):
            await line.close(FORBIDDEN)  # before it is accepted: a plain 403
            return
        try:
            visit = await self._house.visitors.known(socket)
        except WordsmithError as error:
            _log.error("nobody can be known: %s", error)
            await line.open()
            await line.close(RESTART)
            return
        shared = self._shared(visit, address)
        if not all(bucket.take() for bucket in shared):
            await line.close(TOO_FAST)  # likewise
            return
        await line.open()
        if visit is None or visit.session.banned_until_ms > self._house.time.wall_ms():
            await line.close(FORBIDDEN)
            return
        address = address if visit.session.login is None else ""
        if address and self._of_guests[address] >= self._house.settings.guest_sockets:
            await line.close(TOO_FAST)
            return
        page = Connection(
            line, visit.session, self._house, self._conversation.take, self._hall.leave, shared
        )
        self._enter(page, address)
        try:
            await page.run()
        finally:
            self._gone(page, address)

    def _shared(self, visit: Visit | None, address: str) -> tuple[TokenBucket, ...]:
        """The buckets that a line has in common with others."""
        if visit is None:
            return ()
        own = self._said_by_session.of(visit.session.id)
        guest = visit.session.login is None
        return (own, self._said_by_guests.of(address)) if guest else (own,)

    def _enter(self, page: Connection, address: str) -> None:
        if address:
            self._of_guests[address] += 1
        own = self._of_session[page.session.id]
        own.append(page)
        if len(own) > MOST_OF_SESSION:
            own.pop(0).let_go(REPLACED)
        self._hall.enter(page)

    def _gone(self, page: Connection, address: str) -> None:
        if address:
            self._of_guests[address] -= 1
            self._of_guests += Counter()  # forget those that are at nought
        own = self._of_session[page.session.id]
        if page in own:
            own.remove(page)
        if not own:
            del self._of_session[page.session.id]
        self._hall.gone(page)


class Lines:
    """Leads sockets to ``sockets`` and requests to the application.

    It stands before the routes, for whatever stands between costs at every message.
    """

    def __init__(self, app: ASGIApp, *, sockets: Sockets) -> None:
        self._app = app
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on; there is one address for sockets."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif scope["path"] == "/ws":
            await self._sockets.serve(scope, receive, send)
        else:
            await Line(receive, send).close(FORBIDDEN)
