"""The house looks after everything every second; what fails does not keep it from the rest."""

import asyncio
import logging

import pytest

from wordsmith.server.house import _look
from wordsmith.store import StoreUnavailable


def test_what_fails_for_a_while_is_told_once_and_once_more_when_it_fails_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fails = True

    async def look() -> None:
        if fails:
            raise StoreUnavailable("no answer")

    failing: set[str] = set()
    for _ in range(3):
        asyncio.run(_look("bots", look, failing))
    assert [record.message for record in caplog.records] == [
        "bots cannot be looked after for now: no answer"
    ]
    fails = False
    asyncio.run(_look("bots", look, failing))
    fails = True
    asyncio.run(_look("bots", look, failing))
    assert len(caplog.records) == 2


def test_a_fault_of_ours_is_told_whole_every_time(caplog: pytest.LogCaptureFixture) -> None:
    async def look() -> None:
        raise ZeroDivisionError

    for _ in range(2):
        asyncio.run(_look("talk", look, set()))
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert all(record.exc_info for record in caplog.records)
