"""What bothers others may be done so often and no more. Public bug group 35 (griefing by spam)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.live.evening import evening
from tests.server.site import quick
from wordsmith.server.live.rates import RATES, Rates

if TYPE_CHECKING:
    from pathlib import Path


def test_offers_to_cancel_are_limited_and_moves_are_not(tmp_path: Path) -> None:
    most = RATES["cancel"][0]

    async def played() -> None:
        async with evening(tmp_path, quick(quota_factor=1)) as table:
            anna, _ = await table.game("Анна", "Boris")
            version = (await table.ledger()).version
            for number in range(most):
                action = {"type": "cancel", "agree": number % 2 == 0}
                assert (await table.act("Анна", 0, action))["type"] == "ack"
            told = await table.act("Анна", 0, {"type": "cancel", "agree": True})
            assert (told["type"], told["code"]) == ("error", "too_fast")
            assert (await table.ledger()).version == version + most
            assert (await table.act("Анна", 0, {"type": "pass"}))["type"] == "ack"
            anna.send(type="ping", id=1)
            assert await anna.expect("pong")

    asyncio.run(played())


def test_the_same_key_again_is_no_second_offer(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path, quick(quota_factor=1)) as table:
            anna, _ = await table.game("Анна", "Boris")
            version = (await table.ledger()).version
            told = await table.act("Анна", 0, {"type": "cancel", "agree": True})
            for _ in range(2 * RATES["cancel"][0]):
                action = {"type": "cancel", "agree": True}
                anna.act(table.table, 0, version, action, told["key"])
                assert await anna.until(lambda got: got.get("key") == told["key"]) == told

    asyncio.run(played())


@pytest.mark.parametrize("kind", RATES)
def test_each_person_has_his_own_measure_at_each_table(kind: str) -> None:
    rates = Rates()
    most = RATES[kind][0]
    assert all(rates.take(kind, "anna", "t") for _ in range(most))
    assert not rates.take(kind, "anna", "t")
    assert rates.take(kind, "boris", "t")
    assert rates.take(kind, "anna", "u")


def test_what_has_no_measure_is_not_counted() -> None:
    rates = Rates()
    assert all(rates.take("play", "anna", "t") for _ in range(1000))
