"""The turn of most equity, against the same thought out slowly."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.training.small import small_plan
from wordsmith.engine import generate
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import leaves_of, zero_leaves
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.game import Game
from wordsmith.rules.state import hand_after
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View
from wordsmith.training.chance import Chance
from wordsmith.training.choosing import best_move, choices

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.engine.leaves import Leaves


def some_leaves(symbols: int) -> Leaves:
    chance = random.Random(1)
    parts = {bytes([code]): chance.randint(-9_000, 9_000) for code in range(symbols)}
    return leaves_of(LeaveWeights(parts, star_price_mp=2_000), symbols, 6)


def slow_equities(view: View, leaves: Leaves, lexicon: object) -> dict[object, int]:
    """Every move of one line, and every exchange, with its equity."""
    found: dict[object, int] = {}
    for turn in generate(view, lexicon):  # type: ignore[arg-type]
        laid = sum(tile >= LAID_WILD for _, tile in turn.play.laid)
        kept = leaves.value(hand_after(view.rack, turn.play))
        found[turn.play] = turn.points * 1_000 + (kept - 2_000 * laid if view.bag else 0)
    for size in range(1, len(view.rack) + 1):
        for given in combinations(view.rack.codes, size):
            if view.variant.rules.exchange_minimum <= view.bag and size <= view.bag:
                exchange = Exchange(Tiles(bytes(given)))
                found[exchange] = leaves.value(view.rack - exchange.tiles)
    return found


def test_the_best_move_is_that_of_most_equity_at_every_turn_of_a_game(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    leaves, chance = some_leaves(27), Chance(2)
    game = Game.begin(plan.variant, 2, chance)
    kinds = set()
    while not game.state.ended:
        view = View.of(game, game.state.on_turn)
        slow = slow_equities(view, leaves, plan.lexicon)
        found = choices(view, plan.lexicon, leaves).best
        assert found.equity == max(slow.values(), default=0)
        assert slow.get(found.move, 0) == found.equity
        assert best_move(view, plan.lexicon, leaves) == found.move
        kinds.add(type(found.move))
        game = game.act(view.on_turn, found.move, plan.lexicon, chance)
    assert kinds >= {Play, Exchange}


def test_without_a_turn_and_an_exchange_it_passes(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    view = View.of(Game.begin(plan.variant, 2, Chance(1)), 0)
    bare = replace(view, rack=Tiles(bytes([3, 3])), bag=0)
    assert choices(bare, plan.lexicon, zero_leaves(27, 6)).best.move == Pass()


@pytest.mark.parametrize("price_mp", [0, 50_000])
def test_a_star_is_laid_only_for_what_it_gives_the_next_seat(tmp_path: Path, price_mp: int) -> None:
    plan = small_plan(tmp_path)
    view = View.of(Game.begin(plan.variant, 2, Chance(1)), 0)
    leaves = replace(zero_leaves(27, 6), star_price=price_mp)
    hand = plan.variant.alphabet.encode("QUEN")
    seen = replace(view, rack=Tiles.of([0, *hand]))
    move = choices(seen, plan.lexicon, leaves).best.move
    assert isinstance(move, Play | Exchange)
    lays = isinstance(move, Play) and any(tile >= LAID_WILD for _, tile in move.laid)
    assert lays == (price_mp == 0)


def test_stars_of_the_board_are_taken_where_that_is_best() -> None:
    from wordsmith.lexicon.catalogue import load_lexicon

    variant = load_variant("wordsmith")
    groups = frozenset(variant.rules.word_groups)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, groups)
    leaves, chance = zero_leaves(len(variant.alphabet) + 1, 6), Chance(3)
    code = variant.alphabet.code("А")
    assert code is not None
    game = Game.begin(variant, 2, chance)
    better = 0
    for _ in range(12):
        view = View.of(game, game.state.on_turn)
        wild = [square for square, tile in enumerate(view.board.cells) if tile][:1]
        if wild:  # one tile of the board is wild after all, and the seat holds its letter
            tile = view.board.cells[wild[0]]
            board = view.board.with_tiles([(wild[0], tile | LAID_WILD)])
            rack = Tiles.of([tile & ~LAID_WILD, *view.rack.codes[1:]])
            found = choices(replace(view, board=board, rack=rack), lexicon, leaves)
            assert found.best.equity >= found.best_without_stars.equity
            best, without = found.best.move, found.best_without_stars.move
            assert not (isinstance(without, Play) and without.swapped)
            taken = isinstance(best, Play) and bool(best.swapped)
            assert taken == (found.best.equity > found.best_without_stars.equity)
            better += taken
        move = best_move(view, lexicon, leaves)
        game = game.act(view.on_turn, move, lexicon, chance)
    assert better
