"""Who comes to play: known by a random cookie, of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.store import Statement

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from wordsmith.store import Database

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits
_PERSON = "INSERT INTO persons (id, since_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_SESSION = """
INSERT INTO sessions (id, person, since_ms, seen_ms) VALUES ($1, $1, $2, $2)
ON CONFLICT DO NOTHING
"""
_KEPT_S = 400 * 24 * 3600  # the longest that browsers allow


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor, and the cookie that he is to be known by."""

    guest: str  # SHA-256 of the cookie, in hex
    token: str
    is_fresh: bool = False  # has no cookie yet


class Guests:
    """The visitors. ``secure`` if they come by HTTPS only."""

    def __init__(self, store: Database, *, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self._cookie = "__Host-guest" if secure else "wordsmith_guest"
        self._known: set[str] = set()

    async def known(self, connection: HTTPConnection) -> Visit | None:
        """The visitor that a cookie of ours names."""
        token = connection.cookies.get(self._cookie, "")
        if not _TOKEN.fullmatch(token):
            return None
        guest = hashlib.sha256(token.encode()).hexdigest()
        if guest not in self._known:
            if not await self._store.rows("SELECT 1 FROM sessions WHERE id = $1", guest):
                return None
            self._known.add(guest)
        return Visit(guest, token)

    async def welcome(self, connection: HTTPConnection) -> Visit:
        """The visitor, known from now on if he was not before."""
        visit = await self.known(connection)
        if visit is None:
            token = secrets.token_urlsafe(32)
            visit = Visit(hashlib.sha256(token.encode()).hexdigest(), token, is_fresh=True)
            now = time.time_ns() // 1_000_000
            await self._store.write(
                Statement(_PERSON, (visit.guest, now)), Statement(_SESSION, (visit.guest, now))
            )
        return visit

    def remember(self, response: Response, visit: Visit) -> None:
        """Give the visitor his cookie, for another year and more."""
        response.set_cookie(
            self._cookie,
            visit.token,
            max_age=_KEPT_S,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )
