"""Every legal play in one line, best points first."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING

from wordsmith.engine.position import (
    Swaps,
    Vocabulary,
    play_of,
    position_of,
    repeats_a_word,
    words_of,
)
from wordsmith.rules.alphabet import LAID_WILD

if TYPE_CHECKING:
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View

__all__ = ["Candidate", "Vocabulary", "generate", "turns_written"]

Tiles = tuple[int, ...]
"""Tiles laid, as ``square << 8 | tile``, in ascending order."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal play, and what it scores."""

    play: Play
    points: int


def generate(view: View, vocabulary: Vocabulary, *, most: int | None = None) -> list[Candidate]:
    """Every legal turn whose tiles lie in one row or column without a gap, best points first.

    Wild tiles of the board stay where they are. ``most``: only so many, the best; cheaper where
    there are thousands. Equal points come in a fixed order.
    Source: Gordon (1994), the GADDAG; docs/engine.md#one-line.
    """
    return plays_after(view, vocabulary, frozenset(), most)


def plays_after(
    view: View, vocabulary: Vocabulary, swaps: Swaps, most: int | None = None
) -> list[Candidate]:
    """The same once ``swaps`` are laid, and with all wild tiles so taken laid again."""
    position = position_of(view, words_of(view, vocabulary), swaps)
    out = position.generate(())[0]
    repeats = view.variant.rules.repeat_words
    found = turns_written(out, most if repeats and not swaps else None)
    if swaps:
        found = [turn for turn in found if lays_wild_tiles(turn[1], len(swaps))]
    found.sort(key=lambda turn: (-turn[0], turn[1]))
    candidates = (Candidate(play_of(tiles, swaps), points) for points, tiles in found)
    allowed = (turn for turn in candidates if repeats or not repeats_a_word(view, turn.play))
    return list(islice(allowed, most))


def turns_written(out: bytes, most: int | None = None) -> list[tuple[int, Tiles]]:
    """The turns that the kernel wrote, or the best of them: points, and tiles in ascending order.

    They come as they were written; those with equal points are kept in that order.
    """
    numbers = array("I", out).tolist()
    starts = []
    at = 0
    while at < len(numbers):
        starts.append(at)
        at += 2 + numbers[at + 1]
    if most is not None and len(starts) > most:
        starts = nlargest(most, starts, key=numbers.__getitem__)
    return [
        (numbers[at], tuple(sorted(numbers[at + 2 : at + 2 + numbers[at + 1]]))) for at in starts
    ]


def lays_wild_tiles(tiles: Tiles, count: int) -> bool:
    """Whether at least so many of the tiles laid are wild."""
    return sum([bool(tile & LAID_WILD) for tile in tiles]) >= count
