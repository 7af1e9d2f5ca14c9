"""Browsers that a person wants to be reminded in."""

from __future__ import annotations

import base64
import binascii
import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from wordsmith.server.messages.refusal import Refusal
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Database

_MOST = 10  # of one person; the oldest goes
_ADD = """
INSERT INTO subscriptions (endpoint, person, p256dh, auth, since_ms) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, p256dh = excluded.p256dh,
    auth = excluded.auth, since_ms = excluded.since_ms
"""
_PRUNE = """
DELETE FROM subscriptions WHERE person = $1 AND endpoint NOT IN (
    SELECT endpoint FROM subscriptions WHERE person = $1 ORDER BY since_ms DESC, endpoint LIMIT $2)
"""
_OF = "SELECT endpoint, p256dh, auth FROM subscriptions WHERE person = $1 ORDER BY since_ms DESC"


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a browser hears of us, and what it is encrypted with. All of it is secret."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)  # base64url
    auth: str = field(repr=False)  # base64url


class Subscriptions:
    """All of a site. ``anywhere``: also at addresses that only a network of one's own has."""

    def __init__(self, database: Database, *, anywhere: bool) -> None:
        self._database = database
        self._anywhere = anywhere

    async def add(self, person: str, subscription: Subscription, now_ms: int) -> None:
        """Remind this person there from now on, and nobody else. Refusal if it cannot be.

        A browser belongs to whoever used it last.
        """
        if not (self._anywhere or is_push_service(subscription.endpoint)):
            raise Refusal(422, "bad_subscription", path="endpoint")
        if _length(subscription.p256dh) != 65 or _length(subscription.auth) != 16:
            raise Refusal(422, "bad_subscription", path="keys")
        values = (subscription.endpoint, person, subscription.p256dh, subscription.auth, now_ms)
        await self._database.write(Statement(_ADD, values), Statement(_PRUNE, (person, _MOST)))

    async def remove(self, person: str, endpoint: str) -> None:
        """Remind this person there no more."""
        sql = "DELETE FROM subscriptions WHERE person = $1 AND endpoint = $2"
        await self._database.write(Statement(sql, (person, endpoint)))

    async def gone(self, endpoint: str) -> None:
        """The push service knows this browser no more."""
        sql = "DELETE FROM subscriptions WHERE endpoint = $1"
        await self._database.write(Statement(sql, (endpoint,)))

    async def of(self, person: str) -> Sequence[Subscription]:
        """The browsers of a person."""
        return [Subscription(*row) for row in await self._database.rows(_OF, person)]


def is_push_service(endpoint: str) -> bool:
    """Whether this may be a push service: HTTPS by a public name, at the usual port.

    Anybody can name any endpoint, so that the server could be made to speak to its neighbours.
    Where the name leads is looked at again when it is spoken to.
    """
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None:
        return False
    return "." in host.strip(".") and not _is_address(host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2].isdigit()  # 127.1 is one, too
    return True


def _length(text: str) -> int:
    """How many bytes base64url holds; 0 if it is none."""
    try:
        return len(
            base64.b64decode(
                text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True
            )
        )
    except (ValueError, binascii.Error):
        return 0
