"""A table as the pages of this program see it: who has it open here, and what each is shown."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from wordsmith.server.live.delayed import Delayed, Sight, is_late
from wordsmith.server.projection.projection import (
    project_gathering,
    project_shared,
    project_state,
)
from wordsmith.server.projection.wire import Wire, wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.lexicon import Lexicon
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.live.connection import Connection
    from wordsmith.server.messages import outbound
    from wordsmith.server.projection.projection import Shared
    from wordsmith.server.projection.rows import Portion
    from wordsmith.server.projection.viewing import Surroundings
    from wordsmith.server.tables.table import Table
    from wordsmith.store import Store

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resources:
    """What all rooms share."""

    store: Store
    delay_ms: int  # after which spectators of rated games see a move
    changed: Callable[[Room], None]  # hears of every change, after the pages
    around: Callable[[Room, int], Surroundings]  # for whoever sees it so many ms later


@dataclass(slots=True)
class _Told:
    """What has been made of one portion of a table, for one showing."""

    around: Surroundings
    shared: Shared
    frames: dict[Viewer, Wire] = field(default_factory=dict)


class Room:
    """The pages that look at one table. It watches the table as long as there are some."""

    def __init__(self, table: Table, lexicon: Lexicon, resources: Resources) -> None:
        self.table = table
        self.lexicon = lexicon
        self.pages: set[Connection] = set()
        self.told_presence: outbound.Presence | None = None
        self.ratings: dict[str, int] = {}
        self.rematch_sat = 0
        self._resources = resources
        self._people: tuple[object, object] = None, None
        self._now = Sight(table.ledger, 0)
        self._delayed: Delayed | None = None
        # While something is shown to all: by portion, and by how long ago it was so.
        self._round: dict[tuple[Portion, int], _Told] | None = None
        table.watchers.add(self)

    def close(self) -> None:
        """Look no more."""
        self.table.watchers.discard(self)
        if self._delayed is not None:
            self._delayed.close()

    def changed(self, _table: Table, /) -> None:
        """The table has a new version."""
        if self._delayed is not None:
            self._delayed.follow()
        self.show_all()
        self._resources.changed(self)

    def has_other_people(self) -> bool:
        """Whether somebody came, went, advises or is renamed since this was last asked."""
        before, moment = self._people, self.table.ledger.moment
        self._people = self.table.ledger.sitting, moment.admitted
        return any(now is not then for now, then in zip(self._people, before, strict=True))

    def enter(self, page: Connection) -> None:
        """A page has the table open."""
        self.pages.add(page)

    def leave(self, page: Connection) -> None:
        """It has not any more."""
        self.pages.discard(page)

    def show_all(self, *, again: bool = False) -> None:
        """Show every page what it lacks, or all of it ``again``."""
        self._round = {}
        for page in tuple(self.pages):
            self._safely(partial(page.show, self, again=again))
        self._round = None

    def tell_all(self, message: outbound.FromServer) -> None:
        """Tell every page the same."""
        frame = wire(message)
        for page in tuple(self.pages):
            page.put(frame)

    async def prepare(self, viewer: Viewer) -> None:
        """Wait until ``sight`` can tell what this viewer sees."""
        self.sight(viewer)
        if self._delayed is not None:
            await self._delayed.opened()

    def sight(self, viewer: Viewer) -> Sight | None:
        """The table as this viewer sees it: now, or as it was; None: not to be told yet."""
        if not is_late(self.table, viewer):
            return self._now
        if self._delayed is None:
            delay_ms = self._resources.delay_ms
            store = self._resources.store
            self._delayed = Delayed(self.table, store, delay_ms, self.show_all)
        return self._delayed.sight

    def state(self, sight: Sight, viewer: Viewer, portion: Portion) -> Wire:
        """A state; in one round of showing those who see the same are shown the same bytes."""
        told = self._told(sight, portion)
        frame = told.frames.get(viewer)
        if frame is None:
            frame = project_state(sight.ledger, viewer, told.around, portion, told.shared)
            told.frames[viewer] = frame
        return frame

    def gathering(self, sight: Sight, viewer: Viewer, person: str) -> Wire:
        """A table that gathers."""
        around = self._resources.around(self, sight.delay_ms)
        return project_gathering(sight.ledger, viewer, person, around)

    def _told(self, sight: Sight, portion: Portion) -> _Told:
        key = (portion, sight.delay_ms)
        told = self._round.get(key) if self._round is not None else None
        if told is None:
            around = self._resources.around(self, sight.delay_ms)
            told = _Told(around, project_shared(sight.ledger, around, portion, self.lexicon))
            if self._round is not None:
                self._round[key] = told
        return told

    def _safely(self, tell: Callable[[], None]) -> None:
        """Tell a page; that it cannot be told must not keep the others from it."""
        try:
            tell()
        except Exception:  # noqa: BLE001 - a fault of ours, and logged as that
            _log.exception("table %s: a page could not be shown it", self.table.id)
