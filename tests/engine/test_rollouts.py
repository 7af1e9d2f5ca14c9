"""Samples of rollouts against the same luck played out by the rules and all plays."""

from __future__ import annotations

from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from statistics import fmean, pvariance
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.engine.recorded import (
    PARTS,
    best_moves,
    equity,
    lexicon_of,
    replayed,
    table,
    weights_at_random,
    worth,
)
from wordsmith.engine import _rollouts, generate
from wordsmith.engine.lanes import lanes_of
from wordsmith.engine.leaves import leaves_of
from wordsmith.engine.playing import playing_of
from wordsmith.engine.simulate import (
    Budget,
    Knowledge,
    Tried,
    playing_seats,
    simulation_of,
    unseen_tiles,
)
from wordsmith.engine.winning import Winning, winning_for
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.game import Game
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View
from wordsmith.training.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.engine._rollouts import Rollouts
    from wordsmith.engine.leave_weights import LeaveWeights
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.actions import Move
    from wordsmith.rules.variant import Variant


@dataclass(frozen=True)
class Scene:
    """A position of a game, and what static play goes by there."""

    game: Game
    words: Lexicon
    weights: LeaveWeights
    knowledge: Knowledge

    @property
    def view(self) -> View:
        """What the seat on turn sees."""
        return View.of(self.game, self.game.state.on_turn)

    def tables(self, tried: Sequence[Tried], plies: int, seed: int = 0) -> Rollouts:
        """The kernel with all of it laid out."""
        budget = Budget(plies=plies)
        return simulation_of(self.view, self.knowledge, tried, budget, seed=seed).tables[0]


@cache
def scene(variant_id: str, seats: int, wanted: Callable[[Game], bool], seed: int = 0) -> Scene:
    """The first position of a game that is as it is wanted."""
    variant = load_variant(variant_id)
    words, weights = lexicon_of(variant), weights_at_random(Random(variant_id), variant)
    playing = table(variant, words, weights)
    leaves = leaves_of(weights, len(variant.values), PARTS)
    for number in range(seed, seed + 30):
        for game, _, _ in replayed(variant, words, playing, seats, number):
            if wanted(game):
                return Scene(
                    game, words, weights, Knowledge(words, leaves, odd_chances(variant, seats))
                )
    raise AssertionError("no such position")


def odd_chances(variant: Variant, seats: int) -> Winning:
    """A table in which no standing has the chance of its neighbours."""
    tiles, most = len(variant.tiles), 300
    places = range(seats * (tiles + 1) * (2 * most + 1))
    chances = array("i", [place * 7919 % 10_001 for place in places])
    return Winning(memoryview(chances).toreadonly(), seats, tiles, most)


def some_moves(scene: Scene) -> list[Tried]:
    """The best plays, one that is bad, an exchange if there may be one, and a pass."""
    game, weights = scene.game, scene.weights
    rack = game.state.racks[game.state.on_turn]
    plays = generate(scene.view, scene.words)
    found = [tried(game, play.play, play.points, weights) for play in plays]
    found.sort(key=lambda one: -1000 * one.points - one.leave)
    moves = [*found[:2], *found[-1:], Tried(Pass(), 0, worth(weights, rack))]
    if len(game.state.bag) >= game.variant.rules.exchange_minimum:
        moves.append(tried(game, Exchange(Tiles(rack.codes[:3])), 0, weights))
    return moves


def tried(game: Game, move: Move, points: int, weights: LeaveWeights) -> Tried:
    """A move as the kernel is told of it."""
    return Tried(move, points, equity(game, move, points, weights) - 1000 * points)


# -- the slow side -------------------------------------------------------------------------------


class TiedError(Exception):
    """Several turns are worth most."""


