"""What a room may ask of every database, in the same SQL."""

import asyncio

import pytest

from wordsmith.store import Database, Statement, Store, StoreError, open_store

pytestmark = pytest.mark.anyio

SET = "INSERT INTO facts (name, value) VALUES ($1, $2)"
MOVE = "UPDATE facts SET value = $2 WHERE name = $1"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def facts(database: Database) -> dict[str, str]:
    return {row[0]: row[1] for row in await database.rows("SELECT name, value FROM facts")}


def a_fact(name: str, value: str = "1") -> Statement:
    return Statement(SET, (name, value))


async def test_what_is_written_is_read(store: Store) -> None:
    assert await store.write(a_fact("one"), a_fact("два", "ёлка 'n' \"$1\"")) == [[], []]
    assert await facts(store) == {"one": "1", "два": "ёлка 'n' \"$1\""}


async def test_values_may_be_named_in_any_order_and_more_than_once(store: Store) -> None:
    await store.write(a_fact("a", "b"), a_fact("b", "a"), a_fact("c", "c"))
    twice = "SELECT name FROM facts WHERE value = $2 OR name = $1 OR value = $1 ORDER BY name"
    assert await store.rows(twice, "c", "a") == [("b",), ("c",)]


async def test_a_write_gives_the_rows_of_each_statement(store: Store) -> None:
    given = await store.write(
        Statement(SET + " RETURNING value, name", ("a", "1")),
        a_fact("b"),
        Statement("SELECT COUNT(*), MAX(name) FROM facts"),
    )
    assert given == [[("1", "a")], [], [(2, "b")]]


async def test_numbers_come_back_as_they_were(store: Store) -> None:
    rating = (
        "INSERT INTO ratings (person, variant, pace, rating, deviation, volatility, games, at_ms)"
        " VALUES ($1, 'v', 'live', $2, $3, 0.06, $4, 1)"
    )
    large = 2**53 + 1
    await store.write(
        Statement(rating, ("a", 1500.123456789012, 350, large)),
        Statement(rating, ("b", 0.5, 1.5, 1)),
    )
    [row] = await store.rows("SELECT rating, deviation, games FROM ratings WHERE person = 'a'")
    assert row == (1500.123456789012, 350, large)
    [sums] = await store.rows("SELECT SUM(games), SUM(rating), AVG(games * 2) FROM ratings")
    assert sums == (large + 1, 1500.623456789012, large + 1)


async def test_null_is_none_both_ways(store: Store) -> None:
    sanction = (
        "INSERT INTO sanctions (id, person, kind, since_ms, until_ms, by_person, reason)"
        " VALUES ('s', 'a', 'mute', 1, $1, 'b', '')"
    )
    await store.write(Statement(sanction, (None,)))
    assert await store.rows("SELECT until_ms FROM sanctions WHERE until_ms IS NULL") == [(None,)]


async def test_nothing_of_a_write_is_kept_if_one_statement_fails(store: Store) -> None:
    await store.write(a_fact("taken"))
    with pytest.raises(StoreError) as refusal:
        await store.write(a_fact("before"), a_fact("taken"), a_fact("after"))
    assert "\n" not in str(refusal.value)
    assert await facts(store) == {"taken": "1"}


async def test_a_guard_that_touches_nothing_undoes_what_came_before_it(store: Store) -> None:
    await store.write(a_fact("a"))
    guard = Statement(MOVE, ("nowhere", "2"), guards=True)
    assert await store.write(Statement(MOVE, ("a", "2")), a_fact("b"), guard, a_fact("c")) is None
    assert await facts(store) == {"a": "1"}


async def test_a_guard_that_touches_a_row_lets_everything_pass(store: Store) -> None:
    await store.write(a_fact("a"))
    guard = Statement(MOVE, ("a", "2"), guards=True)
    assert await store.write(a_fact("b"), guard, a_fact("c")) == [[], [], []]
    assert await facts(store) == {"a": "2", "b": "1", "c": "1"}


