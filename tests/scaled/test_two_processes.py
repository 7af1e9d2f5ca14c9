"""Two processes of one site over PostgreSQL and Redis: the same tables, the same people."""

from __future__ import annotations

import re
import secrets
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.bus.buses import redis_url
from tests.databases import empty_schema
from tests.scaled.processes import Process, same_visitor, server
from tests.server.site import Json, Talk, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASS = {"type": "pass"}
NEVER_OVER: Json = {
    "scoreless_limit": "1000",
    "scoreless_limit_at_zero": "1000",
    "seating": "agreed",
}


@dataclass(frozen=True)
class Site:
    """Two processes, and one browser that plays on both sides of a table, at each of them."""

    one: Process
    other: Process
    here: Visitor
    there: Visitor
    table: str


@contextmanager
def a_site(database: str, bus: str) -> Iterator[Site]:
    with (
        server(database, bus) as one,
        server(database, bus) as other,
        visited(one, other) as site,
    ):
        yield site


@contextmanager
def visited(one: Process, other: Process) -> Iterator[Site]:
    with closing(Visitor(one.address)) as here:
        table = here.new_table("friends", "Anna", "Boris", terms=None, **NEVER_OVER)
        with closing(same_visitor(here, other.address)) as there:
            yield Site(one, other, here, there, table)


@pytest.fixture(scope="module")
def pair(postgres_server: str) -> Iterator[tuple[Process, Process]]:
    """Two processes for all tests that leave them as they are."""
    with empty_schema(postgres_server) as database:
        bus = redis_url()
        with server(database, bus) as one, server(database, bus) as other:
            yield one, other


@pytest.fixture
def site(pair: tuple[Process, Process]) -> Iterator[Site]:
    with visited(*pair) as seen:
        yield seen


def nowhere() -> str:
    """A bus that does not answer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"redis://127.0.0.1:{free.getsockname()[1]}/0"


def shown(talk: Talk, version: int) -> tuple[Json, int]:
    """The state at a version, and how many pulses came before it."""
    before = len(talk.heard)
    state = talk.until(lambda got: got["type"] == "state" and got["version"] >= version)
    return state, sum('"pulse"' in frame for frame in talk.heard[before:])


def both_see_each_others_acts(site: Site, rounds: int) -> None:
    with site.here.talk() as near, site.there.talk() as far:
        state, _ = near.join(site.table), far.join(site.table)
        for _ in range(rounds):
            key = near.act(state, state["view"]["on_turn"], PASS)
            assert near.expect("ack")["key"] == key
            version = state["version"] + 1
            state, _ = shown(near, version)
            seen, _ = shown(far, version)
            assert seen["view"]["board"] == state["view"]["board"]
            assert seen["version"] == version
            key = far.act(seen, seen["view"]["on_turn"], PASS)
            assert far.expect("ack")["key"] == key
            state, _ = shown(near, version + 1)


def test_what_is_played_at_one_process_is_seen_at_the_other(site: Site) -> None:
    """Public bug groups 7 and 26: no process owns a table, and none shows an old one."""
    both_see_each_others_acts(site, 5)


def test_so_it_is_where_no_bus_answers_only_later(postgres: str) -> None:
    """A pulse later, and no more."""
    with a_site(postgres, nowhere()) as site:
        both_see_each_others_acts(site, 1)


def test_a_hint_comes_before_the_pulse(site: Site) -> None:
    pulses = []
    with site.here.talk() as near, site.there.talk() as far:
        state, _ = near.join(site.table), far.join(site.table)
        for _ in range(6):
            near.act(state, state["view"]["on_turn"], PASS)
            state, _ = shown(near, state["version"] + 1)
            _, beats = shown(far, state["version"])
            pulses.append(beats)
    assert pulses.count(0) > 3  # a pulse may fall between the two now and then


def test_of_two_who_act_at_once_at_two_processes_one_is_first(site: Site) -> None:
    """Group 11: two moves at one version."""
    with site.here.talk() as near, site.there.talk() as far:
        state, _ = near.join(site.table), far.join(site.table)
        for _ in range(20):
            seat, version = state["view"]["on_turn"], state["version"]
            near.act(state, seat, PASS)
            far.act(state, seat, PASS)
            answers = [
                talk.until(lambda got: got["type"] in ("ack", "stale", "refused", "error"))
                for talk in (near, far)
            ]
            assert sorted(answer["type"] for answer in answers) == ["ack", "stale"]
            state, _ = shown(near, version + 1)
            shown(far, version + 1)
            assert state["version"] == version + 1


def test_when_a_process_is_killed_its_players_play_on_at_the_other(postgres: str) -> None:
    """Groups 1, 2 and 9: an act that was not answered is sent again with its key, and is one."""
    with a_site(postgres, redis_url()) as site:
        with site.here.talk() as near:
            state = near.join(site.table)
            key = secrets.token_hex(16)
            near.act(state, state["view"]["on_turn"], PASS, key)
            near.expect("ack")
            site.one.kill()
        with site.there.talk() as far:
            far.act(state, state["view"]["on_turn"], PASS, key)  # as if the answer was lost
            assert far.expect("ack")["version"] == state["version"] + 1
            again = far.join(site.table)
            assert again["version"] == state["version"] + 1
            far.act(again, again["view"]["on_turn"], PASS)
            far.expect("ack")
        assert site.other.end() == -signal.SIGTERM
        assert not [line for line in site.other.log if "Traceback" in line]


def test_who_logs_out_at_one_process_is_out_at_the_other(site: Site) -> None:
    """Group 33: a session that has ended opens no line, and those that are open are closed."""
    body = {"login": "anna", "password": "seven brass lanterns"}
    site.here.post("/api/me/register", body)  # with a session of its own
    with closing(same_visitor(site.here, site.other.address)) as there, there.talk() as far:
        far.join(site.table)
        site.here.post("/api/logout", {})
        with pytest.raises(ConnectionClosed) as closed:
            far.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001


def test_bots_of_the_site_think_in_its_worker(tmp_path: Path) -> None:
    bus, database = redis_url(), str(tmp_path / "games.sqlite3")
    thought = re.compile(r'thoughts_total\{outcome="answered",where="worker"\} [1-9]')
    with (
        Process("worker", "--processes", "1", WORDSMITH_BUS=bus),
        server(database, bus) as one,
        closing(Visitor(one.address)) as here,
    ):
        for _ in range(50):  # the first is thought here, if the worker was not heard yet
            table = here.front("friends", fresh=True)
            with here.talk() as near:
                near.join(table)
                near.until(lambda got: got["type"] == "state" and got["version"] > 1)
            numbers = httpx.get(one.address + "/metrics").text
            if thought.search(numbers):
                break
        assert thought.search(numbers)


def test_tables_that_cannot_be_made_stop_a_process_with_one_line(postgres_server: str) -> None:
    address = postgres_server.rpartition("/")[0] + "/no_such_database"
    line = [sys.executable, "-m", "wordsmith", "serve", "--port", "0", "--no-open"]
    done = subprocess.run(
        [*line, "--database", address], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no_such_database" in done.stderr
    assert done.stderr.count("\n") == 1
