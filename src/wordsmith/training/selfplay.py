"""Games of the engine against itself, for the sake of what may be seen on their boards.

``observe`` is the one door: the same variant, words, leaves and seeds give the same observations,
whoever asks. A game is played while a whole new hand could be drawn; later boards tell nothing
of what is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import WildSwap
from wordsmith.rules.reasons import WhyNot
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import View
from wordsmith.training.chance import Chance
from wordsmith.training.choosing import best_move, choices
from wordsmith.training.observations import HANDS, Observations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.wordgraph import WordGraph
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


class GraphWords:
    """A word graph as the rules and the engine ask for words."""

    def __init__(self, graph: WordGraph, alphabet: Alphabet) -> None:
        self.graph = graph
        self._alphabet = alphabet

    def __contains__(self, word: str) -> bool:
        return self._alphabet.spells(word) and self._alphabet.encode(word) in self.graph

    def why_not(self, word: str) -> WhyNot:
        """Nobody asks why, here."""
        del word
        return WhyNot("not_in_list")


def observe(
    variant: Variant, graph: WordGraph, leaves: Leaves, first_seed: int, games: int
) -> Observations:
    """What is seen in ``games`` games with the seeds from ``first_seed`` on, played by ``leaves``.

    The number of seats goes through all that the rules allow, with the seed.
    """
    words = GraphWords(graph, variant.alphabet)
    seen = Observations.none(leaves.symbols)
    for seed in range(first_seed, first_seed + games):
        chance = Chance(seed)
        for game in _boards(variant, words, leaves, chance, seed):
            _look(game, words, leaves, chance, seen)
    return seen


def _boards(
    variant: Variant, words: GraphWords, leaves: Leaves, chance: Chance, seed: int
) -> Iterator[Game]:
    """A game turn by turn, while the bag holds a hand."""
    least, most = variant.rules.seats
    game = Game.begin(variant, least + seed % (most - least + 1), chance)
    while not game.state.ended and len(game.state.bag) >= variant.rules.rack_size:
        yield game
        seat = game.state.on_turn
        game = game.act(seat, best_move(View.of(game, seat), words, leaves), words, chance)


def _look(
    game: Game, words: GraphWords, leaves: Leaves, chance: Chance, seen: Observations
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
