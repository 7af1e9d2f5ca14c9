"""A file that the first version of the program wrote is brought up, and nothing in it is lost."""

import gzip
import json
import re
from pathlib import Path

import apsw
import pytest

from tests.store.rows import ON, command
from wordsmith.server.tables.ledger import TableSettings
from wordsmith.store import Place, SqliteStore, Stored, migrate
from wordsmith.store.schema import connect
from wordsmith.store.steps import VERSION

pytestmark = pytest.mark.anyio

OLD = Path(__file__).parent / "data" / "site_of_step_1.sqlite3.gz"
ANNA = "55579b557896d0ce1764c47fed644f9b35f58bad620674af23f356d80ed0c503"
BORIS = "0df89317e02535902d116be0f27294a75145339bf4af53fb35131aea8071a0e1"
FRONT, OVER, THREE = "4w7vwLc9QuyQ", "lL6Ht6zUbDS_", "sivalJUhqK2t"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path


def _all(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    rows = list(connection.execute(sql))
    connection.close()
    return rows


async def test_every_command_of_an_old_file_is_there_unchanged(path: Path) -> None:
    asked = "SELECT table_id, seq, at_ms, seat, key, action, events FROM commands ORDER BY 1, 2"
    before = _all(path, asked)
    store = SqliteStore(path)
    assert list(await store.rows(asked)) == before
    assert len(before) == 7
    await store.close()


async def test_old_tables_stand_as_they_stood(path: Path) -> None:
    store = SqliteStore(path)
    front, over, three = [await store.table(name) for name in (FRONT, OVER, THREE)]
    assert front is not None
    assert over is not None
    assert three is not None
    assert [row.standing.phase for row in (front, over, three)] == ["playing", "ended", "playing"]
    assert [row.version for row in (front, over, three)] == [1, 3, 3]
    assert [row.front for row in (front, over, three)] == [True, False, False]
    assert three.places == (Place(BORIS), Place(BORIS), Place(None))
    assert json.loads(over.settings)["seats"][1]["name"] == "Pyotr"
    assert {row.table for row in await store.tables_of(ANNA)} == {FRONT, OVER}
    assert set(await store.bots_due()) == {FRONT, THREE}
    assert list(await store.lobby()) == []
    assert await store.append(command(2, table=FRONT), ON) == Stored(2)
    await store.close()


async def test_an_old_guest_is_a_person_with_a_session(path: Path) -> None:
    store = SqliteStore(path)
    persons = await store.rows("SELECT id, since_ms, name, login FROM persons ORDER BY since_ms")
    assert persons == [(ANNA, 1_700_000_000_000, "", None), (BORIS, 1_700_000_001_000, "", None)]
    sessions = await store.rows("SELECT id, person, since_ms FROM sessions ORDER BY since_ms")
    assert sessions == [(ANNA, ANNA, 1_700_000_000_000), (BORIS, BORIS, 1_700_000_001_000)]
    await store.close()


def test_an_old_file_and_a_new_one_have_the_same_tables(path: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.sqlite3"
    for file in (path, fresh):
        connect(file, writing=True).close()
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    assert _bare(_all(path, schema)) == _bare(_all(fresh, schema))
    assert _all(path, "PRAGMA user_version") == [(VERSION,)]
    assert _all(path, "PRAGMA foreign_key_check") == []
    assert _all(path, "PRAGMA integrity_check") == [("ok",)]


def _bare(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Without comments and spaces, which are as they were when a table was made."""
    return [tuple(re.sub(r"--.*|\s+", "", str(value)) for value in row) for row in rows]


def test_bringing_a_file_up_twice_changes_nothing(path: Path) -> None:
    migrate(path)
    before = _all(path, "SELECT * FROM persons ORDER BY id")
    migrate(path)
    assert _all(path, "SELECT * FROM persons ORDER BY id") == before


def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {2: "ALTER TABLE guests RENAME TO persons;\nCREATE TABLE tables (\n    id TEXT\n);\n"}
    with monkeypatch.context() as patched:
        patched.setattr("wordsmith.store.schema.STEPS", broken)
        with pytest.raises(Exception, match="already exists"):
            migrate(path)
    assert _all(path, "PRAGMA user_version") == [(1,)]
    assert len(_all(path, "SELECT * FROM guests")) == 2
    migrate(path)
    assert len(_all(path, "SELECT * FROM persons")) == 2


def test_the_settings_of_old_tables_are_still_read(path: Path) -> None:
    import msgspec

    for (settings,) in _all(path, "SELECT settings FROM tables"):
        read = msgspec.json.decode(str(settings), type=TableSettings)
        assert read.load_variant().rules is not None
