"""What a player may ask for: imperative values, not yet judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from wordsmith.rules.tiles import Tiles

Placed = tuple[int, int]
"""A tile on a square: (square, code or code | LAID_WILD)."""


@dataclass(frozen=True, slots=True)
class Play:
    """The set of tiles laid, and of letters laid on wild tiles that are taken.

    It has no direction and no order: equal plays are equal values, in one line or in many.
    """

    laid: frozenset[Placed] = frozenset()  # on empty squares
    swapped: frozenset[Placed] = frozenset()  # a real letter on the wild tile that stands for it

    @property
    def squares(self) -> frozenset[int]:
        """The empty squares that this play fills."""
        return frozenset([square for square, _ in self.laid])


@dataclass(frozen=True, slots=True)
class Exchange:
    """Draw as many new tiles and put these back; none at all is a pass where the rules say so."""

    tiles: Tiles = field(default_factory=Tiles)


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the turn go by."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game, at any time; it counts as a loss."""


@dataclass(frozen=True, slots=True)
class OpenBag:
    """Look into the Tile bag."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to end the game here."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Accept or reject the unknown words of a proposed play."""

    accept: bool


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt the words of the turn before."""


Move = Play | Exchange | Pass
"""What an engine chooses from."""

Action = Play | Exchange | Pass | Resign | OpenBag | Agree | Vote | Challenge
"""What a player may ask for."""
