"""Plays as text: ``8H CATS``, ``H8 ....s``, ``G6;K5 СО.;ТЕМ.``, ``*I5;J8 К;.ОНИк``.

A dot is a filled square, a small letter a wild tile. Parts act from left to right: a later one may
run over what an earlier one laid. ``*I5 К`` lays a real letter on a wild tile and takes that tile.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction, ParseError
from wordsmith.notation.coordinates import Place, format_square, parse_place
from wordsmith.notation.letters import signs
from wordsmith.rules.actions import Placed, Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.reasons import Code, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.rules.board import Board, Run
    from wordsmith.rules.variant import Variant

FILLED = "."
"""The sign of a square that is filled already."""

_FILLED_CODE = -1  # what FILLED reads as, where tiles are codes
_TAKES_WILD = "*"
_BRACKETS = re.compile(r"\(([^()]+)\)|(.)")


@dataclass(frozen=True, slots=True)
class _Sign:
    """One sign of the tiles of a part."""

    tile: int  # a code, wild or not, or _FILLED_CODE
    old: bool  # in brackets: it must lie there already


@dataclass(frozen=True, slots=True)
class _Part:
    """One place with its tiles."""

    place: Place
    tiles: tuple[_Sign, ...]
    takes_wild: bool


class _Laying:
    """The board while the parts act on it, what they have laid, and what went wrong."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = bytearray(board.cells)
        self.laid: set[Placed] = set()
        self.swapped: set[Placed] = set()
        self.wrong: dict[Code, list[int]] = {}

    def lay(self, part: _Part) -> None:
        """Put the tiles of one part down; those that cannot lie are noted."""
        step = (0, 1) if part.place.across else (1, 0)
        for index, sign in enumerate(part.tiles):
            row, column = part.place.row + step[0] * index, part.place.column + step[1] * index
            if not (0 <= row < self.board.height and 0 <= column < self.board.width):
                self.wrong[Code.OFF_BOARD] = []
                return
            square = row * self.board.width + column
            if part.takes_wild:
                self._take(square, sign.tile)
            else:
                self._lay(square, sign)

    def _lay(self, square: int, sign: _Sign) -> None:
        there = self.cells[square]
        if not there and (sign.old or sign.tile == _FILLED_CODE):
            self._note(Code.GAP, square)
        elif not there:
            self.laid.add((square, sign.tile))
            self.cells[square] = sign.tile
        elif sign.tile != _FILLED_CODE and (sign.tile ^ there) & ~LAID_WILD:
            self._note(Code.OCCUPIED, square)

    def _take(self, square: int, tile: int) -> None:
        if self.cells[square] != self.board.tile(square):  # laid in this very turn
            self._note(Code.SWAP_NO_WILD, square)
            return
        self.swapped.add((square, tile))
        self.cells[square] = tile

    def _note(self, code: Code, square: int) -> None:
        self.wrong.setdefault(code, []).append(square)


def parse_play(text: str, variant: Variant, board: Board) -> Play:
    """The play that ``text`` means on ``board``.

    IllegalAction if it cannot be read, or says what the squares of the board contradict.
    """
    laying = _Laying(board)
    for part in _parts(text, signs(variant.alphabet)):
        laying.lay(part)
    if laying.wrong:
        reasons = [Reason(code, tuple(squares)) for code, squares in laying.wrong.items()]
        raise IllegalAction(*reasons)
    return Play(frozenset(laying.laid), frozenset(laying.swapped))


def format_play(play: Play, variant: Variant, board: Board) -> str:
    """The canonical text of a play that can lie on ``board``; ``parse_play`` reads it back.

    Wild tiles taken come first; then words, those with the most new tiles first.
    ValueError for a play of nothing.
    """
    if not play.laid and not play.swapped:
        raise ValueError("a play of nothing cannot be written")
    alphabet, width = variant.alphabet, board.width
    places, tiles = [], []
    for square, tile in sorted(play.swapped):
        places.append(_TAKES_WILD + format_square(square, width, across=False))
        tiles.append(alphabet.sign(tile))
    laid = dict(play.laid)
    for run in _words_to_write(play, board):
        places.append(format_square(run.start, width, across=run.across))
        fresh = [laid.pop(square, None) for square in run.squares]
        tiles.append("".join([FILLED if tile is None else alphabet.sign(tile) for tile in fresh]))
    return f"{';'.join(places)} {';'.join(tiles)}"


def _words_to_write(play: Play, board: Board) -> Iterator[Run]:
    """Runs that hold every tile laid: each next one is the one with the most tiles unwritten."""
    after = board.with_tiles([*play.swapped, *play.laid])
    left = set(play.squares)
    while left:
        runs = [after.run(square, across=across) for square in left for across in (True, False)]
        run = max(runs, key=lambda run: _rank(run, left))
        yield run
        left.difference_update(run.squares)


def _rank(run: Run, left: set[int]) -> tuple[int, int, bool, int]:
    return len(left.intersection(run.squares)), len(run.squares), run.across, -run.start


def _parts(text: str, known: dict[str, int]) -> list[_Part]:
    """The parts of a play. IllegalAction with ``bad_notation`` if it cannot be read."""
    plain = re.sub(r"\s*;\s*", ";", unicodedata.normalize("NFC", text))
    fields = plain.split()
    if len(fields) != 2:
        raise _unreadable()
    places, tiles = fields[0].split(";"), fields[1].split(";")
    if len(places) != len(tiles):
        raise _unreadable()
    return [_part(place, letters, known) for place, letters in zip(places, tiles, strict=True)]


def _part(place: str, letters: str, known: dict[str, int]) -> _Part:
    takes_wild = place.startswith(_TAKES_WILD)
    tiles = tuple(_tiles(letters, known))
    if takes_wild and (len(tiles) != 1 or tiles[0].old or tiles[0].tile == _FILLED_CODE):
        raise _unreadable()
    try:
        return _Part(parse_place(place.removeprefix(_TAKES_WILD)), tiles, takes_wild)
    except ParseError:
        raise _unreadable() from None


def _tiles(letters: str, known: dict[str, int]) -> Iterable[_Sign]:
    if not letters:
        raise _unreadable()
    for found in _BRACKETS.finditer(letters):
        old = found[1] is not None
        for sign in found[1] or found[2]:
            tile = _FILLED_CODE if sign == FILLED else known.get(sign)
            if tile is None:
                raise _unreadable()
            yield _Sign(tile, old)


def _unreadable() -> IllegalAction:
    return IllegalAction(Reason(Code.BAD_NOTATION))
