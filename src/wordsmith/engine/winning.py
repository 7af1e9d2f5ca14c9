"""How often a standing is won: learnt from whole games of static play.

A standing is how many turns a seat has to wait, how many tiles are left in bag and hands, and by
how much it is ahead of the best of the others. For each number of seats and each wait the chance is
a logistic curve in the spread, whose centre and width are known for some numbers of tiles left and
lie on straight lines between them. Source: docs/training.md#how-often-a-standing-is-won.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from math import exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.errors import ParseError
from wordsmith.rules.parameters import Lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.rules.variant import Variant

SPREAD_MOST = 300
"""Points; larger spreads count as that."""

SEATS = range(2, 5)

_TITLE = "wordsmith winning 1"
_DATA = files("wordsmith.engine") / "data" / "winning"
_TURN = {Lines.ONE: 24.0, Lines.ANY: 40.0}
"""Points of a turn, roughly; spreads are measured by them where nothing else is known."""

_CERTAIN = 10_000
_TENTHS = 10
_LARGEST = 100_000  # tenths of points that a file may hold
_FAR = 40  # widths from the centre, where nothing is open any more


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
        return float(self.chances[row + spread + self.spread_most]) / _CERTAIN


class Curve(NamedTuple):
    """The chance to win by spread: half of it at ``centre``, steep if ``width`` is small."""

    centre: float  # points
    width: float  # points, above 0

    def chance(self, spread: float) -> float:
        """From 0 to 1."""
        place = max(-_FAR, min(_FAR, (spread - self.centre) / self.width))
        return 1 / (1 + exp(-place))


Curves = dict[int, Curve]
"""By tiles left, ascending."""


@dataclass(frozen=True, slots=True)
class WinningCurves:
    """What was learnt for a variant, and how."""

    curves: Mapping[tuple[int, int], Curves]  # by seats and wait
    origin: Mapping[str, str] = field(default_factory=dict)


def winning_for(variant: Variant, seats: int) -> Winning:
    """The chances that ship for a variant, whatever its house rules; without any, a rough guess.

    Where turns of several words were made turns of one, or the other way, spreads are counted in
    turns. ValueError if there is no table of so many seats.
    """
    if seats not in SEATS:
        raise ValueError(f"{seats} seats")
    return _expanded(variant.id, variant.rules.lines_per_turn, len(variant.tiles), seats)


@lru_cache(maxsize=16)
def _expanded(variant_id: str, lines: Lines, tiles: int, seats: int) -> Winning:
    known = _shipped(variant_id)
    if known is None:
        guesses = {
            (seats, wait): {left: guessed(seats, wait, left, lines) for left in range(tiles + 1)}
            for wait in range(seats)
        }
        return expand(WinningCurves(guesses), seats, tiles)
    learnt = Lines(known.origin.get("lines", lines))
    return expand(known, seats, tiles, _TURN[lines] / _TURN[learnt])


@cache
def _shipped(variant_id: str) -> WinningCurves | None:
    file = _DATA / f"{variant_id}.tsv"
    return parse_winning(file.read_text("utf-8"), file.name) if file.is_file() else None


def guessed(seats: int, wait: int, left: int, lines: Lines) -> Curve:
    """A rough guess for any variant.

    The points still to come scatter with the root of the tiles left, whoever is to move is ahead by
    part of a turn, and of equals each wins as often.
    """
    turn = _TURN[lines]
    width = 0.19 * turn * sqrt(left + 0.1)
    ahead = turn * (0.5 - wait / (seats - 1)) if left else 0.0
    return Curve(width * log(seats - 1) - ahead, width)


def expand(known: WinningCurves, seats: int, tiles: int, stretch: float = 1.0) -> Winning:
    """The whole table of curves; ``stretch``: so many times their points make the same chance."""
    table = array("i")
    for wait in range(seats):
        curves = known.curves[seats, wait]
        for left in range(tiles + 1):
            centre, width = between(curves, left)
            curve = Curve(centre * stretch, width * stretch)
            table.extend(
                round(_CERTAIN * curve.chance(spread))
                for spread in range(-SPREAD_MOST, SPREAD_MOST + 1)
            )
    return Winning(memoryview(table).toreadonly(), seats, tiles, SPREAD_MOST)


def between(curves: Curves, left: int) -> Curve:
    """The curve for any number of tiles, on straight lines between those that are known."""
    known = list(curves)
    after = bisect_right(known, left)
    if after in (0, len(known)):
        return curves[known[min(after, len(known) - 1)]]
    low, high = known[after - 1], known[after]
    share = (left - low) / (high - low)
    (centre, width), (other_centre, other_width) = curves[low], curves[high]
    return Curve(centre + share * (other_centre - centre), width + share * (other_width - width))


def format_winning(known: WinningCurves) -> str:
    """The text of a file of chances; the same curves give the same text."""
    lines = [f"# {_TITLE}", *[f"{name}\t{said}" for name, said in known.origin.items()], ""]
    for (seats, wait), curves in sorted(known.curves.items()):
        for left, (centre, width) in curves.items():
            tenths = round(centre * _TENTHS), max(1, round(width * _TENTHS))
            lines.append("\t".join(map(str, (seats, wait, left, *tenths))))
    return "\n".join([*lines, ""])


def parse_winning(text: str, name: str = "winning") -> WinningCurves:
    """The curves of such a text; ``name``: of the file.

    ParseError names the line that is none, and says what is missing.
    """
    lines = text.splitlines()
    if not lines or lines[0] != f"# {_TITLE}":
        raise ParseError(f"{name}: no file of chances; it would begin with '# {_TITLE}'")
    end = lines.index("") if "" in lines else len(lines)
    origin = dict(line.split("\t", 1) for line in lines[1:end] if "\t" in line)
    curves: dict[tuple[int, int], Curves] = {}
    for number, line in enumerate(lines[end + 1 :], start=end + 2):
        seats, wait, left, curve = _row(line, f"{name}, line {number}")
        rows = curves.setdefault((seats, wait), {})
        if rows and left <= max(rows):
            raise ParseError(f"{name}, line {number}: the tiles left do not ascend")
        rows[left] = curve
    for seats in SEATS:
        for wait in range(seats):
            if (seats, wait) not in curves:
                raise ParseError(f"{name}: nothing on {seats} seats, {wait} to wait")
    return WinningCurves(curves, origin)


def _row(line: str, where: str) -> tuple[int, int, int, Curve]:
    try:
        seats, wait, left, centre, width = map(int, line.split("\t"))
    except ValueError:
        raise ParseError(f"{where}: {line[:40]!r} is not five whole numbers") from None
    sound = seats in SEATS and 0 <= wait < seats and left >= 0
    if not (sound and abs(centre) <= _LARGEST and 0 < width <= _LARGEST):
        raise ParseError(f"{where}: {line[:40]!r} is out of range")
    return seats, wait, left, Curve(centre / _TENTHS, width / _TENTHS)
