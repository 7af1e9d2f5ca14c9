"""An adviser looks into one hand, because its player has let him, and everybody knows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.server.live.evening import PASS, Evening, evening

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.inside import Json


async def asks(table: Evening, name: str, seat: int) -> int:
    """A spectator asks to advise a seat; the number by which the page of its player knows him."""
    page = await table.comes(name)
    await page.join(table.table)
    page.send(type="advise", table=table.table, seat=seat)

    def asking(got: Json) -> bool:
        told = got.get("advisers", ())
        return any(one["name"] == name and not one["admitted"] for one in told)

    here = await table.pages["Анна"].until(asking)
    return next(int(one["watcher"]) for one in here["advisers"] if one["name"] == name)


def test_who_is_admitted_is_shown_that_hand_and_all_are_told(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, boris = await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            told = await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": True})
            assert told["type"] == "ack"
            state = await table.shown("Вера", told["version"])
            rack = (await anna.join(table.table))["view"]["rack"]
            view = state["view"]
            assert (view["viewer"], view["advises"], view["rack"]) == (0, 0, rack)
            assert view["watcher"]
            adviser = {"watcher": watcher, "name": "Вера", "seat": 0, "admitted": True}
            for page in (anna, boris, table.pages["Вера"]):
                await page.until(lambda got: got.get("advisers") == [adviser])
            tried = await table.pages["Вера"].ask(
                "try", table.table, 0, play={"laid": [[112, rack[0]]], "swapped": []}
            )
            assert tried["type"] == "tried"

    asyncio.run(played())


def test_who_is_dismissed_is_shown_no_hand(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": True})
            told = await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": False})
            assert told["type"] == "ack"
            state = await table.shown("Вера", told["version"])
            assert (state["view"]["viewer"], state["view"]["rack"]) == (None, None)

    asyncio.run(played())


def test_he_comes_back_as_an_adviser_and_another_is_none(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": True})
            await table.pages["Вера"].close()
            await table.opens("Вера")
            assert (await table.pages["Вера"].join(table.table))["view"]["advises"] == 0
            await table.comes("George")
            assert (await table.pages["George"].join(table.table))["view"]["advises"] is None

    asyncio.run(played())


def test_nobody_advises_two_and_nobody_who_is_not_there(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": True})
            table.pages["Вера"].send(type="advise", table=table.table, seat=1)
            told = await table.pages["Вера"].until(lambda got: got["type"] == "error")
            assert told["code"] == "forbidden"
            for number in (watcher, watcher + 1):
                action = {"type": "admit", "watcher": number, "admit": True}
                assert (await table.act("Boris", 1, action))["code"] == "not_now"

    asyncio.run(played())


def test_the_same_key_admits_once_even_when_he_has_gone(tmp_path: Path) -> None:
    """Public bug group 9: the same intent twice is one event."""

    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            action = {"type": "admit", "watcher": watcher, "admit": True}
            key = anna.act(table.table, 0, (await table.ledger()).version, action)
            first = await anna.until(lambda got: got.get("key") == key)
            await table.pages["Вера"].close()
            await table.presence("Анна", watching=0)
            anna.act(table.table, 0, first["version"], action, key)
            assert await anna.until(lambda got: got.get("key") == key) == first
            other = {**action, "admit": False}
            anna.act(table.table, 0, first["version"], other, key)
            told = await anna.until(lambda got: got["type"] == "error")
            assert told["code"] == "key_reused"
            await table.opens("Вера")

    asyncio.run(played())


def test_who_is_declined_hears_of_it_and_is_asked_about_nowhere(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            elsewhere = await table.visitors["Анна"].open_page()
            await elsewhere.join(table.table)
            await elsewhere.until(lambda got: len(got.get("advisers", ())) == 1)
            anna.send(type="decline", table=table.table, seat=0, watcher=watcher)
            for page in (anna, elsewhere):
                await page.until(lambda got: got.get("advisers") == [])
            vera = table.pages["Вера"]
            told = {"type": "declined", "table": table.table, "seat": 0}
            assert await vera.until(lambda got: got["type"] == "declined") == told
            vera.send(type="advise", table=table.table, seat=0)  # again, so soon
            assert await vera.until(lambda got: got["type"] == "declined") == told
            vera.send(type="advise", table=table.table, seat=1)  # another player may be asked
            await table.pages["Boris"].until(
                lambda got: [one["seat"] for one in got.get("advisers", ())] == [1]
            )
            await elsewhere.close()

    asyncio.run(played())


def test_nobody_declines_for_another_seat(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            _, boris = await table.game("Анна", "Boris", advisers=True)
            watcher = await asks(table, "Вера", 0)
            for page in (boris, table.pages["Вера"]):
                page.send(type="decline", table=table.table, seat=0, watcher=watcher)
                assert (await page.until(lambda got: got["type"] == "error"))["code"] == "forbidden"
            told = await table.act("Анна", 0, {"type": "admit", "watcher": watcher, "admit": True})
            assert told["type"] == "ack"

    asyncio.run(played())


def test_where_it_is_not_agreed_nobody_advises(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            page = await table.comes("Вера")
            await page.join(table.table)
            page.send(type="advise", table=table.table, seat=0)
            assert (await page.until(lambda got: got["type"] == "error"))["code"] == "forbidden"
            action = {"type": "admit", "watcher": 1, "admit": True}
            assert (await table.act("Анна", 0, action))["code"] in ("forbidden", "not_now")
            assert (await table.act("Анна", 0, PASS))["type"] == "ack"

    asyncio.run(played())
