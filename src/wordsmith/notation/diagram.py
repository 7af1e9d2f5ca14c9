"""A board as text, for terminals and bug reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.notation.coordinates import format_column

if TYPE_CHECKING:
    from wordsmith.rules.board import Board
    from wordsmith.rules.variant import Variant


_PREMIUMS = {".": ".", "l": "'", "L": '"', "w": "-", "W": "=", "*": "*", "+": "*"}
"""Cells of a picture in signs that cannot be taken for tiles."""


def format_diagram(board: Board, variant: Variant) -> str:
    """The board with its coordinates, a row a line; small letters are wild tiles.

    Free squares: ``'`` ``"`` letter x2, x3; ``-`` ``=`` word x2, x3; ``*`` a start cell.
    """
    names = " ".join(format_column(column).rjust(1) for column in range(board.width))
    lines = [f"   {names}"]
    for row in range(board.height):
        first = row * board.width
        cells = [_cell(board, variant, square) for square in range(first, first + board.width)]
        lines.append(f"{row + 1:2} {' '.join(cells)}")
    return "\n".join(lines)


def _cell(board: Board, variant: Variant, square: int) -> str:
    tile = board.tile(square)
    return variant.alphabet.sign(tile) if tile else _PREMIUMS[variant.layout.picture[square]]
