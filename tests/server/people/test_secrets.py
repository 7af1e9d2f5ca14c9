"""What leaves the server: no id of a person, no cookie, no hash, no password, no address."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.people.authenticator import Authenticator
from tests.server.people.town import BETTER, GOOD
from tests.server.site import LiveServer, Visitor
from wordsmith.store import SqliteStore


class Overhearing:
    """Everything that a visitor is answered."""

    def __init__(self, visitor: Visitor) -> None:
        self.heard: list[str] = []
        visitor.http.event_hooks = {"response": [self._hear]}

    def _hear(self, response: httpx.Response) -> None:
        response.read()
        told = [f"{name}: {value}" for name, value in response.headers.items()]
        told = [line for line in told if not line.startswith("set-cookie")]
        self.heard += [*told, response.text]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "site.sqlite3"


@pytest.fixture
def site(path: Path) -> Iterator[LiveServer]:
    with LiveServer(path) as live:
        yield live


def secrets_in(path: Path) -> set[str]:
    """Ids of persons and sessions, hashes and marks, as the store has them."""

    async def read() -> set[str]:
        store = SqliteStore(path)
        rows: list[Any] = []
        for sql in (
            "SELECT id FROM persons",
            "SELECT password FROM persons WHERE password IS NOT NULL",
            "SELECT id FROM sessions",
            "SELECT address FROM sessions WHERE address <> ''",
            "SELECT value FROM facts",
        ):
            rows += await store.rows(sql)
        await store.close()
        return {str(row[0]) for row in rows}

    return asyncio.run(read())


def live_through(site: LiveServer) -> tuple[list[str], set[str]]:
    """Two visitors do everything there is; what they were answered, and what only they know."""
    anna, boris = Visitor(site.address), Visitor(site.address)
    heard = [Overhearing(anna), Overhearing(boris)]
    cookies = set()
    anna.post("/api/me", {"name": "Анна", "language": "ru"})
    cookies |= {*anna.http.cookies.values()}
    anna.post("/api/me/register", {"login": "anna", "password": GOOD})
    cookies |= {*anna.http.cookies.values()}
    anna.http.post("/api/me/password", json={"old": "a wrong old one", "new": BETTER})
    anna.http.post("/api/login", json={"login": "nobody", "password": GOOD})
    body = {"variant": "friends", "seats": [{"kind": "human", "name": ""}, {"kind": "open"}]}
    table = anna.post("/api/tables", body)["table"]
    frames = []
    with anna.talk() as talk:
        gathering = talk.join(table)["gathering"]
        told = boris.get(f"/api/invitations/{gathering['invite']}")["gathering"]
        boris.post(
            f"/api/tables/{table}/sit",
            {
                "name": "Борис",
                "key": "0" * 32,
                "sheet": told["sheet"],
                "invite": gathering["invite"],
            },
        )
        state = talk.until(lambda got: got["type"] == "state")
        with boris.talk() as other:
            other.join(table)
            other.send(type="say", table=table, key="1" * 32, channel="table", to=None, text="hi")
            other.until(lambda got: got["type"] == "said")
            talk.act(state, state["view"]["viewer"], {"type": "resign"})
            other.until(lambda got: got["type"] == "state" and got["view"]["phase"] == "ended")
            frames += other.heard
        frames += talk.heard
    key = Authenticator(site.address)
    made = key.register(boris.post("/api/passkeys/options", {"login": "boris"}))
    boris.post("/api/passkeys", made)
    cookies |= {*boris.http.cookies.values()}
    for visitor in (anna, boris):
        for address in (
            *("/api/me", "/api/me/sessions", "/api/me/export.json", "/api/me/games.json"),
            *("/api/me/games.gcg", "/api/players/anna", "/api/players/boris", "/api/tables"),
            *(f"/api/tables/{table}/game.json", f"/api/tables/{table}/talk", "/api/lobby"),
            *("/api/health", "/api/notices/key", f"/api/tables/{table}/bag"),
        ):
            assert visitor.http.get(address).status_code == 200, address
        visitor.close()
    return [*frames, *heard[0].heard, *heard[1].heard], cookies


def test_no_id_cookie_or_hash_is_ever_told(site: LiveServer, path: Path) -> None:
    """Public bug group 32: an account id leaked as a display name (Netskrafl 6db0274).

    The marks of addresses are in one's own export, and told to nobody else.
    """
    heard, cookies = live_through(site)
    secrets = secrets_in(path) | cookies
    assert len(secrets) > 8
    marks = {secret for secret in secrets if len(secret) == 32}
    own = [text for text in heard if '"address_mark"' in text]
    others = [text for text in heard if text not in own]
    assert len(own) == 2
    for secret in secrets:
        assert not [text for text in others if secret in text]
        assert secret in marks or not [text for text in own if secret in text]


def test_no_log_has_a_password_a_cookie_or_an_id(
    site: LiveServer, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Security rule 11: no session and no secret in the logs."""
    with caplog.at_level(logging.INFO):
        _, cookies = live_through(site)
    ours = [one for one in caplog.records if not one.name.startswith(("httpx", "httpcore"))]
    logged = "\n".join([caplog.handler.format(one) for one in ours])
    for secret in {*secrets_in(path), *cookies, GOOD, BETTER, "a wrong old one"}:
        assert secret not in logged


def test_no_value_shows_its_secrets_when_it_is_printed(site: LiveServer, path: Path) -> None:
    """Security rule 11: what is logged by mistake says nothing."""

    async def printed() -> tuple[str, list[str]]:
        store = SqliteStore(path)
        from wordsmith.bus import MemoryBus
        from wordsmith.server.people.persons import Persons
        from wordsmith.server.people.sessions import Sessions

        ((person, password),) = await store.rows("SELECT id, password FROM persons")
        sessions = await Sessions(store, MemoryBus()).of(person)
        shown = f"{await Persons(store).find(person)!r} {sessions!r}"
        await store.close()
        return shown, [password, *[session.id for session in sessions]]

    anna = Visitor(site.address)
    anna.post("/api/me/register", {"login": "anna", "password": GOOD})
    anna.close()
    shown, secrets = asyncio.run(printed())
    assert "login='anna'" in shown
    assert not [secret for secret in secrets if secret in shown]
