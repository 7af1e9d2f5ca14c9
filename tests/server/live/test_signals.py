"""How moves of rated games were made is written down, and of no other game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from tests.server.live.evening import PASS, Evening, evening
from wordsmith.bots.levels import make_bot
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.tables.sheet import Kind
from wordsmith.server.words.lexicons import load_complete

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.inside import Json

RATED: Json = {"rated": True, "pace": {"kind": "bank", "bank_s": 600, "increment_s": 5}}
_SIGNALS = "SELECT seq, seat, think_ms, blurs, points FROM signals WHERE table_id = $1 ORDER BY seq"


async def written(table: Evening) -> list[tuple[int, ...]]:
    await table.site.hall.signals.close()
    rows = await table.site.house.store.rows(_SIGNALS, table.table)
    return [tuple(row) for row in rows]


async def plays(table: Evening, name: str, seat: int) -> None:
    """The turn of an expert, or whatever he does instead."""
    game = (await table.ledger()).game
    chosen = make_bot("all", load_complete(game.variant), 0).choose(View.of(game, seat))
    action = msgspec.to_builtins(format_action(game.variant.alphabet, chosen))
    await table.act(name, seat, action)


async def blurs(table: Evening, name: str) -> None:
    page = table.pages[name]
    page.send(type="blur", table=table.table)
    page.send(type="ping", id=1)
    await page.until(lambda got: got["type"] == "pong")


def test_each_turn_is_kept_with_its_time_and_how_often_the_page_was_left(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", **RATED)
            version = (await table.ledger()).version
            await blurs(table, "Анна")
            await blurs(table, "Анна")
            await blurs(table, "Boris")  # it is not his turn
            await table.act("Анна", 0, PASS)
            await table.act("Boris", 1, PASS)
            commands = await table.site.house.store.read(table.table)
            thought = [
                after.at_ms - before.at_ms
                for before, after in zip(commands[-3:-1], commands[-2:], strict=True)
            ]
            assert await written(table) == [
                (version + 1, 0, thought[0], 2, 0),
                (version + 2, 1, thought[1], 0, 0),
            ]

    asyncio.run(played())


def test_of_a_game_that_is_not_rated_nothing_is_kept(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            await blurs(table, "Анна")
            await table.act("Анна", 0, PASS)
            assert await written(table) == []

    asyncio.run(played())


def test_who_looks_on_leaves_no_trace(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", **RATED)
            await table.comes("Зритель")
            await table.pages["Зритель"].join(table.table)
            await blurs(table, "Зритель")
            await table.act("Анна", 0, PASS)
            assert [row[3] for row in await written(table)] == [0]

    asyncio.run(played())


def test_the_same_turn_asked_for_twice_is_written_once(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris", **RATED)
            version = (await table.ledger()).version
            await blurs(table, "Анна")
            told = await table.act("Анна", 0, PASS)
            anna.act(table.table, 0, version, PASS, told["key"])
            await anna.until(lambda got: got.get("key") == told["key"])
            assert [row[3] for row in await written(table)] == [1]

    asyncio.run(played())


def test_when_a_rated_game_is_over_its_plays_are_compared_with_the_best(tmp_path: Path) -> None:
    """Security rule 10; the site sees to it by itself."""

    async def played() -> None:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris", **RATED)
            await plays(table, "Анна", 0)
            await table.act("Boris", 1, {"type": "resign"})
            store, looked = table.site.house.store, 0
            while not looked:  # the time limit of every test bounds it
                ((looked,),) = await store.rows("SELECT count(*) FROM results WHERE compared = 1")
                await table.site.house.rounds.go()
            await table.site.house.comparisons.settled()
            how = "SELECT lost, best_points, points FROM signals WHERE seat = 0"
            ((lost, best_points, points),) = await store.rows(how)
            kind = (await table.ledger()).sheet.rows[0].kind
            assert (lost, best_points) == ((0, points) if kind is Kind.PLAY else (None, None))

    asyncio.run(played())
