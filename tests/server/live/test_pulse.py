"""The pulse, and what it heals.

Public bug groups 3 (a stale board after a reconnect), 20 and 22 (whose time it is), 26 (what a
process that died has told), 33 (a session that has ended still opens sockets).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING

from tests.server.inside import Inside
from tests.server.live.evening import PASS, evening
from wordsmith.bus import MemoryBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.server.inside import Json, Page


class Lossy:
    """A bus between programs that loses everything."""

    healthy = True

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def publish(self, topic: str, message: bytes) -> None: ...

    def subscribe(self, _topic: str, _hear: Callable[[bytes], None]) -> Callable[[], None]:
        return lambda: None


class Party:
    """A bus between programs that carries everything, to the sender as well."""

    healthy = True

    def __init__(self) -> None:
        self._all = MemoryBus()

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def publish(self, topic: str, message: bytes) -> None:
        self._all.publish(topic, message)

    def subscribe(self, topic: str, hear: Callable[[bytes], None]) -> Callable[[], None]:
        return self._all.subscribe(topic, hear)


@contextlib.asynccontextmanager
async def two_sites(database: Path, bus: Lossy | Party) -> AsyncIterator[tuple[Inside, Inside]]:
    """Two programs over one database."""
    one, two = Inside(database, bus=bus), Inside(database, bus=bus)
    async with one.opened(), two.opened():
        yield one, two


async def beat(page: Page) -> Json:
    return await page.until(lambda got: got["type"] == "pulse")


def test_every_page_hears_the_time_and_how_far_its_tables_are(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            pulse = await beat(anna)
            assert pulse["tables"] == {table.table: (await table.ledger()).version}
            now = table.site.house.time.steady_ms()
            assert now - 60_000 < pulse["now"] <= now
            anna.send(type="beat", id=pulse["id"])
            await table.act("Анна", 0, PASS)
            assert (await beat(anna))["tables"] == {table.table: (await table.ledger()).version}

    asyncio.run(played())


def test_a_change_whose_hint_was_lost_is_shown_with_the_pulse(tmp_path: Path) -> None:
    async def played() -> None:
        async with two_sites(tmp_path / "games.sqlite3", Lossy()) as (one, two):
            anna = await one.visitor("Анна")
            seats = [{"kind": "human", "name": name} for name in ("Анна", "Boris")]
            body = {"variant": "classic", "seats": seats, "overrides": {"seating": "agreed"}}
            table = (await anna.post("/api/tables", body))["table"]
            here, there = await anna.open_page(), await anna.at(two).open_page()
            version = (await here.join(table))["version"]
            assert (await there.join(table))["version"] == version
            here.act(table, 0, version, PASS)
            await here.expect("ack")
            shown = await there.until(lambda got: got["type"] == "state")
            assert shown["version"] == version + 1
            assert [turn["kind"] for turn in shown["turns"]] == ["pass"]
            for page in (here, there):
                await page.close()
            await anna.close()

    asyncio.run(played())


def test_who_is_here_is_known_to_the_pages_of_every_program(tmp_path: Path) -> None:
    async def played() -> None:
        async with two_sites(tmp_path / "games.sqlite3", Party()) as (one, two):
            anna, boris = await one.visitor("Анна"), await one.visitor("Boris")
            seats = [{"kind": "human", "name": "Анна"}, {"kind": "open"}]
            body = {"variant": "classic", "seats": seats, "listed": True}
            table = (await anna.post("/api/tables", body))["table"]
            here = await anna.open_page()
            told = await here.join(table)
            sheet = told["gathering"]["sheet"]
            sit = {"name": "Boris", "key": "b" * 32, "sheet": sheet}
            await boris.at(two).post(f"/api/tables/{table}/sit", sit)
            there = await boris.at(two).open_page()
            await there.join(table)
            seats_here = lambda got: got["type"] == "presence" and got["here"] == [0, 1]  # noqa: E731
            await asyncio.gather(here.until(seats_here), there.until(seats_here))
            await there.close()
            await here.until(lambda got: got["type"] == "presence" and len(got["here"]) == 1)
            for closing in (here, anna, boris):
                await closing.close()

    asyncio.run(played())


def test_a_session_that_ends_closes_its_pages_in_every_program(tmp_path: Path) -> None:
    async def played() -> None:
        async with two_sites(tmp_path / "games.sqlite3", Party()) as (one, two):
            anna = await one.visitor("Анна")
            pages = [await anna.open_page(), await anna.at(two).open_page()]
            for page in pages:
                page.send(type="ping", id=1)
                await page.expect("pong")
            await one.house.people.sessions.end_all(anna.person)
            for page in pages:
                assert await page.closed() == 4002
            again = await anna.open_page()
            assert await again.closed() == 4003
            await anna.close()

    asyncio.run(played())


def test_a_session_whose_end_nobody_has_heard_of_is_found_by_looking(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            page = await table.comes("Анна")
            page.send(type="ping", id=1)
            await page.expect("pong")
            session = table.visitors["Анна"].session
            await table.site.change("DELETE FROM sessions WHERE id = $1", session)
            for connection in table.site.hall._connections:
                connection.checked = float("-inf")
            assert await page.closed() == 4001

    asyncio.run(played())


def test_who_is_banned_is_let_go_and_does_not_come_in_again(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            page = await table.comes("Анна")
            page.send(type="ping", id=1)
            await page.expect("pong")
            person = table.visitors["Анна"].person
            ban = (
                "INSERT INTO sanctions (id, person, kind, since_ms, until_ms, by_person, reason)"
                " VALUES ('s', $1, 'ban', 0, NULL, 'm', '')"
            )
            await table.site.change(ban, person)
            for connection in table.site.hall._connections:
                connection.checked = float("-inf")
            assert await page.closed() == 4003
            assert await (await table.opens("Анна")).closed() == 4003

    asyncio.run(played())


def test_when_the_site_stops_every_page_is_told_to_come_back(tmp_path: Path) -> None:
    async def played() -> None:
        site = Inside(tmp_path / "games.sqlite3")
        async with site.opened():
            anna = await site.visitor("Анна")
            page = await anna.open_page()
            page.send(type="ping", id=1)
            await page.expect("pong")
        assert await page.closed() == 1012
        await anna.close()

    asyncio.run(played())


def test_no_time_that_a_page_declares_is_read(tmp_path: Path) -> None:
    """Public bug group 21."""

    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            version = (await table.ledger()).version
            for more in ({"lag": 5000}, {"rtt_ms": 5000}, {"at": 1}):
                anna.send(
                    type="act",
                    table=table.table,
                    seat=0,
                    after=version,
                    key="c" * 32,
                    action=PASS,
                    **more,
                )
                told = await anna.until(lambda got: got["type"] == "error")
                assert told["code"] == "bad_message"
            assert (await table.ledger()).version == version

    asyncio.run(played())


def test_a_clock_is_shown_with_the_servers_own_time(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            pace = {"kind": "turn", "turn_s": 60}
            anna, _ = await table.game("Анна", "Boris", pace=pace)
            state = await anna.join(table.table)
            clock = state["view"]["clock"]
            assert (clock["running"], clock["left_ms"]) == (0, [60_000, 60_000])
            assert clock["deadline"] == clock["since"] + 60_000
            assert abs(clock["now"] - table.site.house.time.steady_ms()) < 60_000
            assert not clock["paused"]
            assert json.dumps(state["view"]["pace"]) == json.dumps(pace)

    asyncio.run(played())
