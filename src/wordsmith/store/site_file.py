"""A whole site as one file: JSON, a row a line, packed by gzip.

The first line says what it is and of which version; a table begins with its name and columns, its
rows follow as lists, and the last line counts them all, so that a file that is cut off is noticed.
"""

from __future__ import annotations

import gzip
import os
import time
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from wordsmith.store.port import StoreError
from wordsmith.store.site_ends import AT_ONCE
from wordsmith.store.site_tables import SiteTable, site_tables
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordsmith.store.database import Row
    from wordsmith.store.site_ends import SiteEnd

Counts = dict[str, int]
"""Rows by table."""

_FORMAT = 1
_COUNT = "SELECT COUNT(*) FROM {}"
_GAPS = """
SELECT COUNT(*) FROM tables
WHERE version <> (SELECT COUNT(*) FROM commands WHERE commands.table_id = tables.id)
"""
_OWN = ("alive", "facts")  # what a site that nobody has used yet may have written already


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    wordsmith: str  # "site"
    format: int
    step: int  # of the tables
    at_ms: int


class Section(msgspec.Struct, frozen=True):
    """Before the rows of a table."""

    table: str
    columns: tuple[str, ...]


class Foot(msgspec.Struct, frozen=True):
    """The last line."""

    counts: Counts


@contextmanager
def fresh_file(path: Path) -> Iterator[BinaryIO]:
    """A file that is there, whole, when all went well, and not at all if not.

    Its owner alone may read it: in it are secrets, who is logged in and how passwords look.
    """
    if path.exists():
        raise StoreError("not_over", path=path)
    part = path.with_name(f"{path.name}.part")
    try:
        with open(part, "wb", opener=_for_its_owner) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        raise StoreError("cannot_write", path=path, why=error) from error
    finally:
        part.unlink(missing_ok=True)


async def write_site(site: SiteEnd, file: BinaryIO) -> Counts:
    """Write a site; how many rows each table has."""
    counts = {}
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file) as packed:
        packed.write(_line(Head("site", _FORMAT, VERSION, time.time_ns() // 1_000_000)))
        for table in site_tables():
            counts[table.name] = 0
            packed.write(_line(Section(table.name, table.columns)))
            async for rows in site.batches(table):
                packed.write(b"".join([_line(row) for row in rows]))
                counts[table.name] += len(rows)
            there = await site.number(_COUNT.format(table.name))
            if counts[table.name] != there:
                raise StoreError("site.read", table=table.name, count=counts[table.name], all=there)
        packed.write(_line(Foot(counts)))
    return counts


async def read_site(path: Path, site: SiteEnd) -> Counts:
    """Fill a site that is empty from a checked file; how many rows each table has then.

    StoreError, and the site is left as it was, if it is not empty or the file is not whole.
    """
    await _refuse_used(site)
    counts: Counts = {}
    for table, rows in _sections(path):
        if table.name in _OWN and table.name not in counts:
            await site.clear(table)
        await site.add(table, rows)
        counts[table.name] = counts.get(table.name, 0) + len(rows)
    for table in site_tables():
        kept = await site.number(_COUNT.format(table.name))
        if kept != counts.get(table.name):
            raise StoreError("site.kept", path=path, table=table.name, count=kept, counts=counts)
    if await site.number(_GAPS):
        raise StoreError("site.gaps", path=path)
    return counts


async def _refuse_used(site: SiteEnd) -> None:
    for table in site_tables():
        if table.name not in _OWN and await site.number(_COUNT.format(table.name)):
            raise StoreError("site.used", table=table.name)


def _sections(path: Path) -> Iterator[tuple[SiteTable, list[Row]]]:
    """The rows of a file, batch by batch, each table at least once. StoreError if it is broken."""
    lines, counts = _lines(path), dict.fromkeys([table.name for table in site_tables()], 0)
    next(lines)  # the head has been checked
    known = {(table.name, table.columns): table for table in site_tables()}
    try:
        line = next(lines)
        for _ in known:
            section = msgspec.json.decode(line, type=Section)
            table = known[section.table, section.columns]
            rows: list[Row] = []
            while not (line := next(lines)).startswith(b"{"):
                rows.append(_row(line, table))
                if len(rows) == AT_ONCE:
                    yield table, rows
                    counts[table.name] += len(rows)
                    rows = []
            yield table, rows
            counts[table.name] += len(rows)
        if msgspec.json.decode(line, type=Foot).counts != counts:
            raise StoreError("site.rows", path=path)
    except StopIteration:
        raise StoreError("site.cut", path=path) from None
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise StoreError("site.unreadable", path=path, why=error) from error


def check_file(path: Path) -> None:
    """StoreError, in one line, if a file is no site, or one of another version."""
    try:
        head = msgspec.json.decode(next(_lines(path), b""), type=Head)
    except msgspec.MsgspecError:
        head = None
    if head is None or head.wordsmith != "site":
        raise StoreError("site.none", path=path)
    if (head.format, head.step) > (_FORMAT, VERSION):
        raise StoreError("site.newer", path=path, format=head.step, known=VERSION)
    if head.step < VERSION:
        raise StoreError("site.older", path=path, format=head.step, known=VERSION)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as packed:
            yield from packed
    except EOFError:
        raise StoreError("site.cut", path=path) from None
    except (OSError, zlib.error) as error:
        raise StoreError("cannot_read", path=path, why=error) from error


def _row(line: bytes, table: SiteTable) -> Row:
    row: list[Any] = msgspec.json.decode(line, type=list[str | int | float | None])
    if len(row) != len(table.columns):
        raise ValueError(f"{table.name}: {len(row)} values for {len(table.columns)} columns")
    return tuple(row)


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
