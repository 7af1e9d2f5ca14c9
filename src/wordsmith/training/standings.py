"""How often standings were won, counted in games of static play; and the curves that say it.

A standing: turns to wait, tiles left in bag and hands, spread; the kernel notes it for every seat
before each turn, and judges it when the game is over.
"""

from __future__ import annotations

import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING

from wordsmith.engine.playing import playing_of
from wordsmith.engine.winning import SPREAD_MOST, Curve, Curves, guessed
from wordsmith.errors import ParseError
from wordsmith.training.observations import in_order

if TYPE_CHECKING:
    from wordsmith.engine._playing import Playing
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.parameters import Lines
    from wordsmith.rules.variant import Variant
    from wordsmith.training.selfplay import KnownWords

_TITLE = b"wordsmith standings 1 "
_KNOTS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40, 50, 65, 80, 100)
_SPREADS = 2 * SPREAD_MOST + 1
_BELIEF = 20.0
"""Standings that the rough guess counts as, at each number of tiles left."""

_ASIDE = (-3, -2, -1, 0, 1, 2, 3)
"""Where those lie, in widths from the centre."""

_STEPS, _CLOSE = 60, 1e-9


@dataclass(slots=True)
class Standings:
    """Counts for one number of seats."""

    seats: int
    tiles: int  # of the box
    wins: array[int]  # by the place of a standing: how often it was seen, twice its wins

    @classmethod
    def none(cls, seats: int, tiles: int) -> Standings:
        """Nothing seen yet."""
        return cls(seats, tiles, array("q", bytes(16 * seats * (tiles + 1) * _SPREADS)))

    def add(self, other: Standings) -> None:
        """Note all that another has seen. ValueError if it is of another game."""
        if (other.seats, other.tiles) != (self.seats, self.tiles):
            raise ValueError("standings of another game")
        self.wins = array("q", map(int.__add__, self.wins, other.wins))

    def row(self, wait: int, left: int) -> array[int]:
        """The counts of all spreads, from the least on."""
        first = 2 * (wait * (self.tiles + 1) + left) * _SPREADS
        return self.wins[first : first + 2 * _SPREADS]

    def to_bytes(self) -> bytes:
        """How they are kept in a file, and sent."""
        head = bytes((self.seats, *self.tiles.to_bytes(2, "little")))
        return _TITLE + zlib.compress(head + in_order(self.wins[:]).tobytes(), 1)


def standings_of_bytes(kept: bytes) -> Standings:
    """What ``to_bytes`` gave. ParseError if it is damaged or of another kind."""
    try:
        title, packed = kept[: len(_TITLE)], kept[len(_TITLE) :]
        told = zlib.decompress(packed if title == _TITLE else b"")
        tiles = int.from_bytes(told[1:3], "little")
        found = Standings(told[0], tiles, in_order(array("q", told[3:])))
        if len(found.wins) == len(Standings.none(found.seats, found.tiles).wins):
            return found
    except (ValueError, IndexError, zlib.error):
        pass
    raise ParseError("these are no standings, or they are damaged")


def observe_standings(
    variant: Variant, words: KnownWords, leaves: Leaves, seats: int, first_seed: int, games: int
) -> Standings:
    """The standings of ``games`` games with the seeds from ``first_seed`` on."""
    seen = Standings.none(seats, len(variant.tiles))
    playing = _table(variant, words, leaves)
    playing.judge(SPREAD_MOST, seen.wins)
    playing.play(first_seed, games, seats, seats)
    return seen


@lru_cache(maxsize=1)
def _table(variant: Variant, words: KnownWords, leaves: Leaves) -> Playing:
    """A table of the kernel; a training plays all its games at one."""
    return playing_of(variant, words, leaves)


def fit_standings(seen: Standings, lines: Lines) -> dict[tuple[int, int], Curves]:
    """The curves of every wait: at each knot that of the standings near it.

    A standing between two knots counts for both, the more the nearer it is. The full box is alone:
    there all spreads are 0, so that its width is guessed from that of fewer tiles; soon after they
    tell more of who has begun than of who will win.
    """
    knots = [knot for knot in _KNOTS if knot < seen.tiles] + [seen.tiles]
    found: dict[tuple[int, int], Curves] = {}
    for wait in range(seen.seats):
        curves = found[seen.seats, wait] = {}
        for number, knot in enumerate(knots):
            low = knots[number - 1] if number else 0
            high = knots[number + 1] if number + 1 < len(knots) else knot + 1
            guess = guessed(seen.seats, wait, knot, lines)
            if knot == seen.tiles and number:
                low, guess = knot - 1, Curve(guess.centre, curves[low].width)
            curves[knot] = _fitted(_near(seen, wait, (low, knot, high)), guess)
    return found


def _near(
    seen: Standings, wait: int, knots: tuple[int, int, int]
) -> list[tuple[float, float, float]]:
    """Spread, how many, and wins of the standings near the middle one of three knots."""
    low, knot, high = knots
    many, won = [0.0] * _SPREADS, [0.0] * _SPREADS
    for left in range(low + 1, min(high, seen.tiles + 1)):
        weight = (left - low) / (knot - low) if left <= knot else (high - left) / (high - knot)
        row = seen.row(wait, left)
        for place in range(1, _SPREADS - 1):  # those at the ends are of many spreads
            if row[2 * place]:
                many[place] += weight * row[2 * place]
                won[place] += weight * row[2 * place + 1] / 2
    return [
        (place - SPREAD_MOST, many[place], won[place]) for place in range(_SPREADS) if many[place]
    ]


def _fitted(near: list[tuple[float, float, float]], guess: Curve) -> Curve:
    """The most likely curve, where the guess counts as a few standings: Newton's method.

    Source: McCullagh and Nelder (1989), Generalized Linear Models, 4.4.
    """
    believed = _BELIEF / len(_ASIDE)
    rows = [((spread - guess.centre) / guess.width, n, won) for spread, n, won in near]
    rows += [(aside, believed, believed / (1 + exp(-aside))) for aside in _ASIDE]
    start, slope = 0.0, 1.0
    for _ in range(_STEPS):
        step, steeper = _newton(rows, start, slope)
        start += max(-1.0, min(1.0, step))
        slope = max(0.05, slope + max(-0.5, min(0.5, steeper)))
        if abs(step) + abs(steeper) < _CLOSE:
            break
    return Curve(guess.centre - guess.width * start / slope, guess.width / slope)


def _newton(
    rows: list[tuple[float, float, float]], start: float, slope: float
) -> tuple[float, float]:
    """The step of Newton's method for the logit ``start + slope * place``."""
    first = second = square = mixed = total = 0.0
    for place, many, won in rows:
        chance = Curve(0.0, 1.0).chance(start + slope * place)
        rest, weight = won - many * chance, many * chance * (1 - chance)
        first += rest
        second += rest * place
        total += weight
        mixed += weight * place
        square += weight * place * place
    determinant = total * square - mixed * mixed
    return (
        (square * first - mixed * second) / determinant,
        (total * second - mixed * first) / determinant,
    )
