"""Random but legal games of any variant, for laws that must hold in all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from wordsmith.engine import Candidate, generate, turns_by_words
from wordsmith.errors import IllegalAction, ParseError
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.lexicon.wordgraph import WordGraph, build_graph
from wordsmith.rules.actions import (
    Action,
    Agree,
    Challenge,
    Exchange,
    OpenBag,
    Pass,
    Play,
    Resign,
    Vote,
)
from wordsmith.rules.alphabet import ALPHABETS, LAID_WILD, WILD
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import PARAMETERS, Lines
from wordsmith.rules.reasons import WhyNot
from wordsmith.rules.referee import Chance, Shuffle
from wordsmith.rules.sealed_bag import Seal, SealedBag, seal_bag
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules
from wordsmith.rules.view import Phase, View, phase_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.rules.events import Event
    from wordsmith.rules.state import State

LONGEST_WORD = 5
MOST_WORDS = 2500
"""Random games know so many words of up to so many letters: they are quick to search."""

SEATED = [(variant_id, seats) for variant_id in variant_ids() for seats in (2, 3, 4)]
"""Every shipped variant with every number of seats."""

_NUMBERS = {
    "rack_size": ("3", "5", "7", "8"),
    "full_rack_bonus": ("0", "15", "50"),
    "exchange_minimum": ("0", "1", "3", "7"),
    "scoreless_limit": ("1", "2", "4"),
    "scoreless_limit_at_zero": ("2", "6"),
    "tile_bag_turns": ("always", "never", "1", "2"),
    "target_score": ("none", "40", "120"),
}
"""Numbers a house rule may have in a random game; choices come from ``PARAMETERS``."""

_SETTLED = frozenset(("seats", "word_groups", "resign"))
"""Parameters that random house rules leave alone."""


@dataclass(frozen=True)
class ShortWords:
    """The short words of a language: a lexicon for the rules and for the engine."""

    words: frozenset[str]
    graph: WordGraph

    def __contains__(self, word: str, /) -> bool:
        return word in self.words

    def why_not(self, word: str, /) -> WhyNot:
        """The reason a list can give."""
        return WhyNot("unknown", lemma=word)


@cache
def short_words(alphabet_id: str) -> ShortWords:
    """The short words of the shipped lexicon that an alphabet spells."""
    alphabet = ALPHABETS[alphabet_id]
    lexicon = load_lexicon(alphabet_id.partition("-")[0], alphabet)
    spelt = sorted({word for word in lexicon.words if len(word) <= LONGEST_WORD})
    tiny = [word for word in spelt if len(word) <= 3]  # what small gaps ask for
    words = frozenset([*tiny, *Random(1).sample(spelt, MOST_WORDS - len(tiny))])
    return ShortWords(words, build_graph(map(alphabet.encode, words)))


def table(variant_id: str, seats: int, rules: dict[str, str] | None = None) -> Variant:
    """A variant at which so many may sit."""
    return with_house_rules(load_variant(variant_id), {"seats": str(seats), **(rules or {})})


def random_house_rules(random: Random, variant_id: str) -> dict[str, str]:
    """House rules, some of them changed, that the variant allows together."""
    while True:
        rules = {}
        for key, parameter in PARAMETERS.items():
            if key not in _SETTLED and random.random() < 0.4:
                rules[key] = random.choice(_NUMBERS.get(key) or parameter.choices)
        try:
            with_house_rules(load_variant(variant_id), rules)
        except ParseError:
            continue  # two_start_cells on a board that has one
        return rules


class RandomGame:
    """One game, played to its end by seats that do anything the rules allow."""

    def __init__(
        self,
        variant: Variant,
        seats: int,
        seed: int,
        *,
        leaving: float = 0.004,
        seal: Seal | None = None,
    ) -> None:
        self.variant = variant
        self.words = short_words(variant.alphabet.id)
        self.random = Random(seed)
        self.chance: Chance = SealedBag.of(seal) if seal else Shuffle(self.random)
        self.leaving = leaving  # how likely somebody resigns or agrees, each time
        self.game = Game.begin(variant, seats, self.chance)
        self._follow(self.game.events)

    def __iter__(self) -> Iterator[Game]:
        """The game after the deal, and after every accepted action."""
        yield self.game
        for _ in range(3000):
            if self.game.state.ended:
                return
            told = len(self.game.events)
            self.game = self._acted()
            self._follow(self.game.events[told:])
            yield self.game
        raise AssertionError(f"a game of {self.variant.id} does not end")

    def _follow(self, events: tuple[Event, ...]) -> None:
        """A sealed bag goes on with the game."""
        if isinstance(self.chance, SealedBag):
            self.chance = self.chance.followed_by(events)

    def _acted(self) -> Game:
        """The game after the first of some random actions that the rules allow."""
        while True:
            seat, action = self._action()
            try:
                return self.game.act(seat, action, self.words, self.chance)
            except IllegalAction:
                continue

    def _action(self) -> tuple[int, Action]:
        state, random = self.game.state, self.random
        anybody = random.choice(state.playing)
        if random.random() < self.leaving:
            return anybody, random.choice((Resign(), Agree()))
        if random.random() < 0.05:
            return anybody, OpenBag()
        if state.proposal:
            return anybody, Vote(accept=random.random() < 0.6)
        challengeable = phase_of(self.variant, state) is Phase.CHALLENGEABLE
        if challengeable and random.random() < 0.4:
            return state.on_turn, random.choice((Challenge(), Pass()))
        return state.on_turn, self._turn(state)

    def _turn(self, state: State) -> Action:
        random = self.random
        rack = state.racks[state.on_turn]
        if random.random() < 0.08:
            wanted = random.randint(0, len(rack))
            return Exchange(Tiles.of(random.sample(rack.codes, wanted)))
        if random.random() < 0.03:
            return Pass()
        plays = self.plays()
        if not plays:
            return Pass()
        play = random.choice(plays).play
        return self._spoilt(play, rack) if random.random() < 0.2 else play

    def plays(self) -> list[Candidate]:
        """Legal turns of the seat on turn, now and then of several lines.

        They mostly come from a part of its hand: there are fewer to choose from, and as random.
        """
        state = self.game.state
        view = View.of(replace(self.game, events=()), state.on_turn)  # what has been is no matter
        if len(view.rack) > 4 and self.random.random() < 0.8:
            view = replace(view, rack=Tiles.of(self.random.sample(view.rack.codes, 4)))
        free = self.variant.rules.lines_per_turn is Lines.ANY
        if free and self.random.random() < 0.2:
            return turns_by_words(view, self.words, width=1)
        return generate(view, self.words)

    def _spoilt(self, play: Play, rack: Tiles) -> Play:
        """The same cells with other tiles of the hand: most likely no words."""
        hand = list(rack + Tiles(bytes(len(play.swapped))))
        for _, tile in play.swapped:
            if tile in hand:
                hand.remove(tile)
        self.random.shuffle(hand)
        letters = len(self.variant.alphabet)
        laid = frozenset(
            (square, self.random.randint(1, letters) | LAID_WILD if tile == WILD else tile)
            for (square, _), tile in zip(sorted(play.laid), hand, strict=False)
        )
        return Play(laid, play.swapped)


def random_game(variant: Variant, seats: int, seed: int, *, leaving: float = 0.004) -> Game:
    """A random game as it stands at its end."""
    return list(RandomGame(variant, seats, seed, leaving=leaving))[-1]


def sealed_game(variant: Variant, seats: int, seed: int, *, leaving: float = 0.004) -> SealedGame:
    """A random game from a sealed bag as it stands at its end."""
    seal = seal_bag(variant, Random(seed))
    games = RandomGame(variant, seats, seed, leaving=leaving, seal=seal)
    return SealedGame(list(games)[-1], seal)


class SealedGame(NamedTuple):
    """A game, and the bag it was drawn from."""

    game: Game
    seal: Seal
