"""All games of a person as one file, a game at a time: none waits for the others in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.guard.viewers import Seated
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.tables.ledger import Ledger, TableSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.store import Store

_AT_ONCE = 100  # ids of tables
_HELD = """
SELECT DISTINCT table_id FROM seats WHERE person = $1 AND table_id > $2 ORDER BY table_id LIMIT $3
"""


async def games_json(store: Store, person: str) -> AsyncIterator[bytes]:
    """``{"games": [...]}``, each as ``game.json`` has it; of a game not over what he may see."""
    yield b'{"games": ['
    first = True
    async for ledger in _games(store, person):
        yield b"\n" if first else b",\n"
        yield export_json(ledger, Seated(ledger.seats_of(person)))
        first = False
    yield b"]}\n"


async def games_gcg(store: Store, person: str) -> AsyncIterator[bytes]:
    """GCG after GCG, an empty line between them."""
    async for ledger in _games(store, person):
        yield export_gcg(ledger, Seated(ledger.seats_of(person))) + b"\n"


async def _games(store: Store, person: str) -> AsyncIterator[Ledger]:
    """The games that have begun, in the order of the tables' names; no table is loaded for it."""
    last = ""
    while rows := await store.rows(_HELD, person, last, _AT_ONCE):
        for (table,) in rows:
            ledger = await _ledger(store, table)
            if ledger is not None and ledger.has_begun:
                yield ledger
        last = rows[-1][0]


async def _ledger(store: Store, table: str) -> Ledger | None:
    row = await store.table(table)
    if row is None:
        return None
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    return Ledger(table, settings, await store.read(table), row.places)
