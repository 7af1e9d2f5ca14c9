"""``serve``: the server as a program."""

import contextlib
import inspect
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from tests.cli.conftest import Command
from wordsmith.cli.site_commands import serve


def test_the_server_says_where_it_is_answers_and_stops_quietly(tmp_path: Path) -> None:
    database = tmp_path / "new folder" / "games.sqlite3"
    line = [sys.executable, "-m", "wordsmith", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen(
        [*line, "--db", str(database), "--language", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said.startswith("Wordsmith is at http://127.0.0.1:")
    address = said.removeprefix("Wordsmith is at ").split(". ")[0]
    with urlopen(f"{address}/api/health", timeout=20) as answer:
        assert json.load(answer)["version"]
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert "Traceback" not in err
    assert process.returncode in {0, 130}
    assert database.exists()


def test_the_port_is_the_one_that_the_readme_names() -> None:
    root = Path(__file__).parents[2]
    named = inspect.signature(serve).parameters["port"].default
    for file in ("README.md", "dev.py", "web/vite.config.ts"):
        assert f"127.0.0.1:{named}" in (root / file).read_text("utf-8")


def test_a_port_that_is_taken_is_named(command: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = str(tmp_path / "games.sqlite3")
        outcome = command("serve", "--port", port, "--no-open", "--db", database)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"wordsmith: cannot listen on 127.0.0.1 port {port}: ")


def test_a_file_that_is_no_database_is_named(command: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    database.write_text("no database at all" * 100)
    outcome = command("serve", "--port", "0", "--no-open", "--db", str(database))
    assert (outcome.status, outcome.out) == (2, "")
    assert "games.sqlite3" in outcome.err
    assert outcome.err.count("\n") == 1


@contextlib.contextmanager
def served(database: Path) -> Iterator[None]:
    """A server as a program, killed in the end as ``kill -9`` does."""
    line = [sys.executable, "-m", "wordsmith", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(
        [*line, "--db", str(database), "--language", "en"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Wordsmith is at ")
        try:
            yield
        finally:
            server.kill()


def test_a_file_that_is_served_is_not_served_twice(command: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    again = ("serve", "--port", "0", "--no-open", "--db", str(database))
    with served(database):
        outcome = command(*again)
        assert (outcome.status, outcome.out) == (2, "")
        assert f"{database}: another wordsmith serve has opened this file" in outcome.err
        assert "уже открыл другой wordsmith serve" in command(*again, "--language", "ru").err
    with served(database):  # one that was killed holds nothing
        assert command(*again).status == 2


def test_others_may_use_a_file_that_is_served(command: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with served(database):
        assert command("backup", str(tmp_path / "copy"), "--db", str(database)).status == 0
        assert command("moderator", "list", "--database", str(database)).status == 0
