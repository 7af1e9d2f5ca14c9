"""An address says which store is meant."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.databases import migrate_here
from wordsmith.store import SqliteStore, StoreError, is_postgres, open_store, shown

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize("address", ["games.db", "sqlite:///games.db", "./games.db"])
async def test_a_path_means_a_file_beside_us(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store(address)
    assert isinstance(store, SqliteStore)
    assert (tmp_path / "games.db").exists()
    await store.close()


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
async def test_a_whole_path_means_that_file(form: str, tmp_path: Path) -> None:
    store = open_store(form.format(tmp_path / "my games.db"))
    assert (tmp_path / "my games.db").exists()
    await store.close()


async def test_signs_of_an_address_may_be_written_by_their_codes(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/my%20games.db")
    assert (tmp_path / "my games.db").exists()
    await store.close()


@pytest.mark.parametrize("address", ["postgresql://a@b/c", "postgres://a@b/c"])
def test_postgresql_is_known_by_its_scheme(address: str) -> None:
    assert is_postgres(address)


@pytest.mark.parametrize("address", ["mysql://a@b/c", "http://games.db", "sqlite://games.db"])
def test_an_address_of_no_known_store_is_refused_with_those_that_are(address: str) -> None:
    with pytest.raises(StoreError, match="sqlite:///FILE") as refusal:
        open_store(address)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("module", "use"), [("asyncpg", open_store), ("alembic", migrate_here)])
def test_a_missing_library_is_told_with_what_installs_it(
    module: str, use: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("wordsmith.store.")]:
        if "postgres" in name or "migrating" in name:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(StoreError, match=rf"{module}.*wordsmith\[scaled\]") as refusal:
        use("postgresql://nobody@127.0.0.1:1/nothing")
    assert "\n" not in str(refusal.value)


def test_an_address_is_shown_without_its_password() -> None:
    assert shown("postgresql://anna:secret@host:5433/games?sslmode=require") == (
        "postgresql://anna@host:5433/games"
    )
    assert shown("sqlite:////var/games.db") == "/var/games.db"
