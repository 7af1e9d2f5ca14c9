"""The cache of built graphs and unpacked tables."""

import os
from pathlib import Path

import pytest

from wordsmith.lexicon import load_word_file
from wordsmith.lexicon.cache import cache_folder, load_cached
from wordsmith.rules.alphabet import ALPHABETS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fail() -> bytes:
    raise AssertionError("made a second time")


def test_what_was_made_once_is_read_the_second_time(folder: Path) -> None:
    assert bytes(load_cached("a", lambda: b"content")) == b"content"
    assert bytes(load_cached("a", fail)) == b"content"


def test_empty_content_is_kept_too(folder: Path) -> None:
    assert bytes(load_cached("a", lambda: b"")) == b""
    assert bytes(load_cached("a", fail)) == b""


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[:20],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: b"x" + whole[1:],
        lambda whole: whole + b"more",
    ],
)
def test_a_damaged_file_is_made_again(folder: Path, damage: object) -> None:
    load_cached("a", lambda: b"content")
    path = folder / "a.cache"
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert bytes(load_cached("a", lambda: b"content")) == b"content"
    assert bytes(load_cached("a", fail)) == b"content"


def test_no_unfinished_file_is_left_behind(folder: Path) -> None:
    load_cached("a", lambda: b"content")
    assert [path.name for path in folder.iterdir()] == ["a.cache"]


def test_a_folder_that_cannot_be_made_costs_time_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "file" / "cache"))
    assert bytes(load_cached("a", lambda: b"content")) == b"content"
    assert bytes(load_cached("a", lambda: b"again")) == b"again"


def test_the_files_used_longest_ago_are_thrown_away(folder: Path) -> None:
    for number in range(64):
        load_cached(f"{number}", lambda: b"x")
        os.utime(folder / f"{number}.cache", (1_000 + number, 1_000 + number))
    load_cached("0", fail)  # used again: now the youngest
    load_cached("one more", lambda: b"x")
    names = {path.stem for path in folder.iterdir()}
    assert len(names) == 64
    assert "1" not in names
    assert {"0", "2", "one more"} <= names


def test_the_folder_is_the_users_unless_the_environment_names_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WORDSMITH_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "wordsmith"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "wordsmith"
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == Path.home() / "Library" / "Caches" / "wordsmith"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert cache_folder() == tmp_path / "wordsmith" / "cache"


def test_a_graph_is_read_from_the_cache_and_built_again_when_damaged(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\ndog\n")
    assert "CAT" in load_word_file(path, ALPHABETS["en"])
    (kept,) = folder.glob("en-graph-*.cache")
    kept.write_bytes(kept.read_bytes()[:40])
    again = load_word_file(path, ALPHABETS["en"])
    assert "CAT" in again
    assert "COT" not in again


def test_another_list_of_the_same_name_has_another_graph(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\n")
    assert "CAT" in load_word_file(path, ALPHABETS["en"])
    path.write_text("cot\n")
    assert "CAT" not in load_word_file(path, ALPHABETS["en"])
