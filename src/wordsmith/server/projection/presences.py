"""Who has a table open, as everybody there may know it: seats, a count, and names of advisers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.server.messages import outbound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.server.tables.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Candidate:
    """A spectator who advises a seat, or asks to."""

    person: str
    name: str
    seat: int
    admitted: bool = False


def watcher_number(table: str, person: str) -> int:
    """How a spectator is told apart at one table: the same in all processes, and says no more."""
    digest = hashlib.sha256(f"watcher {table} {person}".encode()).digest()
    return int.from_bytes(digest[:6])


def candidates_of(ledger: Ledger, asking: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The advisers of a table, and those who ask to be."""
    admitted = [
        Candidate(person, name, seat, admitted=True)
        for seat, (person, name) in sorted(ledger.admitted.items())
    ]
    known = {(one.person, one.seat) for one in admitted}
    return (*admitted, *[one for one in asking if (one.person, one.seat) not in known])


def find_candidate(
    table: str, candidates: Iterable[Candidate], seat: int, watcher: int
) -> Candidate | None:
    """The one of these who is about this seat, by his number; None if there is no such one."""
    for one in candidates:
        if one.seat == seat and watcher_number(table, one.person) == watcher:
            return one
    return None


def format_presence(
    ledger: Ledger, playing: frozenset[str], watching: int, asking: Iterable[Candidate]
) -> outbound.Presence:
    """``playing``: persons with a seat who have the table open; ``watching``: how many look on."""
    here = [seat for person in playing for seat in ledger.seats_of(person)]
    advisers = [
        outbound.AdviserHere(
            watcher_number(ledger.table, one.person), one.name, one.seat, one.admitted
        )
        for one in candidates_of(ledger, asking)
    ]
    return outbound.Presence(ledger.table, sorted(here), watching, advisers)
