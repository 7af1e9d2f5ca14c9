"""Endgames played out by the referee alone: what the search is held against, slow and plain."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.engine.situations import babble, hand, scattered, small_variant
from wordsmith.engine.reference import all_turns, one_line_plays
from wordsmith.rules.actions import Pass
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Lines, WildSwap
from wordsmith.rules.state import initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from random import Random

    from tests.engine.situations import Listed
    from wordsmith.engine.reference import WordList
    from wordsmith.rules.actions import Move, Play
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


class FirstTiles:
    """Chance where there is nothing to choose: the bag is drawn from in order."""

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The first tiles of the bag."""
        return Tiles(bag.codes[:count])


class Referee:
    """Plain minimax over what the referee allows, each position once."""

    def __init__(self, variant: Variant, words: WordList) -> None:
        self.variant = variant
        self.words = words
        self.value = cache(self._value)
        self.plays = cache(self._plays)

    def lead(self, state: State) -> int:
        """How far seat 0 is ahead of the best other."""
        return state.scores[0] - max(state.scores[1:])

    def gain(self, state: State) -> int:
        """What the seat on turn of two gains with best play of both."""
        sign = -1 if state.on_turn else 1
        return sign * (self.value(self.plain(state)) - self.lead(state))

    def gain_by(self, state: State, move: Move) -> int:
        """What the seat on turn of two gains by one move and best play after it."""
        after = self.after(self.plain(state), move)
        sign = -1 if state.on_turn else 1
        return sign * (self.value(after) - self.lead(state))

    def after(self, state: State, move: Move) -> State:
        """The position that the referee makes of it."""
        game = Game.replay(self.variant, state, ())
        return self.plain(game.act(state.on_turn, move, self.words, FirstTiles()).state)

    def plain(self, state: State) -> State:
        """The same without what plays no part here, so that equal positions are equal."""
        rules = self.variant.rules
        return state._replace(
            turn=1,
            words_made=frozenset() if rules.repeat_words else state.words_made,
            wild_layers=() if rules.wild_swap is WildSwap.NO else state.wild_layers,
            last_played=None,
            before_play=None,
            round_over=False,
            last_mover=None,
        )

    def _value(self, state: State) -> int:
        """The lead of seat 0 at the end; every other seat plays against it."""
        if state.ended:
            return self.lead(state)
        moves: list[Move] = [*self.plays(_to_move(state)), Pass()]
        values = [self.value(self.after(state, move)) for move in moves]
        return min(values) if state.on_turn else max(values)

    def _plays(self, state: State) -> list[Play]:
        view = View.of(Game.replay(self.variant, state, ()), state.on_turn)
        rules = self.variant.rules
        simple = rules.lines_per_turn is Lines.ONE and rules.wild_swap is WildSwap.NO
        return list((one_line_plays if simple else all_turns)(view, self.words))


def _to_move(state: State) -> State:
    """What matters for the plays of the seat on turn."""
    racks = tuple(rack if n == state.on_turn else Tiles() for n, rack in enumerate(state.racks))
    return state._replace(racks=racks, scores=(0,) * len(racks), scoreless=0)


ENDINGS = {
    "reckoning_out": ("none", "deduct", "award"),
    "reckoning_stall": ("none", "deduct"),
    "scoreless_per": ("seat", "table"),
    "scoreless_limit": ("1", "2"),
    "scoreless_limit_at_zero": ("1", "2", "3"),
}
"""Every option that changes how games end."""


def situation(
    random: Random, sizes: tuple[int, ...], *, side: int = 5, **rules: str
) -> tuple[Variant, Listed, State]:
    """A small endgame of hands of these sizes, under rules drawn at random, ``rules`` apart."""
    drawn = {key: random.choice(values) for key, values in ENDINGS.items()}
    fixed = {
        "seats": "2-4",
        "lines_per_turn": "one",
        "wild_swap": "no",
        "repeat_words": "yes",
        "rack_size": str(max(sizes) + random.choice((0, 1))),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
    }
    variant = small_variant(random, drawn | fixed | rules, longest_side=side)
    letters = "".join(random.sample(variant.alphabet.letters, random.choice((2, 3, 4))))
    words = babble(random, variant.alphabet, letters, longest=4)
    board = scattered(random, variant, letters, random.choice((0.0, 0.15, 0.25, 0.4)))
    wild = random.choice((0.0, 0.0, 0.2))
    seats = len(sizes)
    state = initial_state(variant, seats)._replace(
        board=board,
        bag=Tiles(),
        racks=tuple(hand(random, variant, letters, size, wild) for size in sizes),
        scores=random.choice(((0, 0, 0), (7, 3, 5), (0, 0, 0), (-4, 0, 0)))[:seats],
        on_turn=random.randrange(seats),
        scoreless=random.choice((0, 0, 1)),
    )
    return variant, words, state


def view_of(variant: Variant, state: State) -> View:
    """What the seat on turn sees."""
    return View.of(Game.replay(variant, state, ()), state.on_turn)
