"""Who hears how much of what is said at a table.

While the game lives, players and spectators do not hear each other: a spectator may see what a
player must not know. An adviser sees a hand, so that spectators, among them the advisers of others,
do not hear him either. What was whispered stays between two; that it was whispered everybody sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

from wordsmith.server.guard.permissions import Right, Scene, can
from wordsmith.server.guard.viewers import Moderator
from wordsmith.server.projection.viewing import scene_of, viewer_of

if TYPE_CHECKING:
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.tables.ledger import Ledger

Channel = Literal["table", "watchers", "whisper"]

SAYING: dict[Channel, Right] = {
    "table": Right.SAY,
    "watchers": Right.SAY_WATCHING,
    "whisper": Right.WHISPER,
}
_READING: dict[Channel, Right] = {"table": Right.READ, "watchers": Right.READ_WATCHING}


class Hearing(Enum):
    """How much of a message somebody hears."""

    ALL = "all"
    BARE = "bare"  # that something was whispered, not what
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Something that was said, as it is kept."""

    table: str
    n: int  # counts from 1 at each table
    at_ms: int
    person: str
    seat: int | None  # None: a spectator
    name: str
    channel: Channel
    to_seat: int | None  # of a whisper to a player
    to_person: str | None  # of a whisper: who alone may read it besides its author
    words: str
    hidden: bool = False  # by a moderator


@dataclass(frozen=True, slots=True)
class Hearer:
    """Somebody at a table, as it stands now."""

    person: str
    viewer: Viewer
    scene: Scene

    @classmethod
    def at(cls, ledger: Ledger, person: str, *, moderator: bool = False) -> Hearer:
        """This person at this table."""
        viewer = viewer_of(ledger, person, moderator=moderator)
        return cls(person, viewer, scene_of(ledger))

    def may_say(self, channel: Channel) -> bool:
        """Whether he may speak there."""
        return can(self.viewer, SAYING[channel], self.scene)

    @property
    def channels(self) -> list[Channel]:
        """What he hears whole, whoever speaks."""
        return [channel for channel, right in _READING.items() if self._may(right)]

    def hears(self, spoken: Spoken) -> Hearing:
        """How much of a message he hears, mutes aside."""
        if self.person in (spoken.person, spoken.to_person):
            return Hearing.ALL
        if spoken.channel != "whisper":
            heard = spoken.channel in self.channels
            return Hearing.ALL if heard else Hearing.NOTHING
        if isinstance(self.viewer, Moderator):
            return Hearing.ALL
        return Hearing.BARE if self._may(Right.SEE) else Hearing.NOTHING

    def _may(self, right: Right) -> bool:
        return can(self.viewer, right, self.scene)
