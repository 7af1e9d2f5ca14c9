"""What holds in every game of every shipped variant, played at random to its end."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.generators import SEATED, RandomGame, random_game, short_words, table
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.events import (
    ChallengeFailed,
    ChallengeUpheld,
    Ended,
    EndReason,
    Played,
    Resigned,
    TimedOut,
)
from wordsmith.rules.parameters import Check, Opening, ScorelessPer
from wordsmith.rules.state import State, apply, apply_all
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from wordsmith.rules.game import Game
    from wordsmith.rules.variant import Variant

GAMES = 34  # of each variant with each number of seats: more than a hundred of each variant
ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)


def demand_laws(game: Game) -> None:
    """Every law that can be read from the events of a whole game."""
    state = game.start
    for event in game.events:
        before, state = state, apply(state, event)
        demand_tiles_conserved(game.variant, state)
        demand_seat_on_turn(before, state)
    assert state == game.state
    demand_scores_add_up(game)
    demand_sound_board(game)
    demand_sound_ending(game)


def demand_tiles_conserved(variant: Variant, state: State) -> None:
    """Bag, hands, board and the hands of those who left are the box: nothing lost, nothing made."""
    there = Tiles.of(tiles_on(state.board.cells))
    for part in (state.bag, *state.racks):
        there += part
    assert not there.missing_from(variant.tiles)
    gone = len(variant.tiles) - len(there)
    assert gone <= variant.rules.rack_size * len(state.out)


def tiles_on(cells: bytes) -> bytes:
    """The tiles of a board as they were in a hand."""
    return bytes([WILD if tile & LAID_WILD else tile for tile in cells if tile])


def demand_seat_on_turn(before: State, state: State) -> None:
    """The turn is always somebody's who plays, and is counted up by one at most."""
    if not state.ended:
        assert state.on_turn in state.playing
    assert state.turn - before.turn in (0, 1)
    assert all(not state.racks[seat] for seat in state.out)


def demand_scores_add_up(game: Game) -> None:
    """A score is the sum of a score sheet's rows, and of what was reckoned."""
    scores = [0] * len(game.start.racks)
    last: Played | None = None
    for event in game.events:
        if isinstance(event, Played):
            last = event
            scores[event.seat] += event.points
        elif isinstance(event, ChallengeUpheld):
            assert last is not None
            scores[event.mover] -= last.points
        elif isinstance(event, ChallengeFailed):
            scores[event.mover] += event.bonus
        elif isinstance(event, Ended):
            scores = [score + more for score, more in zip(scores, event.reckoning, strict=True)]
    assert tuple(scores) == game.state.scores


def demand_sound_board(game: Game) -> None:
    """All tiles hang together, cover the start, and every word counts where all were checked."""
    board, variant = game.state.board, game.variant
    filled = {square for square, tile in enumerate(board.cells) if tile}
    if not filled:
        return
    least = 2 if variant.rules.opening is Opening.TWO_START_CELLS else 1
    assert len(filled & variant.layout.starts) >= least
    reached, edge = set(), [min(filled)]
    while edge:
        square = edge.pop()
        if square not in reached:
            reached.add(square)
            edge += [beside for beside in board.neighbours[square] if beside in filled]
    assert reached == filled
    if variant.rules.check is Check.REFUSE:
        words = short_words(variant.alphabet.id)
        for run in board.runs_through(filled):
            assert variant.alphabet.decode(board.letters(run)) in words


def demand_sound_ending(game: Game) -> None:
    """The game has ended for the reason it names, and the best of those playing have won."""
    state, rules = game.state, game.variant.rules
    ended = state.ended
    assert ended is not None
    assert game.events[-1] == ended
    best = max(state.scores[seat] for seat in state.playing)
    assert set(ended.winners) == {seat for seat in state.playing if state.scores[seat] == best}
    match ended.reason:
        case EndReason.OUT:
            assert not state.bag
            assert any(not state.racks[seat] for seat in state.playing)
        case EndReason.STALL:
            seated = len(state.playing) if rules.scoreless_per is ScorelessPer.SEAT else 1
            limit = min(rules.scoreless_limit, rules.scoreless_limit_at_zero)
            assert state.scoreless >= limit * seated
        case EndReason.RESIGNED:
            assert len(state.playing) == 1
        case EndReason.AGREED:
            assert state.agreed.issuperset(state.playing)
        case EndReason.TARGET:
            assert rules.target_score is not None
            assert best >= rules.target_score
    if ended.reason not in (EndReason.OUT, EndReason.STALL):
        assert not any(ended.reckoning)
    if ended.reason is EndReason.OUT and rules.reckoning_out == "award":
        assert sum(ended.reckoning) == 0


@ALL
def test_random_games_end_by_the_rules_and_lose_no_tile(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats)
    for seed in range(GAMES):
        demand_laws(random_game(variant, seats, seed))


@ALL
def test_games_that_nobody_leaves_keep_every_tile(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats)
    game = random_game(variant, seats, 1, leaving=0)
    state = game.state
    laid = Tiles.of(tiles_on(state.board.cells))
    assert sum(state.racks, state.bag + laid) == variant.tiles


@ALL
def test_the_fold_of_the_events_is_the_state_after_every_one_of_them(
    variant_id: str, seats: int
) -> None:
    variant = table(variant_id, seats)
    for game in islice(RandomGame(variant, seats, seed=5), 0, None, 4):
        assert apply_all(game.start, game.events) == game.state


@ALL
def test_the_same_seed_plays_the_same_game(variant_id: str, seats: int) -> None:
    variant = table(variant_id, seats)
    one, other = (random_game(variant, seats, seed=7) for _ in range(2))
    assert one.events == other.events
    assert one.state == other.state
    assert random_game(variant, seats, seed=8).events != one.events


@pytest.mark.parametrize("way_out", [Resigned, TimedOut])
def test_a_seat_that_leaves_takes_its_tiles_with_it(way_out: type[Resigned | TimedOut]) -> None:
    for game in RandomGame(table("classic", 3), 3, seed=3, leaving=0):
        state = apply(game.state, way_out(1))
        assert len(state.racks[1]) == 0
        assert state.bag == game.state.bag
        assert state.board == game.state.board
