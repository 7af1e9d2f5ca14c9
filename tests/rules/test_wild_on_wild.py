"""A wild tile laid on a wild tile: wrong, and nothing else is."""

from __future__ import annotations

from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.placement import hand_reasons, swap_reasons
from wordsmith.rules.reasons import Code
from wordsmith.rules.state import initial_state, tiles_used
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant


def test_a_wild_tile_on_a_wild_tile_is_only_the_wrong_letter() -> None:
    variant = load_variant("wordsmith")
    state = initial_state(variant, 2)
    board = state.board.with_tiles([(100, 5 | LAID_WILD)])
    placed = type(state)(board, state.bag, (Tiles.of([0]), Tiles()), (0, 0))
    play = Play(frozenset([(101, 6 | LAID_WILD)]), frozenset([(100, 5 | LAID_WILD)]))
    assert tiles_used(play) == Tiles.of([0, 0])
    assert hand_reasons(placed.racks[0], play) == []
    codes = [reason.code for reason in swap_reasons(variant, placed, 0, play)]
    assert codes == [Code.SWAP_WRONG_LETTER]
