"""Redis goes away, does not answer, comes back: nobody waits for it, and nobody has to mend it."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from tests.bus.buses import PATIENCE_S, redis_url, until
from wordsmith.bus import BusError, RedisBus
from wordsmith.bus.port import without_password


class Way:
    """A way to Redis that can be cut, or swallow what is sent (the peer does not notice)."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._target = (parts.hostname, parts.port or 6379)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = parts._replace(netloc=f"127.0.0.1:{self._port}").geturl()
        self.swallows = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", self._port)

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to = await asyncio.open_connection(*self._target)
        self._writers += [writer, to]
        for source, target in ((reader, to), (there, writer)):
            task = asyncio.create_task(self._copy(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while content := await source.read(65536):
                if not self.swallows:
                    target.write(content)
                    await target.drain()
            target.close()


@contextlib.asynccontextmanager
async def two_over_a_way() -> AsyncIterator[tuple[RedisBus, RedisBus, Way]]:
    """The first goes over the way, the second directly."""
    url = redis_url()
    way = Way(url)
    await way.open()
    here, there = RedisBus(way.url, most=8), RedisBus(url)
    try:
        for bus in (here, there):
            await bus.open()
        await until(lambda: here.healthy and there.healthy)
        yield here, there, way
    finally:
        for bus in (here, there):
            await bus.close()
        await way.cut()


def test_it_comes_back_by_itself_and_listens_again() -> None:
    async def scene() -> None:
        async with two_over_a_way() as (here, there, way):
            heard: list[bytes] = []
            here.subscribe("table", heard.append)
            await way.cut()
            await until(lambda: not here.healthy)
            there.publish("table", b"lost")
            await way.open()
            await until(lambda: here.healthy)
            there.publish("table", b"heard")
            await until(lambda: bool(heard))
            assert heard == [b"heard"]

    asyncio.run(scene())


def test_a_redis_that_is_silent_is_noticed_though_the_connection_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wordsmith.bus.redis._ANSWER_S", 0.5)

    async def scene() -> None:
        async with two_over_a_way() as (here, _, way):
            way.swallows = True
            await until(lambda: not here.healthy)
            way.swallows = False
            await until(lambda: here.healthy)

    asyncio.run(scene())


def test_it_is_closed_at_once_even_while_it_comes() -> None:
    """redis-py loses a cancellation now and then that comes while it connects."""
    url = redis_url()

    async def scene() -> None:
        for step in range(150):
            bus = RedisBus(url)
            await bus.open()
            await asyncio.sleep(step % 15 / 4_000)
            async with asyncio.timeout(PATIENCE_S):
                await bus.close()

    asyncio.run(scene())


def test_without_redis_nobody_waits_and_this_process_still_hears_itself() -> None:
    async def scene() -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        bus = RedisBus(f"redis://127.0.0.1:{port}/2", most=8)
        await bus.open()
        heard: list[bytes] = []
        bus.subscribe("table", heard.append)
        for number in range(100_000):
            bus.publish("table", b"%d" % number)
        await until(lambda: len(heard) == 100_000)
        assert not bus.healthy
        assert len(bus._waiting) == 8
        await bus.close()

    asyncio.run(scene())


def test_of_what_waits_the_oldest_is_forgotten_and_the_rest_is_sent_later() -> None:
    async def scene() -> None:
        async with two_over_a_way() as (here, there, way):
            heard: list[bytes] = []
            there.subscribe("table", heard.append)
            await way.cut()
            await until(lambda: not here.healthy)
            for number in range(100):
                here.publish("table", b"%d" % number)
            await way.open()
            await until(lambda: b"99" in heard)
            # what was being sent when the way was found cut may still come: a batch, at most
            assert heard[-8:] == [b"%d" % number for number in range(92, 100)]
            assert heard == sorted(heard, key=int)

    asyncio.run(scene())


def test_sites_with_different_numbers_on_one_redis_do_not_hear_each_other() -> None:
    async def scene() -> None:
        one, other = RedisBus(redis_url()), RedisBus(redis_url())
        for bus in (one, other):
            await bus.open()
        await until(lambda: one.healthy and other.healthy)
        heard: list[bytes] = []
        other.subscribe("table", heard.append)
        one.publish("table", b"not for you")
        other.publish("table", b"own")
        await until(lambda: bool(heard))
        await asyncio.sleep(0.1)
        assert heard == [b"own"]
        for bus in (one, other):
            await bus.close()

    asyncio.run(scene())


@pytest.mark.parametrize("url", ["http://localhost", "localhost", "redis://localhost/x?db=y", ""])
def test_what_is_no_address_is_refused_in_one_line(url: str) -> None:
    pytest.importorskip("redis")
    with pytest.raises(BusError) as refusal:
        RedisBus(url)
    assert "\n" not in str(refusal.value)


def test_without_the_library_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(BusError, match=r"wordsmith\[scaled\]"):
        RedisBus("redis://localhost")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:secret@host:1/2", "redis://...@host:1/2"),
        ("postgresql://anna:se@cret@host/db", "postgresql://...@host/db"),
        ("redis://host/2", "redis://host/2"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown
