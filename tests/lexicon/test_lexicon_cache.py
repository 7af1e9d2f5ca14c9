"""The cache of built graphs and unpacked tables."""

import os
import stat
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from wordsmith.errors import WordsmithError
from wordsmith.lexicon.cache import cache_folder, is_cached, load_cached, load_checked


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
        lambda whole: bytes(len(whole)),
    ],
)
def test_a_damaged_file_is_made_again(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    load_cached("a", lambda: b"content")
    path = folder / "a.cache"
    path.write_bytes(damage(path.read_bytes()))
    assert bytes(load_cached("a", lambda: b"content")) == b"content"
    assert bytes(load_cached("a", fail)) == b"content"


@pytest.mark.parametrize("bit", range(8))
def test_no_wrong_bit_goes_unseen(folder: Path, bit: int) -> None:
    load_cached("a", lambda: b"content")
    path = folder / "a.cache"
    sound = path.read_bytes()
    for at in range(len(sound)):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << bit]) + sound[at + 1 :])
        assert bytes(load_cached("a", lambda: b"again")) == b"again"


def sealed(path: Path, **changes: bytes) -> None:
    """Write other fields into the header of a file, with the checksum that belongs to them."""
    whole = bytearray(path.read_bytes())
    places = {"version": (16, 18), "order": (18, 24), "name": (24, 112), "size": (112, 120)}
    for field, value in changes.items():
        begin, end = places[field]
        whole[begin:end] = value.ljust(end - begin, b" " if field == "order" else b"\0")
    head = bytes(whole[:124]) + bytes(4)
    whole[124:128] = struct.pack("<I", zlib.crc32(whole[128:], zlib.crc32(head)))
    path.write_bytes(whole)


def test_the_file_says_what_it_is(folder: Path) -> None:
    load_cached("en-graph-0123", lambda: b"content")
    whole = (folder / "en-graph-0123.cache").read_bytes()
    assert whole.startswith(b"wordsmith cache 2 " + sys.byteorder.encode())
    assert whole[24:37] == b"en-graph-0123"
    assert whole[128:] == b"content"
    sealed(folder / "en-graph-0123.cache")
    assert (folder / "en-graph-0123.cache").read_bytes() == whole


@pytest.mark.parametrize(
    "foreign",
    [
        {"order": b"big" if sys.byteorder == "little" else b"little"},
        {"version": b"1 "},
        {"version": b"3 "},
        {"name": b"b"},
        {"size": struct.pack("<Q", 8)},
        {"size": struct.pack("<Q", 2**64 - 1)},
    ],
    ids=str,
)
def test_a_file_of_another_machine_or_version_is_made_again(
    folder: Path, foreign: dict[str, bytes]
) -> None:
    load_cached("a", lambda: b"content")
    sealed(folder / "a.cache", **foreign)
    assert is_cached("a") is ("size" in foreign)  # told from the beginning of the file alone
    assert bytes(load_cached("a", lambda: b"again")) == b"again"
    assert is_cached("a")
    assert bytes(load_cached("a", fail)) == b"again"


def test_a_sound_file_under_the_name_of_another_is_made_again(folder: Path) -> None:
    load_cached("a", lambda: b"content")
    load_cached("b", lambda: b"other")
    (folder / "b.cache").rename(folder / "a.cache")
    assert not is_cached("a")
    assert bytes(load_cached("a", lambda: b"content")) == b"content"


def test_content_that_its_reader_refuses_is_made_again(folder: Path) -> None:
    load_cached("a", lambda: b"wrong")

    def read(content: memoryview) -> str:
        if bytes(content) == b"wrong":
            raise WordsmithError("wrong")
        return bytes(content).decode()

    assert load_checked("a", lambda: b"right", read) == "right"
    assert load_checked("a", fail, read) == "right"
    with pytest.raises(WordsmithError):  # what was just made is not made once more
        load_checked("b", lambda: b"wrong", read)


@pytest.mark.skipif(os.name == "nt", reason="these are files of Unix")
@pytest.mark.parametrize("kind", ["pipe", "folder", "dangling", "endless", "huge"])
def test_what_is_no_cache_file_keeps_nobody_waiting(folder: Path, kind: str) -> None:
    folder.mkdir()
    path = folder / "a.cache"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(1 << 40)
    else:
        path.symlink_to("/dev/zero" if kind == "endless" else folder / "nowhere")
    assert not is_cached("a")
    assert bytes(load_cached("a", lambda: b"content")) == b"content"
    if kind != "folder":
        assert bytes(load_cached("a", fail)) == b"content"
        assert stat.S_ISREG(path.lstat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody replace a file in use")
def test_a_file_that_is_replaced_stays_whole_for_those_who_have_it(folder: Path) -> None:
    load_cached("a", lambda: b"content" * 10_000)
    held = load_cached("a", fail)
    load_cached("b", lambda: b"another" * 10_000)
    sealed(folder / "b.cache", name=b"a")
    (folder / "b.cache").replace(folder / "a.cache")
    assert bytes(held) == b"content" * 10_000
    assert bytes(load_cached("a", fail)) == b"another" * 10_000


def test_a_folder_that_may_only_be_read_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_cached("a", lambda: b"content")

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "utime", refuse)
    assert bytes(load_cached("a", fail)) == b"content"


def test_files_that_were_never_finished_are_thrown_away_in_time(folder: Path) -> None:
    folder.mkdir()
    for name in ("old.new", "young.new"):
        (folder / name).write_bytes(b"")
    os.utime(folder / "old.new", (1_000, 1_000))
    load_cached("a", lambda: b"content")
    assert {path.name for path in folder.iterdir()} == {"a.cache", "young.new"}


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
