"""Tables that gather, as pages are shown them. Public bug group 12 (two come at once) by pages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.server.live.evening import evening

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.inside import Json

OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}


def test_everybody_sees_who_sits_and_the_game_begins_with_the_last(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            for name in ("Анна", "Boris", "Вера"):
                await table.comes(name)
            told = await table.made_by("Анна", OPEN, OPEN, listed=True)
            gathering = told["gathering"]
            assert [seat["kind"] for seat in gathering["seats"]] == ["human", "open", "open"]
            assert (gathering["host"], gathering["mine"], gathering["phase"]) == (
                True,
                [0],
                "gathering",
            )
            await table.sits("Boris", gathering)
            told = await table.pages["Анна"].until(lambda got: got["type"] == "gathering")
            assert [seat["name"] for seat in told["gathering"]["seats"]] == ["Анна", "Boris", ""]
            await table.sits("Вера", gathering)
            for name, seat in (("Анна", 0), ("Boris", 1), ("Вера", 2)):
                state = await table.pages[name].join(table.table)
                assert state["view"]["viewer"] == seat
                assert state["view"]["rack"]
                assert [one["mine"] for one in state["view"]["seats"]].index(True) == seat

    asyncio.run(played())


def test_the_invitation_is_told_to_those_who_sit_and_to_nobody_else(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            for name in ("Анна", "Boris", "Вера"):
                await table.comes(name)
            told = await table.made_by("Анна", OPEN, OPEN)
            invite = told["gathering"]["invite"]
            looks_on = await table.pages["Вера"].join(table.table)
            assert looks_on["gathering"]["invite"] is None
            assert not looks_on["gathering"]["host"]
            await table.sits("Boris", told["gathering"], invite=invite)
            told = await table.pages["Boris"].join(table.table)
            assert told["gathering"]["invite"] == invite
            assert not any(invite in heard.text for heard in table.pages["Вера"].heard)

    asyncio.run(played())


def test_where_nobody_may_look_on_a_table_is_shown_to_those_who_are_asked_in(
    tmp_path: Path,
) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            for name in ("Анна", "Boris"):
                await table.comes(name)
            told = await table.made_by("Анна", OPEN, watching=False)
            assert (await table.pages["Boris"].join(table.table))["code"] == "forbidden"
            path = f"/api/invitations/{told['gathering']['invite']}"
            invited = await table.visitors["Boris"].get(path)
            assert invited["table"] == table.table
            assert invited["gathering"]["invite"] is None
            invite = told["gathering"]["invite"]
            await table.sits("Boris", invited["gathering"], invite=invite)
            state = await table.pages["Анна"].until(lambda got: got["type"] == "state")
            assert state["view"]["watching"] is False

    asyncio.run(played())


def test_who_rises_where_nobody_may_look_on_is_shown_no_more(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            for name in ("Анна", "Boris"):
                await table.comes(name)
            told = await table.made_by("Анна", OPEN, OPEN, watching=False)
            await table.sits("Boris", told["gathering"], invite=told["gathering"]["invite"])
            key = table.pages["Boris"].act(table.table, 1, 2, {"type": "rise"})
            told = await table.pages["Boris"].until(lambda got: got.get("key") == key)
            assert told["type"] == "ack"
            told = await table.pages["Boris"].until(lambda got: got["type"] == "error")
            assert (told["code"], told["table"]) == ("forbidden", table.table)
            heard = len(table.pages["Boris"].heard)
            await table.presence("Анна", here=[0], watching=0)
            await table.opens_again("Анна")
            assert table.table not in "".join(
                frame.text for frame in table.pages["Boris"].heard[heard:]
            )
            # the same key again is the same ack, though he has no seat any more
            table.pages["Boris"].act(table.table, 1, 2, {"type": "rise"}, key)
            told = await table.pages["Boris"].until(lambda got: got.get("key") == key)
            assert (told["type"], told["version"]) == ("ack", 3)

    asyncio.run(played())


def test_only_the_host_kicks_and_only_whoever_is_away(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            for name in ("Анна", "Boris"):
                await table.comes(name)
            told = await table.made_by("Анна", OPEN, OPEN, listed=True)
            await table.sits("Boris", told["gathering"])
            await table.presence("Анна", here=[0, 1])
            refused = await table.act("Boris", 1, {"type": "kick", "seat": 0})
            assert refused["code"] == "forbidden"
            refused = await table.act("Анна", 0, {"type": "kick", "seat": 1})
            assert refused["code"] == "still_here"
            await table.pages["Boris"].close()
            await table.presence("Анна", here=[0])
            told = await table.act("Анна", 0, {"type": "kick", "seat": 1})
            assert told["type"] == "ack"
            told = await table.pages["Анна"].join(table.table)
            assert [seat["kind"] for seat in told["gathering"]["seats"]][1] == "open"
            await table.opens("Boris")

    asyncio.run(played())


def test_a_table_that_is_called_off_is_shown_as_that(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.comes("Анна")
            await table.made_by("Анна", OPEN, EASY)
            assert (await table.act("Анна", 0, {"type": "cancel", "agree": True}))["type"] == "ack"
            told = await table.pages["Анна"].join(table.table)
            assert (told["type"], told["gathering"]["phase"]) == ("gathering", "cancelled")

    asyncio.run(played())


def test_a_rematch_is_shown_at_the_old_table_and_its_seats_are_kept(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            await table.act("Анна", 0, {"type": "resign"})
            old = table.table
            new = (await table.visitors["Boris"].post(f"/api/tables/{old}/rematch"))["table"]

            def shows(got: Json) -> bool:
                return bool(got.get("view", {}).get("rematch") == {"table": new, "sat": 1})

            await table.pages["Анна"].until(shows)
            told = await table.pages["Анна"].join(new)
            seats = told["gathering"]["seats"]
            assert [(seat["kind"], seat["name"], seat["reserved"]) for seat in seats] == [
                ("human", "Boris", False),
                ("open", "Анна", True),
            ]
            assert told["gathering"]["rematch_of"] == old
            table.table = new
            await table.sits("Анна", told["gathering"])
            state = await table.pages["Анна"].until(lambda got: got["type"] == "state")
            assert [seat["name"] for seat in state["view"]["seats"]] == ["Boris", "Анна"]

    asyncio.run(played())


def test_who_is_called_otherwise_is_shown_so_at_once(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            await anna.join(table.table)
            person = table.visitors["Boris"].person
            rename = "UPDATE seats SET name = 'Борис' WHERE person = $1"
            await table.site.change(rename, person)
            await table.site.house.tables.look_again(person)
            state = await anna.until(
                lambda got: got["type"] == "state" and got["view"]["seats"][1]["name"] == "Борис"
            )
            assert state["version"] == (await table.ledger()).version

    asyncio.run(played())
