"""Games of the engine against itself, for the sake of what may be seen on their boards.

``observe`` is the one door: the same variant, words, leaves and seeds give the same observations,
whoever asks. The kernel plays where it knows the rules; ``observe_slowly`` is the same in plain
sight, by the rules and the search for turns by words, and plays games whose rules it does not know.
The two choose between equal turns in their own ways, so their games are not the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from wordsmith.engine.lanes import has_lanes
from wordsmith.engine.playing import playing_of
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import WildSwap
from wordsmith.rules.reasons import WhyNot
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View
from wordsmith.training.chance import Chance
from wordsmith.training.choosing import best_move, choices
from wordsmith.training.observations import HANDS, Observations, part_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine._playing import Playing
    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.anagrams import AnagramTable
    from wordsmith.lexicon.wordgraph import WordGraph
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant

_BY_KERNEL, _SLOWLY = "static play 3", "turns by words 1"
"""How turns are found and chosen; raise a number when the same seed gives other games."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownWords:
    """Words as the rules and the engine ask for them, without the lexicon that they are of."""

    graph: WordGraph
    anagrams: AnagramTable
    alphabet: Alphabet

    def __contains__(self, word: str) -> bool:
        return self.alphabet.spells(word) and self.alphabet.encode(word) in self.graph

    def why_not(self, word: str) -> WhyNot:
        """Nobody asks why, here."""
        del word
        return WhyNot("not_in_list")


def observer_of(variant: Variant) -> str:
    """Who plays games of a variant: equal where the same seed gives the same observations."""
    return f"{_BY_KERNEL if knows(variant) else _SLOWLY}, {HANDS} hands"


def knows(variant: Variant) -> bool:
    """Whether the kernel plays by the rules of a variant, as far as games are played here."""
    rules = variant.rules
    return (
        has_lanes(variant)
        and rules.wild_swap is not WildSwap.NEXT_PLAYER
        and rules.repeat_words
        and rules.target_score is None
        and rules.exchange_minimum <= rules.rack_size
    )


def observe(
    variant: Variant, words: KnownWords, leaves: Leaves, first_seed: int, games: int
) -> Observations:
    """What is seen in ``games`` games with the seeds from ``first_seed`` on, played by ``leaves``.

    The number of seats goes through all that the rules allow, with the seed. Hands are looked at
    while a whole new one could be drawn; later boards tell nothing of what is kept.
    """
    if not knows(variant):
        return observe_slowly(variant, words, leaves, first_seed, games)
    seen = Observations.none(leaves.symbols)
    playing = _table(variant, words, leaves)
    playing.hands_seen = playing.squares_seen = playing.stars_seen = playing.star_gains = 0
    playing.watch(HANDS, seen.counts, seen.leads, *part_steps(leaves.symbols))
    playing.play(first_seed, games, *variant.rules.seats)
    seen.hands, seen.squares = playing.hands_seen, playing.squares_seen
    seen.stars, seen.star_gains = playing.stars_seen, playing.star_gains
    return seen


@lru_cache(maxsize=1)
def _table(variant: Variant, words: KnownWords, leaves: Leaves) -> Playing:
    """A table of the kernel; a generation plays all its games at one."""
    return playing_of(variant, words, leaves)


def observe_slowly(
    variant: Variant, words: KnownWords, leaves: Leaves, first_seed: int, games: int
) -> Observations:
    """As ``observe``, in plain sight."""
    seen = Observations.none(leaves.symbols)
    for seed in range(first_seed, first_seed + games):
        chance = Chance(seed)
        for game in _boards(variant, words, leaves, chance, seed):
            _look(game, words, leaves, chance, seen)
    return seen


def _boards(
    variant: Variant, words: KnownWords, leaves: Leaves, chance: Chance, seed: int
) -> Iterator[Game]:
    """A game turn by turn, while the bag holds a hand."""
    least, most = variant.rules.seats
    game = Game.begin(variant, least + seed % (most - least + 1), chance)
    while not game.state.ended and len(game.state.bag) >= variant.rules.rack_size:
        yield game
        seat = game.state.on_turn
        game = game.act(seat, best_move(View.of(game, seat), words, leaves), words, chance)


def _look(
    game: Game, words: KnownWords, leaves: Leaves, chance: Chance, seen: Observations
) -> None:
    """Note what random hands would be worth to the seat on turn."""
    state = game.state
    view = View.of(game, state.on_turn)
    unseen = Tiles.of(b"".join([state.bag.codes, *[rack.codes for rack in state.racks]]))
    stars = open_stars(game.variant, state)
    hands, equities = [], []
    for _ in range(HANDS):
        hand = chance.draw(unseen, game.variant.rules.rack_size)
        found = choices(replace(view, rack=hand), words, leaves)
        hands.append(hand)
        equities.append(found.best.equity)
        if stars:
            seen.add_stars(stars, found.best.equity - found.best_without_stars.equity)
    seen.add_board(hands, equities)


def open_stars(variant: Variant, state: State) -> int:
    """How many wild tiles lie where the seat on turn may take them, if it has their letters."""
    rule = variant.rules.wild_swap
    if rule is WildSwap.NO:
        return 0
    layers = dict(state.wild_layers)
    return sum(
        [
            rule is WildSwap.ANY_PLAYER
            or square not in layers
            or state.seat_after(layers[square]) == state.on_turn
            for square, tile in enumerate(state.board.cells)
            if tile & LAID_WILD
        ]
    )
