"""Everything of one's own as a file, and being forgotten."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.server.people.town import GOOD, Browser, Town
from tests.store.rows import ON, OVER, command, new_table
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.kept import everything_of
from wordsmith.store import Statement

pytestmark = pytest.mark.anyio


async def everything(town: Town, person: str) -> dict[str, Any]:
    pieces = [piece async for piece in everything_of(town.store, person)]
    told: dict[str, Any] = json.loads(b"".join(pieces))
    return told


async def traces(town: Town, person: str, other: str) -> None:
    """A row of this person in every table that has persons."""
    pair, one = (person, other), (person,)
    rows: list[tuple[str, tuple[str, ...]]] = [
        ("passkeys VALUES ('k', $1, 'public', 3, 'Телефон', 1)", one),
        ("sanctions VALUES ('s', $1, 'mute', 1, 2, $2, 'shouted')", pair),
        ("mutes VALUES ($1, $2, 1)", pair),
        ("mutes VALUES ($2, $1, 1)", pair),
        ("reports VALUES ('r1', 1, $1, $2, 't1', NULL, 'he cheats', 'open', NULL, NULL)", pair),
        ("reports VALUES ('r2', 1, $2, $1, 't1', 1, 'she shouts', 'open', NULL, NULL)", pair),
        ("subscriptions VALUES ('https://push.example/1', $1, 'p', 'a', 1)", one),
        ("notices VALUES ('t1', 1, $1, 'turn', 1)", one),
        ("ratings VALUES ($1, 'friends', 'live', 1500.0, 80.0, 0.06, 9, 1)", one),
        ("rating_changes VALUES ('t1', $1, 1500.0, 1510.0)", one),
        ("signals VALUES ('t1', 2, 0, 900, 1, 20, 30, 10)", ()),
    ]
    said = """
    INSERT INTO messages (table_id, n, at_ms, person, seat, name, channel, words, key)
    VALUES ('t1', $3, 1, $1, 0, 'Анна', 'table', $2, $2)
    """
    await town.store.write(
        *[Statement(f"INSERT INTO {sql}", values) for sql, values in rows],
        Statement(said.replace("$3", "1"), (person, "my own words")),
        Statement(said.replace("$3", "2"), (other, "the other's words")),
    )


async def a_life(town: Town) -> tuple[Browser, Browser]:
    """Anna and Boris, one game between them, and everything that can be kept of it."""
    anna, boris = await town.member("anna"), await town.member("boris")
    persons = (await anna.person(), await boris.person())
    await town.people.persons.change(persons[0], name="Анна", language="ru")
    await town.store.create(new_table("t1", seats=persons))
    names = Statement("UPDATE seats SET name = 'Анна' WHERE person = $1", (persons[0],))
    await town.store.write(names)
    over = OVER.result
    assert over is not None
    await town.store.append(command(2), OVER)
    mine = "UPDATE result_seats SET person = $1 WHERE seat = 0"
    await town.store.write(Statement(mine, (persons[0],)))
    await traces(town, *persons)
    return anna, boris


async def test_everything_kept_of_a_person_is_in_his_file(town: Town) -> None:
    anna, _ = await a_life(town)
    told = await everything(town, await anna.person())
    counts = {section: len(rows) for section, rows in told.items()}
    assert counts == dict.fromkeys(told, 1)
    assert told["person"][0]["login"] == "anna"
    assert told["person"][0]["has_password"] == 1
    assert told["messages"][0]["words"] == "my own words"
    assert told["passkeys"][0]["name"] == "Телефон"
    (how,) = told["how_moves_were_made"]
    assert (how["think_ms"], how["best_points"], how["lost"]) == (900, 30, 10)


async def test_the_file_opens_nothing_and_tells_of_nobody_else(town: Town) -> None:
    """Security rule 11: no secret leaves; public bug group 32: nor an id."""
    anna, boris = await a_life(town)
    told = json.dumps(await everything(town, await anna.person()), ensure_ascii=False)
    hashes = await town.store.rows("SELECT password FROM persons")
    sessions = await town.store.rows("SELECT id FROM sessions")
    secret = [
        *(row[0] for row in (*hashes, *sessions)),
        *(await anna.person(), await boris.person()),
        *("the other's words", "she shouts", "boris", GOOD),
    ]
    assert not [text for text in secret if text in told]


async def test_a_long_history_is_told_whole(town: Town) -> None:
    person = await (await town.newcomer()).person()
    sent = "INSERT INTO notices (table_id, seq, person, kind, at_ms) VALUES ($1, 1, $2, 'turn', 7)"
    await town.store.write(*[Statement(sent, (f"t{number:04}", person)) for number in range(1001)])
    told = await everything(town, person)
    assert [row["table"] for row in told["notices_sent"]] == [f"t{n:04}" for n in range(1001)]


async def test_whoever_is_forgotten_leaves_a_seat_without_a_name_and_nothing_more(
    town: Town,
) -> None:
    anna, boris = await a_life(town)
    person = await anna.person()
    await town.people.deleting.delete(person)
    row = await town.store.table("t1")
    assert row is not None
    assert [(place.person, place.name) for place in row.places] == [
        (person, ""),
        (await boris.person(), ""),
    ]
    for table in ("sessions", "passkeys", "subscriptions", "ratings", "rating_changes", "notices"):
        assert await town.count(table, "person = $1", person) == 0, table
    assert await town.count("mutes", "person = $1 OR whom = $1", person) == 0
    assert await town.count("result_seats", "person = $1", person) == 0
    said = await town.store.rows("SELECT words, name, hidden FROM messages ORDER BY n")
    assert said == [("", "", 1), ("the other's words", "Анна", 0)]
    assert await anna.known() is None
    assert await boris.known()
    assert await town.people.persons.find(person) is None


async def test_the_log_in_of_whoever_is_forgotten_is_free_again(town: Town) -> None:
    anna = await town.member("anna")
    await town.people.deleting.delete(await anna.person())
    with pytest.raises(Refusal, match="bad_login"):
        await Browser(town).log_in("anna")
    other = await town.member("anna", "совсем другой пароль")
    assert await other.person() != await anna.person()


async def test_names_a_table_was_made_with_go_as_well(town: Town) -> None:
    anna, boris = await town.member("anna"), await town.member("boris")
    persons = (await anna.person(), await boris.person())
    made_with = '{"seats": [{"kind": "human", "name": "%s"}, {"kind": "human", "name": "%s"}]}'
    for table, seats, names in (
        ("sofa", (persons[0], persons[0]), ("Анна", "Клара")),
        ("both", persons, ("Анна", "Борис")),
        ("his", (persons[1], None), ("Борис", "Дора")),
    ):
        new = replace(new_table(table, seats=seats), settings=made_with % names)
        await town.store.create(new)
        for seat, name in enumerate(names):
            sql = "UPDATE seats SET name = $1 WHERE table_id = $2 AND seat = $3"
            await town.store.write(Statement(sql, (name, table, seat)))
    await town.people.deleting.delete(persons[0])
    left: dict[str, str] = dict(await town.store.rows("SELECT id, settings FROM tables"))
    assert {table: json.loads(settings) for table, settings in left.items()} == {
        table: json.loads(made_with % names)
        for table, names in (
            ("sofa", ("", "")),
            ("both", ("", "Борис")),
            ("his", ("Борис", "Дора")),
        )
    }


async def test_the_name_of_an_adviser_goes_from_the_row_that_has_it(town: Town) -> None:
    anna = await (await town.newcomer()).person()
    events = '[{"event":"admitted","seat":0,"person":"%s","name":"%s","admit":true}]'
    whisper = """
    INSERT INTO messages (table_id, n, at_ms, person, seat, name, channel, words, key)
    VALUES ('t1', 1, 1, $1, NULL, 'Анна', 'whisper', 'try E4', 'k')
    """
    await town.store.create(new_table("t1", seats=("boris", None)))
    await town.store.append(replace(command(2), events=events % (anna, "Анна")), ON)
    await town.store.append(replace(command(3), events=events % ("clara", "Клара")), ON)
    await town.store.write(Statement(whisper, (anna,)))
    await town.people.deleting.delete(anna)
    rows = await town.store.read("t1", 1)
    assert [row.events for row in rows] == [events % (anna, ""), events % ("clara", "Клара")]


async def test_guests_who_only_looked_on_are_forgotten_after_a_month(town: Town) -> None:
    looked, sat, member = await town.newcomer(), await town.newcomer(), await town.member("anna")
    member_id = await member.person()
    await town.store.create(new_table("t1", seats=(await sat.person(), None)))
    town.pass_days(29)
    await town.people.deleting.sweep()
    assert await town.count("persons") == 3
    town.pass_days(2)
    await town.people.deleting.sweep()
    left = {row[0] for row in await town.store.rows("SELECT id FROM persons")}
    assert left == {await sat.person(), member_id}
    assert await looked.known() is None
    assert await sat.known()
