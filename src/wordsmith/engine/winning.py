"""How often a standing is won: learnt from whole games of static play.

A standing is how many turns a seat has to wait, how many tiles are left in bag and hands, and by
how much it is ahead of the best of the others.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Winning:
    """Chances to win for one variant and number of seats, in ten thousandths.

    By ``(wait * (tiles + 1) + left) * (2 * spread_most + 1) + spread + spread_most``, where
    ``tiles`` are those of the box; spreads beyond ``spread_most`` count as that.
    """

    chances: memoryview  # of int32, read-only
    seats: int
    tiles: int
    spread_most: int

    def chance(self, wait: int, left: int, spread: int) -> float:
        """From 0 to 1, for a seat that ``wait`` others play before."""
        spread = max(-self.spread_most, min(self.spread_most, spread))
        row = (wait * (self.tiles + 1) + min(left, self.tiles)) * (2 * self.spread_most + 1)
        return float(self.chances[row + spread + self.spread_most]) / 10_000
