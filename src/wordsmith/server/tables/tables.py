"""The tables of this program: loaded when somebody asks for one, let go when nobody does."""

from __future__ import annotations

import asyncio
import hashlib
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.messages import outbound
from wordsmith.server.tables.duties import Summary
from wordsmith.server.tables.ledger import Ledger, SeatSettings, TableSettings
from wordsmith.server.tables.seating import Making, ask_for_variant, deal_table
from wordsmith.server.tables.table import Resources, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store, TableRow

_FRONT_LEVEL = "easy"


class Tables:
    """Every table by its id. ``changed`` hears of each one that is loaded, and of its changes."""

    def __init__(self, store: Store, lexicons: Lexicons, changed: Callable[[Table], None]) -> None:
        self._resources = Resources(store, lexicons, changed)
        self._store = store
        self._loaded: dict[str, asyncio.Task[Table | None]] = {}

    async def get(self, table: str) -> Table | None:
        """The live table; None if there is none of this id."""
        loading = self._loaded.get(table)
        if loading is None:
            loading = asyncio.create_task(self._load(table))
            self._loaded[table] = loading
        try:
            found = await asyncio.shield(loading)
        except Exception:
            self._loaded.pop(table, None)
            raise
        if found is None:
            self._loaded.pop(table, None)
        else:
            found.touched = time.monotonic()
        return found

    @property
    def loaded(self) -> int:
        """How many are in memory."""
        return len(self._loaded)

    async def _load(self, table: str) -> Table | None:
        row = await self._store.table(table)
        if row is None:
            return None
        settings = msgspec.json.decode(row.settings, type=TableSettings)
        ledger = Ledger(table, settings, await self._store.read(table))
        live = Table(ledger, tuple([place.person for place in row.places]), self._resources)
        self._resources.changed(live)
        return live

    def unload_idle(self, idle_s: float) -> list[Table]:
        """Let go of tables that nobody has looked at for so long; the caller closes them."""
        now, gone = time.monotonic(), []
        for table, loading in list(self._loaded.items()):
            live = loading.result() if loading.done() and not loading.exception() else None
            if live and live.is_idle and now - live.touched > idle_s:
                del self._loaded[table]
                gone.append(live)
        return gone

    async def close(self) -> None:
        """Stop every table."""
        for loading in list(self._loaded.values()):
            live = await loading
            if live:
                await live.close()
        self._loaded.clear()

    async def make(self, making: Making) -> str:
        """Deal and store a new table; its id."""
        return await self._store.create(deal_table(making))

    async def front(self, guest: str, variant: str, *, fresh: bool) -> str:
        """The guest's game on the front page: that which is not over, or a new one."""
        preset = ask_for_variant(variant)
        rows = await self._store.tables_of(guest, limit=1000)
        fronts = [row for row in rows if row.front and row.variant == variant]
        unfinished = [row for row in fronts if row.standing.phase != "ended"]
        if unfinished and not fresh:
            return unfinished[0].table
        seats = (SeatSettings("bot", level=_FRONT_LEVEL), SeatSettings("human"))
        before = hashlib.sha256(" ".join(sorted(row.table for row in fronts)).encode())
        key = f"front {guest} {variant} after {before.hexdigest()}"  # asked twice at once: one game
        return await self.make(Making(preset, seats, guest, key, front=True))

    async def rematch(self, table: Table, guest: str) -> str:
        """The same seats and rules again; the next seat begins. Asked twice: the same table."""
        settings = table.ledger.settings
        seats = (*settings.seats[1:], settings.seats[0])
        row = await self._store.table(table.id)
        front = row is not None and row.front
        key = f"rematch of {table.id}"
        return await self.make(Making(table.ledger.variant, seats, guest, key, front=front))

    async def lines(self, guest: str) -> list[outbound.TableLine]:
        """The guest's tables, the last played first."""
        return [_line(row, guest) for row in await self._store.tables_of(guest)]


def _line(row: TableRow, guest: str) -> outbound.TableLine:
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    summary = msgspec.json.decode(row.standing.summary, type=Summary)
    return outbound.TableLine(
        table=row.table,
        variant=row.variant,
        seats=[
            outbound.LineSeat(seat.name, seat.kind, seat.level, score)
            for seat, score in zip(settings.seats, summary.scores, strict=True)
        ],
        on_turn=summary.on_turn,
        ended=row.standing.phase == "ended",
        mine=[seat for seat, place in enumerate(row.places) if place.person == guest],
        version=row.version,
        at=datetime.fromtimestamp(row.at_ms / 1000, UTC).isoformat(timespec="seconds"),
        front=row.front,
    )
