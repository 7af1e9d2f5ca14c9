"""Bytes that are slow to make, kept in the cache folder under a name that tells what made them.

Whatever goes wrong with the folder costs time, never a wrong answer: a file that is damaged,
made by another machine, or not what its name says is made again. A file is put in place in one
step and never written to afterwards, so processes may share it, and one that has it mapped keeps
what it has while another puts a new one in its place.

A checksum is no seal: whoever may write to the folder could put other words there. What they put
there is checked, too, so that no kernel leaves its bounds; but it should be one's own folder.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import stat
import struct
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    import io
    from collections.abc import Callable

_T = TypeVar("_T")

_MAGIC = b"wordsmith cache 2 " + sys.byteorder.ljust(6).encode()
_HEADER = struct.Struct("<24s88sQ4xI")  # magic, name, size of the content, room, checksum
"""128 bytes: the numbers that follow are aligned."""
_LONGEST_NAME = 88
_LARGEST = 1 << 30
"""Longer files are none of ours, and it would take seconds to look at one."""
_MOST_FILES = 64
_ABANDONED_S = 3600
"""A file that is not finished after this time never will be."""


def cache_folder() -> Path:
    """Where this user's caches are kept; WORDSMITH_CACHE in the environment names another place."""
    named = os.environ.get("WORDSMITH_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "wordsmith" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "wordsmith"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordsmith"


def is_cached(name: str) -> bool:
    """Whether there is a file ``name`` of this machine's kind, sound or not."""
    try:
        with _opened(_path(name)) as file:
            head = file.read(_HEADER.size)
    except OSError:
        return False
    return len(head) == _HEADER.size and _HEADER.unpack(head)[:2] == _label(name)


def load_cached(name: str, make: Callable[[], bytes]) -> memoryview:
    """What ``make`` gives, from the file ``name`` if that is sound, else made and saved.

    ``name`` tells the kind of the content and, by a digest, all that it is made from: it has at
    most 88 bytes.
    """
    return load_checked(name, make, lambda content: content)


def load_checked(name: str, make: Callable[[], bytes], read: Callable[[memoryview], _T]) -> _T:
    """What ``read`` makes of the content of ``load_cached``.

    WordsmithError from ``read`` means that no ``make`` gave this content: it is made again.
    """
    kept = _read(name)
    if kept is not None:
        with contextlib.suppress(WordsmithError):
            return read(kept)
    made = make()
    _write(name, made)
    return read(memoryview(made))


def _path(name: str) -> Path:
    return cache_folder() / f"{name}.cache"


def _label(name: str) -> tuple[bytes, bytes]:
    assert len(name.encode()) <= _LONGEST_NAME
    return _MAGIC, name.encode().ljust(_LONGEST_NAME, b"\0")


def _opened(path: Path) -> io.BufferedReader:
    """A plain file, open for reading. OSError if there is none."""
    # A pipe of this name would keep us waiting.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise FileNotFoundError(path)
    return os.fdopen(number, "rb")


def _read(name: str) -> memoryview | None:
    """The content of a cache file that is whole and of this name, mapped into memory."""
    try:
        with _opened(_path(name)) as file:
            size = os.fstat(file.fileno()).st_size
            if not _HEADER.size <= size <= _HEADER.size + _LARGEST:
                return None
            whole = memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # no such file; it has just been cut
        return None
    content = whole[_HEADER.size :]
    if whole[: _HEADER.size] != _header(name, content):
        return None
    with contextlib.suppress(OSError):  # a folder that we may only read
        os.utime(_path(name))  # used just now: the last to be thrown away
    return content


def _write(name: str, content: bytes) -> None:
    """Put a cache file in place in one step, if the folder allows it."""
    temporary, path = None, _path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
            temporary = Path(file.name)
            file.write(_header(name, content))
            file.write(content)
        temporary.replace(path)
        _prune(path.parent)
    except OSError:  # a full or read-only disk: we go on without
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _header(name: str, content: bytes | memoryview) -> bytes:
    head = _HEADER.pack(*_label(name), len(content), 0)
    return head[:-4] + struct.pack("<I", zlib.crc32(content, zlib.crc32(head)))


def _prune(folder: Path) -> None:
    """Keep the files used last: every choice of groups makes a file of its own."""
    files = sorted(folder.glob("*.cache"), key=lambda path: path.stat().st_mtime, reverse=True)
    abandoned = time.time() - _ABANDONED_S
    left = [path for path in folder.glob("*.new") if path.stat().st_mtime < abandoned]
    for path in [*files[_MOST_FILES:], *left]:
        path.unlink(missing_ok=True)
