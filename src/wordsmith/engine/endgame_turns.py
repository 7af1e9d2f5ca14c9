"""Endgames by the rules alone: any variant and number of seats, turn by turn in Python.

For what the kernel of endgames does not know: turns of several words, wild tiles that are taken,
words that may not repeat, a score to be reached. Slow, so it looks at few positions; where turns
are of several words only good ones are tried, and nothing is proved.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.engine.movegen import Candidate, plays_after
from wordsmith.engine.position import swap_choices
from wordsmith.engine.turns import turns_by_words
from wordsmith.rules.actions import Pass, Play
from wordsmith.rules.ending import ending_due
from wordsmith.rules.events import Passed, Played
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Lines
from wordsmith.rules.scoring import score_play
from wordsmith.rules.state import State, apply
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.engine.position import Vocabulary

Move = Play | Pass

_NODES = 2_000
"""Positions looked at where the caller sets no bound."""

_WIDTH = 24
"""Turns of several words that are tried in one position."""

_FARTHEST = 1 << 20


class Found(NamedTuple):
    """What was found; the fields are those of ``Ending``."""

    move: Move
    value: int
    proved: bool
    line: tuple[Move, ...]
    nodes: int
    depth: int


def search_turns(
    view: View,
    vocabulary: Vocabulary,
    hands: Sequence[Tiles],
    seconds: float | None = None,
    nodes: int | None = None,
) -> Found:
    """The best move of the seat of ``view`` against one other; ``hands`` by seat.

    Without bounds a few thousand positions are looked at.
    """
    search = _Search(vocabulary, seconds, _NODES if seconds is None and nodes is None else nodes)
    return search.run(state_of(view, hands), view)


def state_of(view: View, hands: Sequence[Tiles]) -> State:
    """The position that ``view`` shows, its hands being known and its bag empty."""
    return State(
        board=view.board,
        bag=Tiles(),
        racks=tuple(hands),
        scores=view.scores,
        on_turn=view.on_turn,
        turn=view.turn,
        scoreless=view.scoreless,
        out=view.out,
        bag_turns=(0,) * len(hands),
        words_made=view.words_made,
        accepted=view.accepted,
        wild_layers=view.wild_layers,
    )


class _OutOfTimeError(Exception):
    """The search has to end."""


class _Search:
    """Alpha-beta, one turn deeper again and again."""

    def __init__(self, vocabulary: Vocabulary, seconds: float | None, nodes: int | None) -> None:
        self.vocabulary = vocabulary
        self.until = None if seconds is None else time.monotonic() + seconds
        self.most = nodes
        self.nodes = 0
        self.estimated = False
        self.listed: dict[tuple[object, ...], list[Candidate]] = {}

    def run(self, state: State, view: View) -> Found:
        """Search deeper until nothing is estimated, or the work is done."""
        self.variant = view.variant
        self.narrow = view.variant.rules.lines_per_turn is Lines.ANY
        best: tuple[int, tuple[Move, ...]] = (0, (Pass(),))
        depth = 0
        proved = False
        while not proved and depth < 64:
            self.estimated = False
            try:
                best = self.value(state, depth + 1, -_FARTHEST, _FARTHEST, best[1])
            except _OutOfTimeError:
                break
            depth += 1
            proved = not self.estimated
        value, line = best
        return Found(line[0], value, proved and not self.narrow, line, self.nodes, depth)

    def value(
        self, state: State, depth: int, alpha: int, beta: int, hint: tuple[Move, ...] = ()
    ) -> tuple[int, tuple[Move, ...]]:
        """What the seat on turn gains from here, and by which moves."""
        self.count()
        if depth == 0:
            self.estimated = True
            return self.guess(state), ()
        best: tuple[int, tuple[Move, ...]] = (-_FARTHEST, ())
        for move in self.moves(state, hint[:1]):
            after = self.after(state, move)
            gain = _lead(after, state.on_turn) - _lead(state, state.on_turn)
            line: tuple[Move, ...] = ()
            if not after.ended:
                then = hint[1:] if move in hint[:1] else ()
                deeper, line = self.value(after, depth - 1, gain - beta, gain - alpha, then)
                gain -= deeper
            if gain > best[0]:
                best = (gain, (move, *line))
            alpha = max(alpha, gain)
            if alpha >= beta:
                break
        return best

    def count(self) -> None:
        """One position more. _OutOfTimeError if that is too many."""
        self.nodes += 1
        if self.most is not None and self.nodes > self.most:
            raise _OutOfTimeError
        if self.until is not None and time.monotonic() > self.until:
            raise _OutOfTimeError

    def moves(self, state: State, first: tuple[Move, ...]) -> list[Move]:
        """The moves to try, those of ``first`` before the others."""
        others: list[Move] = [candidate.play for candidate in self.candidates(state)]
        return [*first, *[move for move in [*others, Pass()] if move not in first]]

    def candidates(self, state: State) -> list[Candidate]:
        """The plays to try; all there are, unless turns are of several words."""
        seat = state.on_turn
        key = (state.board.cells, state.racks[seat], seat, state.words_made, state.wild_layers)
        if key not in self.listed:
            view = View.of(Game.replay(self.variant, state, ()), seat)
            if self.narrow:
                found = turns_by_words(view, self.vocabulary, width=4, most=_WIDTH)[:_WIDTH]
            else:
                found = [
                    candidate
                    for swaps in swap_choices(view)
                    for candidate in plays_after(view, self.vocabulary, swaps)
                ]
                found.sort(key=lambda candidate: -candidate.points)
            self.listed[key] = found
        return self.listed[key]

    def after(self, state: State, move: Move) -> State:
        """The position after a move, the game over if it is."""
        seat = state.on_turn
        if isinstance(move, Play):
            rack = state.racks[seat]
            score = score_play(self.variant, state.board, move, len(rack))
            state = apply(state, Played(seat, move, score.words, score.bonus))
        else:
            state = apply(state, Passed(seat))
        ended = ending_due(self.variant, state)
        return apply(state, ended) if ended else state

    def guess(self, state: State) -> int:
        """What is gained if both lay the most points at once; at most four turns are tried."""
        seat, lead = state.on_turn, _lead(state, state.on_turn)
        for _ in range(4):
            found = self.candidates(state)
            state = self.after(state, found[0].play if found else Pass())
            if state.ended:
                break
        return _lead(state, seat) - lead


def _lead(state: State, seat: int) -> int:
    """How far a seat is ahead of the other."""
    other = next(other for other in state.playing if other != seat)
    return state.scores[seat] - state.scores[other]
