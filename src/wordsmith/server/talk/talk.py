"""Talk at the tables: what is asked for is judged here, kept, and told to whoever may hear it."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.server.guard.quotas import Quota, Quotas
from wordsmith.server.guard.viewers import Adviser, Seated
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.persons import FOR_GOOD
from wordsmith.server.talk.archive import Archive
from wordsmith.server.talk.hearing import Hearer, Spoken
from wordsmith.server.talk.rooms import Listener, Rooms
from wordsmith.server.talk.showing import show, shown_time
from wordsmith.server.talk.text import fit_text, without_links
from wordsmith.server.talk.word_lists import WordLists

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus import Bus
    from wordsmith.server.messages.frames import Say
    from wordsmith.server.messages.outbound import Message
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.table import Table
    from wordsmith.server.talk.rooms import Ear
    from wordsmith.store.database import Database

TOPIC = "talk"
_log = logging.getLogger(__name__)
_QUOTA = Quota("talk", "6/10 second; 30/minute; 400/hour")
CATCH_UP_EVERY_S = 5.0
NEW_MS = 24 * 3600 * 1000
"""So long somebody is new here."""

_LAST = 2**53
_SPEAKER = f"""
SELECT p.name, p.login, p.since_ms, (
    SELECT coalesce(max(coalesce(until_ms, {FOR_GOOD})), 0) FROM sanctions WHERE person = p.id)
