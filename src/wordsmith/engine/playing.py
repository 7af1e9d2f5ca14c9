"""The border of the kernel that plays whole games: a variant, its words and leaves sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.engine import _playing
from wordsmith.engine.lanes import has_lanes, lanes_of
from wordsmith.rules.parameters import Lines, ReckoningOut, ReckoningStall, ScorelessPer, WildSwap

if TYPE_CHECKING:
    from wordsmith.engine.lanes import Words
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.variant import Variant

_WORDS_A_TURN = 8
"""A turn of several words lays at most so many of them, each to be taken back."""


def playing_of(
    variant: Variant, words: Words, leaves: Leaves, *, plies: int = 0
) -> _playing.Playing:
    """A table at which static play holds every seat; ``plies``: turns that can be taken back.

    ValueError if the kernel does not know the rules (``lanes.has_lanes``).
    """
    rules = variant.rules
    several = rules.lines_per_turn is Lines.ANY
    takes_stars = rules.wild_swap is WildSwap.ANY_PLAYER
    words_a_turn = _WORDS_A_TURN if several else 1
    steps = words_a_turn * (plies + 1) if plies or several or takes_stars else 0
    if not has_lanes(variant):
        raise ValueError("static play in the kernel does not know these rules")
    lanes = lanes_of(variant, words, leaves, plies=steps)
    lanes.star_price = 0 if rules.wild_swap is WildSwap.NO else leaves.star_price
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
