"""The border of the kernel that plays whole games: a variant, its words and leaves sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.engine import _playing
from wordsmith.engine.lanes import lanes_of
from wordsmith.rules.parameters import Lines, ReckoningOut, ReckoningStall, ScorelessPer, WildSwap

if TYPE_CHECKING:
    from wordsmith.engine.lanes import Words
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.variant import Variant

_STEPS_OF_A_TURN = 8
"""A turn of several words lays at most so many of them, each to be taken back."""


def playing_of(variant: Variant, words: Words, leaves: Leaves) -> _playing.Playing:
    """A table at which static play holds every seat.

    ValueError if the kernel does not know the rules (``lanes.has_lanes``).
    """
    rules = variant.rules
    several = rules.lines_per_turn is Lines.ANY
    takes_stars = rules.wild_swap is not WildSwap.NO
    steps = _STEPS_OF_A_TURN if several or takes_stars else 0
    lanes = lanes_of(variant, words, leaves, plies=steps)
    lanes.star_price = leaves.star_price
    return _playing.Playing(
        lanes,
        variant.tiles.codes,
        (
            rules.rack_size,
            rules.exchange_minimum,
            rules.scoreless_limit,
            rules.scoreless_limit_at_zero,
            rules.scoreless_per is ScorelessPer.SEAT,
            (ReckoningOut.NONE, ReckoningOut.DEDUCT, ReckoningOut.AWARD).index(rules.reckoning_out),
            rules.reckoning_stall is ReckoningStall.DEDUCT,
            several,
            takes_stars,
        ),
    )
