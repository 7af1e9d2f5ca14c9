"""Whatever fails, and in whatever order things are asked: a store against a model of what it owes.

What was acknowledged is always there, no key twice, no number missing, and whoever asks again after
an outcome that was not known learns what became of it. Two programs take turns at one database.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.databases import execute, migrate_here, run_apart
from tests.store.faults import FATES, FaultyStore
from tests.store.rows import ANNA, BORIS, OVER, new_table
from wordsmith.store import (
    Command,
    Duplicate,
    Outcome,
    Place,
    Stale,
    Standing,
    Statement,
    Stored,
    StoreUnavailable,
    open_store,
)
from wordsmith.store.site_tables import site_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

STANDINGS = (
    Standing("playing", bots_due=False, summary="{}"),
    Standing("playing", bots_due=True, summary='{"scores": [1]}', on_turn=1, due_at_ms=5),
    Standing("gathering", False, "{}", listed=True, places=(Place(ANNA, "A"), Place(BORIS, "B"))),
    OVER,
)
fates = st.sampled_from(FATES)
programs = st.integers(0, 1)


@dataclass
class Modelled:
    """A table as it must be."""

    commands: list[Command]
    standing: Standing
    places: tuple[Place, ...]


@dataclass
class Model:
    """What a store must hold: everything that was kept, whether anybody heard of it or not."""

    tables: dict[str, Modelled] = field(default_factory=dict)
    by_key: dict[str, str] = field(default_factory=dict)
    results: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)

    def append(self, command: Command, standing: Standing, *, kept: bool) -> Outcome:
        """What a store answers; if ``kept``, the model goes on as well."""
        table = self.tables[command.table]
        for earlier in table.commands:
            if earlier.key == command.key:
                return Duplicate(earlier)
        if command.seq != len(table.commands) + 1:
            return Stale(len(table.commands))
        if kept:
            table.commands.append(command)
            table.standing = standing
            table.places = standing.places if standing.places is not None else table.places
            self.results[command.table] += standing.result is not None
        return Stored(command.seq)

    def create(self, name: str, key: str, *, kept: bool) -> str:
        """The name of the table that this intent makes, or has made."""
        if key in self.by_key:
            return self.by_key[key]
        if kept:
            new = new_table(name)
            places = new.standing.places or ()
            self.tables[name] = Modelled([new.first], new.standing, places)
            self.by_key[key] = name
        return name


class StoreMachine(RuleBasedStateMachine):
    """Two programs over one database, each write with its fate."""

    tables = Bundle("tables")
    unanswered = Bundle("unanswered")

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._runner = asyncio.Runner()
        self._fate = "go"
        self._inner = [open_store(address) for _ in range(2)]
        self._programs = [FaultyStore(inner, lambda: self._fate) for inner in self._inner]
        self._model = Model()
        self._count = 0

    def teardown(self) -> None:
        for program in self._programs:
            self._run(program.close())
        self._runner.close()

    @rule(target=tables, key=st.integers(0, 4), fate=fates, program=programs)
    def create(self, key: int, fate: str, program: int) -> Any:
        self._count += 1
        name, intent = f"t{self._count}", f"intent {key}"
        expected = self._model.create(name, intent, kept=fate in ("go", "after"))
        made = self._asked(
            fate, lambda: self._programs[program].create(new_table(name, key=intent))
        )
        if made is not None:
            assert made == expected
        return expected if expected in self._model.tables else multiple()

    @rule(
        target=unanswered,
        table=tables,
        ahead=st.sampled_from([0, 0, 0, 0, 0, -1, 1]),
        key=st.none() | st.integers(0, 8),
        standing=st.sampled_from(STANDINGS),
        fate=fates,
        program=programs,
    )
    def append(
        self, table: str, ahead: int, key: int | None, standing: Standing, fate: str, program: int
    ) -> Any:
        self._count += 1
        if self._model.results[table]:  # a game ends once
            standing = replace(standing, result=None)
        seq = len(self._model.tables[table].commands) + 1 + ahead
        name = f"key {key}" if key is not None else f"new {self._count}"
        command = Command(table, seq, self._count, None, name, f'"{self._count}"', "[]")
        return self._append(command, standing, fate, program)

    @rule(target=unanswered, asked=consumes(unanswered), fate=fates, program=programs)
    def ask_again(self, asked: tuple[Command, Standing], fate: str, program: int) -> Any:
        return self._append(*asked, fate, program)

    def _append(self, command: Command, standing: Standing, fate: str, program: int) -> Any:
        if self._model.results[command.table]:
            standing = replace(standing, result=None)
        expected = self._model.append(command, standing, kept=fate in ("go", "after"))
        outcome = self._asked(fate, lambda: self._programs[program].append(command, standing))
        if outcome is None:
            return command, standing
        assert outcome == expected
        return multiple()

    @rule(name=st.sampled_from("ab"), fate=fates, program=programs, guarded=st.booleans())
    def count(self, name: str, fate: str, program: int, guarded: bool) -> None:
        """Two numbers that are always changed together, or not at all."""
        both = [
            Statement(
                "INSERT INTO facts (name, value) VALUES ($1, '1')"
                " ON CONFLICT (name) DO UPDATE SET value = facts.value || '1'",
                (fact,),
            )
            for fact in (name, f"{name} too")
        ]
        guard = Statement("UPDATE facts SET value = '' WHERE name = 'nowhere'", guards=guarded)
        given = self._asked(fate, lambda: self._programs[program].write(both[0], guard, both[1]))
        assert given is None or not guarded
        self._model.facts[name] += fate in ("go", "after") and not guarded

    @rule(program=programs)
    def start_again(self, program: int) -> None:
        """A program ends, and begins anew."""
        self._run(self._programs[program].close())
        self._inner[program] = open_store(self._address)
        self._programs[program] = FaultyStore(self._inner[program], lambda: self._fate)

    @invariant()
    def everything_is_as_the_model_says(self) -> None:
        program = self._inner[self._count % 2]
        for name, table in self._model.tables.items():
            assert list(self._run(program.read(name))) == table.commands
            row = self._run(program.table(name))
            assert row.version == len(table.commands)
            assert row.standing == replace(table.standing, places=table.places, result=None)
        stored = self._run(program.rows("SELECT COUNT(*) FROM tables"))
        assert stored[0][0] == len(self._model.tables)
        results = self._run(program.rows("SELECT table_id FROM results"))
        assert Counter(row[0] for row in results) == +self._model.results

    @invariant()
    def what_is_written_together_stands_together(self) -> None:
        facts = dict(self._run(self._inner[0].rows("SELECT name, value FROM facts")))
        for name in "ab":
            counted = "1" * self._model.facts[name]
            assert [facts.get(fact, "") for fact in (name, f"{name} too")] == [counted] * 2

    def _asked(self, fate: str, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """The answer; None if there was none, as its fate would have it."""
        self._fate = fate
        try:
            answer = self._run(ask())
        except StoreUnavailable:
            assert fate != "go"
            return None
        finally:
            self._fate = "go"
        assert fate == "go"
        return answer

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._runner.run(work)


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


@pytest.mark.parametrize("examples", [20])
def test_a_file_keeps_what_it_owes_whatever_fails(examples: int) -> None:
    class Machine(StoreMachine):
        def __init__(self) -> None:
            self._folder = tempfile.TemporaryDirectory()
            super().__init__(str(Path(self._folder.name) / "games.sqlite3"))

        def teardown(self) -> None:
            super().teardown()
            self._folder.cleanup()

    run_state_machine_as_test(Machine, settings=_settings(examples))


@pytest.mark.parametrize("examples", [5])
def test_postgresql_keeps_what_it_owes_whatever_fails(postgres: str, examples: int) -> None:
    migrate_here(postgres)
    names = ", ".join(table.name for table in site_tables())

    class Machine(StoreMachine):
        def __init__(self) -> None:
            run_apart(execute(postgres, f"TRUNCATE {names}"))
            super().__init__(postgres)

    run_state_machine_as_test(Machine, settings=_settings(examples))
