"""What the site itself tells: whether it is well, and what can be played."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import Struct

import wordsmith
from wordsmith.errors import WordsmithError
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.catalogue import catalogue
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.messages.offer import Catalogue
from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from wordsmith.server.house import House

_PATIENCE_S = 2.0  # with the store, before it counts as silent


class Health(Struct, omit_defaults=True):
    """Whether the program is well, and how it was built."""

    version: str
    compiled: bool
    failure: str | None = None


class SiteApi:
    """``/api/health``, ``/api/ready``, ``/api/catalogue``."""

    def __init__(self, house: House) -> None:
        self._house = house

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (
            Operation(
                method="GET",
                path="/api/health",
                endpoint=self.health,
                answer=Health,
                by_machines=True,
            ),
            Operation(
                method="GET",
                path="/api/ready",
                endpoint=self.ready,
                answer=Health,
                refusals=("unavailable",),
                by_machines=True,
            ),
            Operation(
                method="GET", path="/api/catalogue", endpoint=self.catalogue, answer=Catalogue
            ),
        )

    async def health(self, _asked: Asked) -> Health:
        """Whether the program is well, and how it was built."""
        failure = self._house.store.failure
        return Health(wordsmith.__version__, not uncompiled_kernels(), failure)

    async def ready(self, asked: Asked) -> Health:
        """Whether the store and the bus answer."""
        answers = {"store": await self._store_answers(), "bus": self._house.bus.healthy}
        if not all(answers.values()):
            raise Refusal(503, "unavailable", **answers)
        return await self.health(asked)

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._house.store.rows("SELECT 1")
        except (WordsmithError, TimeoutError):
            return False
        return self._house.store.failure is None

    async def catalogue(self, _asked: Asked) -> Catalogue:
        """What can be played."""
        return catalogue()
