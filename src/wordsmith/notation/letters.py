"""Tiles as signs: a capital, a small letter for a wild tile laid, ``?`` for one in a hand."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import LAID_WILD, WILD, WILD_SIGNS
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Collection

    from wordsmith.rules.actions import Placed
    from wordsmith.rules.alphabet import Alphabet

_WILD = bytes([WILD])


@lru_cache(maxsize=16)
def signs(alphabet: Alphabet) -> dict[str, int]:
    """Every sign of a tile on a board; a letter without a tile is a sign of what it folds into."""
    codes = {letter: code for code, letter in enumerate(alphabet.letters, start=1)}
    codes |= {spelt: codes[tile] for spelt, tile in alphabet.folds}
    wild = {letter.lower(): code | LAID_WILD for letter, code in codes.items()}
    return codes | wild


def parse_rack(text: str, alphabet: Alphabet) -> Tiles:
    """The tiles of a hand or a bag, in any order. ParseError names the sign that is no tile."""
    known = signs(alphabet)
    codes = []
    for sign in unicodedata.normalize("NFC", text):
        code = WILD if sign in WILD_SIGNS else known.get(sign)
        if code is None or code & LAID_WILD:
            raise ParseError("no_tile", text=repr(text), sign=repr(sign), alphabet=alphabet.id)
        codes.append(code)
    return Tiles.of(codes)


def format_rack(tiles: Tiles, alphabet: Alphabet) -> str:
    """Letters in the order of the alphabet, then the wild tiles."""
    return alphabet.decode(tiles.codes.lstrip(_WILD)) + WILD_SIGNS[0] * tiles.count(WILD)


def format_placed(placed: Collection[Placed], alphabet: Alphabet) -> list[tuple[int, str]]:
    """Tiles on a board, square by square, each with its sign."""
    if not placed:
        return []
    squares, tiles = zip(*sorted(placed), strict=True)
    return list(zip(squares, alphabet.draw(bytes(tiles)), strict=True))
