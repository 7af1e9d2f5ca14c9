"""Tiles as an immutable multiset: one type for a hand, a bag, a leave and what is unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Tiles:
    """A multiset of tile codes, kept in ascending order."""

    codes: bytes = b""

    @classmethod
    def of(cls, codes: Iterable[int]) -> Tiles:
        """The multiset of any run of codes."""
        return cls(bytes(sorted(codes)))

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[int]:
        return iter(self.codes)

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(bytes(sorted(self.codes + other.codes)))

    def __sub__(self, other: Tiles) -> Tiles:
        """What is left when ``other`` is taken out. ValueError if it is not all there."""
        left = bytearray(self.codes)
        for code in other.codes:
            left.remove(code)
        return Tiles(bytes(left))

    def __contains__(self, code: int) -> bool:
        """Whether a tile of this code is here."""
        return code in self.codes

    def missing_from(self, hand: Tiles) -> Tiles:
        """The tiles of this multiset that ``hand`` does not hold."""
        held, lacking = bytearray(hand.codes), bytearray()
        for code in self.codes:
            if code in held:
                held.remove(code)
            else:
                lacking.append(code)
        return Tiles(bytes(lacking))

    def count(self, code: int) -> int:
        """How many tiles of one code are here."""
        return self.codes.count(code)

    def value(self, values: Sequence[int]) -> int:
        """The points of these tiles in a hand; ``values`` by code, wild tiles are worth nothing."""
        return sum([values[code] for code in self.codes if code])
