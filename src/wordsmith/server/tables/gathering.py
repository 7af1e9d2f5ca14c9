"""Before a game: seats are claimed and given up, until it begins. Each is a command like any other.

All of it is judged by the table's own task at one version, so that two never get one seat.
"""

from __future__ import annotations

import random
from functools import reduce
from typing import TYPE_CHECKING

from wordsmith.rules.parameters import Seating
from wordsmith.rules.referee import deal
from wordsmith.rules.sealed_bag import format_order, seal_bag
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.names import apart, fit_name
from wordsmith.server.tables.happenings import Began, Cancelled, Happened, Kicked, Rose, Sat
from wordsmith.server.tables.moment import Moment
from wordsmith.server.tables.step import Step
from wordsmith.store import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.messages.protocol import SitAction
    from wordsmith.server.tables.ledger import Ledger

_random = random.SystemRandom()
_NOBODY = Place(None)


def claim(ledger: Ledger, asked: SitAction, person: str) -> Step:
    """A person takes a seat, or all that are kept for him; with the last one the game begins."""
    demand_gathering(ledger)
    if asked.sheet != ledger.sheet_hash:
        raise Refusal(409, "sheet_changed", sheet=ledger.sheet_hash)
    reserved = sorted(ledger.reserved_for(person))
    if not reserved and not _may_come(ledger, asked.invite):
        raise Refusal(403, "needs_invitation")
    seats = reserved or [_free_seat(ledger, asked.seat)]
    others = [held.name for n, held in enumerate(ledger.seats) if n not in seats]
    name = apart(fit_name(asked.name) or ledger.places[seats[0]].name, others)
    places = _changed(ledger.places, seats[0], Place(person, name))
    sat = tuple([Sat(seat) for seat in seats])
    after = reduce(Moment.at_table, sat, ledger.moment)
    if any(held.is_open for held in after.seats):
        return Step(sat, places)
    return _with_beginning(after, places, sat)


def rename(ledger: Ledger, asked: SitAction, person: str) -> Step | None:
    """Who sits already, and comes with another name, is called that from now on; None: as he was.

    A table is made in one touch, before anybody was asked for his name.
    """
    mine = ledger.seats_of(person)
    seat, wanted = min(mine), fit_name(asked.name)
    if ledger.phase != "gathering" or len(mine) > 1 or not wanted:
        return None
    name = apart(wanted, [held.name for n, held in enumerate(ledger.seats) if n != seat])
    if name == ledger.places[seat].name:
        return None
    return Step((Sat(seat),), _changed(ledger.places, seat, Place(person, name)))


def rise(ledger: Ledger, seat: int) -> Step:
    """A person gives up his seat. If he was the host another is; if nobody is left, that is all."""
    demand_gathering(ledger)
    left = [n for n, held in enumerate(ledger.seats) if held.kind == "human" and n != seat]
    host = ledger.moment.host
    if host == seat:
        host = next(iter(left), None)
    places = _changed(ledger.places, seat, _NOBODY)
    over = () if left else (Cancelled(),)
    return Step((Rose(seat, host), *over), places)


def kick(ledger: Ledger, person: str, seat: int, is_here: Callable[[str], bool]) -> Step:
    """The host opens the seat of a guest who is away, or one that was kept for somebody."""
    demand_gathering(ledger)
    demand_host(ledger, person)
    if seat >= len(ledger.seats):
        raise Refusal(409, "not_now", seat=seat)
    held, guest = ledger.seats[seat], ledger.places[seat].person
    if held.is_bot or guest is None or guest == person:
        raise Refusal(409, "not_now", seat=seat)
    if not held.is_open and is_here(guest):
        raise Refusal(409, "still_here", seat=seat)
    return Step((Kicked(seat),), _changed(ledger.places, seat, _NOBODY))


def begin(ledger: Ledger, person: str) -> Step:
    """The host begins without the seats that are still open."""
    demand_gathering(ledger)
    demand_host(ledger, person)
    return _with_beginning(ledger.moment, ledger.places, ())


def call_off(ledger: Ledger, person: str) -> Step:
    """The host lets it be."""
    demand_gathering(ledger)
    demand_host(ledger, person)
    return Step((Cancelled(),))


def forsake(ledger: Ledger, version: int, is_here: Callable[[str], bool]) -> Step:
    """Nobody came back for so long that the table waits no more. Refusal if somebody has."""
    demand_gathering(ledger)
    people = [place.person for place in ledger.places if place.person is not None]
    if ledger.version != version or any(is_here(person) for person in people):
        raise Refusal(409, "not_now")
    return Step((Cancelled(forsaken=True),))


def beginning(moment: Moment, order: tuple[int, ...]) -> tuple[Happened, ...]:
    """The game begins with these seats in this order: its bag is sealed, the first hands dealt."""
    variant = moment.variant
    seal = seal_bag(variant, _random)
    bag = format_order(seal.order, variant.alphabet)
    began = Began(order, bag, seal.salt, seal.hash, moment.agreed.words)
    after = moment.at_table(began)
    assert after.game is not None
    assert after.bag is not None
    return (began, *deal(variant, after.game.state, after.bag))


def demand_gathering(ledger: Ledger) -> None:
    """Refusal unless the game is still to begin."""
    if ledger.phase != "gathering":
        raise Refusal(409, "started")


def demand_host(ledger: Ledger, person: str) -> None:
    """Refusal unless this person is the host."""
    if ledger.host != person:
        raise Refusal(403, "forbidden")


def _may_come(ledger: Ledger, invite: str | None) -> bool:
    return ledger.settings.listed or (invite is not None and invite == ledger.invite)


def _free_seat(ledger: Ledger, wanted: int | None) -> int:
    free = [
        seat
        for seat, (held, place) in enumerate(zip(ledger.seats, ledger.places, strict=True))
        if held.is_open and place.person is None
    ]
    if not free or (wanted is not None and wanted not in free):
        raise Refusal(409, "taken", free=free)
    return free[0] if wanted is None else wanted


def _with_beginning(
    moment: Moment, places: tuple[Place, ...], before: tuple[Happened, ...]
) -> Step:
    """``before``, which led to ``moment``, and the beginning of the game without open seats."""
    order = [seat for seat, held in enumerate(moment.seats) if not held.is_open]
    people = [seat for seat in order if not moment.seats[seat].is_bot]
    least, most = moment.variant.rules.seats
    needed = 2 if moment.agreed.rated else 1
    if not max(2, least) <= len(order) <= most or len(people) < needed:
        raise Refusal(409, "bad_seats", seats=len(order), least=least, most=most)
    if moment.variant.rules.seating is Seating.RANDOM:
        _random.shuffle(order)
    seated = tuple([places[seat] for seat in order])
    return Step((*before, *beginning(moment, tuple(order))), seated)


def _changed(places: tuple[Place, ...], seat: int, place: Place) -> tuple[Place, ...]:
    return (*places[:seat], place, *places[seat + 1 :])
