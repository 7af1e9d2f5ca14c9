"""The printed board: premiums and start cells, read from a picture in text."""

from __future__ import annotations

from dataclasses import dataclass

from wordsmith.errors import ParseError

PLAIN, LETTER_X2, LETTER_X3, WORD_X2, WORD_X3, START, START_X2 = ".lLwW*+"
"""The characters of a picture."""

_LETTER_FACTORS = {LETTER_X2: 2, LETTER_X3: 3}
_WORD_FACTORS = {WORD_X2: 2, WORD_X3: 3, START_X2: 2}
_STARTS = frozenset((START, START_X2))


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as it is printed, before any tile."""

    id: str
    width: int
    height: int
    picture: str  # width * height characters, row by row
    letter_factors: tuple[int, ...]  # by square: 1, 2 or 3
    word_factors: tuple[int, ...]  # by square: 1, 2 or 3
    starts: frozenset[int]  # the brown cells

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.width * self.height


def parse_layout(layout_id: str, text: str) -> Layout:
    """The layout drawn in ``text``: a row a line; ``#`` lines are remarks. ParseError if uneven."""
    rows = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    if not rows:
        raise ParseError(f"layout {layout_id}: no rows")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise ParseError(f"layout {layout_id}, row {number}: {len(row)} cells, not {width}")
        foreign = set(row) - set(".lLwW*+")
        if foreign:
            raise ParseError(f"layout {layout_id}, row {number}: unknown cell {min(foreign)!r}")
    picture = "".join(rows)
    return Layout(
        layout_id,
        width,
        len(rows),
        picture,
        tuple(_LETTER_FACTORS.get(cell, 1) for cell in picture),
        tuple(_WORD_FACTORS.get(cell, 1) for cell in picture),
        frozenset(square for square, cell in enumerate(picture) if cell in _STARTS),
    )
