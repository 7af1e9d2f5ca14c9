"""A whole site goes through one file into another database, and nothing is lost or changed."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import stat
from typing import TYPE_CHECKING, Any

import pytest

from tests.databases import migrate_here, run_apart
from tests.store.rows import ANNA, BORIS, ON, OVER, command, new_table
from wordsmith.store import Statement, StoreError, open_store
from wordsmith.store.moving import export_site, import_site
from wordsmith.store.site_tables import site_tables
from wordsmith.store.statements import command_values
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.store import Store
    from wordsmith.store.database import Row
    from wordsmith.store.site_tables import SiteTable

REALS = ("rating", "deviation", "volatility", "before", "after")
SAMPLES: tuple[Any, ...] = ("ёлка", 'a "quoted"\nline\twith \\ and 🂡', "", "\x7f\u2028")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "games.sqlite3"
    run_apart(fill(str(path)))
    return path


@pytest.fixture
def site(filled: Path, sqlite: str) -> str:
    """A site with a little of everything, in a file."""
    return str(shutil.copy(filled, sqlite))


async def fill(address: str) -> None:
    store = open_store(address)
    for name in ("t1", "t2"):
        await store.create(new_table(name, seats=(ANNA, BORIS)))
    await store.write(*_many_commands("t1", 1499))  # more than is held in memory at once
    await store.append(command(2, table="t2"), OVER)
    for number, table in enumerate(site_tables()):
        if table.name not in ("tables", "commands", "seats", "results", "result_seats"):
            for nth in range(3):
                await store.write(await _made_up(store, table, number * 10 + nth))
    await store.close()


def _many_commands(table: str, last: int) -> list[Statement]:
    insert = "INSERT INTO commands VALUES ($1, $2, $3, $4, $5, $6, $7)"
    rows = [command_values(command(seq, table=table)) for seq in range(2, last + 1)]
    count = Statement("UPDATE tables SET version = $2 WHERE id = $1", (table, last))
    return [*[Statement(insert, row) for row in rows], count]


async def _made_up(store: Store, table: SiteTable, nth: int) -> Statement:
    """A row with every kind of value in it."""
    kinds: dict[str, str] = dict(
        await store.rows("SELECT name, type FROM pragma_table_info($1)", table.name)
    )
    values = [
        nth + 0.1 if kinds[column] == "REAL" else 2**60 + nth if kinds[column] == "INTEGER" else ""
        for column in table.columns
    ]
    texts = [
        f"{SAMPLES[nth % len(SAMPLES)]}{column} {nth}" if kinds[column] == "TEXT" else value
        for column, value in zip(table.columns, values, strict=True)
    ]
    marks = ", ".join(f"${number}" for number in range(1, len(texts) + 1))
    return Statement(f"INSERT INTO {table.name} VALUES ({marks})", tuple(texts))


async def _all_rows(address: str) -> dict[str, list[Row]]:
    store = open_store(address)
    found: dict[str, list[Row]] = {}
    for table in site_tables():
        rows = await store.rows(f"SELECT {', '.join(table.columns)} FROM {table.name}")
        found[table.name] = sorted(rows, key=repr)
    await store.close()
    return found


def everything(address: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = run_apart(_all_rows(address))
    return found


def test_a_site_goes_to_the_other_database_and_back(
    site: str, postgres: str, tmp_path: Path
) -> None:
    before = everything(site)
    assert all(before.values())
    there, back = tmp_path / "there.gz", tmp_path / "back.gz"
    counts = export_site(site, there)
    assert counts == {table: len(rows) for table, rows in before.items()}
    assert import_site(there, postgres) == counts
    assert everything(postgres) == before
    assert export_site(postgres, back) == counts
    again = str(tmp_path / "again.sqlite3")
    import_site(back, again)
    assert everything(again) == before
    assert everything(site) == before


def test_a_site_that_was_moved_is_played_on(site: str, postgres: str, tmp_path: Path) -> None:
    import_site(_exported(site, tmp_path), postgres)

    async def play() -> int:
        store = open_store(postgres)
        await store.append(command(1500, table="t1"), ON)
        rows = await store.read("t1")
        await store.close()
        return len(rows)

    assert run_apart(play()) == 1500


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_empty_site_is_moved_as_well(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address = request.getfixturevalue(kind)
    migrate_here(address) if kind == "postgres" else run_apart(_opened(address))
    file = _exported(address, tmp_path)
    assert set(import_site(file, str(tmp_path / "other.sqlite3")).values()) == {0}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_site_in_use_is_not_written_over(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    other = str(tmp_path / "other.sqlite3")
    run_apart(fill(other))
    file = _exported(other, tmp_path)
    address = request.getfixturevalue(kind)
    import_site(file, address)
    before = everything(address)
    with pytest.raises(StoreError, match="in use"):
        import_site(file, address)
    assert everything(address) == before


def test_facts_of_a_site_that_has_just_begun_give_way(
    site: str, database: str, tmp_path: Path
) -> None:
    if database == site:
        database = str(tmp_path / "fresh.sqlite3")
    fresh = Statement("INSERT INTO facts VALUES ('keys of the push', 'fresh')")
    run_apart(_written(database, fresh))
    import_site(_exported(site, tmp_path), database)
    assert everything(database)["facts"] == everything(site)["facts"]


def test_a_file_is_not_written_over(site: str, tmp_path: Path) -> None:
    file = tmp_path / "letters.gz"
    file.write_text("Dear Anna")
    with pytest.raises(StoreError, match="is there already"):
        export_site(site, file)
    assert file.read_text() == "Dear Anna"


def test_nobody_else_may_read_the_file(site: str, tmp_path: Path) -> None:
    assert stat.S_IMODE(_exported(site, tmp_path).stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_told(site: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        export_site(site, tmp_path / "nowhere" / "site.gz")


def test_what_is_exported_is_the_site_at_one_moment(database: str, tmp_path: Path) -> None:
    """While it is played, every table has just the commands that its version says."""

    async def played() -> list[int]:
        store = open_store(database)
        for number in range(20):
            await store.create(new_table(f"t{number}"))
        exporting = asyncio.create_task(asyncio.to_thread(export_site, database, tmp_path / "1.gz"))

        async def play(table: str) -> int:
            for seq in range(2, 10_000):
                await store.append(command(seq, table=table), ON)
                if exporting.done() and seq > 20:
                    return seq
            raise AssertionError("the export does not end")

        played = await asyncio.gather(*[play(f"t{number}") for number in range(20)])
        await exporting
        await store.close()
        return played

    played_to = run_apart(played())
    moved = tmp_path / "moved.sqlite3"
    import_site(tmp_path / "1.gz", moved)  # it refuses gaps, too
    versions = {row[0]: row[5] for row in everything(str(moved))["tables"]}
    assert len(versions) == 20
    assert all(versions[f"t{number}"] <= seq for number, seq in enumerate(played_to))


def _lines(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().split("\n")[:-1]


def _write(file: Path, lines: list[str]) -> Path:
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return file


def _without_a_row(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith('["t1",7,')]


def _with_a_gap(lines: list[str]) -> list[str]:
    """A file that counts rightly, but a command is missing."""
    foot = json.loads(lines[-1])
    foot["counts"]["commands"] -= 1
    return [*_without_a_row(lines)[:-1], json.dumps(foot)]


def _newer(lines: list[str]) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), "step": VERSION + 1}), *lines[1:]]


def _older(lines: list[str]) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), "step": VERSION - 1}), *lines[1:]]


def _with_a_short_row(lines: list[str]) -> list[str]:
    return [*lines[:2], '["t9"]', *lines[2:]]


def _with_a_strange_table(lines: list[str]) -> list[str]:
    return [*lines[:1], '{"table":"precious","columns":["thing"]}', *lines[1:]]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_without_a_row, "rows are missing"),
        (_with_a_gap, "commands are missing"),
        (lambda lines: lines[:-1], "the end of it is missing"),
        (lambda lines: lines[: len(lines) // 2], "the end of it is missing"),
        (_newer, f"newer Wordsmith.*{VERSION + 1}.*{VERSION}"),
        (_older, f"older Wordsmith.*{VERSION - 1}.*{VERSION}"),
        (_with_a_short_row, "cannot be read as a site"),
        (_with_a_strange_table, "cannot be read as a site"),
        (lambda lines: ['{"hello": 1}'], "no site"),
        (lambda lines: [], "no site"),
    ],
)
def test_a_file_that_is_not_whole_or_not_ours_fills_nothing(
    spoil: Any, message: str, site: str, database: str, tmp_path: Path
) -> None:
    target = str(tmp_path / "target.sqlite3") if database == site else database
    spoilt = _write(tmp_path / "spoilt.gz", spoil(_lines(_exported(site, tmp_path))))
    with pytest.raises(StoreError, match=message) as refusal:
        import_site(spoilt, target)
    assert "\n" not in str(refusal.value)
    migrate_here(target)
    assert not any(everything(target).values())


def test_a_file_that_is_cut_off_or_no_gzip_at_all_fills_nothing(site: str, tmp_path: Path) -> None:
    whole = _exported(site, tmp_path).read_bytes()
    target = tmp_path / "target.sqlite3"
    cut = tmp_path / "cut.gz"
    for content in (whole[:-20], whole[:2000], b"Dear Anna", whole[:500] + b"x" + whole[501:]):
        cut.write_bytes(content)
        with pytest.raises(StoreError):
            import_site(cut, target)
    with pytest.raises(StoreError, match="cannot be read"):
        import_site(tmp_path / "nowhere.gz", target)
    assert not target.exists() or not any(everything(str(target)).values())


def test_a_site_that_is_not_there_or_not_of_this_version_is_not_exported(
    tmp_path: Path, postgres: str
) -> None:
    with pytest.raises(StoreError, match="no such file"):
        export_site(tmp_path / "nowhere.sqlite3", tmp_path / "1.gz")
    with pytest.raises(StoreError, match="wordsmith migrate"):
        export_site(postgres, tmp_path / "1.gz")
    assert not (tmp_path / "1.gz").exists()


async def _opened(address: str) -> None:
    await open_store(address).close()


async def _written(address: str, statement: Statement) -> None:
    store = open_store(address)
    await store.write(statement)
    await store.close()


def _exported(address: str, folder: Path) -> Path:
    file = folder / "site.jsonl.gz"
    export_site(address, file)
    return file
