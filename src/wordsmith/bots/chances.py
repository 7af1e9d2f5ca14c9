"""How often a standing is won, by the normal distribution: a rough guess for any variant.

The spread that is still to come has a deviation that grows with the root of the tiles left, and
whoever is to move is a turn ahead.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING

from wordsmith.engine.winning import Winning
from wordsmith.rules.parameters import Lines

if TYPE_CHECKING:
    from wordsmith.rules.variant import Variant

_MOST = 300  # points of spread; more count as that
_TURN = {Lines.ONE: 24, Lines.ANY: 40}
"""Points of a turn."""


@lru_cache(maxsize=16)
def chances_for(variant: Variant, seats: int) -> Winning:
    """The table of one variant and number of seats."""
    turn, tiles = _TURN[variant.rules.lines_per_turn], len(variant.tiles)
    table = array("i")
    for wait in range(seats):
        for left in range(tiles + 1):
            ahead = turn * (0.5 - wait / (seats - 1)) if left else 0.0
            deviation = 0.34 * turn * sqrt(left + 0.1)
            for spread in range(-_MOST, _MOST + 1):
                one = (1 + erf((spread + ahead) / deviation / sqrt(2))) / 2
                table.append(round(10_000 * one ** (seats - 1)))
    return Winning(memoryview(table).toreadonly(), seats, tiles, _MOST)
