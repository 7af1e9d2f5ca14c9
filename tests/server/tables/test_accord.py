"""What players settle among themselves: calling it off, resting, reminding, advice."""

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    DAYS,
    DORA,
    EASY,
    LIVE,
    OPEN,
    PASS,
    RESIGN,
    Evening,
    act,
    reread,
    rows,
    turn,
    unknown_word,
)
from wordsmith.rules.reasons import Code, Reason
from wordsmith.server.messages import protocol
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.accord import rematch
from wordsmith.server.tables.duties import bots_due
from wordsmith.server.tables.happenings import Nudged
from wordsmith.server.tables.requests import Accepted, Denied, Failed

pytestmark = pytest.mark.anyio

CANCEL, KEEP = protocol.CancelAction(agree=True), protocol.CancelAction(agree=False)
PAUSE, RESUME = protocol.PauseAction(agree=True), protocol.ResumeAction()
NUDGE = protocol.NudgeAction()
HOUR_MS, DAY_MS = 3_600_000, 86_400_000


def adviser(person: str, *, admit: bool = True) -> protocol.AdviserAction:
    return protocol.AdviserAction(person, "Dora", admit)


async def test_when_all_people_agree_nobody_has_won(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    assert await act(table, ANNA, CANCEL) == Accepted(3)
    assert table.ledger.phase == "playing"
    assert table.ledger.cancel_agreed == {0}
    assert await act(table, BORIS, CANCEL) == Accepted(4)
    ledger = table.ledger
    assert (ledger.phase, ledger.game.state.ended, ledger.due_at_ms) == ("cancelled", None, None)
    assert await evening.store.rows("SELECT * FROM results") == []
    assert await act(table, ANNA, PASS) == Denied((Reason(Code.GAME_OVER),))
    assert await act(table, ANNA, KEEP) == Denied((Reason(Code.GAME_OVER),))
    assert (await reread(evening.store, table)).moment == ledger.moment


async def test_consent_can_be_taken_back_and_is_by_playing_on(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    await act(table, ANNA, CANCEL)
    await act(table, ANNA, KEEP)
    assert table.ledger.cancel_agreed == frozenset()
    await act(table, ANNA, CANCEL)
    await act(table, ANNA, PASS)
    assert table.ledger.cancel_agreed == frozenset()
    await act(table, BORIS, CANCEL)
    assert table.ledger.phase == "playing"


async def test_a_bot_does_not_stand_in_the_way(evening: Evening) -> None:
    rules = {"seats": "2-4", "seating": "agreed"}
    table = await evening.new(OPEN, EASY, overrides=rules, pace=DAYS)
    await evening.sit(table, BORIS)
    for action in (PAUSE, CANCEL):
        await act(table, ANNA, action)
        await act(table, BORIS, action)
    assert table.ledger.paused
    assert table.ledger.phase == "cancelled"
    alone = await evening.new(EASY)
    await act(alone, ANNA, CANCEL)
    assert alone.ledger.phase == "cancelled"
    assert bots_due(alone.ledger.moment) == ()


async def test_who_has_left_is_not_asked_and_may_not_say(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, CLARA)
    await act(table, CLARA, RESIGN)
    assert await act(table, CLARA, CANCEL) == Denied((Reason(Code.RESIGNED),))
    await act(table, ANNA, CANCEL)
    await act(table, BORIS, CANCEL)
    assert table.ledger.phase == "cancelled"


async def test_who_sits_on_two_seats_agrees_once(evening: Evening) -> None:
    rules = {"seats": "2-4", "seating": "agreed"}
    table = await evening.new({"kind": "human", "name": "Kid"}, OPEN, overrides=rules)
    await evening.sit(table, BORIS)
    await act(table, BORIS, CANCEL)
    await table.act(1, table.ledger.version, "kid", CANCEL, ANNA)
    assert table.ledger.phase == "cancelled"


async def test_a_move_is_not_late_because_others_settle_something(evening: Evening) -> None:
    """Public bug group 7: what was made for an older version was dropped, and nobody was told."""
    table = await evening.between(ANNA, BORIS)
    version = table.ledger.version
    await act(table, BORIS, CANCEL)
    await act(table, BORIS, protocol.AgreeAction())
    assert await act(table, ANNA, PASS, after=version) == Accepted(version + 3)


async def test_by_correspondence_the_clocks_rest_when_all_agree_and_anybody_ends_it(
    evening: Evening,
) -> None:
    """Public bug group 24: a pause and a clock for each turn never came to an end."""
    table = await evening.between(ANNA, BORIS, pace=DAYS)
    evening.time.pass_ms(DAY_MS)
    await act(table, BORIS, PAUSE)
    assert not table.ledger.paused
    await act(table, ANNA, PAUSE)
    assert table.ledger.paused
    assert table.ledger.due_at_ms is None
    evening.time.pass_ms(30 * DAY_MS)
    await evening.tables.sweep()
    assert await act(table, BORIS, RESUME) == Accepted(5)
    ledger = table.ledger
    assert (ledger.paused, ledger.pause_agreed) == (False, frozenset())
    assert ledger.due_at_ms == evening.time.wall + DAY_MS
    assert (await reread(evening.store, table)).moment == ledger.moment


async def test_a_move_ends_the_rest(evening: Evening) -> None:
    """Public bug group 24: a pause never ended."""
    table = await evening.between(ANNA, BORIS, pace=DAYS)
    for person in (ANNA, BORIS):
        await act(table, person, PAUSE)
    evening.time.pass_ms(30 * DAY_MS)
    await act(table, ANNA, PASS)
    assert not table.ledger.paused
    assert table.ledger.due_at_ms == evening.time.wall + 2 * DAY_MS


async def test_when_somebody_resigns_in_a_rest_the_others_rest_on(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, CLARA, pace=DAYS)
    for person in (ANNA, BORIS, CLARA):
        await act(table, person, PAUSE)
    await act(table, ANNA, RESIGN)
    evening.time.pass_ms(30 * DAY_MS)
    assert (table.ledger.paused, table.ledger.due_at_ms) == (True, None)
    await act(table, CLARA, RESUME)
    assert table.ledger.due_at_ms == evening.time.wall + 2 * DAY_MS


@pytest.mark.parametrize("pace", [LIVE, {"kind": "none"}])
async def test_only_games_by_correspondence_rest(evening: Evening, pace: dict[str, object]) -> None:
    table = await evening.between(ANNA, BORIS, pace=pace)
    assert await act(table, ANNA, PAUSE) == Failed("not_now")
    assert await act(table, ANNA, RESUME) == Failed("not_now")


async def test_in_a_vote_nobody_rests(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=DAYS, overrides={"check": "vote"})
    await turn(table, unknown_word(table))
    assert await act(table, BORIS, PAUSE) == Failed("not_now")
    assert table.ledger.due_at_ms == evening.time.wall + 2 * DAY_MS


@pytest.mark.parametrize(
    ("pace", "while_ms"),
    [(LIVE, 60_000), (DAYS, DAY_MS), ({"kind": "days", "days": 1}, DAY_MS // 2)],
)
async def test_the_absent_one_is_reminded_once_and_after_a_while(
    evening: Evening, pace: dict[str, object], while_ms: int
) -> None:
    """Public bug group 35: reminding was a way to pester."""
    table = await evening.between(ANNA, BORIS, pace=pace)
    assert await act(table, ANNA, NUDGE) == Failed("not_now")  # it is her own turn
    assert await act(table, BORIS, NUDGE) == Failed("too_early")
    evening.time.pass_ms(while_ms - 1)
    assert await act(table, BORIS, NUDGE) == Failed("too_early")
    evening.time.pass_ms(1)
    assert table.ledger.nudge_after_ms == evening.time.wall
    answer = await act(table, BORIS, NUDGE)
    assert isinstance(answer, Accepted)
    assert await act(table, BORIS, NUDGE) == Failed("not_now")
    assert table.ledger.nudged
    [row] = [row for row in await rows(evening.store, table) if row.seq == answer.version]
    assert table.ledger.happened_in(row) == (Nudged(1),)
    await act(table, ANNA, PASS)
    assert not table.ledger.nudged


async def test_a_bot_is_not_reminded(evening: Evening) -> None:
    table = await evening.new(EASY, overrides={"seating": "agreed"})
    await act(table, ANNA, PASS)
    evening.time.pass_ms(DAY_MS)
    assert await act(table, ANNA, NUDGE) == Failed("not_now")


async def test_in_a_vote_the_silent_are_reminded(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, CLARA, overrides={"check": "vote"})
    await turn(table, unknown_word(table))
    await act(table, BORIS, protocol.VoteAction(accept=True))
    evening.time.pass_ms(HOUR_MS)
    assert await act(table, CLARA, NUDGE) == Failed("not_now")
    assert isinstance(await act(table, BORIS, NUDGE), Accepted)


async def test_a_seat_has_one_adviser_who_advises_nobody_else(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, advisers=True)
    assert await act(table, ANNA, adviser(BORIS)) == Failed("forbidden")
    assert await act(table, ANNA, adviser(DORA)) == Accepted(3)
    assert table.ledger.admitted == {0: (DORA, "Dora")}
    assert await act(table, BORIS, adviser(DORA)) == Failed("forbidden")
    assert await act(table, BORIS, adviser(DORA, admit=False)) == Failed("not_now")
    assert await act(table, ANNA, adviser(CLARA)) == Accepted(4)
    assert (await reread(evening.store, table)).admitted == {0: (CLARA, "Dora")}
    assert await act(table, ANNA, adviser(CLARA, admit=False)) == Accepted(5)
    assert table.ledger.admitted == {}


async def test_there_is_no_advice_where_that_was_not_agreed(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    assert await act(table, ANNA, adviser(DORA)) == Failed("forbidden")


async def test_a_rematch_is_not_told_of_a_game_that_goes_on(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    with pytest.raises(Refusal, match="not_now"):
        rematch(table.ledger, "another")
