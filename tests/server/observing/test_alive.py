"""For how long a site was down: what its processes have left behind.

Public bug groups 6 and 20: after a restart clocks must neither stop nor run on for the time
in which nobody could play.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from wordsmith.server.observing.alive import ANOTHER_LIVES_MS, Alive
from wordsmith.store import SqliteStore, Statement


class Wall:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = 1_000_000_000_000

    def __call__(self) -> int:
        return self.ms


def over_a_store(tmp_path: Path, scene: Callable[[SqliteStore, Wall], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "games.sqlite3")
        await store.open()
        try:
            await scene(store, Wall())
        finally:
            await store.close()

    asyncio.run(run())


async def a_life(store: SqliteStore, wall: Wall) -> None:
    alive = Alive(store, alone=True, now_ms=wall)
    await alive.open()
    await alive.close()


def test_a_site_that_never_was_has_not_been_down(tmp_path: Path) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        assert await Alive(store, alone=True, now_ms=wall).down_since_ms() is None

    over_a_store(tmp_path, scene)


def test_the_last_sign_of_any_process_counts(tmp_path: Path) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        began = wall.ms
        await a_life(store, wall)
        wall.ms += 60_000
        await a_life(store, wall)
        wall.ms += 5_000
        assert await Alive(store, alone=False, now_ms=wall).down_since_ms() == began + 60_000

    over_a_store(tmp_path, scene)


@pytest.mark.parametrize("alone", [True, False])
def test_where_there_may_be_others_a_fresh_sign_is_theirs(tmp_path: Path, *, alone: bool) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        began = wall.ms
        await a_life(store, wall)
        wall.ms += ANOTHER_LIVES_MS
        found = await Alive(store, alone=alone, now_ms=wall).down_since_ms()
        assert found == (began if alone else None)
        wall.ms += 1
        assert await Alive(store, alone=alone, now_ms=wall).down_since_ms() == began

    over_a_store(tmp_path, scene)


def test_a_wall_clock_that_was_set_back_is_no_time_down(tmp_path: Path) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        await a_life(store, wall)
        wall.ms -= 3_600_000
        assert await Alive(store, alone=True, now_ms=wall).down_since_ms() is None

    over_a_store(tmp_path, scene)


def test_signs_of_processes_long_gone_are_forgotten(tmp_path: Path) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        for _ in range(3):
            await a_life(store, wall)
            wall.ms += 13 * 3_600_000
        await a_life(store, wall)
        assert len(await store.rows("SELECT process FROM alive")) == 2

    over_a_store(tmp_path, scene)


@pytest.mark.parametrize(
    ("pace", "due_at_ms", "rests"), [("live", 5, False), ("live", None, True), ("slow", 5, True)]
)
def test_signs_come_every_second_only_while_a_live_clock_runs(
    tmp_path: Path, pace: str, due_at_ms: int | None, *, rests: bool
) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        columns = "id, variant, front, settings, version, at_ms, bots_due, summary, pace, due_at_ms"
        values = ("t1", "friends", 0, "{}", 1, 0, 0, "{}", pace, due_at_ms)
        marks = ", ".join(f"${number}" for number in range(1, len(values) + 1))
        sql = f"INSERT INTO tables ({columns}) VALUES ({marks})"
        await store.write(Statement(sql, values))
        alive = Alive(store, alone=True, now_ms=wall)
        await alive.open()
        wall.ms += 1000
        assert await alive._is_due() == (not rests)
        wall.ms += 29_000
        assert await alive._is_due()
        await alive.close()

    over_a_store(tmp_path, scene)


def test_a_life_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(store: SqliteStore, wall: Wall) -> None:
        monkeypatch.setattr("wordsmith.server.observing.alive._EVERY_S", 0.001)
        alive = Alive(store, alone=True, now_ms=wall)
        await alive.open()
        wall.ms += 30_000
        async with asyncio.timeout(20):
            while await store.rows("SELECT MAX(at_ms) FROM alive") != [(wall.ms,)]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await alive.close()

    over_a_store(tmp_path, scene)
