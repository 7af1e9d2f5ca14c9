"""What the SQLite file promises beyond the contract: it outlives what becomes of the program."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from tests.store.rows import ON, command, new_table
from wordsmith.store import SqliteStore, Stored, StoreError, StoreUnavailable
from wordsmith.store.schema import connect
from wordsmith.store.steps import VERSION

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]

WRITER = """
import asyncio, sys
from dataclasses import replace
from tests.store.rows import ON, command, new_table
from wordsmith.store import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    tables = [f"t{number}" for number in range(8)]
    for table in tables:
        await store.create(new_table(table))

    async def play(table):
        for seq in range(2, 100_000):
            await store.append(command(seq, table=table), ON)
            print(table, seq, flush=True)

    await asyncio.gather(*[play(table) for table in tables])

asyncio.run(main())
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.sqlite3"


async def test_a_file_opened_again_holds_everything(path: Path) -> None:
    store = SqliteStore(path)
    await store.create(new_table())
    await store.append(command(2), ON)
    await store.close()
    again = SqliteStore(path)
    assert list(await again.read("t1")) == [command(1, "table"), command(2)]
    await again.close()


async def test_every_commit_waits_for_the_disk(path: Path) -> None:
    writing = connect(_made(path), writing=True)
    assert writing.pragma("synchronous") == 2  # FULL
    assert writing.pragma("journal_mode") == "wal"
    writing.close()


def test_the_sqlite_that_is_used_has_no_bug_of_the_write_ahead_log() -> None:
    assert tuple(int(part) for part in apsw.sqlite_lib_version().split(".")) >= (3, 51, 3)


async def test_a_file_of_a_newer_version_is_refused_with_what_to_do(path: Path) -> None:
    connection = connect(_made(path), writing=True)
    connection.pragma("user_version", VERSION + 1)
    connection.close()
    with pytest.raises(StoreError, match=f"newer Wordsmith.*{VERSION + 1}.*{VERSION}") as refusal:
        SqliteStore(path)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE precious (thing TEXT)")
    other.close()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(path)
    other = apsw.Connection(str(path))
    assert other.execute("SELECT name FROM sqlite_schema").fetchall() == [("precious",)]
    other.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 500)
    with pytest.raises(StoreError, match=r"letter\.txt"):
        SqliteStore(path)
    assert path.read_text().startswith("Dear Anna")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        SqliteStore(tmp_path / "file" / "games.sqlite3")


async def test_on_a_full_disk_nothing_is_half_written_and_later_it_goes_on(path: Path) -> None:
    store = SqliteStore(path)
    await store.create(new_table())

    await store._writer.submit(lambda connection: connection.pragma("max_page_count", 1))
    large = command(2, "large")
    with pytest.raises(StoreUnavailable, match="full"):
        await store.append(replace(large, events="x" * 1_000_000), ON)
    row = await store.table("t1")
    assert row is not None
    assert row.version == 1
    assert len(await store.read("t1")) == 1
    assert store.failure is None
    await store._writer.submit(lambda connection: connection.pragma("max_page_count", 1_000_000))
    assert await store.append(large, ON) == Stored(2)
    await store.close()


async def test_one_bad_write_does_not_spoil_those_that_share_its_commit(path: Path) -> None:
    store = SqliteStore(path)
    await store.create(new_table("t1"))
    await store.create(new_table("t2"))
    gate = threading.Event()
    slow = asyncio.create_task(store._writer.submit(lambda _connection: gate.wait(5)))
    await asyncio.sleep(0)
    waiting = asyncio.gather(
        store.append(command(2, table="t1"), ON),
        store.append(command(2, table="nowhere"), ON),
        store.append(command(2, table="t2"), ON),
        return_exceptions=True,
    )
    await asyncio.sleep(0)
    gate.set()
    first, bad, second = await waiting
    assert await slow
    assert (first, second) == (Stored(2), Stored(2))
    assert isinstance(bad, StoreError)
    assert "nowhere" in str(bad)
    await store.close()


async def test_after_an_error_of_the_disk_nothing_more_is_written(path: Path) -> None:
    store = SqliteStore(path)
    await store.create(new_table())

    def broken(_connection: apsw.Connection) -> None:
        raise apsw.IOError("disk I/O error")

    with pytest.raises(StoreUnavailable, match="disk I/O error"):
        await store._writer.submit(broken)
    assert store.failure is not None
    with pytest.raises(StoreUnavailable, match="disk I/O error"):
        await store.append(command(2), ON)
    assert len(await store.read("t1")) == 1
    await store.close()


async def test_what_was_queued_is_written_before_the_file_is_let_go(path: Path) -> None:
    store = SqliteStore(path)
    await store.create(new_table())
    appending = [asyncio.create_task(store.append(command(2), ON))]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*appending) == [Stored(2)]
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(command(3), ON)


def test_kill_9_loses_nothing_that_was_acknowledged(path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as writer:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(400)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [line for line in writer.stdout if line.endswith("\n")]
    told: dict[str, int] = {}
    for line in acknowledged:
        table, seq = line.split()
        told[table] = int(seq)
    assert sum(told.values()) >= 400
    stored = asyncio.run(_stored(path, told))
    for table, seqs in stored.items():
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) >= told[table]


async def _stored(path: Path, tables: dict[str, int]) -> dict[str, list[int]]:
    store = SqliteStore(path)
    found = {table: [row.seq for row in await store.read(table)] for table in tables}
    for table, seqs in found.items():
        row = await store.table(table)
        assert row is not None
        assert row.version == len(seqs)
    await store.close()
    check = apsw.Connection(str(path))
    assert check.pragma("quick_check") == "ok"
    check.close()
    return found


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connect(path, writing=True).close()
    return path
