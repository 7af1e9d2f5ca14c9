"""Several programs at one table, and moves that come twice, late or for another version."""

import asyncio
import secrets

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    DAYS,
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
from tests.server.tables.faults import Faults
from wordsmith.bus import MemoryBus
from wordsmith.server.messages import protocol
from wordsmith.server.tables.duties import bots_due
from wordsmith.server.tables.happenings import Paused
from wordsmith.server.tables.pacing import FIRST_TURN_MS
from wordsmith.server.tables.requests import Accepted, Failed, Late
from wordsmith.server.tables.table import Table
from wordsmith.store import Store

pytestmark = pytest.mark.anyio

CHECKS = ["refuse", "vote", "challenge_single", "challenge_double", "challenge_5"]
ENDLESS = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}


class Page:
    """Somebody who looks on, and notes what he is shown."""

    def __init__(self, table: Table) -> None:
        self.versions: list[int] = []
        table.watchers.add(self)

    def changed(self, table: Table) -> None:
        self.versions.append(table.ledger.version)


async def test_of_many_moves_at_one_version_one_wins_each_time(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 11: two moves were taken at the same version."""
    first, second = programs
    table = await first.between(ANNA, BORIS, overrides=ENDLESS)
    tables = (table, await second.get(table.id))
    for version in range(2, 42):
        seat = version % 2
        asked = [one.act(seat, version, secrets.token_hex(16), PASS) for one in tables * 5]
        answers = await asyncio.gather(*asked)
        assert answers.count(Accepted(version + 1)) == 1
        assert answers.count(Late(version + 1)) == 9
    assert [row.seq for row in await rows(first.store, table)] == list(range(1, 43))
    assert tables[0].ledger.moment == tables[1].ledger.moment


async def test_one_key_in_two_programs_is_one_move(programs: tuple[Evening, Evening]) -> None:
    """Public bug group 9: a double click passed twice."""
    first, second = programs
    table = await first.between(ANNA, BORIS)
    again = await second.get(table.id)
    asked = [one.act(0, 2, "k", PASS) for one in (table, again) for _ in range(10)]
    assert set(await asyncio.gather(*asked)) == {Accepted(3)}
    assert await act(table, ANNA, PASS, after=2) == Late(3)  # another key, the old version
    assert len(await rows(first.store, table)) == 3


async def test_a_hint_brings_what_another_program_has_written(evening: Evening) -> None:
    bus = MemoryBus()
    first = Evening(evening.store, evening.time, bus)
    second = Evening(evening.store, evening.time, bus)
    for program in (first, second):
        program.tables.open()
    table = await first.between(ANNA, BORIS)
    elsewhere = await second.get(table.id)
    page = Page(elsewhere)
    await turn(table)
    async with asyncio.timeout(20):
        while page.versions != [3]:  # noqa: ASYNC110 - the bus has no word for it
            await asyncio.sleep(0.01)
    assert elsewhere.ledger.moment == table.ledger.moment
    for program in (first, second):
        await program.close()


async def test_without_hints_a_look_at_the_versions_brings_it(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 26: what one process knew of a game grew old when another went on."""
    first, second = programs
    table = await first.between(ANNA, BORIS)
    elsewhere = await second.get(table.id)
    await turn(table)
    assert await second.tables.refresh([table.id, "unknown"]) == {table.id: 3}
    assert elsewhere.ledger.moment == table.ledger.moment


async def test_where_others_write_too_an_old_copy_is_not_given_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Public bug group 26: a stale room was served after its process had died."""
    monkeypatch.setattr("wordsmith.server.tables.tables._FRESH_S", -1.0)
    second = Evening(evening.store, evening.time, MemoryBus())
    table = await evening.between(ANNA, BORIS)
    assert (await second.get(table.id)).ledger.version == 2
    await turn(table)
    assert (await second.get(table.id)).ledger.version == 3
    await second.close()


async def test_who_looks_on_never_sees_an_older_version(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 4: a player was transported two moves back in time."""
    first, second = programs
    table = await first.between(ANNA, BORIS, overrides=ENDLESS)
    elsewhere = await second.get(table.id)
    pages = [Page(table), Page(elsewhere)]

    async def play(one: Table, person: str) -> None:
        for _ in range(30):
            await act(one, person, PASS)
            await act(one, person, protocol.CancelAction(agree=False))

    await asyncio.gather(play(table, ANNA), play(elsewhere, BORIS))
    for one, page in zip((table, elsewhere), pages, strict=True):
        await one.refresh()
        assert page.versions == sorted(set(page.versions))
        assert page.versions[-1] == len(await rows(first.store, table)) > 60


async def test_every_refused_command_is_told_the_version_or_why(evening: Evening) -> None:
    """Public bug group 7: a stale move was logged and dropped, and nobody was told."""
    table = await evening.between(ANNA, BORIS)
    await turn(table)
    assert await act(table, ANNA, PASS, after=2) == Late(3)
    assert await act(table, ANNA, PASS, after=99) == Late(3)
    assert await act(table, ANNA, protocol.NudgeAction(), after=99) == Late(3)


async def test_a_write_that_failed_is_told_and_may_be_asked_again(evening: Evening) -> None:
    """Public bug group 2: the page showed a move that the server never had."""
    table = await evening.between(ANNA, BORIS)
    faults = Faults(evening.store)
    faults.plan.extend(["refused", "unanswered"])
    page = Page(table)
    assert await act(table, ANNA, PASS, key="k") == Failed("unavailable")
    assert (table.ledger.version, page.versions) == (2, [])
    assert await act(table, ANNA, PASS, key="k") == Failed("unavailable")  # it was written
    assert await act(table, ANNA, PASS, key="k", after=2) == Accepted(3)
    assert page.versions == [3]
    assert len(await rows(evening.store, table)) == 3


async def test_the_time_in_which_nothing_could_be_written_is_nobodys(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, pace=LIVE)
    evening.time.pass_ms(FIRST_TURN_MS + 50_000)
    faults = Faults(evening.store)
    faults.plan.append("refused")
    assert await act(table, ANNA, PASS, key="k") == Failed("unavailable")
    evening.time.pass_ms(20_000)
    assert await act(table, ANNA, PASS, key="k") == Accepted(table.ledger.version)
    clock = table.ledger.clock
    assert clock is not None
    assert clock.left_ms == (15_000, 60_000)
    told = [
        event for row in await rows(evening.store, table) for event in table.ledger.happened_in(row)
    ]
    assert Paused(20_000) in told


async def test_a_bot_is_asked_only_when_what_it_answers_is_stored(evening: Evening) -> None:
    """Public bug group 14: a bot answered before the human's move was saved."""
    table = await evening.new(EASY, overrides={"seating": "agreed"})
    faults = Faults(evening.store)
    faults.plan.append("refused")
    due: list[int] = []

    class Bots:
        def changed(self, table: Table) -> None:
            if bots_due(table.ledger.moment):
                due.append(table.ledger.version)

    table.watchers.add(Bots())
    assert await turn(table) == Failed("unavailable")
    assert (due, list(await evening.store.bots_due())) == ([], [])
    assert await turn(table) == Accepted(2)
    assert (due, list(await evening.store.bots_due())) == ([2], [table.id])


async def test_what_a_bot_thought_for_another_position_is_dropped(evening: Evening) -> None:
    """Public bug group 15: an answer for a position before, or after the end of the game."""
    table = await evening.new(EASY, overrides={"seating": "agreed"})
    await turn(table)
    thought = table.act(1, 2, "bot-2-1", PASS)
    await act(table, ANNA, protocol.CancelAction(agree=True))
    assert table.ledger.phase == "cancelled"
    answer = await thought
    assert not isinstance(answer, Accepted)
    assert table.ledger.version == 3


async def test_many_tables_at_once_hold_each_other_up_in_no_order(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug groups 17 and 18: locks in a circle, shared maps without one."""
    first, second = programs
    tables = [await first.between(ANNA, BORIS, overrides=ENDLESS) for _ in range(6)]
    elsewhere = [await second.get(table.id) for table in tables]

    async def play(one: Table, person: str) -> None:
        for _ in range(8):
            await act(one, person, PASS)
            await asyncio.sleep(0)

    pairs = [*zip(tables, [ANNA] * 6, strict=True), *zip(elsewhere, [BORIS] * 6, strict=True)]
    async with asyncio.timeout(60):
        await asyncio.gather(*[play(*pair) for pair in pairs], first.tables.sweep())
    for one, other in zip(tables, elsewhere, strict=True):
        await one.refresh()
        await other.refresh()
        assert one.ledger.moment == other.ledger.moment


@pytest.mark.parametrize("check", CHECKS)
async def test_a_table_read_anew_is_the_live_one_after_every_row(
    evening: Evening, check: str
) -> None:
    """Public bug group 8: a state rebuilt from the log had lost what the end was waiting for."""
    rules = {"check": check, "scoreless_limit": "2"}
    table = await evening.between(ANNA, BORIS, pace=DAYS, overrides=rules)
    asked: list[protocol.Move] = [
        unknown_word(table),
        protocol.VoteAction(accept=True),
        protocol.ChallengeAction(),
    ]
    asked += [unknown_word(table, 4), protocol.VoteAction(accept=False), *[PASS] * 12]
    seen = 0
    for action in asked:
        for seat in (0, 1):
            version = table.ledger.version
            answer = await table.act(seat, version, secrets.token_hex(16), action)
            if isinstance(answer, Accepted):
                assert (await reread(evening.store, table)).moment == table.ledger.moment
                seen += 1
    assert table.ledger.phase == "ended"
    assert seen >= 4


async def test_what_is_written_before_the_table_is_read_is_read(
    programs: tuple[Evening, Evening],
) -> None:
    first, second = programs
    table = await first.between(ANNA, BORIS, overrides=ENDLESS)

    async def play() -> None:
        for _ in range(20):
            await turn(table)

    async def look(store: Store) -> None:
        for _ in range(20):
            ledger = await reread(store, table)
            assert ledger.version >= 2

    await asyncio.gather(play(), look(second.store))
    assert (await reread(second.store, table)).moment == table.ledger.moment


async def test_a_claim_and_a_begin_at_once_are_one_after_the_other(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 12: who joined while the game began was in neither."""
    first, second = programs
    table = await first.new(OPEN, OPEN, OPEN, overrides={"seats": "2-4"})
    await first.sit(table, BORIS)
    elsewhere = await second.get(table.id)
    claims = [asyncio.ensure_future(second.sit(elsewhere, letter * 64)) for letter in ("c", "d")]
    begun = await act(table, ANNA, protocol.BeginAction())
    said = await asyncio.gather(*claims, return_exceptions=True)
    for one in (table, elsewhere):
        await one.refresh()
    seated = 2 + sum(isinstance(one, int) for one in said)
    assert table.ledger.phase == "playing"
    assert isinstance(begun, Accepted | Failed)
    assert len(table.ledger.seats) == seated == len(table.ledger.game.state.racks)
    assert table.ledger.moment == elsewhere.ledger.moment


async def test_a_player_who_resigned_elsewhere_is_told_so(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 10: resigning twice ran the duties of the end twice."""
    first, second = programs
    table = await first.sofa(3)
    elsewhere = await second.get(table.id)
    asked = [one.act(2, 1, secrets.token_hex(8), RESIGN) for one in (table, elsewhere) * 3]
    answers = await asyncio.gather(*asked)
    assert sum(isinstance(answer, Accepted) for answer in answers) == 1
    assert len(await rows(first.store, table)) == 2
