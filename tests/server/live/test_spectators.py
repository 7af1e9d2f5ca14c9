"""Whoever looks on: sees no hand, of a rated game only the past, and nothing where he may not.

Public bug groups 4 (a page is taken back in time), 29 and 31 (who looks on is shown hands).
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from tests.server.live.evening import PASS, Evening, evening
from tests.server.site import quick

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.inside import Json

RATED: Json = {"rated": True, "pace": {"kind": "bank", "bank_s": 600, "increment_s": 5}}


async def begun(table: Evening) -> int:
    return (await table.ledger()).version


def test_a_spectator_sees_the_board_and_no_hand(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", "Вера")
            await table.comes("Зритель")
            state = await table.pages["Зритель"].join(table.table, seat=1)
            view = state["view"]
            assert (view["viewer"], view["rack"], view["fresh"]) == (None, None, "")
            assert (view["watcher"], view["advises"], view["delayed_s"]) == (True, None, 0)
            assert (view["group"], view["host"]) == (None, False)
            assert not any(seat["mine"] for seat in view["seats"])
            version = await begun(table)
            await table.act("Анна", 0, PASS)
            await table.shown("Зритель", version + 1)

    asyncio.run(played())


def test_a_spectator_can_do_nothing_but_look(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            page = await table.comes("Зритель")
            await page.join(table.table)
            version = await begun(table)
            for action in (PASS, {"type": "resign"}, {"type": "cancel", "agree": True}):
                told = await table.act("Зритель", 0, action)
                assert told["code"] == "forbidden"
            questions: list[tuple[str, Json]] = [
                ("try", {"play": {"laid": [], "swapped": []}}),
                ("hint", {}),
            ]
            for kind, more in questions:
                assert (await page.ask(kind, table.table, 0, **more))["code"] == "forbidden"
            assert await begun(table) == version

    asyncio.run(played())


def test_where_nobody_may_look_on_nobody_does(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", watching=False)
            page = await table.comes("Зритель")
            assert (await page.join(table.table))["code"] == "forbidden"
            assert table.table not in "".join(heard.text for heard in page.heard[1:])
            await table.comes("Судья", moderates=True)
            state = await table.pages["Судья"].join(table.table)
            assert (state["view"]["viewer"], state["view"]["rack"]) == (None, None)

    asyncio.run(played())


def test_a_player_is_a_player_on_every_page_he_has_open(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            second = await table.opens("Boris")
            state = await second.join(table.table)
            assert (state["view"]["viewer"], state["view"]["watcher"]) == (1, False)

    asyncio.run(played())


def test_a_rated_game_is_shown_to_a_spectator_when_it_is_old_and_whole_when_it_is_over(
    tmp_path: Path,
) -> None:
    async def played() -> None:
        async with evening(tmp_path, quick(spectator_delay_s=3600)) as table:
            await table.game("Анна", "Boris", **RATED)
            page = await table.comes("Зритель")
            first = await begun(table)
            await table.act("Анна", 0, PASS)
            await table.act("Boris", 1, PASS)
            state = await page.join(table.table)
            assert (state["version"], state["turns"]) == (first, [])
            assert state["view"]["delayed_s"] == 3600
            clock = state["view"]["clock"]
            row = (await table.site.house.store.read(table.table))[first - 1]
            assert clock["since"] >= row.at_ms + 3_600_000
            await table.act("Анна", 0, PASS)
            path = f"/api/tables/{table.table}/game.json"
            record = await table.visitors["Зритель"].get(path)
            assert [event["event"] for event in record["events"]] == ["drew", "drew"]
            page.send(type="ping", id=1)
            await page.until(lambda got: got["type"] == "pong")
            await table.act("Boris", 1, {"type": "resign"})
            state = await page.until(lambda got: got["type"] == "state")
            assert (state["version"], state["view"]["delayed_s"]) == (first + 4, 0)
            assert [turn["kind"] for turn in state["turns"]] == ["pass", "pass", "pass", "resign"]

    asyncio.run(played())


def test_the_past_goes_on_by_itself_and_never_back(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path, quick(spectator_delay_s=0.5)) as table:
            await table.game("Анна", "Boris", **RATED)
            page = await table.comes("Зритель")
            first = await begun(table)
            await page.join(table.table)
            for number in range(4):
                await table.act(("Анна", "Boris")[number % 2], number % 2, PASS)
            await table.shown("Зритель", first + 4)
            states = [json.loads(heard.text) for heard in page.heard if '"state"' in heard.text]
            versions = [state["version"] for state in states]
            assert versions == sorted(versions)
            commands = await table.site.house.store.read(table.table)
            for heard, version in zip(
                [heard for heard in page.heard if '"type":"state"' in heard.text],
                versions,
                strict=True,
            ):
                if version > first:
                    assert heard.at_ms >= commands[version - 1].at_ms + 500

    asyncio.run(played())


def test_who_looks_on_before_a_rated_game_sees_it_begin_and_then_the_past(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path, quick(spectator_delay_s=3600)) as table:
            for name in ("Анна", "Boris"):
                await table.comes(name, account=True)
            page = await table.comes("Зритель")
            told = await table.made_by("Анна", {"kind": "open"}, listed=True, **RATED)
            assert (await page.join(table.table))["type"] == "gathering"
            await table.sits("Boris", told["gathering"])
            state = await page.until(lambda got: got["type"] == "state")
            first = await begun(table)
            assert state["version"] == first
            await table.act("Анна", 0, PASS)
            again = await page.join(table.table, since=state["version"])
            assert (again["version"], again["turns"]) == (first, [])

    asyncio.run(played())


def test_under_a_challenge_rule_nobody_is_told_which_words_count(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", overrides={"check": "challenge_double"})
            state = await table.pages["Анна"].join(table.table)
            letters = state["view"]["rack"].replace("?", "")[:2]
            middle = 7 * 15 + 7
            laid = [[middle, letters[0]], [middle + 1, letters[1]]]
            play = {"laid": laid, "swapped": []}
            tried = await table.pages["Анна"].ask("try", table.table, 0, play=play)
            assert tried["legal"]
            assert [(word["ok"], word["why"]) for word in tried["words"]] == [(True, None)]
            one = {"laid": [[middle + 40, letters[0]]], "swapped": []}
            tried = await table.pages["Анна"].ask("try", table.table, 0, play=one)
            assert "not_a_word" not in [reason["code"] for reason in tried["reasons"]]
            assert tried["reasons"]
            refused = await table.act("Анна", 0, {"type": "play", **one})
            assert refused["type"] == "refused"
            assert "not_a_word" not in [reason["code"] for reason in refused["reasons"]]
            path = f"/api/words/classic/{letters}?table={table.table}"
            for name in ("Анна", "Boris"):
                answer = await table.visitors[name].ask("GET", path)
                assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")

    asyncio.run(played())
