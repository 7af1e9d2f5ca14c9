"""A copy made while the site is served is whole, and is of one moment."""

import asyncio
import stat
import sys
from pathlib import Path

import apsw
import pytest

from tests.store.rows import ON, command, new_table
from wordsmith.store import SqliteStore, StoreError
from wordsmith.store.backup import back_up


def test_a_copy_made_under_load_is_sound_and_has_no_gap(tmp_path: Path) -> None:
    async def scene() -> list[int]:
        store = SqliteStore(tmp_path / "games.sqlite3")
        await store.create(new_table())

        async def play() -> None:
            for seq in range(2, 400):
                await store.append(command(seq), ON)

        playing = asyncio.create_task(play())
        versions = []
        for number in range(3):
            await asyncio.sleep(0.02)
            target = tmp_path / f"copy{number}.sqlite3"
            await asyncio.to_thread(back_up, tmp_path / "games.sqlite3", target)
            copy = SqliteStore(target)
            rows = await copy.read("t1")
            table = await copy.table("t1")
            assert table is not None
            assert [row.seq for row in rows] == list(range(1, table.version + 1))
            versions.append(table.version)
            await copy.close()
        await playing
        await store.close()
        return versions

    versions = asyncio.run(scene())
    assert versions == sorted(versions)
    assert versions[-1] > 1


def test_it_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.sqlite3").close())
    folder = tmp_path / "copies"
    folder.mkdir()
    back_up(tmp_path / "games.sqlite3", folder / "copy.sqlite3")
    assert [file.name for file in folder.iterdir()] == ["copy.sqlite3"]
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "copy.sqlite3").stat().st_mode) == 0o600


def test_nothing_is_written_over(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.sqlite3").close())
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(StoreError, match="is there already"):
        back_up(tmp_path / "games.sqlite3", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "precious"


def test_what_is_not_there_or_is_no_database_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        back_up(tmp_path / "nothing", tmp_path / "copy")
    (tmp_path / "text").write_text("no database " * 100)
    with pytest.raises(StoreError):
        back_up(tmp_path / "text", tmp_path / "copy")
    with pytest.raises(StoreError, match="no backup was made"):
        back_up(tmp_path / "text", tmp_path / "no folder" / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_damaged_file_is_not_taken_for_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"

    async def fill() -> None:
        store = SqliteStore(path)
        await store.create(new_table())
        for seq in range(2, 300):
            await store.append(command(seq, "x" * 40 + str(seq)), ON)
        await store.close()

    asyncio.run(fill())
    content = bytearray(path.read_bytes())
    page = 4096
    for number in range(20, len(content) // page):  # past the schema
        content[number * page : number * page + 200] = b"\xff" * 200
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        back_up(path, tmp_path / "copy")
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == []
    assert apsw.sqlite_lib_version()
