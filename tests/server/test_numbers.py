"""``/metrics``, ``/api/health``, ``/api/ready``: for whoever runs the site."""

import re
import socket
from pathlib import Path
from typing import NoReturn

import httpx
import pytest
from starlette.requests import Request

from tests.server.site import LiveServer, Visitor, quick
from wordsmith.bus import RedisBus
from wordsmith.server import Settings
from wordsmith.server.http.numbers import may_read
from wordsmith.store import StoreUnavailable

HERE, AFAR = ("127.0.0.1", 5000), ("198.51.100.7", 5000)


def asked(client: tuple[str, int] | None = HERE, **headers: str) -> Request:
    named = {"host": "127.0.0.1:8765", **headers}
    pairs = [(name.replace("_", "-").encode(), text.encode()) for name, text in named.items()]
    return Request({"type": "http", "client": client, "headers": pairs})


@pytest.mark.parametrize(
    ("request_", "allowed"),
    [
        (asked(), True),
        (asked(host="localhost"), True),
        (asked(("::1", 1), host="[::1]:8765"), True),
        (asked(AFAR), False),
        (asked(None), False),
        (asked(host="evil.example"), False),  # a foreign name that leads here
        (asked(host="[::1"), False),
        (asked(x_forwarded_for="198.51.100.7"), False),  # passed on by a proxy nobody trusts
        (asked(forwarded="for=198.51.100.7"), False),
        (asked(AFAR, authorization="Bearer "), False),
        (asked(AFAR, authorization="Bearer x"), False),
        (asked(authorization="Bearer x"), True),  # from here, whatever it says
    ],
)
def test_without_a_token_only_this_machine_reads_the_numbers(
    request_: Request, *, allowed: bool
) -> None:
    assert may_read(request_, Settings()) == allowed


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("Bearer s3cret", True),
        ("bearer  s3cret ", True),
        ("Bearer s3cre", False),
        ("Bearer é", False),
        ("Basic s3cret", False),
        ("", False),
    ],
)
def test_with_the_token_they_are_read_from_anywhere(said: str, *, allowed: bool) -> None:
    settings = Settings(metrics_token="s3cret")
    assert may_read(asked(AFAR, authorization=said), settings) == allowed


def test_behind_a_trusted_proxy_its_word_counts() -> None:
    """uvicorn has put the visitor's own address in the place of the proxy's by then."""
    settings = Settings(trusted_proxies=("127.0.0.1",))
    assert not may_read(asked(AFAR, x_forwarded_for="198.51.100.7"), settings)
    assert may_read(asked(HERE, x_forwarded_for="127.0.0.1"), settings)


def test_the_numbers_are_those_of_prometheus(server: LiveServer, visitor: Visitor) -> None:
    answer = visitor.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "wordsmith_bus_up 1.0" in answer.text
    for name in ("moves_stored_total", "act_seconds_bucket", "sockets", "tables_loaded"):
        assert f"wordsmith_{name}" in answer.text
    assert visitor.http.get("/metrics", headers={"host": "evil.example"}).status_code == 403
    assert not visitor.http.cookies


def test_machines_that_ask_every_few_seconds_are_not_remembered(
    server: LiveServer, visitor: Visitor
) -> None:
    for path in ("/api/health", "/api/ready", "/metrics"):
        assert "set-cookie" not in visitor.http.get(path).headers


def test_a_site_is_ready_while_its_store_and_its_bus_answer(
    server: LiveServer, visitor: Visitor
) -> None:
    assert visitor.get("/api/ready") == visitor.get("/api/health")


def test_a_site_whose_bus_is_silent_is_alive_but_not_ready(tmp_path: Path) -> None:
    pytest.importorskip("redis")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bus = RedisBus(f"redis://127.0.0.1:{port}")
    with LiveServer(tmp_path / "games.sqlite3", bus=bus) as live:
        assert httpx.get(live.address + "/api/health").status_code == 200
        told = httpx.get(live.address + "/api/ready")
        assert told.status_code == 503
        detail = {"store": True, "bus": False}
        assert told.json() == {"error": "unavailable", "detail": detail}
        assert "wordsmith_bus_up 0.0" in httpx.get(live.address + "/metrics").text


def test_behind_a_trusted_proxy_limits_are_by_the_visitors_address(tmp_path: Path) -> None:
    """And what somebody says himself in front of the proxy's word is not believed."""
    settings = quick(new_tables=1, trusted_proxies=("127.0.0.1",))
    with LiveServer(tmp_path / "games.sqlite3", settings) as live:

        def status(said: str) -> int:
            headers = {"origin": live.address, "x-forwarded-for": said}
            body = {"variant": "friends", "fresh": False}
            return httpx.post(live.address + "/api/front", json=body, headers=headers).status_code

        assert status("198.51.100.7") == 200
        assert status("198.51.100.7") == 429
        assert status("203.0.113.5, 198.51.100.7") == 429
        assert status("198.51.100.8") == 200


def test_without_one_nobody_can_give_himself_another_address(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "games.sqlite3", quick(new_tables=1)) as live:
        told = []
        for said in ("198.51.100.7", "198.51.100.8"):
            headers = {"origin": live.address, "x-forwarded-for": said}
            body = {"variant": "friends", "fresh": False}
            answer = httpx.post(live.address + "/api/front", json=body, headers=headers)
            told.append(answer.status_code)
        assert told == [200, 429]


def test_a_store_that_does_not_answer_makes_a_site_unready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_sql: str, *_values: object) -> NoReturn:
        raise StoreUnavailable("no answer")

    with LiveServer(tmp_path / "games.sqlite3") as live:
        monkeypatch.setattr(live.house.store, "rows", silent)
        told = httpx.get(live.address + "/api/ready")
        assert told.status_code == 503
        assert told.json()["detail"] == {"store": False, "bus": True}
        monkeypatch.undo()
        assert httpx.get(live.address + "/api/ready").status_code == 200


def test_what_is_refused_is_counted_by_its_code(server: LiveServer, visitor: Visitor) -> None:
    def count(code: str) -> float:
        text = visitor.http.get("/metrics").text
        found = re.search(rf'^wordsmith_refusals_total{{code="{code}"}} (\S+)$', text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    before = count("unknown_table"), count("not_on_turn")
    assert visitor.http.get("/api/tables/nowhere/game.json").status_code == 404
    table = visitor.new_table("friends", "Anna", "Boris", seating="agreed")
    with visitor.talk() as talk:
        state = talk.join(table)
        talk.act(state, 1 - state["view"]["on_turn"], {"type": "pass"})
        talk.until(lambda got: got["type"] == "refused")
    assert (count("unknown_table"), count("not_on_turn")) == (before[0] + 1, before[1] + 1)
