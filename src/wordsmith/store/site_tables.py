"""Every table of a site with its columns, told by the steps themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import apsw

from wordsmith.store.schema import sqlite_step
from wordsmith.store.steps import STEPS

_FIRST = ("tables",)  # others refer to it
_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
_COLUMNS = "SELECT name FROM pragma_table_info(?) ORDER BY cid"


@dataclass(frozen=True, slots=True)
class SiteTable:
    """A table of the database, not of the game."""

    name: str
    columns: tuple[str, ...]


@cache
def site_tables() -> tuple[SiteTable, ...]:
    """All of them at this version, none before one that it refers to."""
    connection = apsw.Connection(":memory:")
    for step in sorted(STEPS):
        connection.execute(sqlite_step(step))
    names = [str(row[0]) for row in connection.execute(_NAMES)]
    found = tuple(
        [
            SiteTable(name, tuple([str(row[0]) for row in connection.execute(_COLUMNS, (name,))]))
            for name in sorted(names, key=lambda name: (name not in _FIRST, name))
        ]
    )
    connection.close()
    return found
