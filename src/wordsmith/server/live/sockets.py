"""The WebSocket: one connection a page, several tables on it."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.server.guard.addresses import address_of
from wordsmith.server.live.connection import FORBIDDEN, REPLACED, RESTART, TOO_FAST, Connection
from wordsmith.server.live.conversation import Conversation

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall

_log = logging.getLogger(__name__)
MOST_OF_SESSION = 5
"""Pages of one browser; when there is one more the oldest is let go."""


class Sockets:
    """The endpoint, and how many connections each session and each address have."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._conversation = Conversation(house, hall)
        self._of_session: defaultdict[str, list[Connection]] = defaultdict(list)
        self._of_guests: Counter[str] = Counter()  # by address

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from the question whether it may be to its end."""
        if not self._house.origins.allow(socket):
            await socket.close(FORBIDDEN)  # before it is accepted: a plain 403
            return
        try:
            visit = await self._house.visitors.known(socket)
        except WordsmithError as error:
            _log.error("nobody can be known: %s", error)
            await socket.accept()
            await socket.close(RESTART)
            return
        await socket.accept()
        if visit is None or visit.session.banned_until_ms > self._house.time.wall_ms():
            await socket.close(FORBIDDEN)
            return
        address = address_of(socket) if visit.session.login is None else ""
        if address and self._of_guests[address] >= self._house.settings.guest_sockets:
            await socket.close(TOO_FAST)
            return
        page = Connection(
            socket, visit.session, self._house, self._conversation.take, self._hall.leave
        )
        self._enter(page, address)
        try:
            await page.run()
        finally:
            self._gone(page, address)

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