@dataclass
class Bag:
    """Tiles in the order of the kernel's bag: drawn from the end, put back anywhere."""

    order: list[int]
    chance: Chance

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The last ones."""
        drawn = [self.order.pop() for _ in range(count)]
        assert Tiles.of([*self.order, *drawn]) == bag
        return Tiles.of(drawn)

    def put_back(self, codes: Sequence[int]) -> None:
        """One after the other, each in the place of one that moves to the end."""
        for code in codes:
            self.order.append(code)
            place = self.chance.below(len(self.order))
            self.order[-1], self.order[place] = self.order[place], code


def dealt(view: View, seed: int) -> tuple[list[Tiles], Bag]:
    """The hands of the other seats and the bag of one sample."""
    chance, left = Chance(seed), list(unseen_tiles(view).codes)
    hands = []
    for seat in playing_seats(view)[1:]:
        hand = []
        for _ in range(view.hands[seat]):
            place = chance.below(len(left))
            hand.append(left[place])
            left[place] = left[-1]
            left.pop()
        hands.append(Tiles.of(hand))
    order: list[int] = []
    for code in left:
        order.append(code)
        place = chance.below(len(order))
        order[-1], order[place] = order[place], code
    return hands, Bag(order, chance)


def played_out(
    scene: Scene, first: Tried, plies: int, deal: tuple[list[Tiles], Bag]
) -> tuple[int, int]:
    """Spread in millipoints, and chance in ten thousandths, when all is played by the rules.

    TiedError if it is not clear which turn is the best one.
    """
    hands, bag = deal
    values = scene.game.variant.values

    def price(code: int) -> int:
        """The kernel has the parts of a hand by descending points."""
        return -values[code] if code else 0

    state, seats = scene.game.state, playing_seats(scene.view)
    racks = list(state.racks)
    for seat, hand in zip(seats[1:], hands, strict=True):
        racks[seat] = hand
    state = state._replace(racks=tuple(racks), bag=Tiles.of(bag.order))
    game = Game.replay(scene.game.variant, state, ())
    leaves = dict.fromkeys(seats, 0)
    leaves[seats[0]] = first.leave
    game = act(game, first.move, bag, scene, lambda code: code)
    for _ in range(plies):
        if game.state.ended:
            break
        seat = game.state.on_turn
        best, moves = best_moves(game, scene.words, scene.weights)
        if len(moves) > 1:
            raise TiedError
        before = game.state.scores[seat]
        game = act(game, moves[0], bag, scene, price)
        leaves[seat] = best - 1000 * (game.state.scores[seat] - before)
    return judged(scene, game, leaves)


def act(game: Game, move: Move, bag: Bag, scene: Scene, order: Callable[[int], int]) -> Game:
    """The game after a move; tiles exchanged are put back in this order of their codes."""
    after = game.act(game.state.on_turn, move, scene.words, bag)
    if isinstance(move, Exchange):
        bag.put_back(sorted(move.tiles, key=order))
    return after


def judged(scene: Scene, game: Game, leaves: dict[int, int]) -> tuple[int, int]:
    """Spread and chance of the position that was reached."""
    state, seats = game.state, list(leaves)
    own, *others = [
        1000 * state.scores[seat] + (0 if state.ended else leaves[seat]) for seat in seats
    ]
    spread = own - max(others)
    if state.ended:
        return spread, 10_000 if spread > 0 else 5_000 if spread == 0 else 0
    wait = seats.index(seats[0]) - seats.index(state.on_turn)
    left = len(state.bag) + sum(map(len, state.racks))
    chance = scene.knowledge.winning.chance(wait % len(seats), left, (spread + 500) // 1000)
    return spread, round(10_000 * chance)


# -- the tests -----------------------------------------------------------------------------------


def early(game: Game) -> bool:
    return game.state.turn > 6 and len(game.state.bag) > 40


def late(game: Game) -> bool:
    return 2 <= len(game.state.bag) <= 9


def bag_is_empty(game: Game) -> bool:
    return not game.state.bag


@pytest.mark.parametrize("variant_id", ["friends", "wordsmith"])
def test_without_turns_to_follow_the_spread_is_the_candidates_own(variant_id: str) -> None:
    here = scene(variant_id, 3, early)
    game = here.game
    moves = [
        tried(game, play.play, play.points, here.weights)
        for play in generate(here.view, here.words)[:5]
    ]
    moves.append(Tried(Pass(), 0, 1234))
    kernel = here.tables(moves, 0)
    scores = [game.state.scores[seat] for seat in playing_seats(here.view)]
    for number, move in enumerate(moves):
        kernel.run(number, 0, 20)
        samples, spreads, squares, _, _ = kernel.result(number)
        own = 1000 * (scores[0] + move.points - max(scores[1:])) + move.leave
        assert (samples, spreads, kernel.last_spread) == (20, 20 * own, own)
        assert squares == 20 * (own // 100) ** 2


@pytest.mark.parametrize("plies", [1, 2, 5])
@pytest.mark.parametrize("wanted", [early, late, bag_is_empty])
@pytest.mark.parametrize(("variant_id", "seats"), [("friends", 2), ("classic", 3), ("classic", 2)])
def test_a_sample_is_what_the_rules_and_all_plays_make_of_it(
    variant_id: str, seats: int, wanted: Callable[[Game], bool], plies: int
) -> None:
    here = scene(variant_id, seats, wanted, seed=plies)
    moves = some_moves(here)
    kernel, compared = here.tables(moves, plies, seed=77), 0
    for number, move in enumerate(moves):
        for sample in range(4):
            try:
                found = played_out(here, move, plies, dealt(here.view, 77 + sample))
            except TiedError:
                continue
            compared += 1
            kernel.run(number, sample, 1)
            assert (kernel.last_spread, kernel.last_chance) == found
    assert compared


def test_near_the_end_the_mean_is_that_of_all_that_may_be_drawn() -> None:
    compared, samples = 0, 2_000
    for seed in range(60):
        if compared == 2:
            break
        here = scene("friends", 2, lambda game: len(game.state.bag) == 1, seed)
        move, unseen = some_moves(here)[0], unseen_tiles(here.view)
        try:
            values = {
                last: played_out(here, move, 1, ([unseen - Tiles(bytes([last]))], lone_bag(last)))[
                    0
                ]
                for last in set(unseen)
            }
        except TiedError:
            continue
        compared += len(set(values.values())) > 1
        weighed = [values[last] for last in unseen]
        kernel, seen = here.tables([move], 1), []
        for sample in range(samples):
            kernel.run(0, sample, 1)
            seen.append(kernel.last_spread)
        assert set(seen) == set(values.values())
        error = (pvariance(weighed) / samples) ** 0.5
        assert abs(fmean(seen) - fmean(weighed)) <= 5 * error
        assert kernel.result(0)[:2] == (samples, sum(seen))
    assert compared == 2


def lone_bag(code: int) -> Bag:
    """A bag with one tile."""
    return Bag([code], Chance(0))


@pytest.mark.parametrize("variant_id", ["wordsmith", "erudit", "classic"])
def test_a_sample_is_the_same_whatever_was_sampled_before(variant_id: str) -> None:
    here = scene(variant_id, 2, early)
    moves = [Tried(move.move, move.points, 0) for move in some_moves(here)]
    moves = [*moves, *moves]  # so that the same luck makes pairs
    together, one_by_one = here.tables(moves, 3), here.tables(moves, 3)
    for number in range(len(moves)):
        together.run(number, 5, 30)
    order = [(number, sample) for number in range(len(moves)) for sample in range(5, 35)]
    Random(1).shuffle(order)
    for number, sample in order:
        one_by_one.run(number, sample, 1)
    found = [together.result(number) for number in range(len(moves))]
    assert found == [one_by_one.result(number) for number in range(len(moves))]
    assert found[: len(moves) // 2] == found[len(moves) // 2 :]
    assert len(set(found)) > 1


@pytest.mark.parametrize("variant_id", ["wordsmith", "erudit", "classic", "friends"])
def test_boards_are_as_they_were_when_all_is_sampled(variant_id: str) -> None:
    here = scene(variant_id, 2, early)
    view, knowledge = here.view, here.knowledge
    playing = playing_of(view.variant, here.words, knowledge.leaves, plies=5)
    kernel = _rollouts.Rollouts(playing, playing.lanes, knowledge.winning.chances, 300, 4)
    unseen = unseen_tiles(view).codes
    cells, rack, hands = view.board.cells, view.rack.codes, list(view.hands)
    kernel.set_up(cells, rack, 2, list(view.scores), hands, unseen, view.scoreless, 3)
    moves = some_moves(here)
    kernel.take([written(one) for one in moves])
    fresh = lanes_of(view.variant, here.words, knowledge.leaves)
    fresh.set_up(cells)
    fresh.star_price = playing.lanes.star_price
    for number in range(len(moves)):
        kernel.run(number, 0, 8)
    for seed in range(20):
        hand = Tiles.of(Random(seed).sample(list(view.variant.tiles), 7)).codes
        for lanes in (playing.lanes, fresh):
            lanes.set_hand(hand, 1, 0, 0, 0)
        assert playing.lanes.search(-(1 << 29)) == fresh.search(-(1 << 29))
    assert playing.lanes.windows() == fresh.windows()


def written(one: Tried) -> tuple[bool, list[int], int, int, int]:
    """A candidate as the kernel takes it."""
    if isinstance(one.move, Play):
        tiles = [square << 8 | tile for square, tile in one.move.laid]
        return True, tiles, -1, one.points, one.leave
    given = list(one.move.tiles) if isinstance(one.move, Exchange) else []
    return False, given, -1, 0, one.leave


def test_a_position_of_too_many_tiles_is_refused() -> None:
    here = scene("friends", 2, early)
    state = here.game.state
    full = replace(here.view, rack=Tiles(bytes(9)))
    with pytest.raises(ValueError, match="too many tiles"):
        simulation_of(full, here.knowledge, [Tried(Pass(), 0, 0)], Budget())
    crowded = replace(here.view, bag=len(state.bag) + 150)
    with pytest.raises(ValueError, match="too many tiles"):
        simulation_of(crowded, here.knowledge, [Tried(Pass(), 0, 0)], Budget())


def test_hands_are_dealt_evenly() -> None:
    here = scene("friends", 2, early)
    unseen = unseen_tiles(here.view)
    seen: Counter[int] = Counter()
    for sample in range(2_000):
        seen.update(dealt(here.view, sample)[0][0])
    for code in set(unseen):
        expected = 2_000 * 7 * unseen.count(code) / len(unseen)
        assert abs(seen[code] - expected) < 5 * expected**0.5


def test_the_chances_that_ship_are_taken_as_well() -> None:
    here = scene("wordsmith", 2, early)
    knowledge = replace(here.knowledge, winning=winning_for(here.game.variant, 2))
    shipped = replace(here, knowledge=knowledge)
    kernel = shipped.tables(some_moves(here)[:1], 2)
    kernel.run(0, 0, 50)
    samples, _, _, wins, _ = kernel.result(0)
    assert 0 < wins < 10_000 * samples


def test_others_go_on_while_rollouts_are_sampled() -> None:
    here = scene("friends", 2, early)
    kernel = here.tables(some_moves(here)[:1], 4)
    begun, steps = Event(), 0

    def sample() -> None:
        begun.set()
        kernel.run(0, 0, 400)

    with ThreadPoolExecutor(1) as pool:
        sampled = pool.submit(sample)
        begun.wait()
        while not sampled.done():
            steps += 1  # the lock of the interpreter is free, or this would not be counted
    assert kernel.result(0)[0] == 400
    assert steps > 10
