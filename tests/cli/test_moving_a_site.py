"""``export``, ``import`` and ``migrate`` as an administrator types them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.databases import run_apart
from tests.store.rows import ANNA, new_table
from wordsmith.store import SqliteStore, Statement, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Outcome

A_PERSON = Statement("INSERT INTO persons (id, since_ms) VALUES ($1, 1)", (ANNA,))


async def _site(address: str) -> None:
    store = open_store(address)
    for name in ("t1", "t2"):
        await store.create(new_table(name))
    await store.write(A_PERSON)
    await store.close()


def test_a_site_is_moved_to_postgresql_and_back(
    command: Callable[..., Outcome], postgres: str, tmp_path: Path
) -> None:
    site, file = str(tmp_path / "games.sqlite3"), str(tmp_path / "site.jsonl.gz")
    run_apart(_site(site))
    told = command("export", file, "--database", site)
    assert (told.status, told.err) == (0, "")
    assert told.out == f"The site {site} is in {file}: 2 tables, 1 person.\n"
    told = command("import", file, "--database", postgres, "--language", "ru")
    assert told.status == 0, told.err
    assert told.out.endswith("2 стола, 1 человек.\n")
    assert "search_path" not in told.out
    back, other = str(tmp_path / "back.gz"), str(tmp_path / "other.sqlite3")
    assert command("export", back, "--db", postgres).status == 0
    assert command("import", back, "--db", f"sqlite:///{other}").status == 0

    async def tables() -> int:
        store = SqliteStore(other)
        found = await store.tables_of(ANNA)
        await store.close()
        return len(found)

    assert asyncio.run(tables()) == 2


def test_what_cannot_be_moved_is_refused_in_one_line(
    command: Callable[..., Outcome], tmp_path: Path
) -> None:
    site, file = str(tmp_path / "games.sqlite3"), str(tmp_path / "site.jsonl.gz")
    told = command("export", file, "--database", site)
    assert (told.status, told.out) == (2, "")
    assert told.err == f"wordsmith: {site}: there is no such file\n"
    run_apart(_site(site))
    assert command("export", file, "--database", site).status == 0
    told = command("import", file, "--database", site)
    assert told.status == 2
    assert told.err.count("\n") == 1
    assert "in use" in told.err
    told = command("import", site, "--database", str(tmp_path / "other.sqlite3"))
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert not (tmp_path / "other.sqlite3").exists()


def test_a_site_is_brought_up_before_it_is_served(
    command: Callable[..., Outcome], postgres: str, tmp_path: Path
) -> None:
    for address in (postgres, str(tmp_path / "games.sqlite3")):
        for _ in range(2):
            told = command("migrate", "--database", address)
            assert (told.status, told.err) == (0, "")
            assert "are those of this version" in told.out


def test_the_address_of_the_site_may_stand_in_the_environment(
    command: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WORDSMITH_DATABASE", str(tmp_path / "games.sqlite3"))
    assert command("migrate").status == 0
    assert (tmp_path / "games.sqlite3").exists()


def test_a_password_is_not_shown(command: Callable[..., Outcome]) -> None:
    told = command("migrate", "--database", "postgresql://anna:secret@127.0.0.1:1/games")
    assert told.status == 2
    assert "secret" not in told.out + told.err
    assert "does not answer" in told.err
