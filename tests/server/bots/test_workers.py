"""Bots that think in workers of the site, and what happens when these fail.

Public bug group 37 (taskiq-redis#131, #130, #101; liwords#1141): a killed worker, or one
that hangs, must never stop a game, and nothing is waited for that cannot come.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.bus.buses import PATIENCE_S, redis_url, until
from wordsmith.bus import MemoryBus, RedisBus
from wordsmith.rules.actions import Action, Play
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View
from wordsmith.server.bots.queued import QueuedThinkers
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.bots.thinking import PipedThinkers

if TYPE_CHECKING:
    import redis

pytest.importorskip("taskiq_redis")
HERE = Play(frozenset([(0, 1)]))


class Here:
    """What this process thinks, so that it can be told from what a worker does."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_idle = True

    async def choose(self, level: str, view: View, seed: int) -> Action:
        self.asked += 1
        return HERE

    async def prepare(self, variant: Variant) -> None:
        pass

    async def warm(self) -> None:
        pass

    async def close(self) -> None:
        pass


@contextmanager
def a_worker(url: str) -> Iterator[subprocess.Popen[str]]:
    line = [sys.executable, "-m", "wordsmith", "worker", "--processes", "1", "--language", "en"]
    with subprocess.Popen(
        line,
        env={**os.environ, "WORDSMITH_BUS": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            assert "waits for questions" in process.stdout.readline()
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()


@asynccontextmanager
async def asking(url: str, most_s: float = 20.0) -> AsyncIterator[tuple[QueuedThinkers, Here]]:
    bus, here = RedisBus(url), Here()
    await bus.open()
    thinkers = QueuedThinkers(url, bus, here, most_s)
    await thinkers.warm()
    try:
        yield thinkers, here
    finally:
        await thinkers.close()
        await bus.close()


def a_view(seed: int = 1) -> View:
    return View.of(Game.begin(load_variant("friends"), 2, Shuffle(Random(seed))), 0)


def test_a_worker_does_what_a_process_of_the_server_would_do() -> None:
    async def scene(url: str) -> None:
        own = PipedThinkers(1)
        async with asking(url) as (thinkers, here):
            await until(lambda: thinkers.has_workers)
            views = [a_view(seed) for seed in range(5)]
            asked = [thinkers.choose("easy", view, 7) for view in views]
            assert await asyncio.gather(*asked) == [
                await own.choose("easy", view, 7) for view in views
            ]
            assert here.asked == 0
        await own.close()

    url = redis_url()
    with a_worker(url):
        asyncio.run(scene(url))


def test_as_long_as_an_answer_is_waited_for_a_site_is_not_idle() -> None:
    """Whether a worker thinks or this process: plays that are compared are nobody's hurry."""

    async def scene(url: str) -> None:
        async with asking(url) as (thinkers, here):
            await until(lambda: thinkers.has_workers)
            assert thinkers.is_idle
            asked = asyncio.create_task(thinkers.choose("easy", a_view(), 7))
            await asyncio.sleep(0)  # now it has asked
            assert not thinkers.is_idle
            await asked
            assert thinkers.is_idle
            here.is_idle = False
            assert not thinkers.is_idle

    url = redis_url()
    with a_worker(url):
        asyncio.run(scene(url))


def test_where_there_is_no_worker_nobody_waits_for_one() -> None:
    async def scene(url: str) -> None:
        async with asking(url, most_s=1000.0) as (thinkers, _):
            assert not thinkers.has_workers
            assert await thinkers.choose("easy", a_view(), 1) == HERE

    asyncio.run(scene(redis_url()))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_killed_or_hangs_stops_no_game(number: signal.Signals) -> None:
    """Its last sign of life is fresh, so it is asked; after the time limit this process thinks."""

    async def scene(url: str, worker: subprocess.Popen[str]) -> None:
        async with asking(url, most_s=0.5) as (thinkers, here):
            await until(lambda: thinkers.has_workers)
            worker.send_signal(number)
            assert await thinkers.choose("easy", a_view(), 1) == HERE
            assert not thinkers.has_workers  # and left alone for a while
            assert await thinkers.choose("easy", a_view(), 1) == HERE
            assert here.asked == 2

    url = redis_url()
    with a_worker(url) as worker:
        asyncio.run(scene(url, worker))


def test_a_lock_that_a_killed_worker_has_kept_holds_up_no_other() -> None:
    """taskiq-redis#131: under this name a worker locks what it claims again; ours never asks."""
    import redis

    async def scene(url: str) -> None:
        async with asking(url) as (thinkers, here):
            await until(lambda: thinkers.has_workers)
            for seed in range(3):
                await thinkers.choose("easy", a_view(seed), 1)
            assert here.asked == 0

    url = redis_url()
    with redis.Redis.from_url(url) as client:
        client.set("autoclaim:wordsmith:wordsmith:thoughts", "a dead worker's")
        try:
            with a_worker(url):
                asyncio.run(scene(url))
        finally:
            client.delete("autoclaim:wordsmith:wordsmith:thoughts")


def last_taken(client: "redis.Redis") -> object:
    """What the workers have taken last."""
    [group] = client.xinfo_groups("wordsmith:thoughts")
    return group["last-delivered-id"]


def test_a_worker_that_is_told_to_end_answers_what_it_has_begun() -> None:
    import redis

    async def scene(url: str, worker: subprocess.Popen[str]) -> None:
        async with asking(url) as (thinkers, here):
            await until(lambda: thinkers.has_workers)
            with redis.Redis.from_url(url) as client:
                before = last_taken(client)
                asked = asyncio.create_task(thinkers.choose("all", a_view(), 1))
                await until(lambda: last_taken(client) != before)
            worker.terminate()
            assert await asked != HERE
            assert here.asked == 0

    url = redis_url()
    with a_worker(url) as worker:
        asyncio.run(scene(url, worker))
        assert worker.wait(20) == 0
        assert worker.stderr is not None
        assert "Traceback" not in worker.stderr.read()


def test_what_was_asked_before_the_first_worker_opened_the_stream_is_answered() -> None:
    """A worker is heard a moment before it reads."""

    async def scene(url: str) -> None:
        async with asking(url) as (thinkers, here):
            thinkers._hear_worker(b"")
            asked = asyncio.create_task(thinkers.choose("easy", a_view(), 1))
            with redis.Redis.from_url(url) as client:
                await until(lambda: bool(client.exists("wordsmith:thoughts")))
            with a_worker(url):
                assert await asked != HERE
            assert here.asked == 0

    import redis

    url = redis_url()
    with redis.Redis.from_url(url) as client:
        client.delete("wordsmith:thoughts")
    asyncio.run(scene(url))


def test_a_question_that_no_bot_can_answer_comes_back_at_once() -> None:
    async def scene(url: str) -> None:
        async with asking(url, most_s=100.0) as (thinkers, _), asyncio.timeout(PATIENCE_S):
            await until(lambda: thinkers.has_workers)
            assert await thinkers.choose("no such level", a_view(), 1) == HERE

    url = redis_url()
    with a_worker(url):
        asyncio.run(scene(url))


def test_a_redis_that_is_gone_costs_no_more_than_the_time_limit() -> None:
    async def scene() -> None:
        thinkers = QueuedThinkers("redis://127.0.0.1:1/0", MemoryBus(), here := Here(), 0.5)
        await thinkers.warm()
        thinkers._hear_worker(b"")
        assert thinkers.has_workers
        assert await thinkers.choose("easy", a_view(), 1) == HERE
        assert here.asked == 1
        await thinkers.close()

    asyncio.run(scene())


def test_where_nobody_can_think_it_is_said() -> None:
    class Nobody(Here):
        async def choose(self, level: str, view: View, seed: int) -> Action:
            raise NoThought("nobody")

    async def scene() -> None:
        thinkers = QueuedThinkers("redis://127.0.0.1:1/0", MemoryBus(), Nobody(), 0.5)
        with pytest.raises(NoThought, match="nobody"):
            await thinkers.choose("easy", a_view(), 1)

    asyncio.run(scene())


def test_messages_that_are_no_answers_are_passed_over() -> None:
    async def scene() -> None:
        bus = MemoryBus()
        thinkers = QueuedThinkers("redis://127.0.0.1:1/0", bus, Here(), 0.5)
        await thinkers.warm()
        for message in (b"", b"\xff", b"{}", b'{"id": "nobody asked", "action": null}'):
            bus.publish("thoughts", message)
        await asyncio.sleep(0)
        await thinkers.close()

    asyncio.run(scene())
