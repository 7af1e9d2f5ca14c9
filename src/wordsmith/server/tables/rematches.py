"""The same people, seats and rules once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, Terms

if TYPE_CHECKING:
    from wordsmith.server.tables.ledger import Ledger


def is_alone(ledger: Ledger, person: str) -> bool:
    """Whether nobody else of flesh and blood has a seat here."""
    seats = zip(ledger.seats, ledger.places, strict=True)
    return all(place.person == person for seat, place in seats if not seat.is_bot)


def next_making(ledger: Ledger, person: str, words: tuple[str, ...], *, front: bool) -> Making:
    """The next seat begins. The seats of others are kept for them, and nobody else is asked in."""
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
    return Making(ledger.variant, seats, person, _key(ledger), front, terms, named)


def _next_seat(seat: SeatSettings, ledger: Ledger, number: int, person: str) -> SeatSettings:
    if seat.is_bot or ledger.places[number].person == person:
        return seat
    return SeatSettings("open", seat.name)


def _key(ledger: Ledger) -> str:
    """One rematch of a table, and another one only when that was cancelled."""
    before = "" if ledger.rematch is None else f" after {ledger.rematch}"
    return f"rematch of {ledger.table}{before}"
