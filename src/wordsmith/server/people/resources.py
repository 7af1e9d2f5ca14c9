"""What the parts of this room share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from wordsmith.bus import Bus
    from wordsmith.server.guard.quotas import Quota, Quotas
    from wordsmith.server.people.keys import SiteKey
    from wordsmith.server.people.names import Names
    from wordsmith.server.people.passwords import Passwords
    from wordsmith.server.people.persons import Persons
    from wordsmith.server.people.visitors import Visitors
    from wordsmith.store import Store


@dataclass(frozen=True, slots=True)
class Resources:
    """The store and the bus, and what stands on them."""

    store: Store
    bus: Bus
    quotas: Quotas
    key: SiteKey
    names: Names
    passwords: Passwords
    persons: Persons
    visitors: Visitors

    async def allow(self, quota: Quota, *names: str) -> None:
        """Count one more. Refusal if that is too often."""
        wait_s = await self.quotas.take(quota, *names)
        if wait_s:
            raise Refusal(429, "too_fast", wait_s=wait_s)
