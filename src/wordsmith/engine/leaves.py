"""What kept tiles are worth, as a table that a search reads: every leave has a number.

The rank of the codes c1 <= c2 <= ... <= ck is ``start[k] + sum over i of C(ci + i - 1, i)``, where
``start[k]`` is how many multisets have fewer than k tiles: the combinatorial number system, made
for multisets. So the leaves of k tiles whose largest code is c stand in a row, in the order of
what they are without it, and that is how the table is built: from rows of smaller leaves.
Source: Knuth, The Art of Computer Programming 4A, 7.2.1.3.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, combinations
from math import comb
from operator import add
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import LARGEST_PART, LeaveWeights, parse_leaves
from wordsmith.errors import WordsmithError
from wordsmith.lexicon.cache import load_checked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

MOST_KEPT = 6
"""Larger leaves have no number of their own: a table of them would fill the memory."""

_DATA = files("wordsmith.engine") / "data" / "leaves"
_FORMAT = 1  # raise it when the same weights would give another table
_MODEST = bytes([0, 1, 2, 3, 0xFC, 0xFD, 0xFE, 0xFF])
"""Highest bytes of numbers below 2^26: no leave is worth more, whatever the weights of its parts.

So points and the worth of a leave always have a sum.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """The worth of every leave of up to ``most`` tiles; drawing a whole new hand is worth 0."""

    values: memoryview  # of int32, millipoints by rank, read-only
    symbols: int  # letters and the wild tile; its code is 0
    most: int  # tiles of the largest leaves in the table
    star_price: int = 0  # millipoints that the next seat gains by a wild tile it may take

    def rank(self, codes: bytes) -> int:
        """The place of a leave in ``values``; its codes in ascending order, ``most`` at most."""
        steps = _steps(self.symbols, self.most)
        return count_below(self.symbols, len(codes)) + sum(
            [steps[place][code] for place, code in enumerate(codes)]
        )

    def value(self, tiles: Tiles) -> int:
        """What keeping ``tiles`` is worth, in millipoints.

        Of more tiles than the table knows it is the mean over their parts of that size, rounded
        down.
        """
        codes = tiles.codes
        if len(codes) <= self.most:
            return int(self.values[self.rank(codes)])
        parts = [self.values[self.rank(bytes(part))] for part in combinations(codes, self.most)]
        return sum(parts) // len(parts)


def leaves_for(variant: Variant) -> Leaves:
    """The leaves that ship for a variant, whatever its house rules; without any, all worth nothing.

    Made at the first use on this machine, then read from the cache.
    """
    return _shipped(variant.id, variant.alphabet, most_kept(variant))


@lru_cache(maxsize=16)
def _shipped(variant_id: str, alphabet: Alphabet, most: int) -> Leaves:
    symbols = len(alphabet) + 1
    file = _DATA / f"{variant_id}.tsv"
    if not file.is_file():
        return zero_leaves(symbols, most)
    text = file.read_text("utf-8")
    weights = parse_leaves(text, alphabet, file.name)
    digest = hashlib.sha256(f"{_FORMAT} {symbols} {most}\n{text}".encode()).hexdigest()[:24]
    values = load_checked(
        f"leaves-{digest}",
        lambda: table_of(weights, symbols, most).tobytes(),
        lambda kept: _values_of_bytes(kept, weights, symbols, most),
    )
    return Leaves(values, symbols, most, weights.star_price_mp)


def _values_of_bytes(
    kept: memoryview, weights: LeaveWeights, symbols: int, most: int
) -> memoryview:
    """The table that was kept; it is not copied. WordsmithError if it is none of these weights.

    Looked at are its length, that every number may be the worth of a leave, and what nothing and
    single tiles are worth: enough for a search to stay within its bounds.
    """
    if len(kept) != 4 * count_below(symbols, most + 1):
        raise WordsmithError("a table of leaves has another length")
    highest = bytes(kept)[3 if sys.byteorder == "little" else 0 :: 4]
    if highest.translate(None, _MODEST):
        raise WordsmithError("a table of leaves has worths that are beyond all weights")
    values = kept.toreadonly().cast("i")
    singles = [weights.parts.get(bytes([code]), 0) for code in range(symbols)] if most else []
    if values[: len(singles) + 1].tolist() != [0, *singles]:
        raise WordsmithError("a table of leaves is of other weights")
    return values


def shipped_leaves(variant: Variant) -> str | None:
    """The file of leaves that ships for a variant."""
    file = _DATA / f"{variant.id}.tsv"
    return file.read_text("utf-8") if file.is_file() else None


def leaves_of(weights: LeaveWeights, symbols: int, most: int) -> Leaves:
    """Leaves of these weights, made here and now: it takes a second."""
    table = memoryview(table_of(weights, symbols, most)).toreadonly()
    return Leaves(table, symbols, most, weights.star_price_mp)


@cache
def zero_leaves(symbols: int, most: int) -> Leaves:
    """Leaves that are all worth nothing."""
    return Leaves(memoryview(bytes(4 * count_below(symbols, most + 1))).cast("i"), symbols, most)


def most_kept(variant: Variant) -> int:
    """Tiles of the largest leave that a table holds: all but one of a hand."""
    return min(variant.rules.rack_size - 1, MOST_KEPT)


@cache
def count_below(symbols: int, tiles: int) -> int:
    """How many multisets there are of fewer than ``tiles`` tiles."""
    return comb(symbols + tiles - 1, tiles - 1) if tiles else 0


@cache
def _steps(symbols: int, most: int) -> tuple[tuple[int, ...], ...]:
    """By place and code: what a tile adds to the rank of a leave."""
    return tuple(
        tuple(comb(code + place, place + 1) for code in range(symbols)) for place in range(most)
    )


def table_of(weights: LeaveWeights, symbols: int, most: int) -> array[int]:
    """The worth of every leave of up to ``most`` tiles, by rank."""
    rows = [_row(weights.parts, size, symbols, ()) for size in range(most + 1)]
    return array("i", chain.from_iterable(rows))


def _row(parts: Mapping[bytes, int], size: int, symbols: int, tail: tuple[int, ...]) -> list[int]:
    """By rank: what every leave of ``size`` tiles adds to ``tail``, and ``tail`` itself.

    That is the sum of the weights of all parts that hold ``tail`` and some of the leave, whose
    codes are below ``symbols``. The leaves whose largest code is c are the smaller leaves of codes
    up to c, in order, with c: each is worth what it was without c, and the parts that hold c.
    """
    own = parts.get(bytes(sorted(tail)), 0)
    if not size or len(tail) == LARGEST_PART:
        return [own] * comb(symbols + size - 1, size)
    without = _row(parts, size - 1, symbols, tail)
    row: list[int] = []
    for code in range(symbols):
        with_code = _row(parts, size - 1, code + 1, (*tail, code))
        row += map(add, without, with_code)  # as far as the shorter of them goes
    return row
