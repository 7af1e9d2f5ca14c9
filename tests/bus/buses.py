"""Buses to test with: two of them that hear each other stand for two processes of a site."""

import asyncio
import itertools
import os
from collections.abc import Callable

import pytest

from wordsmith.bus import Bus, MemoryBus, RedisBus

REDIS = os.environ.get("WORDSMITH_TEST_REDIS", "redis://127.0.0.1")
PATIENCE_S = 20.0
_DATABASES = range(2, 16)
_numbers = itertools.count()


def _own_databases() -> range:
    """Those that no other process of this run uses: workers answer whoever asks in theirs."""
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return _DATABASES[process % len(_DATABASES) :: processes]


def redis_url() -> str:
    """A numbered database of the Redis of this machine, with no limit used up.

    Skips where there is none.
    """
    redis = pytest.importorskip("redis")
    try:
        with redis.Redis.from_url(REDIS, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError as error:
        pytest.skip(f"no Redis at {REDIS}: {error}")
    own = _own_databases()
    url = f"{REDIS}/{own[next(_numbers) % len(own)]}"
    with redis.Redis.from_url(url) as client:
        for used in client.scan_iter("wordsmith:limits:*"):
            client.delete(used)
    return url


def bus_pair(kind: str) -> tuple[Bus, Bus]:
    """Two ends; the same object twice where a site is one process."""
    if kind == "memory":
        bus = MemoryBus()
        return bus, bus
    url = redis_url()
    return RedisBus(url), RedisBus(url)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that will surely come."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110 - what it waits for is no event
            await asyncio.sleep(0.01)
