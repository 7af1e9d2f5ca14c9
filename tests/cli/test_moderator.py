"""``moderator``: appointed from the command line, by whoever runs the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pyotp

from tests.databases import run_apart
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.moderation.factor import SecondFactor
from wordsmith.store import open_store
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


async def _with_account(address: str) -> None:
    store = open_store(address)
    await store.open()
    sql = "INSERT INTO persons (id, since_ms, login) VALUES ('p', 1, 'molly')"
    await store.write(Statement(sql))
    await store.close()


async def _takes(address: str, secret: str) -> None:
    store = open_store(address)
    await store.open()
    await SecondFactor(store, Quotas()).demand("p", pyotp.TOTP(secret).now())
    await store.close()


def test_whoever_is_appointed_has_a_second_factor_that_is_shown_once(
    command: Command, database: str
) -> None:
    run_apart(_with_account(database))
    told = command("moderator", "add", "Molly", "--database", database)
    assert told.status == 0, told.err
    secret = re.search(r"[A-Z2-7]{32}", told.out)
    assert secret is not None
    uri = urlsplit(told.out.strip().splitlines()[-1])
    assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
    assert parse_qs(uri.query)["secret"] == [secret[0]]
    run_apart(_takes(database, secret[0]))
    listed = command("moderator", "list", "--database", database)
    assert listed.out.split() == ["molly"]
    assert secret[0] not in listed.out


def test_whoever_is_dismissed_is_no_moderator_any_more(command: Command, database: str) -> None:
    run_apart(_with_account(database))
    command("moderator", "add", "molly", "--database", database)
    assert command("moderator", "remove", "molly", "--database", database).status == 0
    assert command("moderator", "list", "--database", database).out == ""
    again = command("moderator", "remove", "molly", "--database", database)
    assert (again.status, again.out) == (2, "")
    assert "molly" in again.err


def test_only_an_account_can_be_appointed(command: Command, database: str) -> None:
    for login in ("nobody", "!"):
        told = command("moderator", "add", login, "--database", database)
        assert (told.status, told.out) == (2, "")
        assert login in told.err
        assert "Traceback" not in told.err


def test_a_site_that_is_not_there_is_not_made(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite3"
    told = command("moderator", "add", "molly", "--database", str(path))
    assert told.status == 2
    assert "no site" in told.err
    assert not path.exists()
