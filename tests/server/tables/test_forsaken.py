"""Listed tables that nobody comes back to are called off, once; all others wait on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.tables.evening import ANNA, BORIS, DAYS, LIVE, OPEN, Evening, reread, rows
from wordsmith.server.tables.errands import ForsakenErrand
from wordsmith.server.tables.forsaken import KEPT_MS, Forsaken
from wordsmith.server.tables.requests import Failed
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from wordsmith.server.tables.table import Table
    from wordsmith.store.database import Database, Row, Value

pytestmark = pytest.mark.anyio
NONE = {"kind": "none"}


async def seen(evening: Evening, person: str) -> None:
    """This person's browser is here now."""
    sql = "INSERT INTO sessions (id, person, since_ms, seen_ms) VALUES ($1, $2, $3, $3)"
    now = evening.time.wall
    await evening.store.write(Statement(sql, (f"{person[:8]} {now}", person, now)))


class AskedBefore:
    """A database; something happens between its first answer and whatever is made of that."""

    def __init__(self, database: Database, then: Callable[[], Awaitable[None]]) -> None:
        self.write = database.write
        self._database = database
        self._then: Callable[[], Awaitable[None]] | None = then

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        found = await self._database.rows(sql, *values)
        then, self._then = self._then, None
        if then is not None:
            await then()
        return found


def forsaken(evening: Evening) -> Forsaken:
    return Forsaken(evening.store, evening.tables)


@pytest.mark.parametrize(("pace", "kind"), [(LIVE, "live"), (NONE, "none"), (DAYS, "slow")])
async def test_a_table_waits_for_its_people_as_long_as_its_pace_is_slow(
    evening: Evening, pace: dict[str, Any], kind: Any
) -> None:
    table = await evening.new(OPEN, listed=True, pace=pace)
    await seen(evening, ANNA)
    evening.time.pass_ms(KEPT_MS[kind])
    assert await forsaken(evening).look() == 0
    evening.time.pass_ms(1)
    assert await forsaken(evening).look() == 1
    assert await evening.store.lobby() == []
    read = await reread(evening.store, table)
    assert (read.phase, read.moment.forsaken, read.version) == ("cancelled", True, 2)
    assert await forsaken(evening).look() == 0


async def test_whoever_was_about_the_site_keeps_his_table(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, listed=True, pace=LIVE, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    evening.time.pass_ms(2 * KEPT_MS["live"])
    await seen(evening, BORIS)
    assert await forsaken(evening).look() == 0
    evening.time.pass_ms(2 * KEPT_MS["live"])
    evening.here.add(ANNA)  # her page has been open all the time
    assert await forsaken(evening).look() == 0
    evening.here.clear()
    assert await forsaken(evening).look() == 1
    assert table.ledger.moment.forsaken


async def test_tables_by_invitation_and_games_wait_on(evening: Evening) -> None:
    invited = await evening.new(OPEN, pace=LIVE)
    playing = await evening.new(OPEN, listed=True, pace=NONE)
    await evening.sit(playing, BORIS, invite=None)
    evening.time.pass_ms(100 * KEPT_MS["slow"])
    assert await forsaken(evening).look() == 0
    assert [table.ledger.phase for table in (invited, playing)] == ["gathering", "playing"]


async def test_of_several_programs_one_calls_it_off(programs: tuple[Evening, Evening]) -> None:
    first, second = programs
    table = await first.new(OPEN, listed=True, pace=LIVE)
    await second.get(table.id)
    first.time.pass_ms(2 * KEPT_MS["live"])
    await asyncio.gather(*[forsaken(one).look() for one in (first, second) * 3])
    assert len(await rows(first.store, table)) == 2


async def left_alone(first: Evening, second: Evening) -> tuple[Table, Table]:
    """A listed table with room for two more that nobody came back to, as both programs have it."""
    table = await first.new(OPEN, OPEN, listed=True, pace=LIVE, overrides={"seats": "2-4"})
    first.time.pass_ms(2 * KEPT_MS["live"])
    return table, await second.get(table.id)


async def test_what_was_found_at_another_version_is_not_called_off(
    programs: tuple[Evening, Evening],
) -> None:
    """Somebody sits down in another program after the store was asked, and before the table is."""
    first, second = programs
    table, there = await left_alone(first, second)

    async def sit() -> None:
        await second.sit(there, BORIS, invite=None)

    assert await Forsaken(AskedBefore(first.store, sit), first.tables).look() == 0
    read = await reread(first.store, table)
    assert (read.phase, read.version) == ("gathering", 2)
    assert await table.act(None, 1, "by hand", ForsakenErrand(1)) == Failed("not_now", 409)
    assert await forsaken(second).look() == 0  # somebody was here just now
    first.time.pass_ms(2 * KEPT_MS["live"])
    assert await forsaken(second).look() == 1  # at the version that it is at


async def test_whoever_sits_down_meanwhile_keeps_the_table(
    programs: tuple[Evening, Evening],
) -> None:
    """It is judged at the version that was found; and it is the later one who is told no."""
    first, second = programs
    table, there = await left_alone(first, second)
    looked = asyncio.create_task(forsaken(first).look())
    sat = asyncio.create_task(second.sit(there, BORIS, invite=None))
    called_off, seat = await asyncio.gather(looked, sat, return_exceptions=True)
    read = await reread(first.store, table)
    if called_off == 1:
        assert isinstance(seat, Exception)
        assert read.phase == "cancelled"
    else:
        assert (seat, read.phase) == (1, "gathering")