FROM persons AS p WHERE p.id = $1
"""  # noqa: S608 - our own words


@dataclass(frozen=True, slots=True)
class _Speaker:
    """What is to be known of whoever speaks."""

    name: str
    login: str | None  # None: a guest
    since_ms: int  # first seen, as a guest perhaps
    silenced_until_ms: int

    def may_lead(self, now_ms: int) -> bool:
        """Whether links in what he says lead anywhere: whoever spreads them comes anew each day."""
        return self.login is not None and now_ms - self.since_ms >= NEW_MS


@dataclass(frozen=True, slots=True)
class _Place:
    """From where to whom something is said."""

    seat: int | None  # None: a spectator
    to_seat: int | None = None
    to_person: str | None = None


class Talk:
    """Everything that is said at this site."""

    def __init__(self, database: Database, bus: Bus, quotas: Quotas) -> None:
        self.archive = Archive(database)
        self.words = WordLists(database, bus)
        self._database = database
        self._bus = bus
        self._quotas = quotas
        self._rooms = Rooms(self.archive, self._tell)
        self._stop = bus.subscribe(TOPIC, self._hear)

    async def close(self) -> None:
        """Tell and hear nothing any more."""
        self._stop()
        self.words.close()
        await self._rooms.close()

    async def say(self, table: Table, person: str, asked: Say) -> Message:
        """Keep and spread what somebody says; what was kept, as he reads it. Refusal if not.

        The same key again gives the same message.
        """
        kept = await self.archive.with_key(table.id, asked.key)
        if kept is None:
            kept = await self._kept(table.ledger, person, asked)
            self._bus.publish(TOPIC, table.id.encode())
        if kept.person != person:
            raise Refusal(409, "key_reused", table=table.id)
        hearer = Hearer.at(table.ledger, person)
        shown = show(kept, table.ledger, hearer, await self.words.current())
        assert shown is not None  # whoever speaks hears himself
        return shown

    async def history(
        self, table: Table, person: str, before: int | None = None, *, moderator: bool = False
    ) -> list[Message]:
        """The messages before number ``before``, or the last, as this person may read them."""
        hearer = Hearer.at(table.ledger, person, moderator=moderator)
        limit = _LAST if before is None else before
        kept = await self.archive.heard_before(hearer, table.id, limit)
        offensive = await self.words.current()
        shown = [show(spoken, table.ledger, hearer, offensive) for spoken in kept]
        return [message for message in shown if message is not None]

    async def listen(
        self, table: Table, person: str, ear: Ear, *, moderator: bool = False
    ) -> Callable[[], None]:
        """Tell an ear everything from now on; call what is returned to stop.

        Whoever listens first and reads the history then misses nothing; numbers tell what came
        twice. What could not be heard while the game lived is in the history after its end.
        """
        return await self._rooms.enter(Listener(table, person, ear, moderator))

    def tell_again(self, table: str, n: int) -> None:
        """A message looks otherwise now: pages that are open are told it anew, under its number."""
        self._bus.publish(TOPIC, f"{table} {n}".encode())

    async def catch_up(self) -> None:
        """Find what nobody gave a hint of, words as well."""
        await self._rooms.sweep()
        await self.words.current()

    async def _kept(self, ledger: Ledger, person: str, asked: Say) -> Spoken:
        """What is asked for, checked and kept. Refusal if it may not be said."""
        hearer = Hearer.at(ledger, person)
        place = _place(ledger, hearer, asked)
        text = fit_text(asked.text)
        if not text:
            raise Refusal(422, "empty")
        wait_s = await self._quotas.take(_QUOTA, person)
        if wait_s:
            raise Refusal(429, "too_fast", wait_s=wait_s)
        speaker = await self._speaker(person)
        now = time.time_ns() // 1_000_000
        if speaker.silenced_until_ms > now:
            raise Refusal(403, "muted", until=_until(speaker.silenced_until_ms))
        spoken = Spoken(
            table=ledger.table,
            n=0,
            at_ms=now,
            person=person,
            seat=place.seat,
            name=speaker.name if place.seat is None else ledger.seats[place.seat].name,
            channel=asked.channel,
            to_seat=place.to_seat,
            to_person=place.to_person,
            words=text if speaker.may_lead(now) else without_links(text),
        )
        try:
            return await self.archive.add(spoken, asked.key)
        except LookupError as error:
            raise Refusal(503, "unavailable", table=ledger.table) from error

    async def _speaker(self, person: str) -> _Speaker:
        rows = await self._database.rows(_SPEAKER, person)
        if not rows:
            raise Refusal(403, "forbidden")
        return _Speaker(*rows[0])

    def _hear(self, message: bytes) -> None:
        table, _, again = message.decode().partition(" ")
        self._rooms.poke(table, int(again) if again else None)

    async def _tell(self, spoken: Spoken, listeners: list[Listener]) -> None:
        """Tell a message to everybody who may hear it."""
        blocked = await self.archive.blocked(spoken.person)
        offensive = await self.words.current()
        for listener in listeners:
            ledger = listener.table.ledger
            hearer = Hearer.at(ledger, listener.person, moderator=listener.moderator)
            shown = show(spoken, ledger, hearer, offensive)
            if shown is None or listener.person in blocked:
                continue
            try:
                listener.ear.said(spoken.table, shown)
            except Exception:  # noqa: BLE001 - a fault of one page is none of the others' business
                _log.exception("table %s: somebody could not be told", spoken.table)


def _place(ledger: Ledger, hearer: Hearer, asked: Say) -> _Place:
    """From where to whom this is said. Refusal if it may not be said there."""
    if not hearer.scene.talk:
        raise Refusal(403, "talk_off", table=ledger.table)
    if not hearer.may_say(asked.channel):
        raise Refusal(403, "forbidden", table=ledger.table)
    match hearer.viewer:
        case Adviser(seat):  # the only place he has
            if asked.to not in (None, seat):
                raise Refusal(403, "forbidden", table=ledger.table)
            return _Place(None, seat, ledger.places[seat].person)
        case Seated(mine) if asked.channel == "whisper":
            return _whispering(ledger, mine, asked.to)
        case Seated(mine):
            return _Place(_speaking(ledger, mine))
        case _:
            return _Place(None)


def _whispering(ledger: Ledger, mine: frozenset[int], wanted: int | None) -> _Place:
    """A player to his adviser; one who plays several seats may say which seat's."""
    advised = sorted(mine & ledger.admitted.keys())
    if wanted in advised:
        advised = [wanted]
    if not advised:
        raise Refusal(403, "forbidden", table=ledger.table)
    person, _name = ledger.admitted[advised[0]]
    return _Place(advised[0], None, person)


def _speaking(ledger: Ledger, mine: frozenset[int]) -> int:
    """Of several seats on one sofa that on turn, or the first."""
    if ledger.has_begun and ledger.game.state.on_turn in mine:
        return ledger.game.state.on_turn
    return min(mine)


def _until(until_ms: int) -> str | None:
    """Until when somebody may not speak; None: for good."""
    return None if until_ms >= FOR_GOOD else shown_time(until_ms)
