"""What is true of PostgreSQL beyond the contract: lines are lost, and other programs are there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.databases import execute, migrate_here
from tests.store.rows import ANNA, BORIS, ON, OVER, command, new_table
from tests.store.striking_line import StrikingLine
from wordsmith.store import (
    Duplicate,
    OutcomeUnknown,
    Place,
    Statement,
    Stored,
    StoreError,
    StoreUnavailable,
    open_store,
)
from wordsmith.store.postgres import PostgresStore
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.store import Store

pytestmark = pytest.mark.anyio

REQUEST, ANSWER = b"COMMIT;\x00", b"COMMIT\x00"  # on their ways to the server and back
A_FACT = Statement("INSERT INTO facts (name, value) VALUES ('a', '1')")
COUNT = Statement("UPDATE facts SET value = value || '1' WHERE name = 'a'")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def line(postgres: str) -> AsyncIterator[StrikingLine]:
    async with StrikingLine.to(postgres) as opened:
        yield opened


@pytest.fixture
async def store(postgres: str, line: StrikingLine) -> AsyncIterator[Store]:
    """A store on the far side of the line, with one table."""
    await asyncio.to_thread(migrate_here, postgres)
    opened = open_store(line.through(postgres))
    await opened.open()
    await opened.create(new_table())
    await opened.write(A_FACT)
    yield opened
    await opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordsmith.store.postgres_writer._PATIENCE_S", 0.2)


async def fact(store: Store) -> str:
    [[value]] = await store.rows("SELECT value FROM facts WHERE name = 'a'")
    return str(value)


async def test_a_command_whose_answer_is_lost_is_stored_once_and_told_so(
    store: Store, line: StrikingLine
) -> None:
    line.strike = b"UPDATE 1\x00"
    assert await store.append(command(2), ON) == Stored(2)
    assert line.strike is None
    assert list(await store.read("t1")) == [command(1, "table"), command(2)]


async def test_a_command_that_is_lost_on_its_way_is_sent_again(
    store: Store, line: StrikingLine
) -> None:
    line.strike = b"the key that is lost"
    lost = command(2, "the key that is lost")
    assert await store.append(lost, ON) == Stored(2)
    assert line.strike is None
    assert list(await store.read("t1", since=1)) == [lost]


@pytest.mark.parametrize("strike", [REQUEST, ANSWER])
@pytest.mark.parametrize("standing", [OVER, replace(ON, places=(Place(ANNA), Place(BORIS)))])
async def test_a_command_of_several_statements_is_stored_once(
    store: Store, line: StrikingLine, strike: bytes, standing: object
) -> None:
    line.strike = strike
    assert await store.append(command(2), standing) == Stored(2)  # type: ignore[arg-type]
    assert line.strike is None
    assert list(await store.read("t1", since=1)) == [command(2)]


@pytest.mark.parametrize("strike", [REQUEST, ANSWER])
async def test_a_table_whose_making_is_lost_at_the_commit_is_made_once(
    store: Store, line: StrikingLine, strike: bytes
) -> None:
    line.strike = strike
    assert await store.create(new_table("t2", key="once")) == "t2"
    assert line.strike is None
    assert await store.create(new_table("t3", key="once")) == "t2"
    assert len(await store.read("t2")) == 1


async def test_a_write_that_is_lost_before_its_commit_is_written_again_once(
    store: Store, line: StrikingLine
) -> None:
    line.strike = b"the value that is lost"
    await store.write(COUNT, Statement("UPDATE facts SET value = value || $1", ("",)), COUNT)
    await store.write(Statement("INSERT INTO facts (name, value) VALUES ('b', $1)", ("2",)))
    await store.write(COUNT, Statement("UPDATE facts SET value = $1 WHERE name = 'b'", ("3",)))
    assert await fact(store) == "1111"
    lost = Statement("UPDATE facts SET value = $1 WHERE name = 'b'", ("the value that is lost",))
    await store.write(COUNT, lost)
    assert line.strike is None
    assert await fact(store) == "11111"


@pytest.mark.parametrize(("strike", "kept"), [(REQUEST, "1"), (ANSWER, "11")])
async def test_of_a_write_that_is_lost_at_its_commit_nobody_says_that_it_did_not_happen(
    store: Store, line: StrikingLine, strike: bytes, kept: str
) -> None:
    line.strike = strike
    with pytest.raises(OutcomeUnknown, match="not known"):
        await store.write(COUNT)
    assert await fact(store) == kept
    await store.write(COUNT)
    assert await fact(store) == kept + "1"


async def test_while_the_database_is_away_nothing_is_stored_and_then_all_goes_on(
    store: Store, line: StrikingLine, impatient: None
) -> None:
    line.cut()
    asked = [store.append(command(2), ON), store.write(COUNT), store.create(new_table("t2"))]
    outcomes = await asyncio.gather(*asked, store.table("t1"), return_exceptions=True)
    assert all(isinstance(outcome, StoreUnavailable) for outcome in outcomes)
    assert store.failure is None
    line.heal()
    assert await store.append(command(2), ON) == Stored(2)
    assert await store.create(new_table("t2")) == "t2"
    assert await fact(store) == "1"


async def test_a_line_that_falls_silent_is_given_up(
    postgres: str, line: StrikingLine, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordsmith.store.postgres_link.COMMAND_S", 0.3)
    monkeypatch.setattr("wordsmith.store.postgres_link.CONNECT_S", 0.3)
    await asyncio.to_thread(migrate_here, postgres)
    store = open_store(line.through(postgres))
    await store.open()
    await store.create(new_table())
    line.silence()
    with pytest.raises(OutcomeUnknown):
        await store.append(command(2), ON)
    line.heal()
    assert await store.append(command(2), ON) in (Stored(2), Duplicate(command(2)))
    assert list(await store.read("t1", since=1)) == [command(2)]
    await store.close()


@pytest.mark.parametrize("by", ["the server", "the line"])
async def test_connections_that_are_ended_in_the_middle_lose_and_double_nothing(
    store: Store, postgres: str, line: StrikingLine, by: str
) -> None:
    tables = [f"busy {number}" for number in range(20)]
    for table in tables:
        await store.create(new_table(table))

    async def play(table: str) -> None:
        for seq in range(2, 62):
            assert await store.append(command(seq, table=table), ON) == Stored(seq)

    playing = asyncio.gather(*[play(table) for table in tables])
    ended = 0
    while ended < 5:
        await asyncio.sleep(0.02)
        if by == "the server":
            ended += await terminate(store, postgres)
        else:
            line.cut()
            line.heal()
            ended += 1
    await playing
    for table in tables:
        assert [row.seq for row in await store.read(table)] == list(range(1, 62))


async def terminate(store: Store, postgres: str) -> int:
    """End the connection on which commands are written; how many were ended."""
    assert isinstance(store, PostgresStore)
    line = store._links[0]._line
    if line is None or line.connection.is_closed():
        return 0
    pid = line.connection.get_server_pid()
    [[ended]] = await execute(postgres, f"SELECT pg_terminate_backend({pid})")
    return int(ended)


async def test_a_bad_command_does_not_spoil_those_that_share_its_commit(store: Store) -> None:
    await store.create(new_table("t2"))
    outcomes = await asyncio.gather(
        store.append(command(2, table="t1"), ON),
        store.append(replace(command(2, table="t2"), action="a sign \x00 that no text has"), ON),
        store.append(command(2, table="nowhere"), ON),
        return_exceptions=True,
    )
    assert outcomes[0] == Stored(2)
    assert isinstance(outcomes[1], StoreError)
    assert "nowhere" in str(outcomes[2])
    assert len(await store.read("t2")) == 1


async def test_writes_that_lie_across_each_other_are_all_written(
    store: Store, postgres: str
) -> None:
    another = open_store(postgres)
    await store.write(Statement("INSERT INTO facts (name, value) VALUES ('b', '1')"))
    both = [
        Statement("UPDATE facts SET value = value || '1' WHERE name = $1", (name,))
        for name in ("a", "b")
    ]
    for _ in range(3):
        await asyncio.gather(
            *[store.write(*both) for _ in range(20)],
            *[another.write(*reversed(both)) for _ in range(20)],
        )
    assert len(await fact(store)) == 121
    await another.close()


async def test_what_was_queued_is_written_before_the_store_is_closed(
    store: Store, postgres: str
) -> None:
    asked = [
        asyncio.create_task(store.append(command(2), ON)),
        asyncio.create_task(store.write(COUNT)),
    ]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [Stored(2), [[]]]
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(command(3), ON)


async def test_tables_of_a_newer_version_stop_a_program_that_comes_back(
    store: Store, postgres: str, line: StrikingLine
) -> None:
    await execute(postgres, f"UPDATE store_version SET version_num = '{VERSION + 1}'")
    assert await store.append(command(2), ON) == Stored(2)
    line.strike = b"UPDATE 1\x00"
    with pytest.raises(OutcomeUnknown, match=f"newer Wordsmith.*{VERSION + 1}.*{VERSION}"):
        await store.append(command(3), ON)
    assert store.failure is not None
    assert "newer Wordsmith" in store.failure
    with pytest.raises(StoreUnavailable, match="newer Wordsmith"):
        await store.append(command(4), ON)


async def test_every_commit_waits_for_the_disk(store: Store, postgres: str) -> None:
    hasty = open_store(postgres + "&synchronous_commit=off")
    given = await hasty.write(Statement("SELECT current_setting('synchronous_commit')"))
    assert given == [[("on",)]]
    await hasty.close()
