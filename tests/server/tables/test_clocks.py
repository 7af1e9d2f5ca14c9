"""The clocks of tables: the server's alone, over restarts, lag and clocks that are set."""

import asyncio
import logging

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    DAYS,
    EASY,
    LIVE,
    NO,
    OPEN,
    PASS,
    PER_TURN,
    RESIGN,
    YES,
    Evening,
    act,
    reread,
    rows,
    turn,
    unknown_word,
)
from wordsmith.rules.events import Played, TimedOut, Voted
from wordsmith.server.messages import protocol
from wordsmith.server.tables.pacing import FIRST_TURN_MS, RETURN_MS, VOTE_MS
from wordsmith.server.tables.requests import Accepted, Answer, Denied, Late, Request
from wordsmith.server.tables.table import Table
from wordsmith.server.tables.timekeeping import STALL_MS

pytestmark = pytest.mark.anyio

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


def left(table: Table) -> tuple[int | None, ...]:
    """What the clocks show now."""
    clock = table.ledger.clock
    assert clock is not None
    return clock.left_at(table._book.now_ms())


async def asked(table: Table, *requests: tuple[int, protocol.Queued, int]) -> list[Answer]:
    """Several things asked at one moment, each for a seat with its round trip, in this order."""
    answers: list[asyncio.Future[Answer]] = []
    for number, (seat, action, rtt_ms) in enumerate(requests):
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        version, key = table.ledger.version, f"{table.ledger.version} {number} {seat}"
        table.ask(Request(seat, version, key, action, future.set_result, None, rtt_ms))
        answers.append(future)
    return await asyncio.gather(*answers)


def timed_out(table: Table) -> list[int]:
    events = table.ledger.game.events
    return [event.seat for event in events if isinstance(event, TimedOut)]


async def flagged(table: Table) -> None:
    """Look at the clock, as the ticks and the sweep do."""
    table.look_at_clock()
    await table.refresh()


async def test_the_first_clock_runs_when_everybody_had_time_to_come(evening: Evening) -> None:
    """Public bug group 19: time ran out right after the start."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS)
    assert left(table) == (MINUTE_MS, MINUTE_MS)
    evening.time.pass_ms(1_000)
    assert left(table) == (MINUTE_MS - 1_000, MINUTE_MS)


async def test_a_turn_costs_its_time_and_brings_the_increment(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 20_000)
    await turn(table)
    assert left(table) == (45_000, MINUTE_MS)
    evening.time.pass_ms(7_000)
    assert left(table) == (45_000, 53_000)
    stored = await evening.store.table(table.id)
    assert stored is not None
    assert stored.standing.due_at_ms == evening.time.wall + 53_000
    assert (await reread(evening.store, table)).clock == table.ledger.clock


async def test_a_turn_of_its_own_time_begins_with_all_of_it(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=PER_TURN)
    evening.time.pass_ms(FIRST_TURN_MS + 14_000)
    await turn(table)
    assert left(table) == (15_000, 15_000)
    await turn(table)
    evening.time.pass_ms(2_000)
    assert left(table) == (13_000, 15_000)


async def test_whose_time_is_up_is_out_and_the_last_one_wins(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + MINUTE_MS + 499)
    await flagged(table)
    assert timed_out(table) == []  # a move that was lost on the way for half a second may come
    evening.time.pass_ms(1)
    await flagged(table)
    ended = table.ledger.game.state.ended
    assert ended is not None
    assert (ended.reason, ended.winners) == ("time", (1,))


async def test_no_clock_runs_after_the_end(evening: Evening) -> None:
    """Public bug group 19: timers ran on after the end."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await act(table, BORIS, RESIGN)
    clock = table.ledger.clock
    assert clock is not None
    assert (clock.running, clock.left_ms) == (None, (50_000, MINUTE_MS))
    evening.time.pass_ms(DAY_MS)
    await flagged(table)
    assert left(table) == (50_000, MINUTE_MS)
    assert len(await rows(evening.store, table)) == 3
    assert await evening.store.clocks_due(evening.time.wall) == []


