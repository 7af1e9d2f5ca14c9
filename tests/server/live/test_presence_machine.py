"""Presence over a bus that loses, doubles and reorders: what is repeated makes everything good.

Public bug groups 25 and 26, whatever the order of things.
"""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from wordsmith.bus import MemoryBus
from wordsmith.server.live.presence import KEPT_S, TOPIC, Looking, Presence

PROCESSES, TABLES, PERSONS = range(3), ("t", "u"), ("anna", "boris", "clara")


class Wire(MemoryBus):
    """What one process has told the others lies here until it is carried over, if ever."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def publish(self, topic: str, message: bytes) -> None:
        assert topic == TOPIC
        self.sent.append(message)


class ThreeProcesses(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.wires = [Wire() for _ in PROCESSES]
        self.alive = {
            process: Presence(self.wires[process], lambda _table: None, lambda: self.now)
            for process in PROCESSES
        }
        self.pages: dict[tuple[int, str, int], Looking] = {}  # process, table, number of the page

    @rule(
        process=st.sampled_from(PROCESSES),
        table=st.sampled_from(TABLES),
        page=st.integers(0, 3),
        person=st.sampled_from(PERSONS),
        plays=st.booleans(),
    )
    def a_page_opens(self, process: int, table: str, page: int, person: str, plays: bool) -> None:
        if process in self.alive:
            looking = Looking(person, plays)
            self.alive[process].come(table, page, looking)
            self.pages[process, table, page] = looking

    @rule(process=st.sampled_from(PROCESSES), table=st.sampled_from(TABLES), page=st.integers(0, 3))
    def a_page_closes(self, process: int, table: str, page: int) -> None:
        if process in self.alive:
            self.alive[process].go(table, page)
            self.pages.pop((process, table, page), None)

    @rule(process=st.sampled_from(PROCESSES), chance=st.randoms(use_true_random=False))
    def the_bus_carries_some(self, process: int, chance: object) -> None:
        """Some of what was told, in any order, some of it twice."""
        wire = self.wires[process]
        waiting = list(wire.sent)
        chance.shuffle(waiting)  # type: ignore[attr-defined]
        for message in waiting[: len(waiting) // 2 + 1] + waiting[:1]:
            self.carry(process, message)
        wire.sent = waiting[len(waiting) // 2 + 1 :]

    @rule(process=st.sampled_from(PROCESSES))
    def the_bus_loses_everything(self, process: int) -> None:
        self.wires[process].sent.clear()

    @rule(process=st.sampled_from(PROCESSES))
    def a_process_dies(self, process: int) -> None:
        if len(self.alive) > 1 and process in self.alive:
            del self.alive[process]
            self.pages = {key: one for key, one in self.pages.items() if key[0] != process}

    @rule(process=st.sampled_from(PROCESSES))
    def the_last_word_overtakes_those_before(self, process: int) -> None:
        if process not in self.alive:
            return
        wire, waiting = self.wires[process], list(self.wires[process].sent)
        wire.sent.clear()
        self.alive[process].repeat(TABLES)
        for message in [*wire.sent, *reversed(waiting)]:
            self.carry(process, message)
        wire.sent.clear()
        for other in self.alive.keys() - {process}:
            for table in TABLES:
                own = self.own(process, table)
                if own:
                    heard = self.alive[other]._tables[table].elsewhere.values()
                    told = [one.report for one in heard]
                    mine = self.alive[process]._process
                    [report] = [one for one in told if one.process == mine]
                    assert set(report.playing) == {one.person for one in own if one.plays}

    @rule()
    def a_while_passes(self) -> None:
        """Long enough that everybody repeats, and the dead are forgotten."""
        for process in PROCESSES:  # what is still on its way is older than what comes now
            waiting, self.wires[process].sent = self.wires[process].sent, []
            for message in waiting:
                self.carry(process, message)
        self.now += KEPT_S + 1
        for process, presence in self.alive.items():
            presence.repeat(TABLES)
            for message in self.wires[process].sent:
                self.carry(process, message)
            self.wires[process].sent.clear()
        for presence in self.alive.values():
            for table in TABLES:
                here = [one for (_, at, _), one in self.pages.items() if at == table]
                assert presence.playing(table) == {one.person for one in here if one.plays}

    @invariant()
    def every_process_knows_its_own(self) -> None:
        for process, presence in self.alive.items():
            for table in TABLES:
                own = self.own(process, table)
                assert presence.playing(table) >= {one.person for one in own if one.plays}

    def own(self, process: int, table: str) -> list[Looking]:
        """The pages of a process at a table."""
        there = (process, table)
        return [one for (at, where, _), one in self.pages.items() if (at, where) == there]

    def carry(self, sender: int, message: bytes) -> None:
        for process in self.alive:
            if process != sender:
                self.wires[process].deliver(TOPIC, message)


TestThreeProcesses = ThreeProcesses.TestCase
TestThreeProcesses.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
