"""The command line, run in this process as ``main`` runs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from wordsmith.cli.running import run

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object that was printed, and nothing else."""
        assert self.status == 0, self.err
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Command = Callable[..., Outcome]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command line with these arguments."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def run_command(*arguments: str) -> Outcome:
        status = run(list(arguments))
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return run_command


@pytest.fixture
def words(tmp_path: Path) -> Callable[..., str]:
    """A word list in a file."""

    def write(*listed: str) -> str:
        path = tmp_path / "words.txt"
        path.write_text("\n".join(listed), encoding="utf-8")
        return str(path)

    return write
