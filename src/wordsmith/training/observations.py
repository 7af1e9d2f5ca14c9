"""What has been seen in self-play: sums of whole numbers, which may be added up in any order.

On each board the best turn of a few random hands is looked for. A hand is worth the equity of its
best turn, compared with the other hands *on the same board*; that difference is noted for every
part of the hand, of up to three tiles.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import LARGEST_PART
from wordsmith.engine.leaves import count_below
from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.rules.tiles import Tiles

HANDS = 8
"""Random hands looked at on each board."""

_TITLE = b"wordsmith observations 1 "
_NUMBERS = ("symbols", "hands", "squares", "stars", "star_gains")
_MP = 1_000


@dataclass(slots=True)
class Observations:
    """Sums over hands. The lead of one is its equity ``HANDS`` times, less all of its board."""

    symbols: int  # kinds of tiles, the wild one included
    counts: array[int]  # by rank of a part: how often it was in a hand
    leads: array[int]  # by rank of a part: the leads of those hands, in millipoints
    hands: int = 0
    squares: int = 0  # of the leads of all hands, in whole points
    stars: int = 0  # wild tiles that the seat on turn could take, squared
    star_gains: int = 0  # millipoints won by being allowed to take them, times their number

    @classmethod
    def none(cls, symbols: int) -> Observations:
        """Nothing seen yet."""
        nothing = array("q", bytes(8 * _part_count(symbols)))
        return cls(symbols, nothing, nothing[:])

    def add_board(self, hands: Sequence[Tiles], equities: Sequence[int]) -> None:
        """Note the hands looked at on one board, and the best equity of each, in millipoints."""
        total = sum(equities)
        for hand, equity in zip(hands, equities, strict=True):
            lead = len(hands) * equity - total
            for rank in part_ranks(hand, self.symbols):
                self.counts[rank] += 1
                self.leads[rank] += lead
            self.hands += 1
            self.squares += (lead // _MP) ** 2

    def add_stars(self, stars: int, gain: int) -> None:
        """Note that a hand was worth ``gain`` millipoints more by ``stars`` free wild tiles."""
        self.stars += stars * stars
        self.star_gains += stars * gain

    def add(self, other: Observations) -> None:
        """Note all that another has seen of the same game. ValueError if it is of another."""
        if other.symbols != self.symbols:
            raise ValueError(f"{other.symbols} kinds of tiles, not {self.symbols}")
        for mine, more in ((self.counts, other.counts), (self.leads, other.leads)):
            for rank, number in enumerate(more):
                if number:
                    mine[rank] += number
        for name in _NUMBERS[1:]:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def to_bytes(self) -> bytes:
        """How they are kept in a file, and sent."""
        head = json.dumps({name: getattr(self, name) for name in _NUMBERS}).encode()
        return _TITLE + zlib.compress(head + b"\n" + in_order(self.counts + self.leads).tobytes())


def observations_of_bytes(kept: bytes) -> Observations:
    """What ``to_bytes`` gave. ParseError if it is damaged or of another kind."""
    try:
        head, numbers = _unpacked(kept)
        half = _part_count(head["symbols"])
        counts, leads = in_order(numbers[:half]), in_order(numbers[half:])
        if len(counts) == len(leads) == half:
            return Observations(counts=counts, leads=leads, **head)
    except (ValueError, TypeError, KeyError, zlib.error):
        pass
    raise ParseError("these are no observations, or they are damaged")


def _unpacked(kept: bytes) -> tuple[dict[str, int], array[int]]:
    """The numbers by name, and the others. ValueError, or what zlib raises, if it is neither."""
    title, packed = kept[: len(_TITLE)], kept[len(_TITLE) :]
    head, _, numbers = zlib.decompress(packed if title == _TITLE else b"").partition(b"\n")
    return json.loads(head), array("q", numbers)


def part_ranks(hand: Tiles, symbols: int) -> Iterator[int]:
    """The rank of each part of a hand, once for each choice of tiles that makes it."""
    (_, ones, twos, threes), pairs, triples = part_steps(symbols)
    codes = hand.codes
    yield from [ones + code for code in codes]
    yield from [twos + low + pairs[high] for low, high in combinations(codes, 2)]
    yield from [
        threes + low + pairs[middle] + triples[high] for low, middle, high in combinations(codes, 3)
    ]


@cache
def part_steps(symbols: int) -> tuple[list[int], list[int], list[int]]:
    """The first rank of the parts of each size; what the second and the third tile add, by code."""
    return (
        [count_below(symbols, size) for size in range(LARGEST_PART + 1)],
        [comb(code + 1, 2) for code in range(symbols)],
        [comb(code + 2, 3) for code in range(symbols)],
    )


def _part_count(symbols: int) -> int:
    """How many parts there are, the empty one included."""
    return count_below(symbols, LARGEST_PART + 1)


def in_order(numbers: array[int]) -> array[int]:
    """The same numbers with the smallest byte first, or from that order."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
