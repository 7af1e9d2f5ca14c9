"""``verify`` of the files that a server gives away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    LIVE,
    RESIGN,
    YES,
    Evening,
    act,
    turn,
    unknown_word,
)
from wordsmith.rules.events import EndReason
from wordsmith.server.guard.viewers import Seated
from wordsmith.server.messages import protocol
from wordsmith.server.projection.exports import export_json
from wordsmith.server.tables.requests import Accepted
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.cli.conftest import Command
    from wordsmith.server.tables.table import Table

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    store = SqliteStore(tmp_path / "games.sqlite3")
    yield (here := Evening(store))
    await here.close()
    await store.close()


def file_of(table: Table, folder: Path) -> Path:
    path = folder / "game.json"
    path.write_bytes(bytes(export_json(table.ledger, Seated(frozenset({0})))))
    return path


async def exchange_of_two(table: Table) -> None:
    state, alphabet = table.ledger.game.state, table.ledger.variant.alphabet
    tiles = "".join(map(alphabet.letter, state.racks[state.on_turn].codes[:2]))
    assert isinstance(await turn(table, protocol.ExchangeAction(tiles)), Accepted)


async def a_game_with_a_vote(evening: Evening, **asked: object) -> Table:
    table = await evening.between(ANNA, BORIS, CLARA, overrides={"check": "vote"}, **asked)
    assert isinstance(await turn(table, unknown_word(table)), Accepted)
    for voter in (BORIS, CLARA):
        await act(table, voter, YES)
    await exchange_of_two(table)
    await exchange_of_two(table)
    return table


async def test_a_game_that_people_played_follows_in_everything(
    evening: Evening, command: Command, tmp_path: Path
) -> None:
    table = await a_game_with_a_vote(evening)
    shown_at_the_start = table.ledger.seal
    assert shown_at_the_start is not None
    await act(table, ANNA, RESIGN)
    await act(table, BORIS, RESIGN)
    path = file_of(table, tmp_path)
    answer = command("verify", str(path), "--hash", shown_at_the_start.hash, "--json").answer
    assert (answer["ok"], answer["ended"], answer["bag"]["sealed"]) == (True, True, True)
    assert [found["code"] for found in answer["words"]["found"]] == ["voted_in"]


async def test_a_game_of_the_same_group_knows_its_words_and_follows(
    evening: Evening, command: Command, tmp_path: Path
) -> None:
    before = await a_game_with_a_vote(evening)
    table = await evening.between(ANNA, BORIS, group=before.ledger.group)
    assert table.ledger.game.start.accepted
    await exchange_of_two(table)
    await act(table, BORIS, RESIGN)
    path = file_of(table, tmp_path)
    assert json.loads(path.read_text())["start"]["accepted"]
    assert command("verify", str(path), "--json").answer["ok"]


async def test_a_seat_that_ran_out_of_time_follows(
    evening: Evening, command: Command, tmp_path: Path
) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(3_600_000)
    table.look_at_clock()
    await table.refresh()
    ended = table.ledger.game.state.ended
    assert ended is not None
    assert ended.reason is EndReason.TIME
    assert command("verify", str(file_of(table, tmp_path)), "--json").answer["ok"]


async def test_a_game_that_goes_on_cannot_be_verified_and_says_so(
    evening: Evening, command: Command, tmp_path: Path
) -> None:
    table = await evening.between(ANNA, BORIS)
    outcome = command("verify", str(file_of(table, tmp_path)))
    assert outcome.status == 2
    assert "this game was not over when it was kept" in outcome.err
