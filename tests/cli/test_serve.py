"""``serve``: the server as a program."""

import inspect
import json
import os
import signal
import socket
import subprocess
import sys
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
