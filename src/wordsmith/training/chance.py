"""Chance as a few lines of arithmetic: the same tiles for the same seed, everywhere and for ever.

Source: Steele, Lea, Flood (2014), "Fast splittable pseudorandom number generators": SplitMix64.
"""

from __future__ import annotations

from wordsmith.rules.tiles import Tiles

_WORD = (1 << 64) - 1


class Chance:
    """Draws tiles; a kernel that does the same sums draws the same."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``; ``bound`` is below 2**32."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return ((mixed ^ (mixed >> 31)) >> 32) * bound >> 32

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """``count`` tiles of ``bag``, in which there are as many, without putting back.

        Each is taken from what is left, and the last one there comes in its place.
        """
        left = bytearray(bag.codes)
        drawn = bytearray()
        for _ in range(count):
            place = self.below(len(left))
            drawn.append(left[place])
            last = left.pop()
            if place < len(left):
                left[place] = last
        return Tiles.of(drawn)
