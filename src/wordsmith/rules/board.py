"""The tiles that lie on the squares, and the runs they form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

from wordsmith.rules.alphabet import LAID_WILD

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Run:
    """Squares in a row or column, filled from end to end."""

    squares: range
    across: bool

    @property
    def start(self) -> int:
        """The first square."""
        return self.squares[0]


_start = attrgetter("squares.start")


@dataclass(frozen=True, slots=True)
class Board:
    """One byte a square: 0 empty, a code, or ``code | LAID_WILD`` for a wild tile."""

    width: int
    height: int
    cells: bytes

    @classmethod
    def empty(cls, width: int, height: int) -> Board:
        """A board without a tile."""
        return cls(width, height, bytes(width * height))

    @property
    def is_empty(self) -> bool:
        """Whether no tile lies here."""
        return not any(self.cells)

    def tile(self, square: int) -> int:
        """The tile on a square; 0 where there is none."""
        return self.cells[square]

    def is_wild(self, square: int) -> bool:
        """Whether a wild tile lies here."""
        return bool(self.cells[square] & LAID_WILD)

    def with_tiles(self, laid: Iterable[tuple[int, int]]) -> Board:
        """This board with tiles (square, code) put down, over whatever lay there."""
        cells = bytearray(self.cells)
        for square, tile in laid:
            cells[square] = tile
        return Board(self.width, self.height, bytes(cells))

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By square: the squares that share a side with it."""
        return _neighbours(self.width, self.height)

    def run(self, square: int, *, across: bool) -> Run:
        """The filled squares through ``square`` in one direction; it must hold a tile."""
        cells, width = self.cells, self.width
        if across:
            step, first = 1, square - square % width
            last = first + width - 1
        else:
            step, first = width, square % width
            last = len(cells) - width + first
        start = end = square
        while start > first and cells[start - step]:
            start -= step
        while end < last and cells[end + step]:
            end += step
        return Run(range(start, end + 1, step), across)

    def runs_through(self, squares: Iterable[int]) -> list[Run]:
        """Every run of two or more letters that holds one of ``squares``, each once.

        Across before down, in order of their first squares.
        """
        wanted = tuple(squares)
        return [*self._runs(wanted, across=True), *self._runs(wanted, across=False)]

    def _runs(self, wanted: tuple[int, ...], *, across: bool) -> list[Run]:
        """Those in one direction."""
        found, seen = [], set[int]()
        for square in wanted:
            if square in seen:
                continue
            run = self.run(square, across=across)
            if len(run.squares) > 1:
                found.append(run)
                seen.update(run.squares)
        return sorted(found, key=_start)

    def letters(self, run: Run) -> bytes:
        """The codes along a run, without the marks of wild tiles."""
        return bytes([self.cells[square] & ~LAID_WILD for square in run.squares])


@cache
def _neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """By square, on a board of this size; each is asked for many times in a turn."""
    beside = []
    for row, column in product(range(height), range(width)):
        sides = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
        beside.append(
            tuple([r * width + c for r, c in sides if 0 <= r < height and 0 <= c < width])
        )
    return tuple(beside)
