"""A bot: a view comes in, an action goes out."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Protocol

from wordsmith.bots.candidates import best_by_equity
from wordsmith.bots.foresight import best_move
from wordsmith.bots.manners import doubts_last_turn, must_let_stand, vote_of
from wordsmith.bots.vocabulary import KnownWords, words_known, words_of_rescue
from wordsmith.engine import Candidate, best_turn, generate, turns_by_words
from wordsmith.engine.leaves import leaves_for
from wordsmith.rules.actions import Action, Challenge, Exchange, Pass
from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.parameters import Lines
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.bots.levels import Level
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.actions import Move
    from wordsmith.rules.view import View


_ENOUGH = 64
"""Turns of most points among which the one of most worth is looked for."""


class Bot(Protocol):
    """Somebody who answers views."""

    def choose(self, view: View) -> Action:
        """What to do. ValueError if the game asks nothing of the seat of ``view`` now."""


class LevelledBot:
    """A bot of one level. It keeps nothing between two answers."""

    def __init__(
        self, level: Level, lexicon: Lexicon, seed: int, seconds: float | None = None
    ) -> None:
        self._level = level
        self._lexicon = lexicon
        self._seed = seed
        self._seconds = seconds

    def choose(self, view: View) -> Action:
        """What to do: a vote, a challenge, a turn, an exchange, or a pass."""
        if view.phase is Phase.VOTING:
            return vote_of(view, self._lexicon)
        if view.phase is Phase.ENDED or view.seat is None or view.seat != view.on_turn:
            raise ValueError("the game asks nothing of this seat now")
        if view.phase is Phase.CHALLENGEABLE:
            if doubts_last_turn(view, self._lexicon):
                return Challenge()
            if must_let_stand(view):
                return Pass()
        return self._move(view)

    @cached_property
    def _words(self) -> KnownWords:
        return words_known(self._lexicon, self._level)

    def _move(self, view: View) -> Move:
        """A turn, an exchange or a pass."""
        level = self._level
        if level.samples:
            return best_move(view, self._words, level, seed=self._seed, seconds=self._seconds)
        if level.leaves:
            leaves = leaves_for(view.variant)
            return best_by_equity(
                view, self._words, leaves, nodes=level.nodes, seconds=self._seconds
            ).move
        turn = self._turn(view)
        if turn is None or (turn.points < level.least and _may_renew(view)):
            return _exchange(view)
        return turn.play

    def _turn(self, view: View) -> Candidate | None:
        """The turn to lay; None if there is none."""
        if not self._level.nodes:
            return self._easy_turn(view, self._words) or self._rescuing_turn(view)
        found = []
        if view.variant.rules.lines_per_turn is Lines.ANY:
            nodes, seconds = self._level.nodes, self._seconds
            best = best_turn(view, self._words, nodes=nodes, seconds=seconds)
            found += [Candidate(best.play, best.points)] if best.play else []
        for seen in (view, *_sparing(view)):
            found += turns_by_words(seen, self._words, most=_ENOUGH)
        return max(found, key=self._worth(view), default=None)

    def _rescuing_turn(self, view: View) -> Candidate | None:
        """A turn of rarer words, before a hand is given up."""
        rarer = words_of_rescue(self._lexicon, self._level)
        return self._easy_turn(view, rarer) if rarer else None

    def _easy_turn(self, view: View, words: KnownWords) -> Candidate | None:
        """Some turn that is good enough: seldom the best, now and then of several words."""
        chance = self._chance(view)
        found = generate(view, words)
        if not found or chance.random() < self._level.chains:
            found = turns_by_words(view, words, width=2) or found
        if not found:
            return None
        worth = self._worth(view)
        most = max(map(worth, found))
        enough = most - abs(most) * self._level.ease * chance.random()
        return min([turn for turn in found if worth(turn) >= enough], key=worth)

    def _worth(self, view: View) -> Callable[[Candidate], float]:
        """What a turn of this view is worth to this bot."""
        return lambda turn: _worth(view, self._level, turn)

    def _chance(self, view: View) -> Random:
        """The same view and seed give the same chance."""
        told = (self._seed, view.seat, view.turn, view.board.cells, view.rack.codes)
        return Random(repr(told))  # noqa: S311 - a game, not a secret


def _worth(view: View, level: Level, turn: Candidate) -> int:
    """What a turn is worth to a level: its points, less what its wild tiles could still bring."""
    price = level.wild_worth if view.bag else 0
    wild = sum([bool(tile & LAID_WILD) for _, tile in turn.play.laid])
    return turn.points - price * (wild - len(turn.play.swapped))


def _sparing(view: View) -> Iterator[View]:
    """The same view without the wild tiles of the hand, if it holds any."""
    if WILD in view.rack:
        yield replace(view, rack=Tiles(view.rack.codes.lstrip(bytes([WILD]))))


def _may_renew(view: View) -> bool:
    """Whether a whole new hand is to be had, and a turn without points does no harm yet."""
    rules = view.variant.rules
    return view.bag >= max(rules.rack_size, rules.exchange_minimum) and view.scoreless == 0


def _exchange(view: View) -> Exchange | Pass:
    """New tiles for all but the wild ones, as many as the rules give; else a pass."""
    if view.bag < view.variant.rules.exchange_minimum:
        return Pass()
    unloved = [code for code in view.rack if code != WILD][: view.bag]
    return Exchange(Tiles.of(unloved)) if unloved else Pass()
