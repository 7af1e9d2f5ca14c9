"""The turn of most equity: its points, the worth of what is kept, less what it gives the next seat.

Equal turns: the one of most points, then the first in the order of ``turns_by_words``; a turn that
is laid before an exchange, and the exchange of fewest tiles before others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from wordsmith.engine import turns_by_words
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.state import hand_after, tiles_used
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine import Vocabulary
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.actions import Move
    from wordsmith.rules.view import View

_WIDTH = 2
_MP = 1_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and its equity in millipoints."""

    move: Move
    equity: int


@dataclass(frozen=True, slots=True)
class Choices:
    """The best of a view."""

    best: Choice
    best_without_stars: Choice  # if no wild tile may be taken from the board


def choices(view: View, vocabulary: Vocabulary, leaves: Leaves) -> Choices:
    """The move of most equity for the seat of ``view``, with and without the stars of the board."""
    best = without = None
    for move, equity in _valued(view, vocabulary, leaves):
        taken = isinstance(move, Play) and move.swapped
        if best is None or equity > best.equity:
            best = Choice(move, equity)
        if not taken and (without is None or equity > without.equity):
            without = Choice(move, equity)
    nothing = Choice(Pass(), 0)
    return Choices(best or nothing, without or nothing)


def best_move(view: View, vocabulary: Vocabulary, leaves: Leaves) -> Move:
    """The move of most equity for the seat of ``view``."""
    return choices(view, vocabulary, leaves).best.move


def _valued(view: View, vocabulary: Vocabulary, leaves: Leaves) -> Iterator[tuple[Move, int]]:
    """Every move that is looked at, with its equity. Once the bag is empty points are all."""
    worth: dict[tuple[Tiles, int], int] = {}
    for turn in turns_by_words(view, vocabulary, width=_WIDTH):
        play, equity = turn.play, turn.points * _MP
        if view.bag:
            used = (tiles_used(play), len(play.swapped))
            if used not in worth:
                worth[used] = leaves.value(hand_after(view.rack, play))
            equity += worth[used] - leaves.star_price * _stars_left(play)
        yield play, equity
    exchange = _best_exchange(view, leaves)
    if exchange:
        yield exchange.move, exchange.equity


def _stars_left(play: Play) -> int:
    """How many more wild tiles lie on the board after a play."""
    laid = sum([bool(tile & LAID_WILD) for _, tile in play.laid])
    return laid - len(play.swapped)


def _best_exchange(view: View, leaves: Leaves) -> Choice | None:
    """The exchange that keeps what is worth most, of the fewest tiles; None if none may be."""
    if view.bag < view.variant.rules.exchange_minimum:
        return None
    codes, best = view.rack.codes, None
    for size in range(1, min(len(codes), view.bag) + 1):
        for kept in map(bytes, combinations(codes, len(codes) - size)):
            worth = leaves.value(Tiles(kept))
            if best is None or worth > best[1]:
                best = (kept, worth)
    return Choice(Exchange(view.rack - Tiles(best[0])), best[1]) if best else None
