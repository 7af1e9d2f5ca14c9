"""What a house looks after by itself, by the clocks that it was given."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from tests.server.site import quick
from tests.server.tables.evening import ANNA, LIVE, OPEN, FakeTime
from wordsmith.bus import MemoryBus
from wordsmith.server.house import House
from wordsmith.server.messages import protocol
from wordsmith.server.tables.forsaken import KEPT_MS, LOOK_EVERY_S
from wordsmith.server.tables.timekeeping import Timekeeper
from wordsmith.store import SqliteStore

pytestmark = pytest.mark.anyio
LOOK_EVERY_MS = int(LOOK_EVERY_S * 1000)
PATIENCE_S = 20.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@contextlib.asynccontextmanager
async def house(
    file: Path, time: FakeTime, *, sweep_s: float | None = None
) -> AsyncIterator[House]:
    """One that goes round every ``sweep_s``, or, if that is None, when it is told to."""
    settings = quick() if sweep_s is None else quick(sweep_s=sweep_s)
    one = House(SqliteStore(file), MemoryBus(), settings, Timekeeper(time))
    await (one.store.open() if sweep_s is None else one.open())
    try:
        yield one
    finally:
        await one.close()


async def listed(house: House) -> str:
    """A table for everybody, at which somebody waits who is not here any more."""
    asked = {
        "variant": "classic",
        "seats": [{"kind": "human", "name": "Anna"}, OPEN],
        "pace": LIVE,
        "listed": True,
    }
    return await house.tables.found(msgspec.convert(asked, protocol.NewTable), ANNA, ())


async def phase(house: House, table: str) -> str:
    row = await house.store.table(table)
    assert row is not None
    return row.standing.phase


async def test_forsaken_tables_are_looked_for_every_ten_minutes_and_not_at_the_start(
    tmp_path: Path,
) -> None:
    """A program that has just started cannot know who is here at the others."""
    file, time = tmp_path / "games.sqlite3", FakeTime()
    async with house(file, time) as first:
        table = await listed(first)
    time.pass_ms(2 * KEPT_MS["live"])
    async with house(file, time) as again:
        await again.rounds.go()
        time.pass_ms(LOOK_EVERY_MS - 1)
        await again.rounds.go()
        assert await phase(again, table) == "gathering"
        time.pass_ms(1)
        await again.rounds.go()
        assert await phase(again, table) == "cancelled"


async def test_the_house_goes_round_by_itself(tmp_path: Path) -> None:
    time = FakeTime()
    async with house(tmp_path / "games.sqlite3", time, sweep_s=0.01) as one:
        table = await listed(one)
        time.pass_ms(2 * KEPT_MS["live"])
        async with asyncio.timeout(PATIENCE_S):
            while await phase(one, table) != "cancelled":  # noqa: ASYNC110 - no word comes of it
                await asyncio.sleep(0.01)