@pytest.mark.parametrize(("name", "kept"), [("a", True), ("nowhere", False)])
async def test_a_select_guards_by_what_it_finds(store: Store, name: str, kept: bool) -> None:
    await store.write(a_fact("a"))
    guard = Statement("SELECT value FROM facts WHERE name = $1", (name,), guards=True)
    assert (await store.write(guard, a_fact("b")) is not None) == kept
    assert await store.write(a_fact("c"), guard) == ([[], [("1",)]] if kept else None)
    assert ("b" in await facts(store)) == kept
    assert ("c" in await facts(store)) == kept


async def test_a_guard_that_inserts_fails_on_what_is_there(store: Store) -> None:
    once = Statement(SET + " ON CONFLICT DO NOTHING", ("a", "first"), guards=True)
    assert await store.write(once) == [[]]
    assert await store.write(once) is None
    assert await facts(store) == {"a": "first"}


async def test_writes_that_share_a_commit_do_not_disturb_each_other(store: Store) -> None:
    await store.write(a_fact("taken"))
    guard = Statement(MOVE, ("nowhere", "2"), guards=True)
    outcomes = await asyncio.gather(
        store.write(a_fact("a")),
        store.write(a_fact("guarded"), guard),
        store.write(a_fact("b")),
        store.write(a_fact("taken")),
        store.write(a_fact("broken"), Statement("INSERT INTO nothing VALUES (1)")),
        store.write(a_fact("c")),
        return_exceptions=True,
    )
    assert [outcomes[0], outcomes[1], outcomes[2], outcomes[5]] == [[[]], None, [[]], [[]]]
    assert isinstance(outcomes[3], StoreError)
    assert isinstance(outcomes[4], StoreError)
    assert await facts(store) == {"taken": "1", "a": "1", "b": "1", "c": "1"}


async def test_of_many_who_take_the_last_place_one_gets_it(store: Store, database: str) -> None:
    another = open_store(database)
    await store.write(a_fact("places", "1"))
    take = Statement(
        "UPDATE facts SET value = $2 WHERE name = 'places' AND value = $1", ("1", "0"), guards=True
    )
    outcomes = await asyncio.gather(
        *[
            place.write(take, a_fact(f"{number}"))
            for number in range(20)
            for place in (store, another)
        ],
        return_exceptions=True,
    )
    await another.close()
    assert len([outcome for outcome in outcomes if outcome == [[], []]]) == 1
    assert len(await facts(store)) == 2


async def test_what_cannot_be_read_is_an_error_in_one_line(store: Store) -> None:
    with pytest.raises(StoreError) as refusal:
        await store.rows("SELECT nothing FROM nowhere")
    assert "\n" not in str(refusal.value)


async def test_reading_cannot_write(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.rows("INSERT INTO facts (name, value) VALUES ('a', '1')")
    assert await facts(store) == {}


async def test_what_a_write_has_found_does_not_change_before_it_is_kept(
    store: Store, database: str
) -> None:
    """Of two who may both go while the other stays, one stays."""
    another = open_store(database)
    for round_ in range(20):
        names = (f"{round_} a", f"{round_} b")
        await store.write(*[a_fact(name, "here") for name in names])
        leaving = [
            Statement(
                "UPDATE facts SET value = 'gone' WHERE name = $1 AND EXISTS ("
                "SELECT 1 FROM facts WHERE name = $2 AND value = 'here')",
                (mine, other),
                guards=True,
            )
            for mine, other in (names, names[::-1])
        ]
        outcomes = await asyncio.gather(
            *[
                place.write(statement)
                for statement, place in zip(leaving, (store, another), strict=True)
            ]
        )
        assert sorted(map(str, outcomes)) == ["None", "[[]]"]
    await another.close()


async def test_a_row_that_is_there_only_now_is_seen_and_no_error(
    store: Store, database: str
) -> None:
    another = open_store(database)
    put = "INSERT INTO facts (name, value) SELECT $1, $2 WHERE NOT EXISTS ("
    for number in range(20):
        values = (f"{number}", "1")
        one = Statement(put + "SELECT 1 FROM facts WHERE name = $1)", values, guards=True)
        outcomes = await asyncio.gather(
            *[place.write(one) for place in (store, another, store, another)]
        )
        assert outcomes.count([[]]) == 1
        assert outcomes.count(None) == 3
    await another.close()
