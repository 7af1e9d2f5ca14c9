"""The tables of this program: loaded when somebody asks for one, let go when nobody does."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import TYPE_CHECKING

from wordsmith.server.messages.protocol import SitAction
from wordsmith.server.tables.errands import AwayErrand
from wordsmith.server.tables.flags import Flags
from wordsmith.server.tables.founding import Founding, demand_same
from wordsmith.server.tables.hints import Hints
from wordsmith.server.tables.ledger import Ledger, SeatSettings
from wordsmith.server.tables.lines import settings_of, table_line
from wordsmith.server.tables.pacing import RETURN_MS
from wordsmith.server.tables.rematches import Rematches
from wordsmith.server.tables.requests import Accepted, demand_accepted
from wordsmith.server.tables.resources import Resources
from wordsmith.server.tables.seating import Making, ask_for_variant, deal_table
from wordsmith.server.tables.table import AWAY, Table
from wordsmith.server.tables.timekeeping import Timekeeper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.bus import Bus
    from wordsmith.server.messages import outbound
    from wordsmith.server.messages.protocol import NewTable, Sit
    from wordsmith.server.tables.hints import Hint
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store

_log = logging.getLogger(__name__)
_FRONT_LEVEL = "easy"
_SWEEP_S = 1.0
_FRESH_S = 1.0  # so long a table is taken to be as stored, where other programs write, too


class Tables:
    """Every table by its id. ``changed`` hears of each one that is loaded, and of its changes.

    ``bus``: where hints of new versions go and come from, if there are other programs; without
    hints a change elsewhere is seen after a second or a pulse.
    """

    def __init__(
        self,
        store: Store,
        lexicons: Lexicons,
        changed: Callable[[Table], None],
        *,
        bus: Bus | None = None,
        time: Timekeeper | None = None,
    ) -> None:
        self.time = time or Timekeeper()
        self._store = store
        self._alone = bus is None
        self._hints = Hints(bus)
        self._told = changed
        self._founding = Founding(store)
        self._rematches = Rematches(self, store, self._founding)
        self._flags = Flags(self.time)
        self._resources = Resources(
            store=store,
            lexicons=lexicons,
            changed=self._changed,
            time=self.time,
            hints=self._hints,
            is_here=lambda _table, _person: False,
            has_account=self._founding.has_account,
        )
        self._loaded: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._stop_hearing: Callable[[], None] = lambda: None

    @property
    def is_here(self) -> Callable[[str, str], bool]:
        """Whether a person has a table open: table, person."""
        return self._resources.is_here

    @is_here.setter
    def is_here(self, is_here: Callable[[str, str], bool]) -> None:
        """Whom to ask for that."""
        self._resources.is_here = is_here

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._loaded)

    def open(self) -> None:
        """Look at the clocks from now on, and listen to other programs."""
        self._tasks = [
            asyncio.create_task(self._flags.run(), name="flags"),
            asyncio.create_task(self._sweep(), name="clocks"),
        ]
        self._stop_hearing = self._hints.listen(self.hear)

    async def close(self) -> None:
        """Stop every table."""
        self._stop_hearing()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for loading in list(self._loaded.values()):
            live = await loading
            if live:
                await live.close()
        self._loaded.clear()

    async def get(self, table: str) -> Table | None:
        """The live table; None if there is none of this id."""
        loading = self._loaded.get(table)
        if loading is None:
            loading = asyncio.create_task(self._load(table))
            self._loaded[table] = loading
        try:
            found = loading.result() if loading.done() else await asyncio.shield(loading)
        except Exception:
            self._loaded.pop(table, None)
            raise
        if found is None:
            self._loaded.pop(table, None)
            return None
        found.touched = time.monotonic()
        if not self._alone and found.touched - found.checked > _FRESH_S:
            await self.refresh((table,))
        return found

    async def refresh(self, tables: Sequence[str]) -> dict[str, int]:
        """How far these tables have come on disk; those that are loaded catch up with it."""
        versions = await self._store.versions(tables)
        for name, version in versions.items():
            live = self._live(name)
            if live is None:
                continue
            if live.ledger.version < version:
                await live.refresh()
            live.checked = time.monotonic()
        return versions

    async def look_again(self, person: str) -> None:
        """What this person held is another's, or has no name any more: read who sits where."""
        held = [live for name in tuple(self._loaded) if (live := self._live(name))]
        await asyncio.gather(
            *[
                live.refresh()
                for live in held
                if any(place.person == person for place in live.ledger.places)
            ]
        )

    def hear(self, hint: Hint) -> None:
        """A hint from another program."""
        live = self._live(hint.table)
        if live is not None:
            live.hear(hint)

    async def was_down(self, last_alive_ms: int) -> int:
        """The whole site was away since then: live games are given that time, and a little more.

        To be asked before ``open``, by the steady clock. How many games it were.
        """
        away = self.time.steady_ms() - last_alive_ms + RETURN_MS
        names = await self._store.clocks_running()
        for name in names:
            table = await self.get(name)
            if table is not None:
                answer = await table.act(None, 0, f"{AWAY}{last_alive_ms}", AwayErrand(away))
                if not isinstance(answer, Accepted):
                    _log.error("table %s: its clock ran while the site was away", name)
        return len(names)

    async def sweep(self) -> None:
        """Look at every stored clock that has run out: after a restart, with nobody there."""
        latest = max(self.time.steady_ms(), self.time.wall_ms())
        for name in await self._store.clocks_due(latest):
            table = await self.get(name)
            if table is not None:
                table.look_at_clock()

    def unload_idle(self, idle_s: float) -> list[Table]:
        """Let go of tables that nobody has looked at for so long; the caller closes them."""
        now, gone = time.monotonic(), []
        for table in list(self._loaded):
            live = self._live(table)
            if live and live.is_idle and now - live.touched > idle_s:
                del self._loaded[table]
                gone.append(live)
        return gone

    async def make(self, making: Making) -> str:
        """Store a new table, dealt or gathering; its id."""
        return await self._store.create(deal_table(making, self.time))

    async def found(self, asked: NewTable, person: str, levels: Sequence[str]) -> str:
        """A table as a visitor wants it; its id. Refusal says what cannot be."""
        new = deal_table(await self._founding.ask(asked, person, levels), self.time)
        table = await self._store.create(new)
        made = await self._store.table(table) if table != new.table else None
        if made is not None:
            demand_same(made.settings, new.settings, asked.group)
        return table

    async def front(self, guest: str, variant: str, *, fresh: bool) -> str:
        """The guest's game on the front page: that which is not over, or a new one."""
        preset = ask_for_variant(variant)
        rows = await self._store.tables_of(guest, limit=1000)
        fronts = [row for row in rows if row.front and row.variant == variant]
        unfinished = [row for row in fronts if row.standing.phase == "playing"]
        if unfinished and not fresh:
            return unfinished[0].table
        seats = (SeatSettings("bot", level=_FRONT_LEVEL), SeatSettings("human"))
        before = hashlib.sha256(" ".join(sorted(row.table for row in fronts)).encode())
        key = f"front {guest} {variant} after {before.hexdigest()}"  # asked twice at once: one game
        return await self.make(Making(preset, seats, guest, key, front=True))

    async def sit(self, table: Table, person: str, asked: Sit) -> int:
        """Claim a seat at a table; its number. Asked twice: the same seat. Refusal says why not."""
        action = SitAction(asked.name, asked.seat, asked.sheet, asked.invite)
        answer = await table.act(None, table.ledger.version, asked.key, action, person)
        demand_accepted(answer)
        return min(table.seats_of(person))

    async def rematch(self, table: Table, person: str) -> str:
        """The same seats and rules again; the next seat begins. Refusal if it is too early."""
        return await self._rematches.of(table, person)

    async def lines(self, person: str) -> list[outbound.TableLine]:
        """The person's tables, the last played first."""
        return [table_line(row, person) for row in await self._store.tables_of(person)]

    async def _load(self, table: str) -> Table | None:
        row = await self._store.table(table)
        if row is None:
            return None
        commands = await self._store.read(table)
        ledger = Ledger(table, settings_of(row), commands, row.places, row.invite)
        live = Table(ledger, self._resources)
        if ledger.version != row.version:  # written to between two looks
            await live.refresh()
        self._changed(live)
        return live

    def _live(self, table: str) -> Table | None:
        """A table that is loaded by now."""
        loading = self._loaded.get(table)
        if loading is None or not loading.done() or loading.exception():
            return None
        return loading.result()

    def _changed(self, table: Table) -> None:
        self._flags.watch(table)
        self._told(table)

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception:  # noqa: BLE001 - it comes round again
                _log.exception("the sweep of the clocks failed, and is tried again")
            await asyncio.sleep(_SWEEP_S)
