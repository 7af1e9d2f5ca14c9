"""The server as a program: how it starts, and how it says that it cannot."""

import asyncio
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import httpx
import pytest

from tests.server.site import LiveServer
from wordsmith.lexicon import _graph
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.run import CannotListen, _address, _listen, serve
from wordsmith.store import SqliteStore, StoreError
from wordsmith.store.writer import _Job

SCRIPT = """
import sys
from wordsmith.server.run import serve
serve("127.0.0.1", 0, sys.argv[1], ready=lambda address: print(address, flush=True))
print("ended", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_its_address_answers_and_ends_when_it_is_told_to(
    tmp_path: Path, number: signal.Signals
) -> None:
    arguments = [sys.executable, "-c", SCRIPT, str(tmp_path / "games.sqlite3")]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        address = server.stdout.readline().strip()
        assert httpx.get(address + "/api/health").status_code == 200
        server.send_signal(number)
        rest, errors = server.stdout.read(), server.stderr.read()
        status = server.wait()
    assert "Traceback" not in errors
    assert (status, rest) == ((0, "ended\n") if number == signal.SIGINT else (-number, ""))
    left = {file.name for file in tmp_path.iterdir()}
    # the write-ahead log is folded in; the file with the lock stays
    assert left == {"games.sqlite3", "games.sqlite3-serving"}


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"127.0.0.1 port {port}") as refusal:
            serve("127.0.0.1", port, tmp_path / "games.sqlite3")
    assert "\n" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CannotListen, match=r"nowhere\.invalid"):
        serve("nowhere.invalid", 0, tmp_path / "games.sqlite3")


def test_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("no database " * 100)
    with pytest.raises(StoreError, match="games"):
        serve("127.0.0.1", 0, path)


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("localhost", "localhost")],
)
def test_the_address_is_one_that_a_browser_here_can_open(host: str, shown: str) -> None:
    with _listen(host, 0) as listener:
        port = listener.getsockname()[1]
        assert _address(host, listener) == f"http://{shown}:{port}"


def test_when_the_disk_fails_the_server_stops_and_says_so(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "games.sqlite3") as live:
        assert isinstance(live.house.store, SqliteStore)
        writer = live.house.store._writer

        def broken(_connection: apsw.Connection) -> None:
            raise apsw.IOError("disk I/O error")

        with closing(asyncio.new_event_loop()) as elsewhere:
            writer._queue.put(_Job(broken, elsewhere.create_future()))
        live._thread.join(20)
        assert not live._thread.is_alive()
        assert live.house.store.failure is not None


def test_whether_kernels_are_compiled_is_told_by_their_files() -> None:
    assert ("wordsmith.lexicon._graph" in uncompiled_kernels()) == _graph.__file__.endswith(".py")
