"""Everything is looked after at its own pace; what fails does not keep anybody from the rest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from wordsmith.server.rounds import Rounds
from wordsmith.store import StoreUnavailable


class Looks:
    """A clock that a test sets, in seconds, and when what was looked after."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.rounds = Rounds(lambda: self.now)
        self.seen: list[tuple[str, float]] = []

    def named(self, name: str) -> Callable[[], Awaitable[None]]:
        async def look() -> None:
            self.seen.append((name, self.now))

        return look

    def go(self, *at: float) -> list[tuple[str, float]]:
        """What is looked after in rounds at these times."""
        self.seen.clear()
        for self.now in at:
            asyncio.run(self.rounds.go())
        return list(self.seen)


def test_a_part_is_looked_after_in_every_round_or_not_more_often_than_it_says() -> None:
    looks = Looks()
    looks.rounds.add("often", looks.named("often"))
    looks.rounds.add("hourly", looks.named("hourly"), every_s=3600.0)
    assert looks.go(1000, 1001) == [("often", 1000), ("hourly", 1000), ("often", 1001)]
    assert looks.go(4599.9) == [("often", 4599.9)]
    assert looks.go(4600) == [("often", 4600), ("hourly", 4600)]
    assert looks.go(9000, 12_599, 12_600) == [
        ("often", 9000),
        ("hourly", 9000),
        ("often", 12_599),
        ("often", 12_600),
        ("hourly", 12_600),
    ]


def test_what_is_not_for_the_beginning_waits_for_its_time() -> None:
    looks = Looks()
    looks.rounds.add("later", looks.named("later"), every_s=600.0, at_once=False)
    assert looks.go(1000, 1599.9) == []
    assert looks.go(1600, 2199.9, 2200) == [("later", 1600), ("later", 2200)]


def test_what_fails_comes_round_no_sooner_and_the_others_are_looked_after() -> None:
    looks = Looks()
    tried: list[float] = []

    async def fail() -> None:
        tried.append(looks.now)
        raise StoreUnavailable("no answer")

    looks.rounds.add("failing", fail, every_s=10.0)
    looks.rounds.add("well", looks.named("well"))
    assert looks.go(0, 9, 10) == [("well", 0), ("well", 9), ("well", 10)]
    assert tried == [0, 10]


def test_what_fails_for_a_while_is_told_once_and_once_more_when_it_fails_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fails = True

    async def look() -> None:
        if fails:
            raise StoreUnavailable("no answer")

    rounds = Rounds()
    rounds.add("bots", look)
    for _ in range(3):
        asyncio.run(rounds.go())
    assert [record.message for record in caplog.records] == [
        "bots cannot be looked after for now: no answer"
    ]
    fails = False
    asyncio.run(rounds.go())
    fails = True
    asyncio.run(rounds.go())
    assert len(caplog.records) == 2


def test_a_fault_of_ours_is_told_whole_every_time(caplog: pytest.LogCaptureFixture) -> None:
    async def look() -> None:
        raise ZeroDivisionError

    rounds = Rounds()
    rounds.add("talk", look)
    for _ in range(2):
        asyncio.run(rounds.go())
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert all(record.exc_info for record in caplog.records)
