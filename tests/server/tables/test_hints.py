"""What programs tell each other of a table spares them reading it, and is never needed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.tables.evening import ANNA, BORIS, OPEN, Evening, FakeTime, turn
from wordsmith.bus import MemoryBus
from wordsmith.server.tables.hints import Hint, Hints, hint_of
from wordsmith.store import Command, Place, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordsmith.server.tables.table import Table

pytestmark = pytest.mark.anyio
ROW = Command("t1", 7, 1_700_000_000_000, 1, "k" * 32, '{"type":"pass"}', '[{"event":"passed"}]')


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Watched(SqliteStore):
    """Counts how often somebody reads on."""

    read_on = 0

    async def follow(self, table: str, since: int) -> tuple[Sequence[Command], Sequence[Place]]:
        self.read_on += 1
        return await super().follow(table, since)


async def _has_come_to(other: Table, version: int) -> None:
    """Wait until a table has heard of this version."""
    for _ in range(500):
        if other.ledger.version == version:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{other.ledger.version} and not {version}")


async def _two_programs(store: SqliteStore) -> tuple[Evening, Evening]:
    bus, time = MemoryBus(), FakeTime()
    programs = Evening(store, time, bus), Evening(store, time, bus)
    for program in programs:
        Hints(bus).listen(program.tables.hear)
    return programs


async def test_a_turn_that_is_told_is_not_read(tmp_path: Path) -> None:
    store = Watched(tmp_path / "games.sqlite3")
    here, there = await _two_programs(store)
    table = await here.between(ANNA, BORIS)
    other = await there.get(table.id)
    before = store.read_on
    for _ in range(3):
        await turn(table)
        await _has_come_to(other, table.ledger.version)
    assert other.ledger.moment == table.ledger.moment
    assert store.read_on == before
    for program in (here, there):
        await program.close()
    await store.close()


async def test_who_has_missed_a_turn_reads_it_with_the_next(tmp_path: Path) -> None:
    store = Watched(tmp_path / "games.sqlite3")
    here, there = await _two_programs(store)
    deaf = Evening(store, FakeTime())
    table = await here.between(ANNA, BORIS)
    other = await deaf.get(table.id)
    before = store.read_on
    await turn(table)
    await turn(table)
    rows = await store.read(table.id)
    other.hear(hint_of(rows[-1], seats_change=False))
    other.hear(hint_of(rows[-2], seats_change=False))  # overtaken
    await _has_come_to(other, table.ledger.version)
    assert other.ledger.moment == table.ledger.moment
    assert store.read_on == before + 1
    for program in (here, there, deaf):
        await program.close()
    await store.close()


async def test_where_the_seats_change_they_are_read(tmp_path: Path) -> None:
    store = Watched(tmp_path / "games.sqlite3")
    here, there = await _two_programs(store)
    table = await here.new(OPEN, OPEN, overrides={"seats": "2-4"})
    other = await there.get(table.id)
    before = store.read_on
    await here.sit(table, BORIS)
    await _has_come_to(other, table.ledger.version)
    assert store.read_on == before + 1
    assert [place.person for place in other.ledger.places] == [ANNA, BORIS, None]
    for program in (here, there):
        await program.close()
    await store.close()


def test_a_hint_says_the_row_unless_the_seats_change() -> None:
    assert hint_of(ROW, seats_change=False).command() == ROW
    assert hint_of(ROW, seats_change=True) == Hint("t1", 7)
    assert Hint("t1", 7).command() is None
