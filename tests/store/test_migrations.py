"""The tables in PostgreSQL are made and brought up by Alembic, with the same steps as a file."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import apsw
import pytest

from tests.databases import execute, migrate_here, run_apart
from tests.store.rows import new_table
from wordsmith.store import StoreError, StoreUnavailable, migrate, open_store
from wordsmith.store.migrations.versions import comparisons, games, people
from wordsmith.store.postgres_schema import postgres_statements
from wordsmith.store.schema import sqlite_step
from wordsmith.store.steps import STEPS, VERSION

if TYPE_CHECKING:
    from pathlib import Path

_COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name <> 'store_version'
"""


def test_there_is_a_migration_for_every_step() -> None:
    migrations = [games, people, comparisons]
    assert [int(step.revision) for step in migrations] == sorted(STEPS)
    assert [step.down_revision for step in migrations] == [None, *map(str, sorted(STEPS)[:-1])]


def test_both_databases_have_the_same_columns(postgres: str) -> None:
    migrate_here(postgres)
    kinds = {"bigint": "INTEGER", "double precision": "REAL", "text": "TEXT"}
    ours = {
        (table, column, kinds[kind], nullable == "YES")
        for table, column, kind, nullable in run_apart(execute(postgres, _COLUMNS))
    }
    assert ours == _columns_of_sqlite()


def _columns_of_sqlite() -> set[tuple[str, str, str, bool]]:
    connection = apsw.Connection(":memory:")
    for step in sorted(STEPS):
        connection.execute(sqlite_step(step))
    tables = [row[0] for row in connection.execute("SELECT name FROM pragma_table_list()")]
    return {
        (table, name, kind, not (needed or part_of_key))
        for table in tables
        if not str(table).startswith("sqlite_")
        for name, kind, needed, part_of_key in connection.execute(
            'SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)
        )
    }


def test_both_databases_have_the_same_indexes(postgres: str) -> None:
    migrate_here(postgres)
    found = run_apart(
        execute(postgres, "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")
    )
    named = set(re.findall(r"CREATE (?:UNIQUE )?INDEX (\w+)", "".join(STEPS.values())))
    assert named <= {row[0] for row in found}


def test_a_database_is_brought_up_once_however_many_start_at_once(postgres: str) -> None:
    starting = [
        subprocess.Popen(
            [sys.executable, "-m", "wordsmith.store.migrating"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    told = [process.communicate(postgres, timeout=60) for process in starting]
    assert [process.returncode for process in starting] == [0] * 4, told
    assert run_apart(execute(postgres, "SELECT * FROM store_version")) == [(str(VERSION),)]


def test_a_database_of_the_first_step_keeps_what_is_in_it(postgres: str) -> None:
    run_apart(
        execute(
            postgres,
            *postgres_statements(1),
            "CREATE TABLE store_version (version_num VARCHAR(32) NOT NULL)",
            "INSERT INTO store_version VALUES ('1')",
            "INSERT INTO guests VALUES ('anna', 5)",
            "INSERT INTO tables VALUES ('t1', NULL, 'friends', 0, '{}', 1, 5, 1, 0, '{}')",
        )
    )
    migrate_here(postgres)
    persons = "SELECT p.id, s.id FROM persons p JOIN sessions s ON s.person = p.id"
    assert run_apart(execute(postgres, persons)) == [("anna", "anna")]
    assert run_apart(execute(postgres, "SELECT id, phase FROM tables")) == [("t1", "ended")]


def test_opening_brings_a_database_up_in_a_program_of_its_own(postgres: str) -> None:
    async def opened() -> str:
        store = open_store(postgres)
        await store.open()
        made = await store.create(new_table())
        await store.close()
        return made

    assert run_apart(opened()) == "t1"
    migrate(postgres)  # and again, which changes nothing
    assert run_apart(execute(postgres, "SELECT id FROM tables")) == [("t1",)]


def test_a_store_does_not_serve_tables_that_were_not_brought_up(postgres: str) -> None:
    async def used() -> None:
        store = open_store(postgres)
        try:
            await store.create(new_table())
        finally:
            assert store.failure is not None
            await store.close()

    with pytest.raises(StoreError, match="not been brought up"):
        run_apart(used())


def test_a_newer_database_is_refused_in_one_line_with_what_to_do(postgres: str) -> None:
    migrate_here(postgres)
    run_apart(execute(postgres, f"UPDATE store_version SET version_num = '{VERSION + 1}'"))
    for attempt in (migrate, migrate_here):
        with pytest.raises(StoreError, match=f"newer Wordsmith.*{VERSION + 1}.*{VERSION}") as told:
            attempt(postgres)
        assert "\n" not in str(told.value)


def test_tables_of_another_program_are_left_alone(postgres: str) -> None:
    run_apart(execute(postgres, "CREATE TABLE tables (precious TEXT)"))
    with pytest.raises(StoreError, match=r"another program.*search_path") as told:
        migrate(postgres)
    assert "\n" not in str(told.value)
    left = run_apart(execute(postgres, _COLUMNS))
    assert [row[:2] for row in left] == [("tables", "precious")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("no_such_database", "no_such_database"),
        ("no_such_schema", "schema"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(postgres: str, change: str, message: str) -> None:
    wrong = {
        "no_such_database": re.sub(r"/[^/?]+\?", "/no_such_database?", postgres),
        "no_such_schema": re.sub("search_path=.*", "search_path=no_such_schema", postgres),
    }[change]
    with pytest.raises(StoreError, match=message) as told:
        migrate(wrong)
    assert "\n" not in str(told.value)


def test_a_server_that_does_not_answer_is_told_so_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match="does not answer") as told:
        migrate("postgresql://wordsmith:secret@127.0.0.1:1/games")
    assert "secret" not in str(told.value)


def test_a_file_is_brought_up_by_the_same_call(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    migrate(path)
    connection = apsw.Connection(str(path))
    assert connection.pragma("user_version") == VERSION
    connection.close()
