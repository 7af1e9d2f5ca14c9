"""Plays of rated games of two are compared with the best ones, each game once (rule 10)."""

from __future__ import annotations

import asyncio
from itertools import chain, repeat
from typing import TYPE_CHECKING

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    LEXICONS,
    LIVE,
    NAMES,
    PASS,
    RESIGN,
    Evening,
    turn,
    unknown_word,
    with_account,
)
from wordsmith.bots.candidates import worth_of
from wordsmith.bots.levels import LEVELS, make_bot
from wordsmith.bots.vocabulary import words_known
from wordsmith.engine import generate
from wordsmith.engine.leaves import leaves_for
from wordsmith.rules.actions import Play
from wordsmith.rules.view import View
from wordsmith.server.bots.comparing import Comparisons
from wordsmith.server.bots.thinking import PipedThinkers
from wordsmith.server.live.signals import Signals
from wordsmith.server.messages.letters import format_action
from wordsmith.server.tables.requests import Accepted
from wordsmith.server.tables.sheet import Kind
from wordsmith.server.words.lexicons import load_complete
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.server.messages import protocol
    from wordsmith.server.tables.table import Table
    from wordsmith.store import Store

pytestmark = pytest.mark.anyio
DAY_MS = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def thinkers() -> AsyncIterator[PipedThinkers]:
    pool = PipedThinkers(processes=1)
    yield pool
    await pool.close()


class Club:
    """People who play rated games, and what is written down of their moves."""

    def __init__(self, store: Store, thinkers: PipedThinkers) -> None:
        self.store = store
        self.evening = Evening(store)
        self.signals = Signals(store)
        self.thinkers = thinkers
        self.comparisons = self.program(thinkers)
        self.lost: dict[str, dict[int, int | None]] = {}  # by table and command, reckoned here

    def program(self, thinkers: PipedThinkers) -> Comparisons:
        return Comparisons(self.store, thinkers, LEXICONS, self.evening.time.wall_ms)

    async def table(self, *people: str, rated: bool = True, **rules: str) -> Table:
        return await self.evening.between(
            *(people or (ANNA, BORIS)), pace=LIVE, rated=rated, overrides=rules
        )

    async def move(self, table: Table, action: protocol.Move) -> None:
        seat = table.ledger.game.state.on_turn
        answer = await turn(table, action)
        assert isinstance(answer, Accepted)
        person = table.ledger.places[seat].person
        assert person
        self.signals.moved(table, person, answer.version, self.evening.time.wall_ms())

    async def play(self, table: Table, level: str) -> None:
        """The seat on turn does what a bot would, and what it loses by it is reckoned."""
        game, variant = table.ledger.game, table.ledger.variant
        view = View.of(game, game.state.on_turn)
        bots = {name: make_bot(name, load_complete(variant), 5) for name in ("all", level)}
        chosen, best = bots[level].choose(view), bots["all"].choose(view)
        await self.move(table, format_action(variant.alphabet, chosen))
        lost = None
        if isinstance(chosen, Play) and isinstance(best, Play):
            points = table.ledger.sheet.rows[-1].points
            lost = round(most_worth(view) - worth_of(view, chosen, points, leaves_for(variant)))
        self.lost.setdefault(table.id, {})[table.ledger.version] = lost

    async def evening_of(self, table: Table, turns: int = 4) -> None:
        """The first plays as an expert would, the others as beginners; then one gives up."""
        for number in range(turns):
            await self.play(table, "easy" if number % len(table.ledger.places) else "all")
        while table.ledger.phase == "playing":
            await turn(table, RESIGN)
        await self.signals.close()

    async def compare(self) -> None:
        await self.comparisons.look()
        await self.comparisons.settled()

    async def written(self, table: Table) -> dict[int, int | None]:
        sql = "SELECT seq, lost FROM signals WHERE table_id = $1"
        return dict(await self.store.rows(sql, table.id))

    async def close(self) -> None:
        await self.comparisons.close()
        await self.evening.close()


def most_worth(view: View) -> float:
    """What the best turn of one line is worth, by looking at all there are."""
    words = words_known(load_complete(view.variant), LEVELS["all"])
    leaves = leaves_for(view.variant)
    return max([worth_of(view, one.play, one.points, leaves) for one in generate(view, words)])


