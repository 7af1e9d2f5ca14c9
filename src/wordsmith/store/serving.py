"""One process serves a file: a lock of the system's, which goes with the process that held it.

It is on a file beside the database, ``games.sqlite3-serving``: whoever opens the database file
itself and closes it again would take away the locks that SQLite has on it.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordsmith.store.opening import file_of, is_postgres
from wordsmith.store.port import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PRIVATE = 0o600
_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # which of them, the systems differ


@contextmanager
def served_alone(address: Path | str) -> Iterator[None]:
    """Hold the file of an address as the one process that serves it. PostgreSQL serves many.

    StoreError if another process holds it. Commands that only look, or change a little, need not.
    """
    if is_postgres(address):
        yield
        return
    path = file_of(address)
    beside = path.with_name(f"{path.name}-serving")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(beside, os.O_RDWR | os.O_CREAT, _PRIVATE)
    except OSError as error:
        raise StoreError("cannot_write", path=beside, why=error) from error
    try:
        _take(lock, path)
        yield
    finally:
        os.close(lock)


def _take(lock: int, path: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - not on every system

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not on every system

            # of the process and not, as flock, of the open file: no child inherits it
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _HELD:
            raise StoreError("cannot_write", path=path, why=error) from error
        raise StoreError("store.served", path=path) from None
