"""Everything that lives as long as pages are open: their lines, their tables, the pulse."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import TYPE_CHECKING

from wordsmith.server.guard.viewers import Adviser, Seated
from wordsmith.server.live.acting import Acting
from wordsmith.server.live.asides import Asides
from wordsmith.server.live.connection import FORBIDDEN, LOGGED_OUT, RESTART, REVOKED, Connection
from wordsmith.server.live.delayed import Sight, is_late, ledger_then
from wordsmith.server.live.joined import Joined
from wordsmith.server.live.presence import Decline, Looking, Presence
from wordsmith.server.live.pulse import SLOTS, Pulse
from wordsmith.server.live.rates import Rates
from wordsmith.server.live.rooms import Resources, Room
from wordsmith.server.live.signals import Signals
from wordsmith.server.messages import outbound
from wordsmith.server.observing import metrics
from wordsmith.server.projection.presences import Candidate, format_presence
from wordsmith.server.projection.viewing import Surroundings

if TYPE_CHECKING:
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.house import House
    from wordsmith.server.people.sessions import Ended
    from wordsmith.server.tables.table import Table

MOST_TABLES = 16
"""On one line."""

_PRESENCE_S = 0.05  # who comes and goes in so short a time is told at once


class Hall:
    """The pages of this program."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.presence = Presence(house.bus, self._presence_changed, declined=self._declined)
        self.rates = Rates(house.settings.quota_factor)
        self.signals = Signals(house.store)
        self.acting = Acting(self.presence, self.rates, self.signals)
        self._asides = Asides(house)
        self._pulse = Pulse(house, self)
        self._rooms: dict[str, Room] = {}
        self._connections: dict[Connection, int] = {}  # and their slots
        self._slots = itertools.cycle(range(SLOTS))
        self._unheard: set[str] = set()  # tables whose presence is still to be told
        self._resources = Resources(
            house.store,
            round(house.settings.spectator_delay_s * 1000),
            self._room_changed,
            self._around,
        )
        self._stop = house.people.sessions.on_ended(self._ended)
        house.tables.is_here = self._is_here

    def open(self) -> None:
        """Begin to beat."""
        self._pulse.open()

    async def close(self) -> None:
        """Let everybody go: they come back when the server does."""
        self._stop()
        await self._pulse.close()
        self.presence.close()
        for connection in tuple(self._connections):
            connection.let_go(RESTART)
        await self.signals.close()

    def enter(self, connection: Connection) -> None:
        """A page has come."""
        metrics.sockets.inc()
        self._connections[connection] = next(self._slots)
        connection.checked = time.monotonic()

    def gone(self, connection: Connection) -> None:
        """A page has gone."""
        metrics.sockets.dec()
        self._connections.pop(connection, None)
        for table in tuple(connection.joined):
            self.leave(connection, table)

    def in_slot(self, slot: int) -> list[Connection]:
        """The pages whose turn it is to hear the pulse."""
        return [one for one, own in self._connections.items() if own == slot]

    async def join(
        self, connection: Connection, table: Table, known: int, hand: int | None
    ) -> str | None:
        """Show a table to a page from now on. The code of a refusal, or None."""
        if len(connection.joined) >= MOST_TABLES and table.id not in connection.joined:
            return "too_many"
        if known > table.ledger.version:
            await self._house.tables.refresh((table.id,))
        lexicon = await self._house.lexicons.of(table.ledger.variant)
        room = self._rooms.get(table.id)
        if room is None:
            room = self._rooms[table.id] = Room(table, lexicon, self._resources)
        joined = Joined(room, connection.person, connection.is_moderator, known, hand)
        try:
            if not joined.look():
                return "forbidden"
            await room.prepare(joined.viewer)
            await self._asides.refresh(room)
            await self._listen(connection, joined)
            self._enter(connection, joined)
        finally:
            if connection not in room.pages and joined.stop_listening is not None:
                joined.stop_listening()  # the page has gone meanwhile
            self._close_empty(room)
        return None

    async def _listen(self, connection: Connection, joined: Joined) -> None:
        """Hear what is said at a table, once however often it is joined."""
        before = connection.joined.get(joined.room.table.id)
        if before is not None:
            joined.stop_listening = before.stop_listening
        else:
            table, moderator = joined.room.table, joined.moderator
            joined.stop_listening = await self._house.talk.listen(
                table, connection.person, connection, moderator=moderator
            )

    def _enter(self, connection: Connection, joined: Joined) -> None:
        room = joined.room
        joined.look()
        connection.joined[room.table.id] = joined
        room.enter(connection)
        connection.bring(joined)
        self._note(connection, joined)
        connection.tell(self._presence_at(room))

    def leave(self, connection: Connection, table: str) -> None:
        """A page closes a table."""
        joined = connection.joined.pop(table, None)
        if joined is None:
            return
        if joined.stop_listening is not None:
            joined.stop_listening()
        joined.room.leave(connection)
        self.presence.go(table, connection)
        self._close_empty(joined.room)

    def ask_to_advise(self, connection: Connection, table: str, name: str, seat: int) -> None:
        """A spectator would advise a seat. Whoever was declined just now is told so again."""
        if self.presence.was_declined(table, connection.person, seat):
            connection.tell(outbound.Declined(table, seat))
            return
        asks = Candidate(connection.person, name, seat)
        self.presence.come(table, connection, Looking(connection.person, plays=False, asks=asks))

    async def sight(self, table: Table, viewer: Viewer) -> Sight:
        """A table as a viewer sees it who asks only once."""
        if not is_late(table, viewer):
            return Sight(table.ledger, 0)
        room = self._rooms.get(table.id)
        sight = room.sight(viewer) if room else None
        if sight is not None:
            return sight
        delay_ms = self._resources.delay_ms
        return Sight(await ledger_then(table, self._house.store, delay_ms), delay_ms)

    async def surroundings(self, table: Table) -> Surroundings:
        """What is true around a table, for whoever asks only once."""
        ratings = await self._asides.ratings(table.ledger)
        return self._told_around(table, 0, ratings, 0)

    async def look_around(self, slot: int) -> None:
        """See what has changed beside the rows of some tables that are open here."""
        for name, room in tuple(self._rooms.items()):
            if hash(name) % SLOTS == slot and await self._asides.refresh(room):
                room.show_all(again=True)

    def _around(self, room: Room, delay_ms: int) -> Surroundings:
        return self._told_around(room.table, delay_ms, room.ratings, room.rematch_sat)

    def _told_around(
        self, table: Table, delay_ms: int, ratings: dict[str, int], rematch_sat: int
    ) -> Surroundings:
        ledger = table.ledger
        here = frozenset() if ledger.has_begun else self.presence.playing(table.id)
        now = self._house.time.now_ms(ledger.settings.pace_class)
        return Surroundings(now, delay_ms, here, ratings, rematch_sat, ledger.invite)

    def _is_here(self, table: str, person: str) -> bool:
        return person in self.presence.playing(table)

    def _ended(self, ended: Ended) -> None:
        own = REVOKED if ended.elsewhere else LOGGED_OUT
        for connection in tuple(self._connections):
            if ended.ends(connection.person, connection.session.id):
                connection.let_go(FORBIDDEN if ended.banned else own)

    def _note(self, connection: Connection, joined: Joined) -> None:
        """Count the page among those who play or those who look on."""
        plays = isinstance(joined.viewer, Seated)
        table = joined.room.table.id
        before = self.presence.looking(table, connection)
        answered = isinstance(joined.viewer, Adviser) and before is not None and before.asks
        if before is None or before.plays != plays or answered:
            self.presence.come(table, connection, Looking(connection.person, plays))

    def _room_changed(self, room: Room) -> None:
        if room.has_other_people():
            self._people_changed(room)
        if self._asides.are_due(room):
            self._asides.refresh_soon(room)

    def _people_changed(self, room: Room) -> None:
        for connection in room.pages:
            joined = connection.joined.get(room.table.id)
            if joined is not None:
                self._note(connection, joined)
        self._presence_changed(room.table.id)

    def _close_empty(self, room: Room) -> None:
        name = room.table.id
        if not room.pages and self._rooms.get(name) is room:
            del self._rooms[name]
            room.close()
            self.signals.forget(name)

    def _declined(self, told: Decline) -> None:
        room = self._rooms.get(told.table)
        for connection in room.pages if room is not None else ():
            if connection.person == told.person:
                connection.tell(outbound.Declined(told.table, told.seat))

    def _presence_changed(self, table: str) -> None:
        if not self._unheard:
            asyncio.get_running_loop().call_later(_PRESENCE_S, self._tell_presence)
        self._unheard.add(table)

    def _tell_presence(self) -> None:
        tables, self._unheard = self._unheard, set()
        for table in tables:
            room = self._rooms.get(table)
            if room is None:
                continue
            presence = self._presence_at(room)
            if presence != room.told_presence:
                room.told_presence = presence
                room.tell_all(presence)

    def _presence_at(self, room: Room) -> outbound.Presence:
        table = room.table.id
        return format_presence(
            room.table.ledger,
            self.presence.playing(table),
            self.presence.watching(table),
            self.presence.asking(table),
        )
