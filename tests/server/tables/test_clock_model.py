"""The clocks of a live table beside the plainest model of them, whatever happens to the machine."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tables.evening import LIVE, Evening, FakeTime, turn
from wordsmith.rules.clock import CREDIT_MOST_MS
from wordsmith.rules.events import TimedOut
from wordsmith.server.tables.pacing import FIRST_TURN_MS, RETURN_MS
from wordsmith.server.tables.requests import Accepted, Late
from wordsmith.server.tables.table import Table
from wordsmith.store import SqliteStore

INCREMENT_MS = 5_000
HOUR_MS = 3_600_000
ENDLESS = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}

THOUGHT = st.tuples(st.just("thought"), st.integers(0, 30_000))
MOVE = st.tuples(st.just("move"), st.just(0))
STEP = st.tuples(st.just("step"), st.sampled_from([-HOUR_MS, HOUR_MS, -7, 251]))
RESTART = st.tuples(st.just("restart"), st.integers(1, HOUR_MS))
LOOK = st.tuples(st.just("look"), st.just(0))
DEEDS = st.lists(st.one_of(THOUGHT, THOUGHT, MOVE, MOVE, STEP, RESTART, LOOK), max_size=40)


class Model:
    """What each has left, and how long the one on turn has thought: two numbers and a sum."""

    def __init__(self) -> None:
        self.left = [60_000, 60_000]
        self.on_turn = 0
        self.spent = -FIRST_TURN_MS
        self.lost: int | None = None

    def shown(self) -> tuple[int, ...]:
        left = list(self.left)
        if self.lost is None:
            left[self.on_turn] = max(0, left[self.on_turn] - max(0, self.spent))
        return tuple(left)

    def look(self, grace: int) -> None:
        if self.lost is None and self.spent >= self.left[self.on_turn] + grace:
            self.lost, self.left[self.on_turn] = self.on_turn, 0

    def move(self) -> None:
        self.look(0)
        if self.lost is None:
            self.left[self.on_turn] += INCREMENT_MS - max(0, self.spent)
            self.on_turn, self.spent = 1 - self.on_turn, 0


async def follow(store: SqliteStore, deeds: list[tuple[str, int]]) -> None:
    evening, model = Evening(store, FakeTime()), Model()
    table = await evening.sofa(2, pace=LIVE, **ENDLESS)
    for deed, ms in deeds:
        evening, table = await done(evening, table, model, deed, ms)
        clock = table.ledger.clock
        assert clock is not None
        assert clock.left_at(table._book.now_ms()) == model.shown()
        lost = [e.seat for e in table.ledger.game.events if isinstance(e, TimedOut)]
        assert lost == ([] if model.lost is None else [model.lost])
    await evening.close()


async def done(
    evening: Evening, table: Table, model: Model, deed: str, ms: int
) -> tuple[Evening, Table]:
    """Do one thing, to the table and to the model."""
    match deed:
        case "thought":
            evening.time.pass_ms(ms)
            model.spent += ms
        case "step":
            evening.time.wall += ms
        case "look":
            await evening.tables.sweep()
            table.look_at_clock()
            await table.refresh()
            model.look(CREDIT_MOST_MS)
        case "move" if model.lost is None:
            version = table.ledger.version
            model.move()
            after = Late if model.lost is not None else Accepted
            assert await turn(table) == after(version + 1)
        case "restart":
            evening.time.pass_ms(1)  # no two outages begin in one millisecond
            model.spent += 1
            last_alive_ms = evening.tables.time.steady_ms()
            await evening.close()
            evening.time.wall += ms
            evening.time.mono = ms * 31 % 1_000_003  # the machine was started anew
            again = Evening(evening.store, evening.time)
            await again.tables.was_down(last_alive_ms)
            model.spent -= RETURN_MS
            return again, await again.get(table.id)
    return evening, table


@given(deeds=DEEDS)
@settings(max_examples=40, deadline=None)
def test_every_clock_is_that_of_the_model(deeds: list[tuple[str, int]]) -> None:
    """Public bug groups 6, 19, 20 and 22: clocks that jump, the wrong side flagged."""

    async def whole() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(Path(folder) / "games.sqlite3")
            try:
                await follow(store, deeds)
            finally:
                await store.close()

    asyncio.run(whole())
