"""Candidates against each other: the same luck, whoever samples, and an end to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.engine.test_rollouts import Scene, bag_is_empty, early, late, scene, some_moves
from wordsmith.engine.simulate import (
    Budget,
    Simulated,
    Tried,
    playing_seats,
    simulate,
    unseen_tiles,
)
from wordsmith.engine.winning import winning_for
from wordsmith.rules.actions import Pass, Play
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.rules.game import Game


def learnt(here: Scene) -> Scene:
    """The same with the chances that ship."""
    seats = len(here.view.hands)
    winning = winning_for(here.game.variant, seats)
    return replace(here, knowledge=replace(here.knowledge, winning=winning))


@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize("variant_id", ["wordsmith", "friends"])
def test_any_number_of_threads_gives_the_same(variant_id: str, threads: int) -> None:
    here = learnt(scene(variant_id, 2, early))
    moves = some_moves(here)
    alone = simulate(here.view, here.knowledge, moves, Budget(1_500, plies=2), seed=5)
    together = simulate(
        here.view, here.knowledge, moves, Budget(1_500, plies=2, threads=threads), seed=5
    )
    assert alone == together
    other = simulate(here.view, here.knowledge, moves, Budget(1_500, plies=2), seed=6)
    assert {one.move for one in other} == {one.move for one in alone}
    assert other != alone


@pytest.mark.parametrize("wanted", [early, late, bag_is_empty])
def test_what_is_surely_worse_is_given_up_and_the_best_comes_first(
    wanted: Callable[[Game], bool],
) -> None:
    here = learnt(scene("friends", 2, wanted))
    good, *_ = some_moves(here)
    awful = Tried(Pass(), 0, -400_000)  # would have to be rid of its hand at any price
    found = simulate(here.view, here.knowledge, [awful, good], Budget(20_000, plies=0))
    assert [one.move for one in found] == [good.move, awful.move]
    assert found[0].chance > found[1].chance
    assert sum(one.samples for one in found) < 1_000
    assert all(one.samples >= 64 for one in found)


def test_equals_are_sampled_until_the_samples_are_used_up() -> None:
    here = learnt(scene("friends", 2, early))
    best = some_moves(here)[0]
    found = simulate(here.view, here.knowledge, [best, best], Budget(1_000, plies=1))
    assert found[0] == found[1]
    assert 1_000 <= sum(one.samples for one in found) < 1_320
    assert 0 < found[0].margin < 0.1


def test_a_single_candidate_is_sampled_once_round() -> None:
    here = learnt(scene("friends", 2, early))
    best = some_moves(here)[0]
    (found,) = simulate(here.view, here.knowledge, [best], Budget(1_000, plies=2))
    assert (found.move, found.points, found.samples) == (best.move, best.points, 320)


def test_progress_is_told() -> None:
    here = learnt(scene("friends", 2, early))
    best = some_moves(here)[0]
    told: list[list[Simulated]] = []
    budget = Budget(1_000, plies=2)
    found = simulate(here.view, here.knowledge, [best, best], budget, progress=told.append)
    assert told[-1] == found
    assert [sum(one.samples for one in round_) for round_ in told] == [320, 640, 960, 1280]


@pytest.mark.parametrize("threads", [1, 2])
def test_time_ends_it_in_the_middle_of_a_round(threads: int) -> None:
    here = learnt(scene("friends", 2, early))
    best = some_moves(here)[0]
    budget = Budget(10**9, seconds=0.0, plies=2, threads=threads)
    found = simulate(here.view, here.knowledge, [best, best], budget)
    assert [one.samples for one in found] == ([16, 0] if threads == 1 else [16, 16])


@pytest.mark.parametrize("seats", [3, 4])
def test_seats_that_have_left_are_not_played(seats: int) -> None:
    here = learnt(scene("classic", seats, early))
    view, gone = here.view, (here.game.state.on_turn + 1) % seats
    hands = tuple(0 if seat == gone else count for seat, count in enumerate(view.hands))
    view = replace(view, out=frozenset([gone]), hands=hands)
    assert gone not in playing_seats(view)
    assert len(unseen_tiles(view)) == view.bag + 7 * (seats - 2)
    winning = winning_for(here.game.variant, seats - 1) if seats > 2 else None
    assert winning is not None
    found = simulate(
        view, replace(here.knowledge, winning=winning), some_moves(here), Budget(200, plies=3)
    )
    assert sum(one.samples for one in found) >= 200


def test_what_nobody_has_seen_is_what_is_neither_laid_nor_held() -> None:
    here = scene("wordsmith", 3, early)
    state, view = here.game.state, here.view
    others = [rack for seat, rack in enumerate(state.racks) if seat != state.on_turn]
    assert unseen_tiles(view) == Tiles.of([*state.bag, *others[0], *others[1]])
    square = view.board.cells.index(0)
    laid = view.board.with_tiles([(square, LAID_WILD | 5)])
    fewer = replace(view, board=laid, bag=view.bag - 1)
    assert unseen_tiles(fewer).count(WILD) == unseen_tiles(view).count(WILD) - 1
    assert len(unseen_tiles(replace(view, bag=view.bag + 3))) == len(unseen_tiles(view)) + 3


def test_a_star_may_be_taken_and_no_more_than_one() -> None:
    here, square, letter = with_star()
    taken = frozenset([(square, letter)])
    play = next(one for one in some_moves(here) if isinstance(one.move, Play))
    assert isinstance(play.move, Play)
    starred = Tried(Play(with_wild(play.move), taken), play.points, 0)
    found = simulate(here.view, here.knowledge, [starred, play], Budget(400, plies=2))
    assert {one.move for one in found} == {starred.move, play.move}
    twice = Tried(Play(play.move.laid, taken | {(square + 1, letter)}), 0, 0)
    with pytest.raises(ValueError, match="more than one star"):
        simulate(here.view, here.knowledge, [twice], Budget(100))


def with_star() -> tuple[Scene, int, int]:
    """A position with a star on the board whose letter is in the hand."""
    here = learnt(scene("wordsmith", 2, early))
    game, state = here.game, here.game.state
    square = next(square for square, tile in enumerate(state.board.cells) if tile)
    letter = state.board.cells[square] & ~LAID_WILD
    cells = bytearray(state.board.cells)
    cells[square] = letter | LAID_WILD
    racks = list(state.racks)
    laid = next(one.move for one in some_moves(here) if isinstance(one.move, Play))
    used = Tiles.of(tile & 127 if not tile & LAID_WILD else WILD for _, tile in laid.laid)
    spare = next(iter(racks[state.on_turn] - used), None)
    assert spare is not None
    racks[state.on_turn] = racks[state.on_turn] - Tiles(bytes([spare])) + Tiles(bytes([letter]))
    board = replace(state.board, cells=bytes(cells))
    state = state._replace(board=board, racks=tuple(racks))
    return replace(here, game=replace(game, state=state)), square, letter


def with_wild(play: Play) -> frozenset[tuple[int, int]]:
    """The same tiles, the first of them wild."""
    (square, tile), *rest = sorted(play.laid)
    return frozenset([(square, tile | LAID_WILD), *rest])


def test_without_candidates_or_without_a_seat_nothing_is_simulated() -> None:
    here = learnt(scene("friends", 2, early))
    with pytest.raises(ValueError, match="candidates"):
        simulate(here.view, here.knowledge, [])
    with pytest.raises(ValueError, match="seat on turn"):
        simulate(replace(here.view, seat=None), here.knowledge, some_moves(here))
