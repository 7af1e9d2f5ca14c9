"""One table and its stored rows, without a network: the actor, and what it owes to the store."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from wordsmith.rules.state import apply_all
from wordsmith.rules.variant import load_variant
from wordsmith.server.messages import protocol
from wordsmith.server.tables.ledger import SeatSettings
from wordsmith.server.tables.seating import Making, ask_for_rules, deal_table
from wordsmith.server.tables.table import Accepted, Answer, Denied, Failed, Late, Request, Table
from wordsmith.server.tables.tables import Tables
from wordsmith.server.words.lexicons import Lexicons
from wordsmith.store import (
    Command,
    Outcome,
    SqliteStore,
    Standing,
    Store,
    StoreUnavailable,
)

pytestmark = pytest.mark.anyio

ANNA = "a" * 64
PEOPLE = (SeatSettings("human", "Anna"), SeatSettings("human", "Boris"))
PASS, RESIGN = protocol.PassAction(), protocol.ResignAction()
LEXICONS = Lexicons()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class FullDisk(SqliteStore):
    """A store whose disk is full until somebody makes room."""

    full = True

    async def append(self, command: Command, standing: Standing) -> Outcome:
        if self.full:
            raise StoreUnavailable("nothing was stored: the disk is full")
        return await super().append(command, standing)


def changed(_table: Table) -> None:
    """Nobody looks on."""


async def live(store: Store, seats: tuple[SeatSettings, ...] = PEOPLE, **rules: str) -> Table:
    variant = ask_for_rules(load_variant("classic"), rules)
    tables = Tables(store, Lexicons(), changed)
    name = await tables.make(Making(variant, seats, ANNA))
    table = await tables.get(name)
    assert table is not None
    return table


async def another(store: Store, table: Table) -> Table:
    """The same table in another program."""
    found = await Tables(store, Lexicons(), changed).get(table.id)
    assert found is not None
    return found


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = SqliteStore(tmp_path / "games.sqlite3")
    yield opened
    await opened.close()


async def test_an_accepted_command_is_in_the_store_before_it_is_answered(store: Store) -> None:
    table = await live(store)
    assert await table.act(0, 1, "k1", PASS) == Accepted(2)
    [row] = await store.read(table.id, since=1)
    assert (row.seq, row.seat, row.key, row.action) == (2, 0, "k1", '{"type":"pass"}')


async def test_one_key_ten_times_at_once_is_one_event(store: Store) -> None:
    table = await live(store)
    answers = await asyncio.gather(*[table.act(0, 1, "k1", PASS) for _ in range(10)])
    assert answers == [Accepted(2)] * 10
    assert len(await store.read(table.id)) == 2
    assert table.ledger.game.state.scoreless == 1


async def test_one_key_through_two_programs_is_one_event(store: Store) -> None:
    first = await live(store)
    second = await another(store, first)
    answers = await asyncio.gather(
        *[table.act(0, 1, "k1", PASS) for _ in range(5) for table in (first, second)]
    )
    assert answers == [Accepted(2)] * 10
    assert len(await store.read(first.id)) == 2
    assert first.ledger.game.state == second.ledger.game.state


async def test_of_two_programs_at_one_version_one_wins_and_the_other_reads_on(
    store: Store,
) -> None:
    first = await live(store)
    second = await another(store, first)
    answers = await asyncio.gather(first.act(0, 1, "first", PASS), second.act(0, 1, "second", PASS))
    assert sorted(map(str, answers)) == [str(Accepted(2)), str(Late(2))]
    assert len(await store.read(first.id)) == 2
    for table in (first, second):
        assert await table.act(1, 1, f"late at {id(table)}", PASS) == Late(2)
        assert table.ledger.version == 2
    assert first.ledger.game.state == second.ledger.game.state


async def test_resigning_twice_at_once_ends_the_game_once(store: Store) -> None:
    first = await live(store)
    second = await another(store, first)
    answers = await asyncio.gather(
        first.act(0, 1, "a", RESIGN),
        second.act(0, 1, "b", RESIGN),
        first.act(1, 1, "c", RESIGN),
    )
    assert answers.count(Accepted(2)) == 1
    rows = await store.read(first.id)
    assert len(rows) == 2
    assert '"ended"' in rows[-1].events


async def test_a_full_disk_is_told_and_changes_nothing_and_the_same_key_works_later(
    tmp_path: Path,
) -> None:
    store = FullDisk(tmp_path / "games.sqlite3")
    table = await live(store)
    seen: list[Table] = []
    table._its.changed = seen.append
    before = table.ledger.game.state
    assert await table.act(0, 1, "k1", PASS) == Failed("unavailable")
    assert (table.ledger.version, table.ledger.game.state) == (1, before)
    assert seen == []
    store.full = False
    assert await table.act(0, 1, "k1", PASS) == Accepted(2)
    assert seen == [table]
    await store.close()


async def test_a_fault_in_one_command_does_not_stop_the_table(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await live(store)
    with monkeypatch.context() as broken:
        broken.setattr(table, "_step", lambda *_: 1 / 0)
        assert await table.act(0, 1, "k1", PASS) == Failed("unavailable")
    assert await table.act(0, 1, "k1", PASS) == Accepted(2)


async def test_somebody_who_cannot_be_told_does_not_stop_the_table(
    store: Store,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await live(store)

    class Broken:
        def changed(self, table: Table) -> None:
            raise ZeroDivisionError

    def broken(answer: Answer) -> None:
        raise ZeroDivisionError

    table.watchers.add(Broken())
    table.ask(Request(0, 1, "k1", PASS, broken))
    assert await table.act(1, 2, "k2", PASS) == Accepted(3)
    assert caplog.text.count("somebody could not be told") == 3


async def test_a_key_with_another_content_or_seat_is_refused(store: Store) -> None:
    table = await live(store)
    await table.act(0, 1, "k1", PASS)
    assert await table.act(0, 2, "k1", RESIGN) == Failed("key_reused")
    assert await table.act(1, 2, "k1", PASS) == Failed("key_reused")
    again = await another(store, table)
    assert await again.act(0, 1, "k1", PASS) == Accepted(2)
    assert await again.act(0, 1, "k1", RESIGN) == Failed("key_reused")


async def test_the_answer_is_heard_before_anybody_sees_the_change(store: Store) -> None:
    table = await live(store)
    heard: list[str] = []

    class Looker:
        def changed(self, table: Table) -> None:
            heard.append(f"seen {table.ledger.version}")

    def reply(answer: Answer) -> None:
        heard.append(f"answered {answer}")

    table.watchers.add(Looker())
    table.ask(Request(0, 1, "k1", PASS, reply))
    await table.act(1, 2, "k2", PASS)
    assert heard[:2] == [f"answered {Accepted(2)}", "seen 2"]


async def test_a_table_read_again_is_the_table_that_was_live(store: Store) -> None:
    table = await live(store, check="vote")
    version = 1
    alphabet = table.ledger.variant.alphabet
    for number in range(12):
        state = table.ledger.game.state
        seat = state.on_turn
        rack = alphabet.decode(state.racks[seat].codes).replace("?", "")
        action: protocol.Action = PASS
        if number % 3 == 0:
            action = protocol.ExchangeAction(rack[:2])
        elif number % 3 == 1:
            action = protocol.PlayAction([(112, rack[0]), (113, rack[1])])
        answer = await table.act(seat, version, f"k{number}", action)
        assert isinstance(answer, Accepted | Denied)
        version = table.ledger.version
        if table.ledger.game.state.proposal:
            vote = protocol.VoteAction(accept=number > 5)
            other = next(s for s in state.playing if s != seat)
            assert isinstance(await table.act(other, version, f"v{number}", vote), Accepted)
            version = table.ledger.version
    again = (await another(store, table)).ledger
    assert again.game == table.ledger.game
    assert again.sheet.rows == table.ledger.sheet.rows
    assert again.version == table.ledger.version > 8
    assert apply_all(again.game.start, again.game.events) == again.game.state


async def test_the_stored_standing_follows_the_game(store: Store) -> None:
    table = await live(store, (SeatSettings("human"), SeatSettings("bot", level="easy")))
    assert list(await store.bots_due()) == []
    await table.act(0, 1, "k1", PASS)
    assert list(await store.bots_due()) == [table.id]
    await table.act(0, 2, "k2", RESIGN)
    row = await store.table(table.id)
    assert row is not None
    assert (row.standing.phase, row.standing.bots_due) == ("ended", False)


async def test_a_table_is_loaded_once_however_many_ask_at_once(store: Store) -> None:
    loaded: list[Table] = []
    tables = Tables(store, LEXICONS, loaded.append)
    name = await tables.make(Making(load_variant("classic"), PEOPLE, ANNA))
    found = await asyncio.gather(*[tables.get(name) for _ in range(10)])
    assert len(set(found)) == len(loaded) == 1
    assert await tables.get("nowhere") is None


async def test_a_table_that_nobody_looks_at_is_let_go_and_comes_back(store: Store) -> None:
    tables = Tables(store, LEXICONS, changed)
    name = await tables.make(Making(load_variant("classic"), PEOPLE, ANNA))
    table = await tables.get(name)
    assert table is not None
    await table.act(0, 1, "k1", PASS)
    assert tables.unload_idle(idle_s=60) == []

    class Looker:
        def changed(self, table: Table) -> None: ...

    looker = Looker()
    table.watchers.add(looker)
    assert tables.unload_idle(idle_s=-1) == []
    table.watchers.discard(looker)
    assert tables.unload_idle(idle_s=-1) == [table]
    again = await tables.get(name)
    assert again is not table
    assert again is not None
    assert again.ledger.game == table.ledger.game


async def test_settings_of_a_table_outlive_a_change_of_the_preset(store: Store) -> None:
    new = deal_table(Making(load_variant("classic"), PEOPLE, ANNA))
    older = new.settings.replace('"full_rack_bonus":"50"', '"full_rack_bonus":"40"')
    await store.create(replace(new, settings=older))
    table = await Tables(store, LEXICONS, changed).get(new.table)
    assert table is not None
    assert table.ledger.variant.rules.full_rack_bonus == 40


async def test_every_request_gets_an_answer_when_all_come_at_once(store: Store) -> None:
    table = await live(store)
    answers = await asyncio.gather(
        *[table.act(number % 2, 1, f"k{number}", PASS) for number in range(50)]
    )
    assert answers.count(Accepted(2)) == 1
    assert all(isinstance(answer, Accepted | Late | Denied) for answer in answers)
