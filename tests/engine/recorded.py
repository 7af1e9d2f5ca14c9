"""Games of the kernel that writes down its turns, and what the referee makes of them.

The slow side of the tests of static play and of rollouts: rules, all plays, sums of weights.
"""

from __future__ import annotations

from array import array
from collections import deque
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from tests.training.small import WORDS
from wordsmith.engine import generate
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import leaves_of
from wordsmith.engine.playing import playing_of
from wordsmith.lexicon.catalogue import load_lexicon, load_word_file
from wordsmith.rules.actions import Exchange, Pass, Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.events import EndReason
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import ReckoningOut, WildSwap
from wordsmith.rules.state import hand_after
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from wordsmith.engine._playing import Playing
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.actions import Move
    from wordsmith.rules.variant import Variant

PARTS = 3
"""Tiles of the largest part that has a weight here."""

ENDS = {1: EndReason.OUT, 2: EndReason.STALL}


class Turn(NamedTuple):
    """A turn as the kernel wrote it down."""

    seat: int
    star: int
    points: int
    equity: int
    laid: list[int]
    given: list[int]
    held: list[int]

    def move(self, board: bytes) -> Move:
        """The same as the rules have it."""
        if not self.laid:
            return Exchange(Tiles.of(self.given)) if self.given else Pass()
        taken = [(self.star, board[self.star] & ~LAID_WILD)] if self.star >= 0 else []
        laid = frozenset((tile >> 8, tile & 255) for tile in self.laid)
        return Play(laid, frozenset(taken))


@dataclass
class Told:
    """Chance that gives what the kernel drew, and no tile that is not there."""

    due: deque[Tiles]

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The next tiles that were drawn."""
        tiles = self.due.popleft()
        assert len(tiles) == count
        assert not tiles.missing_from(bag)
        return tiles


def weights_at_random(random: Random, variant: Variant) -> LeaveWeights:
    """Parts of one to three tiles that weigh from -9 to 9 points, and a star that has a price."""
    codes = range(len(variant.values))
    parts = {
        bytes(part): random.randint(-9_000, 9_000)
        for size in range(1, PARTS + 1)
        for part in combinations_with_replacement(codes, size)
    }
    return LeaveWeights(parts, 3_000)


def table(variant: Variant, words: Lexicon, weights: LeaveWeights) -> Playing:
    """A table of the kernel that writes down its turns."""
    playing = playing_of(variant, words, leaves_of(weights, len(variant.values), PARTS))
    playing.record(array("i", bytes(4 * 64 * 600)))
    return playing


def replayed(
    variant: Variant, words: Lexicon, playing: Playing, seats: int, seed: int
) -> Iterator[tuple[Game, Turn, Game]]:
    """Play a game, and what the referee makes of it: before each turn, the turn, after it."""
    playing.recorded = 0
    playing.play(seed, 1, seats, seats)
    turns = [Turn(*turn) for turn in playing.recorded_turns()]
    hands: list[deque[Tiles]] = [deque() for _ in range(seats)]
    for turn in turns:
        hands[turn.seat].append(Tiles.of(turn.held))
    for seat in range(seats):
        hands[seat].append(Tiles.of(playing.hand(seat)))
    chance = Told(deque(held[0] for held in hands))
    game = Game.begin(variant, seats, chance)
    for turn in turns:
        move, held = turn.move(game.state.board.cells), hands[turn.seat].popleft()
        kept = hand_after(held, move) if isinstance(move, Play) else held - Tiles.of(turn.given)
        drawn = hands[turn.seat][0] - kept
        chance.due = deque([drawn] if len(drawn) else [])
        after = game.act(turn.seat, move, words, chance)
        yield game, turn, after
        game = after
    ended = game.state.ended
    assert ended is not None
    reason, scores = playing.result()
    assert (ENDS[reason], scores) == (ended.reason, list(game.state.scores))


def lexicon_of(variant: Variant) -> Lexicon:
    """The words that ship for a variant."""
    return load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))


def few_words(variant: Variant, random: Random, folder: Path) -> Lexicon:
    """A part of a short list, so that often nothing can be laid."""
    file = folder / "words.txt"
    listed = WORDS.split()
    file.write_text("\n".join(random.sample(listed, random.choice((5, 30, len(listed))))))
    return load_word_file(file, variant.alphabet)


def worth(weights: LeaveWeights, kept: Tiles) -> int:
    """The weights of all parts of what is kept."""
    parts = [part for size in range(1, PARTS + 1) for part in combinations(kept.codes, size)]
    return sum(weights.parts.get(bytes(part), 0) for part in parts)


def equity(before: Game, move: Move, points: int, weights: LeaveWeights) -> int:
    """What a turn is worth, in millipoints; once the bag is empty, what is kept is lost."""
    state, variant = before.state, before.variant
    rack = state.racks[state.on_turn]
    if isinstance(move, Exchange):
        return worth(weights, rack - move.tiles)
    assert isinstance(move, Play)
    kept = hand_after(rack, move)
    if not state.bag:
        return 1000 * points + 1000 * left_over(before, kept)
    stars = sum(bool(tile & LAID_WILD) for _, tile in move.laid) - len(move.swapped)
    price = 0 if variant.rules.wild_swap is WildSwap.NO else weights.star_price_mp
    return 1000 * points + worth(weights, kept) - stars * price


def left_over(before: Game, kept: Tiles) -> int:
    """What going out wins, or the price of not doing so."""
    state, values = before.state, before.variant.values
    rule = before.variant.rules.reckoning_out
    if kept:
        return 0 if rule is ReckoningOut.NONE else -2 * kept.value(values) - 10
    others = [rack for seat, rack in enumerate(state.racks) if seat != state.on_turn]
    times = (ReckoningOut.NONE, ReckoningOut.DEDUCT, ReckoningOut.AWARD).index(rule)
    return times * sum(rack.value(values) for rack in others)


def best_moves(before: Game, words: Lexicon, weights: LeaveWeights) -> tuple[int, list[Move]]:
    """The turns of one line that are worth most, of all plays and all exchanges, and their worth.

    If there is none at all, a pass, and less than anything is worth.
    """
    state = before.state
    rack = state.racks[state.on_turn]
    found: list[tuple[int, Move]] = [
        (equity(before, play.play, play.points, weights), play.play)
        for play in generate(View.of(before, state.on_turn), words)
    ]
    if len(state.bag) >= before.variant.rules.exchange_minimum:
        for size in range(1, min(len(rack), len(state.bag)) + 1):
            for given in set(combinations(rack, size)):
                move = Exchange(Tiles.of(given))
                found.append((equity(before, move, 0, weights), move))
    best = max((worth for worth, _ in found), default=-(1 << 30))
    return best, [move for worth, move in found if worth == best] or [Pass()]