async def test_of_four_whose_time_is_up_each_is_out_and_the_others_play_on(
    evening: Evening,
) -> None:
    """Public bug group 23: two of four players timed out in one round, and the game stood still."""
    table = await evening.sofa(4, pace=PER_TURN)
    await turn(table)
    for seat in (1, 2):
        assert table.ledger.game.state.on_turn == seat
        evening.time.pass_ms(FIRST_TURN_MS + 16_000)
        await flagged(table)
    assert timed_out(table) == [1, 2]
    assert table.ledger.game.state.on_turn == 3
    assert isinstance(await turn(table), Accepted)
    assert isinstance(await turn(table), Accepted)
    assert table.ledger.game.state.playing == (0, 3)


async def test_of_a_flag_and_a_move_at_once_one_is_taken(evening: Evening) -> None:
    """Public bug group 19: a late move was taken after the time was up."""
    for first in ("move", "flag"):
        table = await evening.between(ANNA, BORIS, pace=LIVE)
        evening.time.pass_ms(FIRST_TURN_MS + MINUTE_MS)
        if first == "flag":
            evening.time.pass_ms(500)
            table.look_at_clock()
        [answer] = await asked(table, (0, PASS, 400))
        table.look_at_clock()
        await table.refresh()
        if first == "move":
            assert (answer, timed_out(table)) == (Accepted(3), [])
        else:
            assert (answer, timed_out(table)) == (Late(3), [0])


async def test_a_move_that_comes_too_late_is_what_ends_the_time(evening: Evening) -> None:
    """Public bug group 19: a late move after the time was up."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + MINUTE_MS + 100)
    assert await asked(table, (0, PASS, 0)) == [Late(3)]
    assert timed_out(table) == [0]


async def test_a_move_that_came_in_time_is_in_time_however_long_it_waits(
    evening: Evening,
) -> None:
    """Public bug group 19: the time was judged when the move was handled, not when it came."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + MINUTE_MS - 1)
    waiting = asyncio.ensure_future(asked(table, (0, PASS, 0)))
    await asyncio.sleep(0)
    evening.time.pass_ms(900)
    assert await waiting == [Accepted(3)]
    assert left(table) == (5_001, MINUTE_MS - 900)


async def test_lag_is_made_good_up_to_half_a_second_and_a_bank(evening: Evening) -> None:
    """Public bug group 21: whoever said that his line was slow was given time."""
    endless = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
    table = await evening.between(ANNA, BORIS, pace=LIVE, overrides=endless)
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await asked(table, (0, PASS, 300))
    assert left(table)[0] == MINUTE_MS - 10_000 + 300 + 5_000
    evening.time.pass_ms(10_000)
    await asked(table, (1, PASS, 10**9))
    assert left(table)[1] == MINUTE_MS - 10_000 + 500 + 5_000
    given = 0
    for _ in range(15):
        for seat in (0, 1):
            evening.time.pass_ms(2_000)
            before = left(table)[seat]
            await asked(table, (seat, protocol.ExchangeAction(held(table, seat)), 500))
            after = left(table)[seat]
            assert before is not None
            assert after is not None
            given += seat * (after - before - 5_000)
    assert given == 2_750 + 14 * 250 < 15 * 500  # the bank, and what comes back to it


def held(table: Table, seat: int) -> str:
    """A tile of a hand."""
    ledger = table.ledger
    return ledger.variant.alphabet.decode(ledger.game.state.racks[seat].codes[-1:])


def test_no_message_of_a_page_can_say_how_slow_its_line_is() -> None:
    """Public bug group 21: client-declared lag gave free time."""
    named = {
        field
        for message in (protocol.Deed, protocol.PassAction, protocol.PlayAction, protocol.Sit)
        for field in message.__struct_fields__
    }
    assert not {name for name in named if "rtt" in name or "lag" in name or name.endswith("ms")}