@pytest.fixture
async def club(store: Store, thinkers: PipedThinkers) -> AsyncIterator[Club]:
    made = Club(store, thinkers)
    await with_account(store, *NAMES)
    yield made
    await made.close()


async def test_each_play_is_compared_with_the_best_of_its_position(club: Club) -> None:
    table = await club.table()
    await club.evening_of(table, turns=6)
    await club.compare()
    assert await club.written(table) == club.lost[table.id]
    sql = "SELECT points, best_points, lost FROM signals WHERE lost IS NOT NULL AND table_id = $1"
    rows = await club.store.rows(sql, table.id)
    assert all(best_points == points for points, best_points, lost in rows if lost == 0)
    assert any(lost > 0 for _, _, lost in rows)


async def test_a_game_is_compared_once_whoever_looks(club: Club) -> None:
    table = await club.table()
    await club.evening_of(table)
    other = club.program(club.thinkers)
    await asyncio.gather(club.comparisons.look(), other.look())
    begun = [one for one in (club.comparisons, other) if one._running]
    assert len(begun) == 1
    await begun[0].settled()
    await club.store.write(Statement("UPDATE signals SET lost = 999"))
    await club.compare()
    assert set((await club.written(table)).values()) == {999}


async def test_one_game_comes_after_the_other_the_oldest_first(club: Club) -> None:
    first, second = await club.table(), await club.table()
    await club.evening_of(second, turns=2)
    club.evening.time.pass_ms(1000)
    await club.evening_of(first, turns=2)
    await club.comparisons.look()
    await club.comparisons.look()
    await club.comparisons.settled()
    assert await club.written(second) == club.lost[second.id]
    assert set((await club.written(first)).values()) == {None}
    await club.compare()
    assert await club.written(first) == club.lost[first.id]


async def test_only_rated_games_of_two_people_that_are_lately_over_are_compared(
    club: Club,
) -> None:
    old = await club.table()
    await club.evening_of(old)
    club.evening.time.pass_ms(DAY_MS + 1)
    three, free = await club.table(ANNA, BORIS, CLARA), await club.table(rated=False)
    running = await club.table()
    await club.evening_of(three)
    await club.evening_of(free)
    await club.play(running, "all")
    await club.signals.close()
    for _ in range(4):
        await club.compare()
    for table in (three, free, old, running):
        assert set((await club.written(table)).values()) <= {None}
    assert len(await club.written(three)) == 4
    begun = await club.store.rows("SELECT table_id FROM results WHERE compared = 1")
    assert [table for (table,) in begun] == [three.id]  # and found to be of three


async def test_nothing_is_begun_while_somebody_waits_for_a_bot(club: Club) -> None:
    table = await club.table()
    await club.evening_of(table)
    waits = asyncio.create_task(
        club.thinkers.choose("easy", View.of((await club.table()).ledger.game, 0), 1)
    )
    await asyncio.sleep(0)  # now it has asked
    await club.compare()
    assert set((await club.written(table)).values()) == {None}
    await waits
    await club.compare()
    assert await club.written(table) == club.lost[table.id]


class Interrupted(PipedThinkers):
    """Somebody waits for a bot at the second position."""

    def __init__(self) -> None:
        super().__init__(processes=1)
        self._idle = chain([True, True, False], repeat(True))

    @property
    def is_idle(self) -> bool:
        return next(self._idle)


async def test_a_position_that_comes_while_somebody_waits_is_left_out(club: Club) -> None:
    table = await club.table()
    await club.evening_of(table)
    thinkers = Interrupted()
    busy = club.program(thinkers)
    await busy.look()
    await busy.settled()
    await thinkers.close()
    plays = [row.changed for row in table.ledger.sheet.rows if row.kind is Kind.PLAY]
    assert await club.written(table) == {**club.lost[table.id], plays[1]: None}


async def test_what_is_no_word_or_no_play_is_compared_with_nothing(club: Club) -> None:
    table = await club.table(check="challenge_single")
    await club.move(table, unknown_word(table))
    await club.move(table, PASS)
    await club.evening_of(table, turns=0)
    await club.compare()
    assert list((await club.written(table)).values()) == [None, None]
    ((compared,),) = await club.store.rows("SELECT compared FROM results")
    assert compared == 1
