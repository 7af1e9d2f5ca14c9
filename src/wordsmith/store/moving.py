"""A whole site moved to one file, and from it into another database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.store.opening import file_of, is_postgres, migrate, missing_extra
from wordsmith.store.site_ends import SqliteEnd
from wordsmith.store.site_file import check_file, fresh_file, read_site, write_site

if TYPE_CHECKING:
    from wordsmith.store.site_ends import SiteEnd
    from wordsmith.store.site_file import Counts


def export_site(address: Path | str, file: Path | str) -> Counts:
    """Write a site to a new file; rows by table. The site may be in use, and is not changed.

    StoreError if it cannot be read, is not at this version, or the file cannot be written.
    """

    async def moved() -> Counts:
        async with _end(address, writing=False) as site:
            return await write_site(site, written)

    with fresh_file(Path(file)) as written:
        return asyncio.run(moved())


def import_site(file: Path | str, address: Path | str) -> Counts:
    """Fill an empty site, made if need be, from a file; rows by table. All of it, or nothing.

    StoreError if the file is not whole or of another version, or the site is in use.
    """

    async def moved() -> Counts:
        async with _end(address, writing=True) as site:
            return await read_site(Path(file), site)

    check_file(Path(file))  # before anything is made for it
    migrate(address)
    return asyncio.run(moved())


def _end(address: Path | str, *, writing: bool) -> SiteEnd:
    if not is_postgres(address):
        return SqliteEnd(file_of(address), writing=writing)
    try:
        from wordsmith.store.site_postgres import PostgresEnd  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error
    return PostgresEnd(str(address), writing=writing)
