"""Buses to test with: two of them that hear each other stand for two processes of a site."""

import asyncio
import itertools
import os
from collections.abc import Callable

import pytest

from wordsmith.bus import Bus, MemoryBus, RedisBus

REDIS = os.environ.get("WORDSMITH_TEST_REDIS", "redis://127.0.0.1")
PATIENCE_S = 20.0
_numbers = itertools.count(os.getpid() % 8 + 2)


def redis_url() -> str:
    """A numbered database of the Redis of this machine. Skips where there is none."""
    redis = pytest.importorskip("redis")
    try:
        with redis.Redis.from_url(REDIS, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError as error:
        pytest.skip(f"no Redis at {REDIS}: {error}")
    return f"{REDIS}/{next(_numbers) % 14 + 2}"


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
