"""Bots against each other, in game pairs: the same order of tiles, seats changed about.

With more than two seats a "pair" is as many games as there are seats: each bot sits in each once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import Pass
from wordsmith.rules.game import Game
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.bots.bot import Bot
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant

Maker = Callable[[int], "Bot"]
"""What makes a bot from a seed."""

_LONGEST = 2000
"""No game has so many actions; one that has is our own fault."""


class Order:
    """Chance that is the same in every game of a pair: the tiles come in one order.

    Tiles that go back into the bag are put in anywhere in what is left of the order.
    """

    def __init__(self, tiles: Tiles, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311 - a game, not a secret
        self._left = self._random.sample(tiles.codes, len(tiles))

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The next ``count`` tiles."""
        for code in bag.missing_from(Tiles.of(self._left)):
            self._left.insert(self._random.randint(0, len(self._left)), code)
        drawn, self._left = self._left[:count], self._left[count:]
        return Tiles.of(drawn)


@dataclass(frozen=True, slots=True)
class Played:
    """One game that has been played."""

    game: Game
    seats: tuple[int, ...]  # by seat: the number of the bot that sat there
    refusals: int  # actions that the rules refused

    @property
    def scores(self) -> tuple[int, ...]:
        """The final scores, by bot."""
        return tuple(
            self.game.state.scores[self.seats.index(bot)] for bot in range(len(self.seats))
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far the truth may be from it with 95 % confidence."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.margin:.1f}"


@dataclass(frozen=True, slots=True)
class Match:
    """Games between the same bots."""

    games: tuple[Played, ...]

    @property
    def refusals(self) -> int:
        """Actions that the rules refused; there should be none."""
        return sum(played.refusals for played in self.games)

    def mean_score(self, bot: int) -> float:
        """What a bot scores in a game."""
        return fmean(played.scores[bot] for played in self.games)

    def wins(self, bot: int) -> float:
        """The share of games that a bot wins; a shared place is shared."""
        return fmean(_win(played, bot) for played in self.games)

    def lead(self, bot: int) -> Estimate:
        """How many points a bot is ahead of the mean of the others in a game.

        The games of a pair are not independent, so pairs are what is counted.
        """
        return estimate(self._by_pair([_lead(played, bot) for played in self.games]))

    def win_rate(self, bot: int) -> Estimate:
        """The share of games that a bot wins, a shared place being shared."""
        return estimate(self._by_pair([_win(played, bot) for played in self.games]))

    def pairs_won(self, bot: int) -> Estimate:
        """The share of pairs in which a bot is ahead in all games together; level ones are half."""
        leads = self._by_pair([_lead(played, bot) for played in self.games])
        return estimate([0.5 if lead == 0 else float(lead > 0) for lead in leads])

    def _by_pair(self, values: list[float]) -> list[float]:
        """The means of the games of each pair."""
        pair = len(self.games[0].seats)
        return [fmean(values[n : n + pair]) for n in range(0, len(values), pair)]


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values; the margin of a single one is unknown, so infinite."""
    if len(values) < 2:
        return Estimate(fmean(values), float("inf"))
    return Estimate(fmean(values), 1.96 * stdev(values) / sqrt(len(values)))


def play_match(
    variant: Variant, lexicon: Lexicon, makers: Sequence[Maker], pairs: int, seed: int
) -> Match:
    """``pairs`` game pairs between bots, each made from a seed of its own."""
    return Match(tuple(pair_games(variant, lexicon, makers, pairs, seed)))


def pair_games(
    variant: Variant, lexicon: Lexicon, makers: Sequence[Maker], pairs: int, seed: int
) -> Iterator[Played]:
    """The games of a match, one by one as they end."""
    count = len(makers)
    for pair in range(pairs):
        for shift in range(count):
            seats = tuple((seat + shift) % count for seat in range(count))
            bots = [makers[bot](seed * 1_000 + pair) for bot in seats]
            order = Order(variant.tiles, f"{seed} {pair}")
            yield play_game(variant, lexicon, bots, seats, order)


def play_game(
    variant: Variant, lexicon: Lexicon, bots: Sequence[Bot], seats: tuple[int, ...], order: Order
) -> Played:
    """A whole game. A bot that is refused passes instead, and the refusal is counted."""
    game = Game.begin(variant, len(bots), order)
    refusals = 0
    for _ in range(_LONGEST):
        if game.state.ended:
            return Played(game, seats, refusals)
        seat = seat_due(game.state)
        action = bots[seat].choose(View.of(game, seat))
        try:
            game = game.act(seat, action, lexicon, order)
        except IllegalAction:
            refusals += 1
            game = game.act(seat, Pass(), lexicon, order)
    raise AssertionError(f"a game of {variant.id} does not end")


def seat_due(state: State) -> int:
    """The seat that the game waits for: the one on turn, or the next that has not voted."""
    if state.proposal is None:
        return state.on_turn
    spoken = {seat for seat, _ in state.votes} | {state.proposal.seat}
    return next(seat for seat in state.playing if seat not in spoken)


def _lead(played: Played, bot: int) -> float:
    scores = played.scores
    return scores[bot] - fmean(score for other, score in enumerate(scores) if other != bot)


def _win(played: Played, bot: int) -> float:
    ended = played.game.state.ended
    assert ended is not None
    seat = played.seats.index(bot)
    return (seat in ended.winners) / len(ended.winners)
