"""Endgames played out by the referee alone: what the search is held against, slow and plain."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from wordsmith.engine.reference import all_turns, one_line_plays
from wordsmith.rules.actions import Pass
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Lines
from wordsmith.rules.state import State
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from tests.engine.situations import Listed
    from wordsmith.rules.actions import Move, Play
    from wordsmith.rules.variant import Variant


class Nothing:
    """Chance where there is nothing to draw."""

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """No tiles."""
        assert not bag
        assert not count
        return Tiles()


class Referee:
    """Plain negamax over what the referee allows, each position once."""

    def __init__(self, variant: Variant, words: Listed) -> None:
        self.variant = variant
        self.words = words
        self.value = cache(self._value)
        self.plays = cache(self._plays)

    def lead(self, state: State) -> int:
        """How far seat 0 is ahead."""
        return state.scores[0] - state.scores[1]

    def gain(self, state: State) -> int:
        """What the seat on turn gains with best play of both."""
        sign = -1 if state.on_turn else 1
        return sign * (self.value(_plain(state)) - self.lead(state))

    def gain_by(self, state: State, move: Move) -> int:
        """What the seat on turn gains by one move and best play after it."""
        after = self.after(_plain(state), move)
        sign = -1 if state.on_turn else 1
        return sign * (self.value(after) - self.lead(state))

    def after(self, state: State, move: Move) -> State:
        """The position that the referee makes of it."""
        game = Game.replay(self.variant, state, ())
        return _plain(game.act(state.on_turn, move, self.words, Nothing()).state)

    def _value(self, state: State) -> int:
        if state.ended:
            return self.lead(state)
        rack = state.racks[state.on_turn]
        moves: list[Move] = [*self.plays(state.board, rack, state.on_turn), Pass()]
        values = [self.value(self.after(state, move)) for move in moves]
        return min(values) if state.on_turn else max(values)

    def _plays(self, board: object, rack: Tiles, seat: int) -> list[Play]:
        state = State(board=board, bag=Tiles(), racks=(rack, rack), scores=(0, 0), bag_turns=(0, 0))  # type: ignore[arg-type]
        view = View.of(Game.replay(self.variant, state, ()), seat)
        free = self.variant.rules.lines_per_turn is Lines.ANY
        return list((all_turns if free else one_line_plays)(view, self.words))


def _plain(state: State) -> State:
    """The same without what plays no part here, so that equal positions are equal."""
    return state._replace(
        turn=1,
        words_made=frozenset(),
        wild_layers=(),
        last_played=None,
        before_play=None,
        round_over=False,
        last_mover=None,
        ended=state.ended,
    )
