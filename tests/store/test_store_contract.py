"""What every store promises, asked of each of them in the same words."""

import asyncio
from dataclasses import replace

import pytest

from tests.store.rows import ANNA, BORIS, ON, command, new_table
from wordsmith.store import (
    Duplicate,
    Place,
    Stale,
    Standing,
    Store,
    Stored,
    StoreError,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_new_table_is_read_back_with_its_first_command(store: Store) -> None:
    new = new_table(seats=(ANNA, None, BORIS))
    assert await store.create(new) == "t1"
    row = await store.table("t1")
    assert row is not None
    assert (row.table, row.variant, row.front, row.settings) == (
        "t1",
        "friends",
        True,
        new.settings,
    )
    assert (row.version, row.at_ms) == (1, 1)
    assert row.standing == new.standing
    assert row.places == (Place(ANNA), Place(None), Place(BORIS))
    assert list(await store.read("t1")) == [new.first]


async def test_a_table_that_was_never_made_is_none(store: Store) -> None:
    assert await store.table("t1") is None
    assert list(await store.read("t1")) == []


async def test_a_table_is_followed_with_who_sits_there_then(store: Store) -> None:
    await store.create(new_table(seats=(ANNA, None, BORIS)))
    rows = [command(seq) for seq in range(2, 13)]
    for row in rows[:-1]:
        await store.append(row, ON)
    assert await store.follow("t1", 12) == ([], [Place(ANNA), Place(None), Place(BORIS)])
    seated = (Place(BORIS, "Boris"), Place(ANNA, "Anna"), Place(None))
    await store.append(rows[-1], replace(ON, places=seated))
    assert await store.follow("t1", 1) == (rows, list(seated))
    assert await store.follow("t1", 11) == (rows[-1:], list(seated))
    assert await store.follow("t2", 0) == ([], [])


async def test_the_same_intent_makes_one_table(store: Store) -> None:
    assert await store.create(new_table("t1", key="rematch of t0")) == "t1"
    assert await store.create(new_table("t2", key="rematch of t0")) == "t1"
    assert await store.table("t2") is None


async def test_tables_without_an_intent_are_all_made(store: Store) -> None:
    assert [await store.create(new_table(name)) for name in ("t1", "t2")] == ["t1", "t2"]


async def test_a_table_of_a_taken_name_is_refused(store: Store) -> None:
    await store.create(new_table("t1"))
    with pytest.raises(StoreError, match="t1"):
        await store.create(new_table("t1", seats=(BORIS, None)))
    row = await store.table("t1")
    assert row is not None
    assert row.places == (Place(ANNA), Place(None))


async def test_the_next_command_is_stored_with_how_the_table_stands(store: Store) -> None:
    await store.create(new_table())
    standing = Standing("ended", bots_due=False, summary='{"scores": [1, 2]}')
    assert await store.append(command(2, at_ms=77), standing) == Stored(2)
    row = await store.table("t1")
    assert row is not None
    assert (row.version, row.at_ms) == (2, 77)
    assert row.standing == replace(standing, places=(Place(ANNA), Place(None)))
    assert [stored.seq for stored in await store.read("t1")] == [1, 2]


async def test_what_is_read_is_what_was_written(store: Store) -> None:
    await store.create(new_table())
    written = replace(command(2), seat=None, action='{"слово": "ёлка"}', events="[1,\n2]")
    await store.append(written, ON)
    assert list(await store.read("t1", since=1)) == [written]


@pytest.mark.parametrize(("since", "seqs"), [(0, [1, 2, 3]), (1, [2, 3]), (3, []), (9, [])])
async def test_commands_are_read_from_any_version(
    store: Store, since: int, seqs: list[int]
) -> None:
    await store.create(new_table())
    for seq in (2, 3):
        await store.append(command(seq), ON)
    assert [stored.seq for stored in await store.read("t1", since)] == seqs


@pytest.mark.parametrize("seq", [1, 2, 4])
async def test_a_command_for_another_version_is_stale(store: Store, seq: int) -> None:
    await store.create(new_table())
    await store.append(command(2), ON)
    late = replace(command(seq), key="another")
    assert await store.append(late, replace(ON, phase="ended")) == Stale(2)
    row = await store.table("t1")
    assert row is not None
    assert (row.version, row.standing.phase) == (2, "playing")


async def test_a_key_used_before_gives_what_was_stored_with_it(store: Store) -> None:
    await store.create(new_table())
    first = command(2, "the key")
    await store.append(first, ON)
    await store.append(command(3), ON)
    again = replace(command(4, "the key"), action='"something else"')
    assert await store.append(again, ON) == Duplicate(first)
    assert await store.append(first, ON) == Duplicate(first)
    assert [stored.seq for stored in await store.read("t1")] == [1, 2, 3]


async def test_the_same_key_at_another_table_is_another_command(store: Store) -> None:
    for table in ("t1", "t2"):
        await store.create(new_table(table))
        assert await store.append(command(2, "the key", table=table), ON) == Stored(2)


async def test_a_command_for_no_table_is_an_error(store: Store) -> None:
    with pytest.raises(StoreError, match="t9"):
        await store.append(command(2, table="t9"), ON)
    assert list(await store.read("t9")) == []


async def test_of_two_writers_at_one_version_one_wins(store: Store) -> None:
    await store.create(new_table())
    rivals = [command(2, f"rival {number}") for number in range(20)]
    outcomes = await asyncio.gather(*[store.append(rival, ON) for rival in rivals])
    assert sorted(map(str, outcomes)) == sorted([str(Stored(2))] + [str(Stale(2))] * 19)
    [_, kept] = await store.read("t1")
    assert outcomes[rivals.index(kept)] == Stored(2)


async def test_one_key_sent_ten_times_at_once_is_one_command(store: Store) -> None:
    await store.create(new_table())
    outcomes = await asyncio.gather(*[store.append(command(2, "one"), ON) for _ in range(10)])
    assert outcomes.count(Stored(2)) == 1
    assert outcomes.count(Duplicate(command(2, "one"))) == 9
    assert len(await store.read("t1")) == 2


async def test_a_guest_finds_his_tables_the_last_played_first(store: Store) -> None:
    await store.create(new_table("t1", at_ms=10))
    await store.create(new_table("t2", at_ms=20, seats=(None, ANNA)))
    await store.create(new_table("t3", at_ms=30, seats=(BORIS, None)))
    assert [row.table for row in await store.tables_of(ANNA)] == ["t2", "t1"]
    await store.append(command(2, table="t1", at_ms=40), ON)
    assert [row.table for row in await store.tables_of(ANNA)] == ["t1", "t2"]
    assert [row.table for row in await store.tables_of(ANNA, limit=1)] == ["t1"]
    assert list(await store.tables_of("c" * 64)) == []


async def test_a_table_where_a_guest_holds_several_seats_is_listed_once(store: Store) -> None:
    await store.create(new_table("t1", seats=(ANNA, ANNA, BORIS)))
    [row] = await store.tables_of(ANNA)
    assert [place.person for place in row.places] == [ANNA, ANNA, BORIS]


async def test_tables_that_wait_for_a_bot_are_found_until_it_has_acted(store: Store) -> None:
    due = replace(ON, bots_due=True)
    await store.create(new_table("t1", at_ms=20, standing=due))
    await store.create(new_table("t2", at_ms=10))
    assert list(await store.bots_due()) == ["t1"]
    await store.append(command(2, table="t2", at_ms=30), due)
    assert list(await store.bots_due()) == ["t1", "t2"]
    assert list(await store.bots_due(limit=1)) == ["t1"]
    await store.append(command(2, table="t1", at_ms=40), ON)
    assert list(await store.bots_due()) == ["t2"]
