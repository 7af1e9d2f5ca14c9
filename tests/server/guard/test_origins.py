"""Security rules 2 and 3: only a page of this site changes anything, and no GET does."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from starlette.routing import Route

from tests.server.site import LiveServer, Visitor
from wordsmith.server.guard.origins import Origins
from wordsmith.server.http.api import operations
from wordsmith.store import SqliteStore


def asking(host: str = "localhost:8000", scheme: str = "http", **headers: str) -> HTTPConnection:
    told = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return HTTPConnection(
        {
            "type": "http",
            "scheme": scheme,
            "path": "/",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in told.items()],
            "server": ("127.0.0.1", 8000),
        }
    )


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://192.168.1.7", "192.168.1.7", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://localhost.evil.example", "localhost.evil.example", False),
        ("http://evil.example", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("", "", False),
        ("http://[", "[", False),
    ],
)
def test_without_a_public_address_only_this_machine_speaks_to_itself(
    origin: str, host: str, *, allowed: bool
) -> None:
    """Security rule 3: an unset list of origins refuses (liwords accepts all)."""
    assert Origins().allow(asking(host, origin=origin)) == allowed


def test_what_comes_from_no_page_is_refused() -> None:
    """Security rule 2."""
    assert not Origins().allow(asking())
    assert not Origins().allow(asking(sec_fetch_site="same-origin"))


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://play.example.org", True),
        ("http://play.example.org", False),
        ("https://play.example.org:444", False),
        ("https://play.example.org.evil.example", False),
        ("http://localhost:8000", False),
    ],
)
def test_with_a_public_address_only_that_is_allowed(origin: str, *, allowed: bool) -> None:
    """Security rule 3: an exact match against the configured origins."""
    origins = Origins(frozenset({"https://play.example.org"}))
    assert origins.allow(asking(origin=origin)) == allowed


@pytest.mark.parametrize(
    ("site", "allowed"),
    [("same-origin", True), ("same-site", False), ("cross-site", False), ("none", False)],
)
def test_a_browser_that_says_it_comes_from_elsewhere_is_believed(
    site: str, *, allowed: bool
) -> None:
    """Security rule 2: ``Sec-Fetch-Site`` and ``Origin``, both."""
    asked = asking(origin="http://localhost:8000", sec_fetch_site=site)
    assert Origins().allow(asked) == allowed


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("guard") / "site.sqlite3"


@pytest.fixture(scope="module")
def site(path: Path) -> Iterator[LiveServer]:
    with LiveServer(path) as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


def changing(site: LiveServer) -> list[str]:
    """Every address of the application that takes an unsafe method."""
    app: Any = site._server.config.app
    paths = [
        route.path
        for route in app.routes
        if isinstance(route, Route) and (route.methods or set()) - {"GET", "HEAD"}
    ]
    assert len(paths) > 20
    return paths


LETTERS_MAY = "/api/notices/unsubscribe/"
"""Asked by programs that read mail, which have no page; its address is a secret."""


def test_no_address_changes_anything_for_a_page_of_another_site(
    site: LiveServer, anna: Visitor
) -> None:
    """Security rule 2: every unsafe method of every route, whatever else is right with it."""
    anna.get("/api/me")
    foreign: list[dict[str, str]] = [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": site.address, "sec-fetch-site": "cross-site"},
        {"origin": site.address, "sec-fetch-site": "same-site"},
    ]
    for address in changing(site):
        if address.startswith(LETTERS_MAY):
            continue
        filled = address.replace("{table}", "t1").replace("{group}", "g1")
        for headers in foreign:
            response = anna.http.post(filled, headers=headers, json={})
            assert (response.status_code, response.json()["error"]) == (403, "bad_origin"), address
        bare = httpx.post(f"{site.address}{filled}", json={}, cookies=dict(anna.http.cookies))
        assert (bare.status_code, bare.json()["error"]) == (403, "bad_origin"), address


def test_no_other_method_is_taken(site: LiveServer, anna: Visitor) -> None:
    """Security rule 2: what is not looked at cannot be asked."""
    for method in ("PUT", "PATCH", "DELETE"):
        for address in ("/api/me", "/api/tables", "/api/login"):
            assert anna.http.request(method, address, json={}).status_code in (404, 405)


def contents(path: Path) -> str:
    """Everything in the file, but for when sessions were last seen and signs of life."""

    async def read() -> str:
        store = SqliteStore(path)
        tables = await store.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        told = {}
        for (table,) in tables:
            if table in ("sessions", "alive"):
                told[table] = (
                    [] if table == "alive" else await store.rows("SELECT id FROM sessions")
                )
            else:
                told[table] = await store.rows(f"SELECT * FROM {table}")
        await store.close()
        return json.dumps(told, sort_keys=True)

    return asyncio.run(read())


def test_nothing_is_changed_by_looking(site: LiveServer, anna: Visitor, path: Path) -> None:
    """Security rule 2: no state change on GET."""
    table = anna.new_table("classic", "Анна", "Борис")
    anna.post("/api/me/register", {"login": "anna", "password": "лодка у причала 7"})
    anna.get("/api/notices/key")  # made by whoever asks first, once
    fill: dict[str, Any] = {
        "table": table,
        "variant": "classic",
        "word": "HOUSE",
        "login": "anna",
        "group": "g1",
        "invite": "i1",
    }
    looked = 0
    before = contents(path)
    for operation in operations(site.house, site.hall):
        if operation.method == "GET":
            response = anna.http.get(operation.path.format(**fill))
            assert response.status_code < 500, operation.path
            looked += response.status_code == 200
    for page in ("/", f"/t/{table}", "/me", "/login", "/rules"):
        anna.http.get(page)
    assert looked > 8
    assert contents(path) == before
