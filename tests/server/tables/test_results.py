"""What is written down of a game that is over."""

import asyncio

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    DORA,
    LIVE,
    RESIGN,
    Evening,
    act,
    reread,
    rows,
    turn,
)
from wordsmith.bots.levels import make_bot
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.tables.pacing import FIRST_TURN_MS
from wordsmith.server.tables.requests import Accepted
from wordsmith.server.tables.results import result_of
from wordsmith.server.tables.sheet import Kind
from wordsmith.server.tables.table import Table
from wordsmith.server.words.lexicons import load_complete

pytestmark = pytest.mark.anyio


async def played_out(table: Table) -> None:
    """A whole game, as bots would play it."""
    variant = table.ledger.variant
    bot = make_bot("good", load_complete(variant), 3)
    while table.ledger.phase == "playing":
        game = table.ledger.game
        action = bot.choose(View.of(game, game.state.on_turn))
        assert isinstance(await turn(table, format_action(variant.alphabet, action)), Accepted)


async def test_the_last_row_of_a_game_brings_its_result(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    await played_out(table)
    ledger = table.ledger
    result = result_of(ledger.moment, ledger.places)
    assert result is not None
    scores = ledger.game.state.scores
    for fared in result.seats:
        sheet = [row for row in ledger.sheet.rows if row.seat == fared.seat]
        assert fared.score == scores[fared.seat]
        assert fared.place == (1 if fared.score == max(scores) else 2)
        assert fared.best_turn_points == max(row.points for row in sheet)
        assert ledger.sheet.rows[fared.best_turn - 1].points == fared.best_turn_points
        best = max((word for row in sheet for word in row.words), key=lambda word: word.points)
        assert (fared.best_word, fared.best_word_points) == (best.word, best.points)
        assert fared.turns == len(sheet)
        assert fared.full_racks == sum(row.bonus == 50 for row in sheet)
    [stored] = await evening.store.rows("SELECT table_id, reason, rated, applied FROM results")
    assert tuple(stored) == (table.id, result.reason, 0, 0)
    seats = await evening.store.rows("SELECT seat, person, score FROM result_seats ORDER BY seat")
    assert [tuple(row) for row in seats] == [(0, ANNA, scores[0]), (1, BORIS, scores[1])]
    again = await reread(evening.store, table)
    assert result_of(again.moment, again.places) == result


async def test_who_left_comes_after_all_who_stayed_and_the_first_to_leave_last(
    evening: Evening,
) -> None:
    table = await evening.between(ANNA, BORIS, CLARA, DORA, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 70_000)
    table.look_at_clock()
    await act(table, DORA, RESIGN)
    await act(table, BORIS, RESIGN)
    result = result_of(table.ledger.moment, table.ledger.places)
    assert result is not None
    assert [(fared.seat, fared.place) for fared in result.seats] == [(0, 4), (1, 2), (2, 1), (3, 3)]
    assert {row.kind for row in table.ledger.sheet.rows} == {Kind.TIME, Kind.RESIGN}
    assert [fared.turns for fared in result.seats] == [0] * 4


async def test_a_game_ends_once_however_many_end_it_at_once(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 10: duties of the end were done twice, a game was rated thrice."""
    first, second = programs
    table = await first.between(ANNA, BORIS, pace=LIVE)
    elsewhere = await second.get(table.id)
    first.time.pass_ms(FIRST_TURN_MS + 60_500)
    asked = [act(one, person, RESIGN) for one in (table, elsewhere) for person in (ANNA, BORIS)]
    for one in (table, elsewhere):
        one.look_at_clock()
    await asyncio.gather(*asked, *[act(table, BORIS, RESIGN) for _ in range(5)])
    for one in (table, elsewhere):
        one.look_at_clock()
        await one.refresh()
    written = await rows(first.store, table)
    assert sum('"ended"' in row.events for row in written) == 1
    assert len(await first.store.rows("SELECT * FROM results")) == 1
    assert len(await first.store.rows("SELECT * FROM result_seats")) == 2
    assert table.ledger.moment == elsewhere.ledger.moment


async def test_after_the_end_nothing_ends_again(evening: Evening) -> None:
    """Public bug group 10: ended twice."""
    table = await evening.between(ANNA, BORIS)
    await act(table, BORIS, RESIGN)
    await evening.tables.rematch(table, ANNA)
    assert len(await evening.store.rows("SELECT * FROM results")) == 1
