"""Which store an address means, with no library loaded that it does not need."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from wordsmith.store.port import StoreError
from wordsmith.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from wordsmith.store.port import Store

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_POSTGRES = ("postgresql", "postgres")


def open_store(address: Path | str) -> Store:
    """The store of an address: a path, ``sqlite:///path`` or ``postgresql://user@host/database``.

    A file is opened, or made, at once; PostgreSQL is connected by ``open`` or by the first use.
    StoreError if that cannot be, or a library is missing.
    """
    if not is_postgres(address):
        return SqliteStore(file_of(address))
    try:
        from wordsmith.store.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error
    return PostgresStore(str(address))


def migrate(address: Path | str) -> None:
    """Bring the tables of a site to this version, before it is served. StoreError if it fails.

    Several programs may do it at once. Call it where no event loop runs.
    """
    if not is_postgres(address):
        asyncio.run(SqliteStore(file_of(address)).close())
        return
    try:
        from wordsmith.store.migrating import migrate_if_behind  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error
    asyncio.run(migrate_if_behind(str(address)))


def is_postgres(address: Path | str) -> bool:
    """Whether an address means PostgreSQL. StoreError if it means nothing that is known."""
    scheme = _SCHEME.match(str(address))
    if scheme is None or scheme[1] == "sqlite":
        return False
    if scheme[1] in _POSTGRES:
        return True
    raise StoreError("store.scheme", scheme=scheme[1])


def shown(address: Path | str) -> str:
    """An address without its password."""
    if not is_postgres(address):
        return str(file_of(address))
    parts = urlsplit(str(address))
    host = parts.netloc.rpartition("@")[2]
    user = parts.username or ""
    return f"{parts.scheme}://{user}{'@' if user else ''}{host}{parts.path}"


def file_of(address: Path | str) -> Path:
    """``sqlite:///games.db`` is beside us, ``sqlite:////var/games.db`` is not."""
    text = str(address)
    if not text.startswith("sqlite:"):
        return Path(address)
    parts = urlsplit(text)
    if parts.netloc or len(parts.path) < 2:
        raise StoreError("store.file_form", text=text)
    return Path(unquote(parts.path[1:]))


def missing_extra(error: ModuleNotFoundError) -> StoreError:
    """That a library for PostgreSQL is not there, and how to get it."""
    return StoreError("store.extra", name=error.name)
