"""What every store promises of lists, places and results, asked of each in the same words."""

from dataclasses import replace

import pytest

from tests.store.rows import ANNA, BORIS, CLARA, ON, OVER, command, new_table
from wordsmith.store import Duplicate, Place, Stale, Standing, Statement, Store, Stored, StoreError

pytestmark = pytest.mark.anyio

GATHERING = Standing("gathering", bots_due=False, summary="{}", listed=True)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_all_that_is_known_of_a_table_is_read_back(store: Store) -> None:
    standing = Standing("gathering", True, '{"of": 3}', 2, 99, listed=True, places=(Place(ANNA),))
    new = replace(
        new_table(standing=standing),
        standing=standing,
        pace="slow",
        rated=True,
        invite="the secret",
        group="the group",
    )
    await store.create(new)
    row = await store.table("t1")
    assert row is not None
    assert row.standing == standing
    assert (row.pace, row.rated, row.invite, row.group) == ("slow", True, "the secret", "the group")


async def test_a_table_with_nobody_at_it_is_a_table(store: Store) -> None:
    await store.create(new_table(seats=()))
    row = await store.table("t1")
    assert row is not None
    assert row.places == ()


async def test_somebody_sits_down_and_rises_with_the_command_that_says_so(store: Store) -> None:
    await store.create(new_table(seats=(ANNA, None, None)))
    seated = (Place(ANNA, "Аня"), Place(BORIS, "Boris"), Place(None))
    assert await store.append(command(2), replace(ON, places=seated)) == Stored(2)
    assert [row.places for row in await store.tables_of(BORIS)] == [seated]
    assert await store.append(command(3), ON) == Stored(3)
    row = await store.table("t1")
    assert row is not None
    assert row.places == seated
    fewer = (Place(BORIS, "Boris"), Place(None))
    assert await store.append(command(4), replace(ON, places=fewer)) == Stored(4)
    assert list(await store.tables_of(ANNA)) == []
    assert [row.places for row in await store.tables_of(BORIS)] == [fewer]


async def test_who_comes_too_late_for_a_seat_changes_nothing(store: Store) -> None:
    await store.create(new_table(seats=(ANNA, None)))
    await store.append(command(2), replace(ON, places=(Place(ANNA), Place(BORIS))))
    late = replace(ON, places=(Place(ANNA), Place(CLARA)))
    assert await store.append(command(2, "another"), late) == Stale(2)
    assert await store.append(command(2), late) == Duplicate(command(2))
    row = await store.table("t1")
    assert row is not None
    assert row.places == (Place(ANNA), Place(BORIS))


async def test_a_result_is_written_with_the_last_command_once(store: Store) -> None:
    await store.create(replace(new_table(), pace="live", rated=True))
    assert await store.append(command(2, at_ms=50), OVER) == Stored(2)
    assert await store.append(command(2, at_ms=50), OVER) == Duplicate(command(2, at_ms=50))
    assert await store.append(command(2, "late"), OVER) == Stale(2)
    [result] = await store.rows(
        "SELECT table_id, at_ms, variant, pace, rated, reason, applied FROM results"
    )
    assert result == ("t1", 50, "friends", "live", 1, "out", 0)
    seats = await store.rows(
        "SELECT seat, person, level, score, place, turns, full_racks, best_word, best_word_points,"
        " best_turn, best_turn_points FROM result_seats ORDER BY seat"
    )
    assert seats == [
        (0, ANNA, None, 210, 1, 12, 1, "ЁЛКА", 30, 3, 41),
        (1, None, "easy", 190, 2, 12, 1, "ЁЛКА", 30, 3, 41),
    ]


async def test_what_is_to_be_written_with_a_command_is_written_if_it_is(store: Store) -> None:
    await store.create(new_table())
    with_words = replace(ON, also=(_word("ЁЛКА"), _word("ЁЖ")))
    assert await store.append(command(2), with_words) == Stored(2)
    late = replace(ON, also=(_word("ПОЗДНО"),))
    assert await store.append(command(2, "late"), late) == Stale(2)
    assert await store.append(command(2), with_words) == Duplicate(command(2))
    words = await store.rows("SELECT word FROM group_words")
    assert {row[0] for row in words} == {"ЁЛКА", "ЁЖ"}


