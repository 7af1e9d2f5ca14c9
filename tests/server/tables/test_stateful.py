"""Two programs at one table, over a store that fails, with clocks, votes and restarts at any time.

Whatever happens: the table is the fold of its rows, what was accepted is there once and under its
key, nobody gets time that no row gives him, and a game ends once.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.server.tables.evening import (
    AGREE,
    DAYS,
    LIVE,
    NAMES,
    PASS,
    PER_TURN,
    RESIGN,
    Evening,
    FakeTime,
    unknown_word,
)
from tests.server.tables.faults import Fault, Faults
from wordsmith.bus import MemoryBus
from wordsmith.rules.sealed_bag import check_seal
from wordsmith.server.messages import protocol
from wordsmith.server.tables.happenings import Cancelled, ClockSet
from wordsmith.server.tables.hints import Hints
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.tables.lines import settings_of
from wordsmith.server.tables.requests import Accepted, Answer, Failed
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from wordsmith.server.tables.table import Table

PACES: list[dict[str, Any]] = [{"kind": "none"}, LIVE, PER_TURN, DAYS]
ACTIONS: list[Any] = [
    PASS,
    PASS,
    "lay",
    "lay",
    "exchange",
    RESIGN,
    AGREE,
    protocol.VoteAction(accept=True),
    protocol.VoteAction(accept=False),
    protocol.ChallengeAction(),
    protocol.OpenBagAction(),
    protocol.CancelAction(agree=True),
    protocol.CancelAction(agree=False),
    protocol.PauseAction(agree=True),
    protocol.ResumeAction(),
    protocol.NudgeAction(),
]
MINUTE_MS = 60_000


class Overheard(MemoryBus):
    """What a program says is written down; it hears what the test lets it hear."""

    def __init__(self, said: list[tuple[str, bytes]]) -> None:
        super().__init__()
        self.said = said

    def publish(self, topic: str, message: bytes) -> None:
        self.said.append((topic, message))


class TableMachine(RuleBasedStateMachine):
    """See the head of this file."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.store = SqliteStore(Path(self.folder.name) / "games.sqlite3")
        self.faults = Faults(self.store)
        self.time = FakeTime()
        self.keys = 0
        self.asked: dict[str, tuple[int, int, Any]] = {}  # by key: seat, version, action
        self.acked: dict[str, int] = {}
        self.seen: dict[int, int] = {}

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(
        seats=st.integers(2, 4),
        pace=st.sampled_from(PACES),
        check=st.sampled_from(["vote", "refuse", "challenge_double"]),
    )
    def make(self, seats: int, pace: dict[str, Any], check: str) -> None:
        self.said: list[tuple[str, bytes]] = []
        self.buses = [Overheard(self.said), Overheard(self.said)]
        self.programs = [self._program(bus) for bus in self.buses]
        table = self.run(self.programs[0].sofa(seats, pace=pace, check=check))
        self.name = table.id

    def table(self, number: int) -> Table:
        found: Table = self.run(self.programs[number].get(self.name))
        return found

    @rule(
        program=st.integers(0, 1),
        seat=st.integers(0, 3),
        action=st.sampled_from(ACTIONS),
        ago=st.sampled_from([0, 0, 0, 0, 1, 2]),
        on_turn=st.booleans(),
    )
    def act(self, program: int, seat: int, action: Any, ago: int, *, on_turn: bool) -> None:
        """Somebody asks for something, perhaps for a version that has gone by."""
        table = self.table(program)
        state = table.ledger.game.state
        seat = state.on_turn if on_turn else seat % len(state.racks)
        self.keys += 1
        asked = (seat, max(0, table.ledger.version - ago), self._action(table, action))
        self.asked[f"k{self.keys}"] = asked
        self._ask(table, f"k{self.keys}")

    @rule(program=st.integers(0, 1), back=st.integers(0, 5))
    def ask_again(self, program: int, back: int) -> None:
        """What was sent before is sent again: nobody knows whether it had been heard."""
        if self.keys > back:
            self._ask(self.table(program), f"k{self.keys - back}")

    @rule(seat=st.integers(0, 3), action=st.sampled_from([PASS, RESIGN, AGREE]))
    def act_in_both(self, seat: int, action: Any) -> None:
        """Two programs are asked at once."""
        tables = [self.table(0), self.table(1)]
        seat %= len(tables[0].ledger.moment.seats)
        keys = []
        for table in tables:
            self.keys += 1
            keys.append(f"k{self.keys}")
            self.asked[keys[-1]] = (seat, table.ledger.version, action)

        async def both() -> list[Answer]:
            return await asyncio.gather(
                *[
                    table.act(self.asked[key][0], self.asked[key][1], key, self.asked[key][2])
                    for table, key in zip(tables, keys, strict=True)
                ]
            )

        for key, answer in zip(keys, self.run(both()), strict=True):
            self._note(key, answer)

    @rule(ms=st.sampled_from([10, 900, 7_000, MINUTE_MS, 24 * 60 * MINUTE_MS]))
    def time_passes(self, ms: int) -> None:
        self.time.pass_ms(ms)

    @rule(ms=st.sampled_from([-3_600_000, 3_600_000]))
    def the_wall_clock_is_set(self, ms: int) -> None:
        self.time.wall += ms

    @rule(program=st.integers(0, 1))
    def look_at_the_clocks(self, program: int) -> None:
        table = self.table(program)

        async def look() -> None:
            await self.programs[program].tables.sweep()
            table.look_at_clock()
            await table.refresh()

        self.run(look())

    @rule(plan=st.lists(st.sampled_from([None, "refused", "unanswered"]), max_size=3))
    def the_store_will_fail(self, plan: list[Fault | None]) -> None:
        self.faults.plan.extend(plan)

    @rule(program=st.integers(0, 1))
    def a_program_is_killed_and_another_takes_its_place(self, program: int) -> None:
        self.run(self.programs[program].close())
        self.buses[program] = Overheard(self.said)
        self.programs[program] = self._program(self.buses[program])
        self.seen.pop(program, None)

    @rule(program=st.integers(0, 1), back=st.sampled_from([0, 0, 0, 1, 2, 5]))
    def a_hint_comes(self, program: int, back: int) -> None:
        """What a program has said arrives at another: late, twice, out of order or never."""

        async def hear() -> None:
            self.buses[program].deliver(*self.said[-1 - min(back, len(self.said) - 1)])

        if self.said:
            self.run(hear())

    def _program(self, bus: Overheard) -> Evening:
        evening = Evening(self.store, self.time, bus)
        Hints(bus).listen(evening.tables.hear)
        return evening

    def _action(self, table: Table, action: Any) -> Any:
        """A turn with the tiles that the seat on turn has."""
        ledger = table.ledger
        rack = ledger.game.state.racks[ledger.game.state.on_turn]
        if action == "exchange":
            return protocol.ExchangeAction(ledger.variant.alphabet.decode(rack.codes[:1]))
        if action == "lay":
            return unknown_word(table) if len(rack) == 7 else PASS
        return action

    def _ask(self, table: Table, key: str) -> None:
        seat, version, action = self.asked[key]
        self._note(key, self.run(table.act(seat, version, key, action)))

    def _note(self, key: str, answer: Answer) -> None:
        assert not (isinstance(answer, Failed) and answer.code == "key_reused")
        if isinstance(answer, Accepted):
            assert self.acked.setdefault(key, answer.version) == answer.version
        else:
            assert key not in self.acked, "what was accepted is told so again"

    @invariant()
    def the_version_of_a_program_never_goes_back(self) -> None:
        for number in range(2):
            version = self.table(number).ledger.version
            assert version >= self.seen.get(number, 0)
            self.seen[number] = version

    @invariant()
    def every_table_is_the_fold_of_its_rows(self) -> None:
        rows, ledger = self._stored()
        for number in range(2):
            table = self.table(number)
            self.run(table.refresh())
            assert table.ledger.version == ledger.version
            assert table.ledger.moment == ledger.moment
            assert table.ledger.places == ledger.places
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        keys = {row.key: row.seq for row in rows}
        assert len(keys) == len(rows)
        for key, version in self.acked.items():
            assert keys[key] == version

    @invariant()
    def no_tile_is_lost_and_every_draw_follows_the_seal(self) -> None:
        _, ledger = self._stored()
        assert ledger.seal is not None
        assert check_seal(ledger.game, ledger.seal) is None

    @invariant()
    def a_game_ends_once_and_then_stands_still(self) -> None:
        rows, ledger = self._stored()
        over = [row.seq for row in rows if '"event":"ended"' in row.events]
        off = [row.seq for row in rows if Cancelled() in ledger.happened_in(row)]
        assert len(over) + len(off) <= 1
        results = self.run(self.store.rows("SELECT * FROM results"))
        assert len(results) == len(over)
        row = self.run(self.store.table(self.name))
        assert row.standing.phase == ledger.phase
        assert row.standing.due_at_ms == ledger.due_at_ms
        if over or off:
            assert ledger.due_at_ms is None

    @invariant()
    def nobody_gets_time_that_no_row_gives(self) -> None:
        rows, ledger = self._stored()
        pace = ledger.settings.timing
        clocks = [
            event
            for row in rows
            for event in ledger.happened_in(row)
            if isinstance(event, ClockSet)
        ]
        for before, after in itertools.pairwise(clocks):
            for had, has in zip(before.left_ms, after.left_ms, strict=True):
                assert had is not None
                assert has is not None
                assert 0 <= has <= max(had + pace.increment_ms, pace.time_ms)

    def _stored(self) -> tuple[Any, Ledger]:
        row = self.run(self.store.table(self.name))
        rows = self.run(self.store.read(self.name))
        return rows, Ledger(self.name, settings_of(row), rows, row.places)

    def teardown(self) -> None:
        if hasattr(self, "programs"):
            for program in self.programs:
                self.run(program.close())
        self.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=30,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTable = pytest.mark.slow(TestTable)
assert len(NAMES) == 4
