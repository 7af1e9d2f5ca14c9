"""Notices to browsers, as the rest of the program sees them; ``pushing`` does it."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from wordsmith.server.notices.pushing import Pusher
    from wordsmith.server.notices.subscriptions import Subscriptions
    from wordsmith.server.notices.vapid import VapidKey
    from wordsmith.server.notices.wording import Wording
    from wordsmith.store.database import Database

_KEPT_S = 24 * 3600  # by the push service, for a browser that is switched off


class Outcome(Enum):
    """What became of a notice."""

    SENT = "sent"
    GONE = "gone"  # there is nobody any more
    FAILED = "failed"  # perhaps later


class Push:
    """Sends to every browser of a person."""

    def __init__(
        self, database: Database, subscriptions: Subscriptions, contact: str, *, anywhere: bool
    ) -> None:
        self._database = database
        self._subscriptions = subscriptions
        self._contact = contact
        self._anywhere = anywhere
        self._key: VapidKey | None = None
        self._pusher: Pusher | None = None
        self._opening = asyncio.Lock()

    async def key(self) -> VapidKey:
        """The key of the site."""
        if self._key is None:
            vapid = await _imported("vapid")
            key: VapidKey = await vapid.load_vapid_key(self._database)
            self._key = key
        return self._key

    async def tell(self, person: str, wording: Wording) -> Outcome:
        """Show a notice in every browser of a person; SENT if in one of them."""
        subscriptions = await self._subscriptions.of(person)
        if not subscriptions:
            return Outcome.GONE
        pusher = await self._opened()
        content = msgspec.json.encode(wording.shown)
        outcomes = await asyncio.gather(
            *[pusher.send(one, content, _headers(wording)) for one in subscriptions]
        )
        for subscription, outcome in zip(subscriptions, outcomes, strict=True):
            if outcome is Outcome.GONE:
                await self._subscriptions.gone(subscription.endpoint)
        if Outcome.SENT in outcomes:
            return Outcome.SENT
        return Outcome.FAILED if Outcome.FAILED in outcomes else Outcome.GONE

    async def close(self) -> None:
        """Let go of what was opened."""
        if self._pusher is not None:
            await self._pusher.close()

    async def _opened(self) -> Pusher:
        """What sends."""
        async with self._opening:
            if self._pusher is None:
                key = await self.key()
                pushing = await _imported("pushing")
                pusher: Pusher = pushing.Pusher(key, self._contact, anywhere=self._anywhere)
                self._pusher = pusher
        return self._pusher


async def _imported(name: str) -> Any:
    """A module of this room with large libraries: read in a thread, when it is needed first."""
    return await asyncio.to_thread(importlib.import_module, f"wordsmith.server.notices.{name}")


def _headers(wording: Wording) -> dict[str, str]:
    """A later notice of the same table takes the place of one that was not delivered yet."""
    topic = hashlib.sha256(wording.shown.tag.encode()).hexdigest()[:32]
    return {"ttl": str(_KEPT_S), "urgency": "normal", "topic": topic}
