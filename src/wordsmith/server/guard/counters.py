"""The counters behind quotas: in memory, or in Redis for all processes of a site together.

Apart from ``quotas``, for the library behind it takes a while to load, and nobody waits for that
when a server starts anew.
"""

from __future__ import annotations

import importlib
import logging
import math
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError

if TYPE_CHECKING:
    from wordsmith.server.guard.quotas import Quota

_log = logging.getLogger(__name__)
_MOST = 200_000  # counters in memory; more, and all are forgotten


class Counters:
    """How often was asked. ``factor`` makes every quota so many times as large."""

    def __init__(self, redis_url: str | None = None, *, factor: int = 1) -> None:
        self._factor = factor
        self._memory = MemoryStorage()
        self._own = SlidingWindowCounterRateLimiter(self._memory)
        self._pool = _connections(redis_url) if redis_url else None
        self._shared = _shared(self._pool) if redis_url else None
        self._shared_fails = False

    async def close(self) -> None:
        """Let go of the connections."""
        if self._pool is not None:
            await self._pool.aclose()

    async def take(self, quota: Quota, *names: str) -> int:
        """Count one more; 0 if that is allowed, else the seconds until it may be."""
        for window in _windows(quota.text, self._factor):
            if not await self._hit(window, (quota.name, *names)):
                return await self._wait(window, (quota.name, *names))
        return 0

    async def forget(self, quota: Quota, *names: str) -> None:
        """Begin to count anew for whoever is named."""
        for window in _windows(quota.text, self._factor):
            if self._shared is not None:
                try:
                    await self._shared.clear(window, quota.name, *names)
                except StorageError as error:
                    self._note(error)
            await self._own.clear(window, quota.name, *names)

    async def _hit(self, window: RateLimitItem, names: tuple[str, ...]) -> bool:
        if self._shared is not None:
            try:
                allowed = await self._shared.hit(window, *names)
            except StorageError as error:
                self._note(error)
            else:
                self._shared_fails = False
                return allowed
        if len(self._memory.storage) > _MOST:
            await self._memory.reset()
        return await self._own.hit(window, *names)

    async def _wait(self, window: RateLimitItem, names: tuple[str, ...]) -> int:
        limiter = self._own if self._shared is None or self._shared_fails else self._shared
        try:
            stats = await limiter.get_window_stats(window, *names)
        except StorageError as error:
            self._note(error)
            return window.get_expiry()
        return max(1, math.ceil(stats.reset_time - time.time()))

    def _note(self, error: StorageError) -> None:
        if not self._shared_fails:
            _log.error("limits are counted by each process for itself: %s", error.storage_error)
        self._shared_fails = True


@lru_cache
def _windows(text: str, factor: int) -> tuple[RateLimitItem, ...]:
    """From "5/minute; 20/hour", the shortest window first. ValueError if it is none such."""
    return tuple([type(n)(n.amount * factor, n.multiples, n.namespace) for n in parse_many(text)])


def _connections(url: str) -> Any:
    pools = importlib.import_module("redis.asyncio")  # only a site of several processes has it
    return pools.ConnectionPool.from_url(url, socket_timeout=1.0, socket_connect_timeout=1.0)


def _shared(connections: Any) -> SlidingWindowCounterRateLimiter:
    storage = RedisStorage(
        "async+redis://shared:6379",  # no more than its kind is read, for the connections are ours
        wrap_exceptions=True,
        implementation="redispy",
        key_prefix="wordsmith:limits",
        connection_pool=connections,
    )
    return SlidingWindowCounterRateLimiter(storage)
