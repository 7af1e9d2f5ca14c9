"""How often one thing may be asked for, over minutes and days, by all processes of a site together.

Every quota has several windows, each much longer than the one before and little more generous: who
goes on asking waits longer and longer. In one process they are counted in memory, in several in
Redis; while that does not answer, each process counts for itself.
"""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wordsmith.server.guard.counters import Counters


class Quota(NamedTuple):
    """So many in each window, counted for whoever is named."""

    name: str
    text: str  # "5/minute; 20/hour": the shortest window first


class Quotas:
    """Takes of quotas. ``factor`` makes every one so many times as large."""

    def __init__(self, redis_url: str | None = None, *, factor: int = 1) -> None:
        self._redis_url = redis_url
        self._factor = factor
        self._counters: Counters | None = None

    async def close(self) -> None:
        """Let go of the connections."""
        if self._counters is not None:
            await self._counters.close()

    async def take(self, quota: Quota, *names: str) -> int:
        """Count one more; 0 if that is allowed, else the seconds until it may be."""
        return await (self._counters or await self._opened()).take(quota, *names)

    async def forget(self, quota: Quota, *names: str) -> None:
        """Begin to count anew for whoever is named."""
        await (self._counters or await self._opened()).forget(quota, *names)

    async def _opened(self) -> Counters:
        """The counters, made when something is counted first."""
        name = "wordsmith.server.guard.counters"
        module = await asyncio.to_thread(importlib.import_module, name)
        if self._counters is None:
            self._counters = module.Counters(self._redis_url, factor=self._factor)
        return self._counters
