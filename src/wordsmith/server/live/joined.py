"""One table as one page looks at it: what the page has, and what it is to be sent next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.guard.viewers import Public, Seated, Viewer
from wordsmith.server.projection.rows import portion_of
from wordsmith.server.projection.viewing import hand_of, scene_of, viewer_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.live.delayed import Sight
    from wordsmith.server.live.rooms import Room
    from wordsmith.server.projection.wire import Wire
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.store import Place


@dataclass(slots=True)
class Joined:
    """What a page knows of a table. ``known`` is the version it can vouch for."""

    room: Room
    person: str
    moderator: bool
    known: int
    asked: int | None  # the hand that was asked for, of several on one sofa
    viewer: Viewer = field(default_factory=Public)
    may_see: bool = True
    places: tuple[Place, ...] = ()  # who sat there when the page was last shown it
    stop_listening: Callable[[], None] | None = None  # to what is said there
    _seen: tuple[Viewer, str] | None = None  # for whom, and in which phase, that was asked
    missing_from: int | None = None  # rows from there on are still to be sent

    def look(self) -> bool:
        """See anew who is looking; whether he may."""
        ledger = self.room.table.ledger
        viewer = viewer_of(ledger, self.person, asked=self.asked, moderator=self.moderator)
        if isinstance(viewer, Seated) and len(viewer.mine) > 1:
            viewer = self._on_sofa(ledger, viewer)
        seen = (viewer, ledger.phase)
        if seen != self._seen:
            self._seen = seen
            self.may_see = can(viewer, Right.SEE, scene_of(ledger))
        self.viewer = viewer
        return self.may_see

    def _on_sofa(self, ledger: Ledger, viewer: Seated) -> Seated:
        """Once the turn has passed, a hand that was shown is covered."""
        if not ledger.has_begun or hand_of(ledger, viewer) is not None:
            return viewer
        self.asked = None
        return Seated(viewer.mine, None, viewer.host)

    @property
    def sight(self) -> Sight | None:
        """The table as it is seen from here; None: not to be told yet."""
        return self.room.sight(self.viewer)

    def version(self, stored: int) -> int | None:
        """How far the page should be; ``stored`` is how far the table is on disk. None: no word.

        Nothing is said while rows are still being sent.
        """
        sight = self.sight
        if self.is_behind or sight is None:
            return None
        return sight.ledger.version if sight.delay_ms else max(stored, sight.ledger.version)

    @property
    def is_behind(self) -> bool:
        """Whether rows are still to be sent."""
        return self.missing_from is not None

    def news(self) -> Wire | None:
        """The next message for the page; None if it has everything."""
        sight = self.sight
        if sight is None:
            return None
        ledger = sight.ledger
        if self.known > ledger.version:  # another table's past, or a made-up one
            self.known = 0
        self.places = ledger.places
        if not ledger.has_begun:
            self.known = ledger.version
            return self.room.gathering(sight, self.viewer, self.person)
        portion = portion_of(ledger, self.known, self.missing_from)
        self.known = portion.version
        self.missing_from = None if portion.is_last else portion.stop
        return self.room.state(sight, self.viewer, portion)

    @property
    def has_news(self) -> bool:
        """Whether the table has gone on, or its people are called otherwise, as seen from here."""
        sight = self.sight
        if sight is None:
            return False
        ledger = sight.ledger
        return ledger.version != self.known or self.is_behind or ledger.places != self.places
