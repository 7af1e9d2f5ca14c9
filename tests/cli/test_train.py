"""``train``: as a command, stopped and begun again, and killed."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.training.small import SLOW, WORDS
from wordsmith.engine.leave_weights import parse_leaves
from wordsmith.engine.winning import parse_winning
from wordsmith.rules.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Command

PATIENCE_S = 90


@pytest.fixture
def asked(words: Callable[..., str], tmp_path: Path) -> list[str]:
    """A small training of friends, without the file that it is for."""
    listed = words(*WORDS.split())
    asked = ["train", "--variant", "friends", "--words", listed, "--seed", "3", "--workers", "2"]
    return [*asked, "--games", "8", "--generations", "2", "--chunk", "1", "--language", "en"]


def slow(asked: list[str]) -> list[str]:
    """The same by a rule that the kernel does not know, so that it takes a while."""
    return [*asked, "--set", SLOW]


@pytest.fixture
def started(asked: list[str], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The same as a program of its own, with a chunk played.

    A shell starts what runs beside it deaf to Ctrl-C, and its programs hand that on.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    line = [sys.executable, "-m", "wordsmith", *slow(asked), "--out", str(tmp_path / "stopped.tsv")]
    with subprocess.Popen(
        line, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        try:
            wait_for(lambda: len(list(tmp_path.glob("stopped.tsv.work/*/chunk-*"))) >= 1)
            yield program
        finally:
            program.kill()


def wait_for(truth: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not truth():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_writes_a_file_and_leaves_nothing_else(
    command: Command, asked: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "friends.tsv"
    answer = command(*asked, "--out", str(out), "--json").answer
    weights = parse_leaves(out.read_text("utf-8"), load_variant("friends").alphabet)
    assert answer["file"] == str(out)
    assert answer["hands"] == weights.origin["hands"]
    assert answer["weights"] == len(weights.parts) > 27
    assert answer["command"].startswith("wordsmith train --variant friends --words ")
    assert answer["command"].endswith(" --games 8 --generations 2 --seed 3")
    assert {path.name for path in tmp_path.iterdir()} == {"friends.tsv", "words.txt"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_it_and_the_same_command_goes_on(
    command: Command, asked: list[str], tmp_path: Path, started: subprocess.Popen[str]
) -> None:
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, told = started.communicate(timeout=PATIENCE_S)
    assert started.returncode == 130
    folder = tmp_path / "stopped.tsv.work"
    said = f"Stopped. What has been played is in {folder}; the same command goes on from there."
    assert told.splitlines()[-1] == f"wordsmith: {said}"
    assert "Traceback" not in told
    again = command(*slow(asked), "--out", str(tmp_path / "stopped.tsv"))
    assert again.status == 0
    assert "of 8 chunks were played before." in again.err
    assert command(*slow(asked), "--out", str(tmp_path / "whole.tsv")).status == 0
    assert (tmp_path / "stopped.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_when_it_is_killed_its_workers_leave(started: subprocess.Popen[str]) -> None:
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text()
    workers = [Path(f"/proc/{number}") for number in children.split()]
    assert len(workers) >= 2
    started.kill()
    wait_for(lambda: not any(map(is_running, workers)))


def is_running(folder: Path) -> bool:
    try:
        return "\nState:\tZ" not in (folder / "status").read_text()
    except OSError:
        return False


def test_what_cannot_be_used_is_said(command: Command, asked: list[str], tmp_path: Path) -> None:
    outcome = command(*asked, "--out", str(tmp_path / "nowhere" / "out.tsv"))
    assert outcome.status == 2
    assert "there is no such folder" in outcome.err
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("me")
    given = (*asked, "--out", str(tmp_path / "out.tsv"))
    outcome = command(*given, "--work", str(tmp_path / "letters"))
    assert outcome.status == 2
    assert "there are files here, but no training" in outcome.err


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_it_is_told_how_to_get_it(
    command: Command, asked: list[str], tmp_path: Path
) -> None:
    outcome = command(*asked, "--out", str(tmp_path / "out.tsv"), "--on", "ray")
    assert outcome.status == 2
    assert "pip install 'wordsmith[ray]'" in outcome.err


def test_chances_to_win_are_learnt_as_well(
    command: Command, asked: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "winning.tsv"
    answer = command(*asked, "--what", "winning", "--out", str(out), "--json").answer
    known = parse_winning(out.read_text("utf-8"))
    assert answer == {"file": str(out), **known.origin}
    assert answer["command"].endswith(" --what winning --games 8 --seed 3")
    assert {path.name for path in tmp_path.iterdir()} == {"winning.tsv", "words.txt"}
    again = command(*asked, "--what", "winning", "--out", str(tmp_path / "again.tsv"))
    assert again.out == f"{tmp_path / 'again.tsv'}\n"
    assert (tmp_path / "again.tsv").read_bytes() == out.read_bytes()
