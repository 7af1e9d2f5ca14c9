"""The interface as its own document tells it: no answer that is not in it, and no fault at all.

Public bug group 36 (what the page does not offer is asked for by editing it): whatever is asked is
judged by the server.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.site import LiveServer, Visitor, quick
from wordsmith.bus import MemoryBus
from wordsmith.server.house import House
from wordsmith.server.http.api import operations
from wordsmith.server.live.hall import Hall
from wordsmith.server.messages.refusal import STATUSES
from wordsmith.store import SqliteStore

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    database = tmp_path_factory.mktemp("openapi") / "games.sqlite3"
    with LiveServer(database, quick(new_tables=1_000_000, changes=1_000_000)) as live:
        yield live


@pytest.fixture(scope="module")
def document(site: LiveServer) -> dict[str, Any]:
    told: dict[str, Any] = httpx.get(f"{site.address}/api/openapi.json").json()
    return told


@pytest.fixture(scope="module")
def interface(document: dict[str, Any]) -> Any:
    return schemathesis.openapi.from_dict(document)


def offered() -> list[tuple[str, str]]:
    """Every operation of a site; it is not opened for that."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "games.sqlite3"), MemoryBus(), quick())
        return [(one.method, one.path) for one in operations(house, Hall(house))]


@pytest.mark.parametrize(("method", "path"), offered())
def test_whatever_is_asked_is_answered_as_the_document_says(
    site: LiveServer, interface: Any, method: str, path: str
) -> None:
    @given(case=interface[path][method].as_strategy())
    @settings(max_examples=20, deadline=None, suppress_health_check=QUIET, derandomize=True)
    def ask(case: schemathesis.Case[Any]) -> None:
        headers = {"origin": site.address}
        case.call_and_validate(base_url=site.address, headers=headers, checks=CHECKS, timeout=20)

    ask()


def test_every_operation_is_in_the_document(site: LiveServer, document: dict[str, Any]) -> None:
    offered = {(one.path, one.method.lower()) for one in operations(site.house, site.hall)}
    told = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert told == offered


def test_every_operation_says_what_it_is_for_and_has_a_name_of_its_own(
    document: dict[str, Any],
) -> None:
    told = [one for methods in document["paths"].values() for one in methods.values()]
    assert all(one["summary"] for one in told)
    names = [one["operationId"] for one in told]
    assert len(set(names)) == len(names)


def test_every_address_is_in_the_contract(document: dict[str, Any]) -> None:
    contract = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    for path in document["paths"]:
        assert path in contract or path.rpartition("/")[2] in contract, path


def test_every_code_has_its_status(site: LiveServer) -> None:
    for operation in operations(site.house, site.hall):
        assert set(operation.refusals) <= set(STATUSES), operation.path


def test_what_is_really_asked_is_answered_as_the_document_says(
    site: LiveServer, interface: Any
) -> None:
    """Random questions mostly meet a refusal; here is one good answer of everything at a table."""
    visitor, guest = Visitor(site.address), Visitor(site.address)
    table = visitor.new_table("friends", "Anna", "?", terms={"listed": True})
    with visitor.talk() as talk:
        gathering = talk.join(table)["gathering"]
    invitation = f"/api/invitations/{gathering['invite']}"
    sit = {"name": "Boris", "key": "a" * 32, "sheet": gathering["sheet"]}
    asked: list[tuple[Visitor, str, str, str, Any]] = [
        (visitor, "GET", "/api/catalogue", "/api/catalogue", None),
        (visitor, "GET", "/api/health", "/api/health", None),
        (visitor, "GET", "/api/ready", "/api/ready", None),
        (guest, "GET", "/api/lobby", "/api/lobby?variant=friends&seats=2", None),
        (guest, "GET", "/api/invitations/{invite}", invitation, None),
        (guest, "GET", "/api/invitations/{invite}/qr.svg", f"{invitation}/qr.svg", None),
        (guest, "POST", "/api/tables/{table}/sit", f"/api/tables/{table}/sit", sit),
        (visitor, "GET", "/api/tables", "/api/tables", None),
        (visitor, "GET", "/api/next", "/api/next", None),
        (visitor, "GET", "/api/tables/{table}/talk", f"/api/tables/{table}/talk", None),
        (visitor, "GET", "/api/tables/{table}/bag", f"/api/tables/{table}/bag", None),
        (visitor, "GET", "/api/tables/{table}/game.json", f"/api/tables/{table}/game.json", None),
        (visitor, "GET", "/api/tables/{table}/game.gcg", f"/api/tables/{table}/game.gcg", None),
        (
            visitor,
            "GET",
            "/api/words/{variant}/{word}",
            f"/api/words/friends/a?table={table}",
            None,
        ),
        (visitor, "GET", "/api/me", "/api/me", None),
        (visitor, "GET", "/api/me/sessions", "/api/me/sessions", None),
        (visitor, "GET", "/api/me/export.json", "/api/me/export.json", None),
    ]
    for who, method, path, address, body in asked:
        response = who.http.request(method, address, json=body)
        assert response.status_code == 200, (path, response.text)
        interface[path][method].validate_response(response)
    visitor.close()
    guest.close()
