"""Who sits where at a table: worked out once for as long as nobody comes, goes or is renamed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.store import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    Seats = tuple[SeatSettings, ...]
    Places = tuple[Place, ...]

_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sitting:
    """The people of a table, of ``nameless`` seats and the places that were ``given`` for them."""

    nameless: Seats
    given: Places
    places: Places  # one for each seat
    seats: Seats  # with the names of those who sit there
    people: tuple[str, ...]  # who sits, or has a seat kept for him; once for each seat
    _held: Mapping[str, frozenset[int]]  # by person

    @classmethod
    def of(cls, nameless: Seats, given: Places) -> Sitting:
        """The people on these seats, in these places."""
        places = (*given, *[Place(None)] * len(nameless))[: len(nameless)]
        seats, held = [], defaultdict(set)
        for number, (seat, place) in enumerate(zip(nameless, places, strict=True)):
            named = seat if seat.is_bot else SeatSettings(seat.kind, place.name or seat.name)
            seats.append(named)
            if seat.kind == "human" and place.person is not None:
                held[place.person].add(number)
        frozen = {person: frozenset(numbers) for person, numbers in held.items()}
        people = tuple([place.person for place in places if place.person is not None])
        return cls(nameless, given, places, tuple(seats), people, frozen)

    def is_of(self, nameless: Seats, given: Places) -> bool:
        """Whether it was made of these very values."""
        return self.nameless is nameless and self.given is given

    def seats_of(self, person: str) -> frozenset[int]:
        """The seats that a person holds; one that is reserved for him he does not hold yet."""
        return self._held.get(person, _NOBODY)
