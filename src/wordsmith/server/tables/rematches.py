"""The same people, seats and rules once more."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.server.messages.protocol import SitAction
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.errands import RematchErrand
from wordsmith.server.tables.requests import demand_accepted
from wordsmith.server.tables.seating import Making, Terms

if TYPE_CHECKING:
    from wordsmith.server.tables.founding import Founding
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.table import Table
    from wordsmith.server.tables.tables import Tables
    from wordsmith.store import Store


class Rematches:
    """Makes them. With others the table gathers, and whoever asks has taken his seat there."""

    def __init__(self, tables: Tables, store: Store, founding: Founding) -> None:
        self._tables = tables
        self._store = store
        self._founding = founding

    async def of(self, table: Table, person: str) -> str:
        """The rematch of a table. Asked twice: the same one. Refusal if it is too early."""
        ledger = table.ledger
        alone = is_alone(ledger, person)
        if not ledger.has_begun or not (alone or ledger.phase in ("ended", "cancelled")):
            raise Refusal(409, "not_now")
        key = f"rematch of {table.id}"
        if alone:
            return await self._tables.make(await self._next(table, person, key))
        name = ledger.rematch  # another may be made while we look: ours is the one after this
        row = await self._store.table(name) if name else None
        if name is None or row is None or row.standing.phase == "cancelled":
            key += "" if name is None else f" after {name}"
            name = await self._tables.make(await self._next(table, person, key))
            told = RematchErrand(name)
            demand_accepted(await table.act(None, 0, f"rematch-{name}", told))
        await self._sit_down(name, person)
        return name

    async def _next(self, table: Table, person: str, key: str) -> Making:
        ledger = table.ledger
        words = await self._founding.words(ledger.group, ledger.variant)
        row = await self._store.table(table.id)
        front = row is not None and row.front
        return next_making(ledger, person, words, key, front=front)

    async def _sit_down(self, name: str, person: str) -> None:
        """Whoever asks for a rematch that another made sits down, if his seat is kept for him."""
        table = await self._tables.get(name)
        if table is None or not table.ledger.reserved_for(person):
            return
        key = hashlib.sha256(f"again {name} {person}".encode()).hexdigest()[:32]
        action = SitAction("", None, table.ledger.sheet_hash, None)
        demand_accepted(await table.act(None, 0, key, action, person))


def is_alone(ledger: Ledger, person: str) -> bool:
    """Whether nobody else of flesh and blood has a seat here."""
    seats = zip(ledger.seats, ledger.places, strict=True)
    return all(place.person == person for seat, place in seats if not seat.is_bot)


def next_making(
    ledger: Ledger, person: str, words: tuple[str, ...], key: str, *, front: bool
) -> Making:
    """The next seat begins. The seats of others are kept for them, and nobody else is asked in.

    ``key``: one rematch of a table, and another one only when that was cancelled.
    """
    settings = ledger.settings
    order = [*range(1, len(ledger.seats)), 0]
    places = tuple([ledger.places[seat] for seat in order])
    seats = tuple([_next_seat(ledger.seats[seat], ledger, seat, person) for seat in order])
    terms = Terms(
        pace=settings.pace,
        rated=settings.rated,
        talk=settings.talk,
        watching=settings.watching,
        advisers=settings.advisers,
        group=settings.group,
        words=words,
        rematch_of=ledger.table,
    )
    named = tuple(
        [replace(place, name=seat.name) for place, seat in zip(places, seats, strict=True)]
    )
    return Making(ledger.variant, seats, person, key, front, terms, named)


def _next_seat(seat: SeatSettings, ledger: Ledger, number: int, person: str) -> SeatSettings:
    if seat.is_bot or ledger.places[number].person == person:
        return seat
    return SeatSettings("open", seat.name)
