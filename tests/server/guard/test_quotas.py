"""Quotas over minutes and days: in memory, in Redis, and when Redis is away."""

import importlib
import os
import pkgutil
import secrets
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from tests.fault_proxy import FaultProxy
from wordsmith import server
from wordsmith.server.guard import counters as room
from wordsmith.server.guard.quotas import Quota, Quotas

pytestmark = pytest.mark.anyio

REDIS = os.environ.get("WORDSMITH_TEST_REDIS", "redis://127.0.0.1:6379/0")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def redis_url() -> str:
    """A Redis that answers."""
    redis = pytest.importorskip("redis")
    client = redis.Redis.from_url(REDIS, socket_timeout=2)
    try:
        client.ping()
    except redis.RedisError as error:
        pytest.skip(f"no Redis at {REDIS}: {error}")
    finally:
        client.close()
    return REDIS


@pytest.fixture(params=["memory", "redis"])
async def quotas(request: pytest.FixtureRequest) -> AsyncIterator[Quotas]:
    url = request.getfixturevalue("redis_url") if request.param == "redis" else None
    opened = Quotas(url)
    yield opened
    await opened.close()


def quota(text: str = "3/day; 5/year") -> Quota:
    """A quota that nobody else counts."""
    return Quota(f"test {secrets.token_hex(8)}", text)


def test_every_quota_of_the_server_can_be_read() -> None:
    """They are read when something is counted first, which is late to hear of a wrong one."""
    modules = pkgutil.walk_packages(server.__path__, "wordsmith.server.")
    loaded = [importlib.import_module(module.name) for module in modules]
    quotas = {one for module in loaded for one in vars(module).values() if isinstance(one, Quota)}
    assert len(quotas) > 10
    for one in quotas:
        spans = [window.get_expiry() for window in room._windows(one.text, 1)]
        assert spans == sorted(set(spans)), one


async def test_so_many_are_allowed_and_then_one_has_to_wait(quotas: Quotas) -> None:
    three = quota()
    waits = [await quotas.take(three, "anna") for _ in range(4)]
    assert waits[:3] == [0, 0, 0]
    assert 0 < waits[3] <= 24 * 3600


async def test_everybody_is_counted_for_himself(quotas: Quotas) -> None:
    three = quota()
    for name in ("anna", "boris"):
        assert [await quotas.take(three, name, "here") for _ in range(3)] == [0, 0, 0]
    assert await quotas.take(three, "anna", "here")
    assert await quotas.take(three, "anna", "there") == 0
    assert await quotas.take(quota(), "anna", "here") == 0


async def test_the_longer_window_asks_for_more_patience(quotas: Quotas) -> None:
    """Security rule 7: limits that grow."""
    strict = quota("3/second; 4/hour")
    waits = [await quotas.take(strict, "anna") for _ in range(3)]
    assert waits == [0, 0, 0]
    while (wait_s := await quotas.take(strict, "anna")) <= 2:
        pass  # the window of a second opens again; that of the hour does not
    assert wait_s > 2


async def test_what_is_forgotten_begins_anew(quotas: Quotas) -> None:
    three = quota()
    for _ in range(4):
        await quotas.take(three, "anna")
    await quotas.forget(three, "anna")
    assert await quotas.take(three, "anna") == 0


async def test_a_factor_makes_every_quota_larger() -> None:
    generous, three = Quotas(factor=2), quota("3/day")
    waits = [await generous.take(three, "anna") for _ in range(7)]
    assert [wait == 0 for wait in waits] == [True] * 6 + [False]


async def test_all_processes_of_a_site_count_together(redis_url: str) -> None:
    """Security rule 7: a second process does not double the guesses."""
    first, second, three = Quotas(redis_url), Quotas(redis_url), quota("3/day")
    waits = [await quotas.take(three, "anna") for quotas in (first, second, first, second)]
    assert [wait == 0 for wait in waits] == [True, True, True, False]
    await first.close()
    await second.close()


async def test_without_redis_each_process_counts_for_itself(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    parts = urlsplit(redis_url)
    async with FaultProxy(parts.port or 6379) as line:
        quotas, three = Quotas(f"redis://127.0.0.1:{line.port}/0"), quota("3/day")
        assert [await quotas.take(three, "anna") for _ in range(3)] == [0, 0, 0]
        line.cut()
        waits = [await quotas.take(three, "anna") for _ in range(4)]
        assert [wait == 0 for wait in waits] == [True, True, True, False]
        assert len([one for one in caplog.records if one.levelname == "ERROR"]) == 1
        line.heal()
        assert await quotas.take(three, "anna") > 0  # they were counted together before
        await quotas.close()


async def test_counters_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Security rule 5: whoever comes from everywhere fills nothing."""
    monkeypatch.setattr(room, "_MOST", 50)
    quotas, three = Quotas(), quota("3/day")
    for number in range(500):
        await quotas.take(three, f"address {number}")
    assert quotas._counters is not None
    assert len(quotas._counters._memory.storage) <= 51
