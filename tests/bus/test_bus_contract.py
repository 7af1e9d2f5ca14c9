"""What is promised of every bus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from tests.bus.buses import bus_pair, until
from tests.bus.faults import FaultyBus
from wordsmith.bus import Bus

KINDS = pytest.mark.parametrize("kind", ["memory", "redis"])


@asynccontextmanager
async def opened(kind: str) -> AsyncIterator[tuple[Bus, Bus]]:
    here, there = bus_pair(kind)
    for bus in (here, there):
        await bus.open()
    try:
        await until(lambda: here.healthy and there.healthy)
        yield here, there
    finally:
        for bus in (here, there):
            await bus.close()


@KINDS
def test_a_message_is_heard_in_the_other_process_and_in_ones_own_once(kind: str) -> None:
    async def scene() -> None:
        async with opened(kind) as (here, there):
            own: list[bytes] = []
            other: list[bytes] = []
            here.subscribe("table", own.append)
            there.subscribe("table", other.append)
            for number in range(300):
                here.publish("table", b"%d" % number)
            here.publish("table", b"\x00\xff end")
            await until(lambda: len(own) == len(other) == 301)
            await asyncio.sleep(0.05)  # a second copy would come now
            assert own == other == [*(b"%d" % number for number in range(300)), b"\x00\xff end"]

    asyncio.run(scene())


@KINDS
def test_topics_are_kept_apart(kind: str) -> None:
    async def scene() -> None:
        async with opened(kind) as (here, there):
            heard: list[tuple[str, bytes]] = []

            def hear(topic: str, message: bytes) -> None:
                heard.append((topic, message))

            for topic in ("table", "table:2", "tab*"):
                there.subscribe(topic, partial(hear, topic))
            here.publish("tab*", b"1")
            here.publish("table:2", b"2")
            here.publish("nobody listens", b"3")
            here.publish("table", b"4")
            await until(lambda: len(heard) >= 3)
            assert heard == [("tab*", b"1"), ("table:2", b"2"), ("table", b"4")]

    asyncio.run(scene())


@KINDS
def test_whoever_has_stopped_hears_nothing_more_not_even_what_is_on_its_way(kind: str) -> None:
    async def scene() -> None:
        async with opened(kind) as (here, there):
            gone: list[bytes] = []
            stays: list[bytes] = []
            stop = here.subscribe("table", gone.append)
            here.subscribe("table", stays.append)
            there.subscribe("table", stays.append)
            here.publish("table", b"1")
            stop()
            stop()  # again is nothing
            await until(lambda: len(stays) == 2)
            assert gone == []

    asyncio.run(scene())


@KINDS
def test_one_function_may_listen_twice_and_stop_once(kind: str) -> None:
    async def scene() -> None:
        async with opened(kind) as (here, _):
            heard: list[bytes] = []
            stop = here.subscribe("table", heard.append)
            here.subscribe("table", heard.append)
            here.publish("table", b"1")
            await until(lambda: len(heard) == 2)
            stop()
            here.publish("table", b"2")
            await until(lambda: len(heard) == 3)
            await asyncio.sleep(0)
            assert heard == [b"1", b"1", b"2"]

    asyncio.run(scene())


@KINDS
def test_nobody_hears_a_message_before_publish_has_returned(kind: str) -> None:
    async def scene() -> None:
        async with opened(kind) as (here, _):
            heard: list[bytes] = []
            here.subscribe("table", heard.append)
            here.publish("table", b"1")
            assert heard == []
            await until(lambda: heard == [b"1"])

    asyncio.run(scene())


@KINDS
def test_a_listener_that_fails_keeps_nothing_from_the_others(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        def fail(_message: bytes) -> None:
            raise LookupError("none of your business")

        async with opened(kind) as (here, there):
            heard: list[bytes] = []
            there.subscribe("table", fail)
            there.subscribe("table", heard.append)
            here.publish("table", b"1")
            here.publish("table", b"2")
            await until(lambda: heard == [b"1", b"2"])

    asyncio.run(scene())
    assert [record.message for record in caplog.records].count(
        "topic table: somebody could not take a message"
    ) == 2


def test_a_faulty_bus_does_what_its_fates_say() -> None:
    async def scene() -> None:
        fates = iter(["hold", "lose", "double", "hold", "hold", "send"])
        async with opened("memory") as (inner, _):
            bus = FaultyBus(inner, lambda: next(fates))
            heard: list[bytes] = []
            bus.subscribe("table", heard.append)
            for number in range(6):
                bus.publish("table", b"%d" % number)
            await asyncio.sleep(0)
            assert heard == [b"2", b"2", b"0", b"5", b"4", b"3"]

    asyncio.run(scene())
