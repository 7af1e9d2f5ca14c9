"""Everything that lives as long as the server does, put together in one place."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from typing import TYPE_CHECKING

from wordsmith.bus import MemoryBus
from wordsmith.server.bots.bots import Bots
from wordsmith.server.bots.comparing import Comparisons
from wordsmith.server.bots.hints import Hints
from wordsmith.server.bots.queued import QueuedThinkers
from wordsmith.server.bots.thinking import PipedThinkers
from wordsmith.server.guard.limits import Buckets
from wordsmith.server.guard.origins import Origins
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.moderation.moderators import Moderators
from wordsmith.server.notices.mailer import mailer_of
from wordsmith.server.notices.notices import Notices, site_of
from wordsmith.server.observing.alive import Alive
from wordsmith.server.people.moving import on_moved
from wordsmith.server.people.people import TIDY_EVERY_S, People
from wordsmith.server.rounds import Rounds
from wordsmith.server.tables.forsaken import LOOK_EVERY_S, Forsaken
from wordsmith.server.tables.tables import Tables
from wordsmith.server.tables.timekeeping import Timekeeper
from wordsmith.server.talk.complaints import Complaints
from wordsmith.server.talk.talk import CATCH_UP_EVERY_S, Talk
from wordsmith.server.words.lexicons import Lexicons

if TYPE_CHECKING:
    from wordsmith.bus import Bus
    from wordsmith.errors import WordsmithError
    from wordsmith.server.bots.thinkers import Thinkers
    from wordsmith.server.people.moving import Moved
    from wordsmith.server.settings import Settings
    from wordsmith.store import Store

_THRESHOLD = gc.get_threshold()


class House:
    """The parts of a running server. ``time``: by which clocks its tables are played."""

    def __init__(
        self, store: Store, bus: Bus, settings: Settings, time: Timekeeper | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.origins = Origins(settings.origins)
        self.quotas = Quotas(settings.queue or None, factor=settings.quota_factor)
        self.talk = Talk(store, bus, self.quotas)
        self.people = People(store, bus, self.quotas, self.talk.words.is_in, secure=settings.secure)
        self.visitors = self.people.visitors
        self._thinkers = _thinkers(bus, settings)
        self.lexicons = Lexicons(self._thinkers.prepare)
        self.new_tables = Buckets(settings.new_tables, settings.new_tables_per_s)
        self.changes = Buckets(settings.changes, settings.changes_per_s)
        self._bots = Bots(self._thinkers, self.lexicons)
        self.hints = Hints(self._thinkers, self.lexicons)
        self.comparisons = Comparisons(store, self._thinkers, self.lexicons)
        alone = isinstance(bus, MemoryBus)
        self.time = time or Timekeeper()
        self.tables = Tables(
            store, self.lexicons, self._bots.poke, bus=None if alone else bus, time=self.time
        )
        self.forsaken = Forsaken(store, self.tables)
        self.complaints = Complaints(store, self.talk.archive, self.quotas)
        site = site_of(settings)
        self.notices = Notices(store, self.people.key, site, mailer_of(settings), self._is_here)
        if self.notices.mailer is not None and site.address is not None:
            self.people.mail.mailer = self.notices.mailer  # else letters would lead anywhere
        self.people.portraits.has_notices = True
        self.moderation = Moderators(
            store, bus, self.quotas, self.people.sessions, self.tables, self.talk
        )
        self.trouble: WordsmithError | None = None  # why it could not be opened
        self._alive = Alive(store, alone=alone, now_ms=self.time.steady_ms)
        self.rounds = self._rounds()
        self._warming: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._looking: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin. StoreError if the store cannot be used; the bus may come later."""
        await self.store.open()
        await self.bus.open()
        down_since_ms = await self._alive.down_since_ms()
        await self._alive.open()
        if down_since_ms is not None:
            await self.tables.was_down(down_since_ms)
        self.tables.open()
        on_moved(self.bus, self._look_again)
        self.notices.open()
        if self.settings.warm_bots:
            self._warming = asyncio.create_task(self._thinkers.warm(), name="warm")
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")
        _tame_collector()

    async def close(self) -> None:
        """Stop everything, the store last."""
        tasks = [task for task in (self._warming, self._sweeping, *self._looking) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots.close()
        await self.comparisons.close()
        await self.notices.close()
        await self.talk.close()
        await self.tables.close()
        await self._thinkers.close()
        await self._alive.close()
        self.people.close()
        await self.bus.close()
        await self.quotas.close()
        await self.store.close()
        _free_collector()

    def _is_here(self, table: str, person: str) -> bool:
        """Whether a person has a table open; those who hold the pages put the question in later."""
        return self.tables.is_here(table, person)

    def _look_again(self, moved: Moved) -> None:
        looking = asyncio.create_task(self.tables.look_again(moved.was))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    def _rounds(self) -> Rounds:
        """Liveness: whatever was lost on the way is found again in the stored tables."""
        rounds = Rounds(lambda: self.time.steady_ms() / 1000)
        rounds.add("bots", partial(self._bots.sweep, self.store, self.tables))
        rounds.add("ratings", self.people.ratings.sweep)
        rounds.add("comparisons", self.comparisons.look)
        rounds.add("people", self.people.tidy, every_s=TIDY_EVERY_S)
        rounds.add("talk", self.talk.catch_up, every_s=CATCH_UP_EVERY_S)
        rounds.add("forsaken tables", self.forsaken.look, every_s=LOOK_EVERY_S, at_once=False)
        rounds.add("idle tables", self._let_go)
        return rounds

    async def _sweep(self) -> None:
        while True:
            await self.rounds.go()
            await asyncio.sleep(self.settings.sweep_s)

    async def _let_go(self) -> None:
        for table in self.tables.unload_idle(self.settings.idle_s):
            await table.close()


def _thinkers(bus: Bus, settings: Settings) -> Thinkers:
    here = PipedThinkers(settings.bot_processes)
    return QueuedThinkers(settings.queue, bus, here) if settings.queue else here


def _tame_collector() -> None:
    """What is here stays: without this a full collection stops the loop for 0.1 to 0.5 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _free_collector() -> None:
    """As it was, for a program that goes on."""
    gc.set_threshold(*_THRESHOLD)
    gc.unfreeze()