async def test_a_wall_clock_that_is_set_changes_no_live_clock_and_is_logged(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """Public bug group 20: clocks jumped, or the wrong side lost on time."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    for step in (HOUR_MS, -HOUR_MS, -HOUR_MS):
        evening.time.wall += step
        with caplog.at_level(logging.WARNING):
            evening.tables._flags.tick()
            await evening.tables.sweep()
            await flagged(table)
        assert left(table) == (50_000, MINUTE_MS)
        assert "wall clock was set" in caplog.text
        caplog.clear()
    await turn(table)
    assert left(table) == (55_000, MINUTE_MS)
    for _ in range(121):
        evening.time.pass_ms(500)
        evening.tables._flags.tick()
    await table.refresh()
    assert timed_out(table) == [1]


async def test_by_correspondence_the_wall_clock_counts(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=DAYS)
    evening.time.wall += DAY_MS  # the machine slept
    assert left(table)[0] == DAY_MS
    await turn(table)
    assert left(table) == (2 * DAY_MS, 2 * DAY_MS)


@pytest.mark.parametrize("pace", [LIVE, DAYS])
async def test_a_time_that_ran_out_while_nobody_looked_is_found_after_a_restart(
    evening: Evening, pace: dict[str, object]
) -> None:
    """Public bug group 6: timers did not fire after a restart, and clocks went below nought."""
    table = await evening.between(ANNA, BORIS, pace=pace)
    await evening.tables.close()
    evening.time.pass_ms(5 * DAY_MS)
    later = Evening(evening.store, evening.time)
    await later.tables.sweep()
    again = await later.get(table.id)
    await again.refresh()
    assert timed_out(again) == [0]
    assert left(again)[0] == 0
    assert later.here == set()
    assert not again.watchers
    await later.close()


async def test_the_running_site_looks_by_itself(evening: Evening) -> None:
    """Public bug group 6: nobody is connected, and the time runs out."""
    table = await evening.between(ANNA, BORIS, pace=DAYS)
    await evening.tables.close()
    evening.time.pass_ms(3 * DAY_MS)
    later = Evening(evening.store, evening.time)
    later.tables.open()
    async with asyncio.timeout(20):
        while not (await evening.store.read(table.id, 2)):  # noqa: ASYNC110 - it is on disk
            await asyncio.sleep(0.01)
    await later.close()


async def test_the_time_a_site_was_down_is_nobodys(evening: Evening) -> None:
    """Public bug groups 1 and 20: a restart cost one player his time."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 20_000)
    last_alive_ms = evening.tables.time.steady_ms()
    await evening.tables.close()
    evening.time.pass_ms(10 * MINUTE_MS)
    evening.time.mono = 7  # another machine, even
    later = Evening(evening.store, evening.time)
    assert await later.tables.was_down(last_alive_ms) == 1
    assert await later.tables.was_down(last_alive_ms) == 1  # another program says so, too
    again = await later.get(table.id)
    assert len(await rows(evening.store, again)) == 3
    assert '"paused","ms":610000' in (await rows(evening.store, again))[-1].events
    evening.time.pass_ms(RETURN_MS)
    assert left(again) == (40_000, MINUTE_MS)
    await later.tables.sweep()
    await again.refresh()
    assert timed_out(again) == []
    await later.close()


async def test_a_wall_clock_that_was_set_back_before_a_restart_gives_no_hour(
    evening: Evening,
) -> None:
    """Public bug group 20: with the clock of the machine the clocks of the game jumped."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.wall -= HOUR_MS
    evening.time.pass_ms(FIRST_TURN_MS + 20_000)
    last_alive_ms = evening.tables.time.steady_ms()
    await evening.tables.close()
    evening.time.pass_ms(5_000)
    later = Evening(evening.store, evening.time)
    await later.tables.was_down(last_alive_ms)
    again = await later.get(table.id)
    evening.time.pass_ms(RETURN_MS)
    assert left(again) == (40_000, MINUTE_MS)
    await later.close()


async def test_a_program_that_stood_still_takes_nobodys_time(evening: Evening) -> None:
    """Public bug group 20: a stalled server flagged a player whose move had come."""
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS)
    for _ in range(590):
        evening.time.pass_ms(100)
        evening.tables._flags.tick()
    assert left(table) == (1_000, MINUTE_MS)
    evening.time.pass_ms(STALL_MS + 4_000)
    evening.tables._flags.tick()
    await table.refresh()
    assert timed_out(table) == []
    evening.time.pass_ms(900)
    assert await asked(table, (0, PASS, 0)) == [Accepted(table.ledger.version)]
    assert left(table) == (5_100, MINUTE_MS)


async def test_a_bot_has_no_clock_and_a_person_is_not_charged_for_it(evening: Evening) -> None:
    """Public bug group 15: a slow bot cost the person his time."""
    table = await evening.new(EASY, pace=LIVE, overrides={"seating": "agreed"})
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await turn(table)
    assert left(table) == (55_000, None)
    evening.time.pass_ms(DAY_MS)
    await flagged(table)
    assert timed_out(table) == []
    assert left(table) == (55_000, None)
    assert await evening.store.clocks_due(evening.time.wall) == []


async def test_a_vote_has_a_time_of_its_own_and_who_is_silent_lets_the_words_in(
    evening: Evening,
) -> None:
    table = await evening.sofa(3, pace=LIVE, check="vote")
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await turn(table, unknown_word(table))
    assert table.ledger.due_at_ms == evening.time.wall + VOTE_MS
    evening.time.pass_ms(VOTE_MS - 1)
    await flagged(table)
    assert table.ledger.game.state.proposal is not None
    await table.act(1, table.ledger.version, "no", NO)
    evening.time.pass_ms(1)
    await flagged(table)
    said = [event for event in table.ledger.game.events if isinstance(event, Voted)]
    assert [(vote.seat, vote.accept) for vote in said] == [(1, False), (2, True)]
    assert table.ledger.game.state.proposal is None
    assert table.ledger.game.state.on_turn == 0  # one of two is no majority
    assert left(table) == (50_000, MINUTE_MS, MINUTE_MS)


async def test_when_nobody_speaks_the_words_are_let_in(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE, overrides={"check": "vote"})
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await turn(table, unknown_word(table))
    evening.time.pass_ms(VOTE_MS)
    await flagged(table)
    assert any(isinstance(event, Played) for event in table.ledger.game.events)
    assert left(table) == (55_000, MINUTE_MS)
    assert (await reread(evening.store, table)).game == table.ledger.game
    late = await act(table, BORIS, YES)
    assert isinstance(late, Denied)


async def test_without_a_pace_a_vote_waits_for_ever(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, overrides={"check": "vote"})
    await turn(table, unknown_word(table))
    evening.time.pass_ms(100 * DAY_MS)
    await evening.tables.sweep()
    await flagged(table)
    assert table.ledger.game.state.proposal is not None
    assert (table.ledger.clock, table.ledger.due_at_ms) == (None, None)


async def test_who_may_challenge_does_so_in_his_own_time(evening: Evening) -> None:
    rules = {"check": "challenge_single"}
    table = await evening.between(ANNA, BORIS, pace=LIVE, overrides=rules)
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    await turn(table, unknown_word(table))
    evening.time.pass_ms(10_000)
    await turn(table, protocol.ChallengeAction())
    assert table.ledger.game.state.on_turn == 1
    evening.time.pass_ms(10_000)
    assert left(table) == (55_000, 40_000)  # a challenge is no turn, and brings no increment


async def test_the_time_of_a_seat_that_left_is_not_counted(evening: Evening) -> None:
    table = await evening.sofa(3, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 10_000)
    assert isinstance(await table.act(0, 1, "gone", RESIGN), Accepted)
    evening.time.pass_ms(10_000)
    assert left(table)[1:] == (50_000, MINUTE_MS)


async def test_a_table_whose_clock_runs_stays_in_memory(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    other = await evening.between(ANNA, BORIS)
    assert evening.tables.unload_idle(-1) == [other]
    await act(table, ANNA, RESIGN)
    assert evening.tables.unload_idle(-1) == [table]
    for gone in (table, other):
        await gone.close()


async def test_gathering_costs_no_time(evening: Evening) -> None:
    table = await evening.new(OPEN, pace=LIVE, overrides={"seating": "agreed"})
    evening.time.pass_ms(HOUR_MS)
    assert table.ledger.clock is None
    await evening.sit(table, BORIS)
    assert left(table) == (MINUTE_MS, MINUTE_MS)


async def test_however_often_a_clock_is_set_it_is_kept_in_mind_once(evening: Evening) -> None:
    endless = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
    table = await evening.between(ANNA, BORIS, pace=LIVE, overrides=endless)
    flags = evening.tables._flags
    for _ in range(200):
        evening.time.pass_ms(400)
        flags.tick()
        await turn(table)
    assert len(flags._due) <= 2
    for _ in range(1_000):
        evening.time.pass_ms(900)
        flags.tick()
    await table.refresh()
    assert timed_out(table) == [0]
