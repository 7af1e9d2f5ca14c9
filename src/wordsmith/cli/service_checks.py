"""What ``doctor`` asks of PostgreSQL and Redis, and how the site is set up towards the world."""

from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING, Any

from wordsmith.bus import BusError, RedisBus
from wordsmith.bus.port import without_password
from wordsmith.cli.findings import failure, ok, warning
from wordsmith.store import StoreError, shown
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.cli.findings import Finding

_PATIENCE_S = 5.0
_BEATS_S = 2.5  # in which a worker is heard
_APART_MS = 250  # between two machines' wall clocks
_POSTGRES_LEAST = 120_000  # 12
_REDIS_LEAST = (5, 0)
_LOSING = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


async def check_postgres(url: str) -> list[Finding]:
    """Whether it answers, keeps what it has acknowledged, and has the tables of this program."""
    try:
        import asyncpg
    except ModuleNotFoundError:
        return [failure("scaled.missing", name="asyncpg")]
    try:
        connection = await asyncpg.connect(url, timeout=_PATIENCE_S)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        return [failure("postgres.silent", url=shown(url), why=_line(error))]
    try:
        return [found async for found in _asked(connection)]
    finally:
        await connection.close(timeout=_PATIENCE_S)


async def _asked(connection: Any) -> Any:
    number = int(await connection.fetchval("SHOW server_version_num"))
    version = await connection.fetchval("SHOW server_version")
    old = number < _POSTGRES_LEAST
    yield failure("postgres.old", version=version) if old else ok("postgres", version=version)
    settings = {name: await connection.fetchval(f"SHOW {name}") for name in _LOSING}
    losing = [name for name, bad in _LOSING.items() if settings[name] == bad]
    durable = settings["synchronous_commit"]
    yield (
        failure("postgres.losing", names=", ".join(losing))
        if losing
        else ok("postgres.durable", name=durable)
    )
    yield await _check_schema(connection)
    began = time.time()
    theirs = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
    yield _apart("PostgreSQL", theirs, began)


async def _check_schema(connection: Any) -> Finding:
    from wordsmith.store.postgres_schema import version_of

    try:
        version = await version_of(connection)
    except StoreError as error:
        return failure("postgres.foreign", why=str(error))
    if version > VERSION:
        return failure("schema.newer", version=version, known=VERSION)
    if version == 0:
        return ok("schema.none")
    if version < VERSION:
        return warning("schema.older", version=version, known=VERSION)
    return ok("schema", version=version)


async def check_bus(url: str) -> list[Finding]:
    """Whether it answers, and whether workers of the site are heard on it."""
    try:
        bus = RedisBus(url)
    except BusError as error:
        return [failure("redis.unfit", why=str(error))]
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    try:
        async with Redis.from_url(url, socket_timeout=_PATIENCE_S, protocol=2) as client:
            version = str((await client.info("server"))["redis_version"])
            began = time.time()
            seconds, micros = await client.time()
    except (RedisError, OSError) as error:
        return [failure("redis.silent", url=without_password(url), why=_line(error))]
    known = tuple(int(part) for part in version.split(".")[:2])
    return [
        failure("redis.old", version=version)
        if known < _REDIS_LEAST
        else ok("redis", version=version),
        _apart("Redis", seconds + micros / 1e6, began),
        _told_of_workers(await _workers(bus)),
    ]


async def _workers(bus: RedisBus) -> int:
    """How many are heard within a beat or two."""
    heard: set[bytes] = set()
    bus.subscribe("workers", heard.add)
    await bus.open()
    await asyncio.sleep(_BEATS_S)
    await bus.close()
    return len(heard)


def _told_of_workers(count: int) -> Finding:
    return ok("workers", n=count) if count else warning("workers.none")


def _apart(name: str, theirs_s: float, began_s: float) -> Finding:
    """How far another clock is from ours, at the best: it was read between then and now."""
    now_s = time.time()
    apart_ms = round(1000 * max(began_s - theirs_s, theirs_s - now_s, 0))
    told = "apart.far" if apart_ms > _APART_MS else "apart"
    return (warning if apart_ms > _APART_MS else ok)(told, name=name, ms=apart_ms)


def check_openness(origins: frozenset[str], *, secure: bool, several: bool) -> Iterator[Finding]:
    """How the site is reached from elsewhere."""
    if not origins:
        yield warning("origins.none") if several else ok("origins.here")
        return
    plain = sorted(name for name in origins if not name.startswith("https://"))
    if plain:
        yield warning("origins.plain", names=", ".join(plain))
    elif not secure:
        yield warning("origins.insecure")
    else:
        yield ok("origins", names=", ".join(sorted(origins)))


def check_mail(origins: frozenset[str]) -> Finding:
    """Whether letters can be sent: they need a public address of the site to lead to."""
    if not os.environ.get("WORDSMITH_SMTP_URL"):
        return warning("mail.none")
    return ok("mail") if origins else warning("mail.nowhere")


def _line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
