"""Bytes that are slow to make, kept in the cache folder under a name that tells what made them.

Whatever goes wrong with the folder costs time, never a wrong answer: a file that is damaged
or cannot be written is made again.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_MAGIC = b"wordsmith cache 1 " + sys.byteorder.ljust(6).encode()
_HEADER = 32  # the magic and, in the last four bytes, a checksum; keeps numbers aligned
_MOST_FILES = 64


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
    """Whether there is a file ``name``, sound or not."""
    return _path(name).is_file()


def load_cached(name: str, make: Callable[[], bytes]) -> memoryview:
    """What ``make`` gives, from the file ``name`` if that is sound, else made and saved."""
    path = _path(name)
    kept = _read(path)
    if kept is None:
        made = make()
        _write(path, made)
        kept = memoryview(made)
    return kept


def _path(name: str) -> Path:
    return cache_folder() / f"{name}.cache"


def _read(path: Path) -> memoryview | None:
    """The sound content of a cache file, mapped into memory."""
    try:
        with path.open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        os.utime(path)  # used just now: the last to be thrown away
    except (OSError, ValueError):  # no such file; an empty one cannot be mapped
        return None
    head, content = whole[:_HEADER], whole[_HEADER:]
    return content if head == _header(content) else None


def _write(path: Path, content: bytes) -> None:
    """Put a cache file in place in one step, if the folder allows it."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            temporary = Path(file.name)
            file.write(_header(content))
            file.write(content)
        temporary.replace(path)
        _prune(path.parent)
    except OSError:  # a full or read-only disk: we go on without
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _header(content: bytes | memoryview) -> bytes:
    return _MAGIC.ljust(_HEADER - 4) + zlib.crc32(content).to_bytes(4, "big")


def _prune(folder: Path) -> None:
    """Keep the files used last: every choice of groups makes a file of its own."""
    files = sorted(folder.glob("*.cache"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[_MOST_FILES:]:
        path.unlink(missing_ok=True)
