"""Every legal play in one line, best points first."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
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


def generate(view: View, vocabulary: Vocabulary) -> list[Candidate]:
    """Every legal turn whose tiles lie in one row or column without a gap, best points first.

    Wild tiles of the board stay where they are. Equal points come in a fixed order.
    Source: Gordon (1994), the GADDAG; docs/engine.md#one-line.
    """
    return plays_after(view, vocabulary, frozenset())


def plays_after(view: View, vocabulary: Vocabulary, swaps: Swaps) -> list[Candidate]:
    """The same once ``swaps`` are laid, and with all wild tiles so taken laid again."""
    position = position_of(view, words_of(view, vocabulary), swaps)
    found = turns_written(position.generate(())[0])
    if swaps:
        found = [turn for turn in found if lays_wild_tiles(turn[1], len(swaps))]
    found.sort(key=lambda turn: (-turn[0], turn[1]))
    candidates = [Candidate(play_of(tiles, swaps), points) for points, tiles in found]
    if view.variant.rules.repeat_words:
        return candidates
    return [found for found in candidates if not repeats_a_word(view, found.play)]


def turns_written(out: bytes) -> list[tuple[int, Tiles]]:
    """The turns that the kernel wrote: points, and tiles in ascending order."""
    numbers = array("I", out).tolist()
    turns = []
    at = 0
    while at < len(numbers):
        first = at + 2
        at = first + numbers[first - 1]
        turns.append((numbers[first - 2], tuple(sorted(numbers[first:at]))))
    return turns


def lays_wild_tiles(tiles: Tiles, count: int) -> bool:
    """Whether at least so many of the tiles laid are wild."""
    return sum([bool(tile & LAID_WILD) for tile in tiles]) >= count
