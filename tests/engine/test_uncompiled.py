"""Where no kernel is compiled the engine still plays, to the same end, and says that it is slow."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wordsmith

PACKAGE = Path(wordsmith.__file__).parent
LIBRARIES = {".so", ".pyd"}
WORDS = "at to go do cat act cats dog god dogs coat coats taco toga"
POSITION = "15/15/15/15/15/15/15/5CAT7/15/15/15/15/15/15/15 TACDOG?/ 0/0 0"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without what was compiled."""
    root = tmp_path_factory.mktemp("plain")
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix not in LIBRARIES and "static" not in path.parts:
            there = root / "wordsmith" / path.relative_to(PACKAGE)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.symlink_to(path)
    return root


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_text(WORDS.replace(" ", "\n"))
    return path


def said(where: Path, cache: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    """The answer of a command, and what it says beside."""
    done = subprocess.run(
        [sys.executable, "-m", "wordsmith", *arguments, "--json"],
        env={**os.environ, "PYTHONPATH": str(where), "WORDSMITH_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
        timeout=150,
    )
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["moves", POSITION, "--variant", "classic"],
        ["best", POSITION, "--variant", "classic"],
        ["play", "--variant", "classic", "--seats", "good,easy", "--seed", "4"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_engine_plays_the_same_uncompiled_and_says_so(
    plain: Path, words: Path, tmp_path: Path, arguments: list[str]
) -> None:
    arguments = [*arguments, "--words", str(words)]
    answer, beside = said(plain, tmp_path / "plain", *arguments)
    assert "not compiled, bots think slowly: wordsmith.engine._movegen" in beside
    expected, _ = said(PACKAGE.parent, tmp_path / "compiled", *arguments)
    assert answer == expected
    assert answer
