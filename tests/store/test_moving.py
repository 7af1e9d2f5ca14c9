"""A whole site goes through one file into another database, and nothing is lost or changed."""

from __future__ import annotations

import asyncio
import stat
from typing import TYPE_CHECKING

import pytest

from tests.databases import migrate_here, run_apart
from tests.store.rows import ON, command, new_table
from tests.store.sites import everything, exported, fill
from wordsmith.store import Statement, StoreError, open_store
from wordsmith.store.moving import export_site, import_site

if TYPE_CHECKING:
    from pathlib import Path


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
    import_site(exported(site, tmp_path), postgres)

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
    file = exported(address, tmp_path)
    assert set(import_site(file, str(tmp_path / "other.sqlite3")).values()) == {0}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_site_in_use_is_not_written_over(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    other = str(tmp_path / "other.sqlite3")
    run_apart(fill(other))
    file = exported(other, tmp_path)
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
    import_site(exported(site, tmp_path), database)
    assert everything(database)["facts"] == everything(site)["facts"]


def test_a_file_is_not_written_over(site: str, tmp_path: Path) -> None:
    file = tmp_path / "letters.gz"
    file.write_text("Dear Anna")
    with pytest.raises(StoreError, match="is there already"):
        export_site(site, file)
    assert file.read_text() == "Dear Anna"


def test_nobody_else_may_read_the_file(site: str, tmp_path: Path) -> None:
    assert stat.S_IMODE(exported(site, tmp_path).stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_told(site: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        export_site(site, tmp_path / "nowhere" / "site.gz")


def test_what_isexported_is_the_site_at_one_moment(database: str, tmp_path: Path) -> None:
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


def test_a_site_that_is_not_there_or_not_of_this_version_is_notexported(
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
