"""A copy of the file of a site, made while it is served: one file that can be opened as it is."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

import apsw

from wordsmith.store.port import StoreError
from wordsmith.store.schema import connect

if TYPE_CHECKING:
    from pathlib import Path

_PRIVATE = 0o600  # there are log-ins and talk in it


def back_up(source: Path, target: Path) -> None:
    """Copy the file ``source`` as it is at one moment to a new file ``target``, and on to the disk.

    StoreError if there is no source, or there is a target already, or it cannot be written.
    """
    if not source.exists():
        raise StoreError("no_file", path=source)
    part = target.with_name(f"{target.name}.part")
    if target.exists():
        raise StoreError("not_over", path=target)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, _PRIVATE))
        _copy(source, part)
        part.rename(target)
        _sync_folder(target.absolute().parent)
    except (OSError, apsw.Error) as error:
        raise StoreError("backup.failed", path=target, why=error) from error
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    with (
        contextlib.closing(connect(source, writing=False)) as reading,
        contextlib.closing(apsw.Connection(str(part))) as writing,
    ):
        writing.pragma("synchronous", "full")
        with writing.backup("main", reading, "main") as copying:
            copying.step()  # all pages of one moment: writers go on meanwhile
        if (found := str(writing.pragma("quick_check"))) != "ok":
            raise StoreError("store.damaged", path=source, why=found.splitlines()[0])
        writing.pragma("journal_mode", "delete")  # no second file beside the copy


def _sync_folder(folder: Path) -> None:
    """A new name lasts as soon as its folder is on the disk."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
