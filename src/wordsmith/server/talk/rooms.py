"""Who listens at which table in this process, and up to which message everybody has been told.

A hint on the bus says that something was said; what, is read from the store, so that a lost hint
costs only time.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.messages.outbound import Message
    from wordsmith.server.tables.table import Table
    from wordsmith.server.talk.archive import Archive
    from wordsmith.server.talk.hearing import Spoken

_log = logging.getLogger(__name__)
_TABLES_AT_ONCE = 100


class Ear(Protocol):
    """A page that is told what is said."""

    def said(self, table: str, message: Message) -> None:
        """Something was said that its visitor may hear. Must not wait."""


@dataclass(frozen=True, slots=True, eq=False)
class Listener:
    """One page at one table."""

    table: Table
    person: str
    ear: Ear
    moderator: bool = False


@dataclass(slots=True)
class Room:
    """The listeners at a table."""

    last: int  # everything up to this message has been told
    listeners: set[Listener] = field(default_factory=set)
    behind: bool = False  # there may be more
    again: set[int] = field(default_factory=set)  # messages that look otherwise now
    telling: asyncio.Task[None] | None = None


class Rooms:
    """Every table where somebody listens."""

    def __init__(
        self, archive: Archive, tell: Callable[[Spoken, list[Listener]], Awaitable[None]]
    ) -> None:
        self._archive = archive
        self._tell = tell
        self._rooms: dict[str, Room] = {}

    async def enter(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener everything from now on; call what is returned to stop."""
        name = listener.table.id
        last = (await self._archive.last([name]))[name]
        room = self._rooms.setdefault(name, Room(last))
        room.listeners.add(listener)
        if room.last < last:
            self.poke(name)

        def leave() -> None:
            room.listeners.discard(listener)
            if not room.listeners and self._rooms.get(name) is room:
                del self._rooms[name]

        return leave

    def poke(self, name: str, again: int | None = None) -> None:
        """Something may have been said at this table, or message ``again`` looks otherwise now."""
        room = self._rooms.get(name)
        if room is None:
            return
        room.behind = True
        if again is not None:
            room.again.add(again)
        if room.telling is None:
            room.telling = asyncio.create_task(self._catch_up(name, room), name=f"talk at {name}")

    async def sweep(self) -> None:
        """Find what nobody gave a hint of."""
        names = list(self._rooms)
        for first in range(0, len(names), _TABLES_AT_ONCE):
            some = names[first : first + _TABLES_AT_ONCE]
            for name, last in (await self._archive.last(some)).items():
                room = self._rooms.get(name)
                if room is not None and room.last < last:
                    self.poke(name)

    async def close(self) -> None:
        """Tell nobody any more."""
        tasks = [room.telling for room in self._rooms.values() if room.telling]
        self._rooms.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _catch_up(self, name: str, room: Room) -> None:
        """Tell everything that is new, in order; one task for each room at a time."""
        try:
            while room.behind and room.listeners:
                room.behind = False
                for spoken in await self._archive.since(name, room.last):
                    room.last = spoken.n
                    room.behind = True  # there may be more than one page of it
                    await self._tell(spoken, list(room.listeners))
                while room.again:
                    changed = await self._archive.numbered(name, room.again.pop())
                    if changed is not None:
                        await self._tell(changed, list(room.listeners))
        except Exception:  # noqa: BLE001 - the sweep finds it again
            _log.exception("table %s: what was said could not be told", name)
        finally:
            room.telling = None