async def test_an_invitation_leads_to_its_table(store: Store) -> None:
    await store.create(replace(new_table("t1"), invite="one"))
    await store.create(new_table("t2"))
    row = await store.invited("one")
    assert row is not None
    assert row.table == "t1"
    assert await store.invited("two") is None


async def test_an_invitation_belongs_to_one_table(store: Store) -> None:
    await store.create(replace(new_table("t1"), invite="one"))
    with pytest.raises(StoreError, match="t2"):
        await store.create(replace(new_table("t2"), invite="one"))
    assert await store.table("t2") is None
    assert list(await store.read("t2")) == []


async def test_the_lobby_shows_the_tables_that_gather_the_newest_first(store: Store) -> None:
    await store.create(new_table("t1", at_ms=10, standing=GATHERING))
    await store.create(new_table("t2", at_ms=20, standing=replace(GATHERING, listed=False)))
    await store.create(new_table("t3", at_ms=30, standing=GATHERING))
    await store.create(new_table("t4", at_ms=40, standing=replace(GATHERING, phase="cancelled")))
    assert [row.table for row in await store.lobby()] == ["t3", "t1"]
    assert [row.table for row in await store.lobby(limit=1)] == ["t3"]
    await store.append(command(2, table="t3", at_ms=50), ON)
    assert [row.table for row in await store.lobby()] == ["t1"]


async def test_versions_of_many_tables_are_asked_at_once(store: Store) -> None:
    names = [f"t{number}" for number in range(230)]
    for name in names:
        await store.create(new_table(name))
    await store.append(command(2, table="t7"), ON)
    asked = ["nowhere", *names, "t7"]
    found = await store.versions(asked)
    assert found == {name: 2 if name == "t7" else 1 for name in names}
    assert await store.versions([]) == {}
    assert await store.versions(["nowhere"]) == {}


async def test_clocks_that_have_run_out_are_found_the_longest_overdue_first(store: Store) -> None:
    for name, due in (("t1", 300), ("t2", 100), ("t3", None), ("t4", 301)):
        await store.create(new_table(name, standing=replace(ON, due_at_ms=due)))
    assert list(await store.clocks_due(99)) == []
    assert list(await store.clocks_due(300)) == ["t2", "t1"]
    assert list(await store.clocks_due(300, limit=1)) == ["t2"]
    await store.append(command(2, table="t2"), replace(ON, due_at_ms=400))
    assert list(await store.clocks_due(300)) == ["t1"]
    await store.append(command(2, table="t1"), ON)
    assert list(await store.clocks_due(399)) == ["t4"]


async def test_live_clocks_that_run_are_known_after_a_restart(store: Store) -> None:
    running, still = replace(ON, due_at_ms=100), ON
    await store.create(replace(new_table("t1", standing=running), pace="live"))
    await store.create(replace(new_table("t2", standing=still), pace="live"))
    await store.create(replace(new_table("t3", standing=running), pace="slow"))
    assert list(await store.clocks_running()) == ["t1"]


async def test_what_was_a_guests_is_handed_over_to_the_account(store: Store) -> None:
    await store.create(new_table("t1", seats=(ANNA, BORIS)))
    await store.create(new_table("t2", seats=(CLARA, ANNA)))
    await store.append(command(2, table="t1"), OVER)
    for n, person in ((1, ANNA), (2, BORIS)):
        await store.write(_message(n, person))
    await store.hand_over(ANNA, CLARA)
    assert list(await store.tables_of(ANNA)) == []
    assert {row.table for row in await store.tables_of(CLARA)} == {"t1", "t2"}
    row = await store.table("t1")
    assert row is not None
    assert [place.person for place in row.places] == [CLARA, BORIS]
    said = await store.rows("SELECT person FROM messages ORDER BY n")
    assert said == [(CLARA,), (BORIS,)]
    fared = await store.rows("SELECT person FROM result_seats ORDER BY seat")
    assert fared == [(CLARA,), (None,)]


def _message(n: int, person: str) -> Statement:
    return Statement(
        "INSERT INTO messages (table_id, n, at_ms, person, name, channel, words, key)"
        " VALUES ('t1', $1, 5, $2, 'A', 'table', 'Hello', $3)",
        (n, person, f"k{n}"),
    )


def _word(word: str) -> Statement:
    return Statement(
        "INSERT INTO group_words (group_id, word, language, at_ms) VALUES ('g', $1, 'ru', 1)",
        (word,),
    )
