"""Squares as people write them: a column in Latin letters, a row from 1 at the top."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wordsmith.errors import ParseError

_LOOK_ALIKES = str.maketrans("АВСЕНКМОР", "ABCEHKMOP")
"""Cyrillic capitals that look like a Latin column."""

_LETTERS = 26
_ROW_FIRST = re.compile(r"([0-9]{1,4})([A-Z]{1,2})")
_COLUMN_FIRST = re.compile(r"([A-Z]{1,2})([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Place:
    """A square, perhaps off the board, and the direction that its spelling implies."""

    row: int  # from 0
    column: int  # from 0
    across: bool  # written row first


def parse_place(text: str) -> Place:
    """The place of ``8H`` (across) or ``H8`` (down). ParseError if it is neither.

    Small letters and Cyrillic look-alikes are columns too; no board is asked for.
    """
    plain = text.upper().translate(_LOOK_ALIKES)
    if found := _ROW_FIRST.fullmatch(plain):
        return Place(int(found[1]) - 1, _column(found[2]), across=True)
    if found := _COLUMN_FIRST.fullmatch(plain):
        return Place(int(found[2]) - 1, _column(found[1]), across=False)
    raise ParseError("square.form", text=repr(text))


def format_place(place: Place) -> str:
    """``8H`` across, ``H8`` down; ``parse_place`` reads it back."""
    row, column = str(place.row + 1), format_column(place.column)
    return row + column if place.across else column + row


def parse_square(text: str, width: int, height: int) -> int:
    """The square of a board of this size, whichever way it is written. ParseError if off it."""
    place = parse_place(text)
    if not (0 <= place.row < height and place.column < width):
        raise ParseError("square.outside", text=repr(text), width=width, height=height)
    return place.row * width + place.column


def format_square(square: int, width: int, *, across: bool) -> str:
    """``8H`` as the start of something across, ``H8`` of something down."""
    return format_place(Place(square // width, square % width, across=across))


def format_column(column: int) -> str:
    """The name of a column, from 0: A to Z, then AA, AB, ..."""
    first, second = divmod(column, _LETTERS)
    last = chr(ord("A") + second)
    return last if not first else chr(ord("A") + first - 1) + last


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1
