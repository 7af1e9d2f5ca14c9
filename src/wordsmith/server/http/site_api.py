"""What the site itself tells: whether it is well, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

import wordsmith
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.catalogue import catalogue
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.messages.offer import Catalogue

if TYPE_CHECKING:
    from wordsmith.server.house import House


class Health(Struct, omit_defaults=True):
    """Whether the program is well, and how it was built."""

    version: str
    compiled: bool
    failure: str | None = None


class SiteApi:
    """``/api/health``, ``/api/catalogue``."""

    def __init__(self, house: House) -> None:
        self._house = house

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (
            Operation(method="GET", path="/api/health", endpoint=self.health, answer=Health),
            Operation(
                method="GET", path="/api/catalogue", endpoint=self.catalogue, answer=Catalogue
            ),
        )

    async def health(self, _asked: Asked) -> Health:
        """Whether the program is well, and how it was built."""
        failure = self._house.store.failure
        return Health(wordsmith.__version__, not uncompiled_kernels(), failure)

    async def catalogue(self, _asked: Asked) -> Catalogue:
        """What can be played."""
        return catalogue()
