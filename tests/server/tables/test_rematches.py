"""The same people once more."""

import asyncio

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    EASY,
    LIVE,
    OPEN,
    RESIGN,
    Evening,
    act,
    reread,
    rows,
)
from wordsmith.server.messages import protocol
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.table import Table

pytestmark = pytest.mark.anyio


async def over(evening: Evening, *people: str, **asked: object) -> Table:
    table = await evening.between(*people, **asked)
    for person in people[1:]:
        await act(table, person, RESIGN)
    assert table.ledger.phase == "ended"
    return table


async def test_with_others_it_gathers_with_every_seat_kept(evening: Evening) -> None:
    table = await over(evening, ANNA, BORIS, CLARA, pace=LIVE, advisers=True)
    again = await evening.get(await evening.tables.rematch(table, BORIS))
    ledger = again.ledger
    assert (ledger.phase, ledger.host, ledger.settings.rematch_of) == (
        "gathering",
        BORIS,
        table.id,
    )
    assert [seat.name for seat in ledger.seats] == ["Boris", "Clara", "Anna"]
    assert [seat.kind for seat in ledger.seats] == ["human", "open", "open"]
    assert (set(ledger.reserved_for(CLARA)), set(again.seats_of(CLARA))) == ({1}, set())
    assert (ledger.settings.pace, ledger.settings.advisers) == (table.ledger.settings.pace, True)
    assert ledger.group == table.ledger.group is not None
    assert table.ledger.rematch == again.id
    assert (await reread(evening.store, table)).rematch == again.id
    lines = {line.table: line for line in await evening.tables.lines(CLARA)}
    assert (lines[table.id].rematch, lines[table.id].mine) == (again.id, [2])
    assert (lines[again.id].phase, lines[again.id].mine) == ("gathering", [])


async def test_who_comes_back_needs_no_invitation_and_others_cannot_come(
    evening: Evening,
) -> None:
    table = await over(evening, ANNA, BORIS)
    again = await evening.get(await evening.tables.rematch(table, ANNA))
    with pytest.raises(Refusal, match="taken"):
        await evening.sit(again, CLARA)
    await evening.sit(again, BORIS, invite=None, name="")
    ledger = again.ledger
    assert ledger.phase == "playing"
    assert {seat.name for seat in ledger.seats} == {"Anna", "Boris"}


async def test_all_who_ask_at_once_find_one_table_and_sit_there(
    programs: tuple[Evening, Evening],
) -> None:
    first, second = programs
    table = await over(first, ANNA, BORIS)
    elsewhere = await second.get(table.id)
    asked = [first.tables.rematch(table, ANNA), second.tables.rematch(elsewhere, BORIS)]
    asked += [first.tables.rematch(table, ANNA), second.tables.rematch(elsewhere, BORIS)]
    names = set(await asyncio.gather(*asked))
    assert len(names) == 1
    again = await first.get(names.pop())
    await again.refresh()
    assert again.ledger.phase == "playing"
    assert again.seats_of(ANNA)
    assert again.seats_of(BORIS)
    told = [row for row in await rows(first.store, table) if "rematch" in row.action]
    assert len(told) == 1


async def test_the_host_opens_the_seat_of_who_does_not_come(evening: Evening) -> None:
    table = await over(evening, ANNA, BORIS)
    again = await evening.get(await evening.tables.rematch(table, ANNA))
    [seat] = again.ledger.reserved_for(BORIS)
    await act(again, ANNA, protocol.KickAction(seat))
    await evening.sit(again, CLARA)
    assert again.ledger.phase == "playing"
    assert again.seats_of(CLARA)


async def test_after_a_game_that_was_called_off_there_is_a_rematch(evening: Evening) -> None:
    """Public wish beside bug group 10: a rematch after a cancelled game (liwords#881)."""
    table = await evening.between(ANNA, BORIS)
    for person in (ANNA, BORIS):
        await act(table, person, protocol.CancelAction(agree=True))
    again = await evening.get(await evening.tables.rematch(table, BORIS))
    assert again.ledger.host == BORIS


async def test_when_the_rematch_was_called_off_another_one_can_be_had(evening: Evening) -> None:
    table = await over(evening, ANNA, BORIS)
    first = await evening.get(await evening.tables.rematch(table, ANNA))
    await act(first, ANNA, protocol.CancelAction(agree=True))
    second = await evening.tables.rematch(table, BORIS)
    assert second != first.id
    assert table.ledger.rematch == second
    assert await evening.tables.rematch(table, ANNA) == second
    assert (await evening.get(second)).ledger.phase == "playing"


async def test_while_others_play_there_is_no_rematch(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    with pytest.raises(Refusal, match="not_now"):
        await evening.tables.rematch(table, ANNA)
    gathering = await evening.new(OPEN)
    with pytest.raises(Refusal, match="not_now"):
        await evening.tables.rematch(gathering, ANNA)


async def test_alone_the_next_game_begins_at_once_and_the_next_seat_with_it(
    evening: Evening,
) -> None:
    table = await evening.new(EASY, overrides={"seating": "agreed"})
    first = await evening.get(await evening.tables.rematch(table, ANNA))
    assert first.ledger.phase == "playing"
    assert [seat.kind for seat in first.ledger.seats] == ["bot", "human"]
    assert first.ledger.seats[1].name == "Anna"
    assert await evening.tables.rematch(table, ANNA) == first.id
