"""Listed tables that nobody comes back to are called off, once; all others wait on."""

import asyncio
from typing import Any

import pytest

from tests.server.tables.evening import ANNA, BORIS, DAYS, LIVE, OPEN, Evening, reread, rows
from wordsmith.server.tables.forsaken import KEPT_MS, Forsaken
from wordsmith.store import Statement

pytestmark = pytest.mark.anyio
NONE = {"kind": "none"}


async def seen(evening: Evening, person: str) -> None:
    """This person's browser is here now."""
    sql = "INSERT INTO sessions (id, person, since_ms, seen_ms) VALUES ($1, $2, $3, $3)"
    now = evening.time.wall
    await evening.store.write(Statement(sql, (f"{person[:8]} {now}", person, now)))


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


async def test_whoever_sits_down_meanwhile_keeps_the_table(
    programs: tuple[Evening, Evening],
) -> None:
    """It is judged at the version that was found; and it is the later one who is told no."""
    first, second = programs
    table = await first.new(OPEN, OPEN, listed=True, pace=LIVE, overrides={"seats": "2-4"})
    first.time.pass_ms(2 * KEPT_MS["live"])
    there = await second.get(table.id)
    looked = asyncio.create_task(forsaken(first).look())
    sat = asyncio.create_task(second.sit(there, BORIS, invite=None))
    called_off, seat = await asyncio.gather(looked, sat, return_exceptions=True)
    read = await reread(first.store, table)
    if called_off == 1:
        assert isinstance(seat, Exception)
        assert read.phase == "cancelled"
    else:
        assert (seat, read.phase) == (1, "gathering")
