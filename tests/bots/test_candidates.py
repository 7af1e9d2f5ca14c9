"""The moves that are thought about, beside all there are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.positions import read_board, read_tiles
from wordsmith.bots.candidates import best_by_equity, candidates, equity_of, exchanges
from wordsmith.bots.foresight import considered
from wordsmith.bots.levels import LEVELS, make_bot
from wordsmith.bots.vocabulary import words_known
from wordsmith.engine import generate
from wordsmith.engine.endgame import solve_endgame
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import leaves_of, most_kept
from wordsmith.engine.reference import equity
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.actions import Exchange, Play
from wordsmith.rules.game import Game
from wordsmith.rules.state import initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.variant import Variant

CAT = "15/" * 7 + "7CAT5/" + "15/" * 6 + "15"


@cache
def _classic() -> tuple[Variant, Lexicon]:
    variant = load_variant("classic")
    return variant, load_lexicon(
        variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups)
    )


def _view(mine: str, bag: str, *, theirs: str = "AEIOUTR", lead: int = 0) -> View:
    variant, _ = _classic()
    state = initial_state(variant, 2)._replace(
        board=read_board(variant, CAT),
        racks=(read_tiles(variant.alphabet, mine), read_tiles(variant.alphabet, theirs)),
        bag=read_tiles(variant.alphabet, bag),
        scores=(50 + lead, 50),
    )
    return View.of(Game.replay(variant, state, ()), 0)


@cache
def _leaves() -> Leaves:
    """A star is worth 20 points, S 8, and Q costs 9."""
    variant, _ = _classic()
    parts = {bytes([0]): 20_000, variant.alphabet.encode("S"): 8_000}
    parts[variant.alphabet.encode("Q")] = -9_000
    return leaves_of(LeaveWeights(parts), len(variant.alphabet) + 1, most_kept(variant))


@pytest.mark.parametrize(
    ("rack", "bag"), [("AEINQST", "EEEEEEEE"), ("?EINSTU", "E"), ("AQUIZ", "")]
)
def test_the_first_candidate_is_the_turn_of_most_equity_of_all(rack: str, bag: str) -> None:
    view, (_, lexicon) = _view(rack, bag), _classic()
    every = {
        one.play: equity(view, one.play, one.points, _leaves()) for one in generate(view, lexicon)
    }
    found = candidates(view, lexicon, _leaves(), 10, nodes=100)
    assert len(found) == 10
    worth = [equity_of(one) for one in found]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] == max(every.values())
    for one in found:
        if isinstance(one.move, Play):
            assert every[one.move] == equity_of(one)


def test_exchanges_are_those_that_keep_most() -> None:
    view = _view("?QSVVWU", "EEEEEEEEE")
    [first, second, third] = exchanges(view, _leaves())
    assert first.move == Exchange(read_tiles(view.variant.alphabet, "QVVWU"))
    assert [first.leave, second.leave, third.leave] == [28_000] * 3  # U, V and W weigh nothing
    every = [
        _leaves().value(Tiles(bytes(kept)))
        for size in range(7)
        for kept in combinations(view.rack.codes, size)
    ]
    assert first.leave == max(every)


def test_no_more_is_exchanged_than_the_bag_allows() -> None:
    view = _view("?QSVVWU", "EEEEEE")  # six; a classic exchange asks for seven
    assert list(exchanges(view, _leaves())) == []


def test_a_poor_turn_is_given_for_an_exchange_unless_that_may_end_the_game() -> None:
    _, lexicon = _classic()
    view = _view("SQQQQQQ", "EEEEEEEEE")
    assert isinstance(best_by_equity(view, lexicon, _leaves(), nodes=1).move, Exchange)
    after_a_pass = replace(view, scoreless=1)
    assert isinstance(best_by_equity(after_a_pass, lexicon, _leaves(), nodes=1).move, Play)


def test_the_strongest_bot_plays_an_endgame_as_it_is_solved() -> None:
    view, (_, lexicon) = _view("DEORS", "", theirs="QN"), _classic()
    view = replace(view, variant=_box_of(view, "QN"))
    solved = solve_endgame(view, lexicon)
    assert solved.proved
    assert make_bot("best", lexicon, 1).choose(view) == solved.move


def _box_of(view: View, theirs: str) -> Variant:
    """The variant with a box that holds just the tiles of a position."""
    board = Tiles.of(tile for tile in view.board.cells if tile)
    return replace(
        view.variant, tiles=board + view.rack + read_tiles(view.variant.alphabet, theirs)
    )


def test_what_is_looked_ahead_at_is_told_with_its_chance() -> None:
    view, (_, lexicon) = _view("AEINQST", "EEEEEEEEAAAAIIIOOO"), _classic()
    level = replace(LEVELS["best"], samples=300)
    words = words_known(lexicon, level)
    found = considered(view, words, level, seed=3, until=None)
    assert found == considered(view, words, level, seed=3, until=None)
    chances = [one.simulated.chance for one in found if one.simulated]
    assert len(chances) == len(found) > 5
    assert 0.5 < chances[0] < 1
    behind = replace(view, scores=(0, 150))
    then = considered(behind, words, level, seed=3, until=None)[0].simulated
    assert then
    assert then.chance < chances[0]


def test_with_a_deadline_there_is_an_answer_too() -> None:
    view, (_, lexicon) = _view("AEINQST", "EEEEEEEE"), _classic()
    for level in LEVELS:
        assert isinstance(make_bot(level, lexicon, 1, seconds=0.05).choose(view), Play | Exchange)
