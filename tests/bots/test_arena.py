"""Whole games by bots, and what the arena says of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.positions import house
from wordsmith.bots import LEVELS, Bot, make_bot
from wordsmith.bots.arena import Match, Order, estimate, play_game, play_match
from wordsmith.bots.bot import LevelledBot
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.actions import Action, Challenge, Exchange, Play
from wordsmith.rules.events import ChallengeUpheld, Drew, Played, Rejected
from wordsmith.rules.parameters import PARAMETERS
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.view import View


def _hasty(lexicon: Lexicon, seed: int) -> Bot:
    """The strongest bot, with little patience."""
    return LevelledBot(replace(LEVELS["best"], samples=80, nodes=200, endgame=50), lexicon, seed)


def _match(variant: Variant, levels: tuple[str, ...], pairs: int = 1, seed: int = 1) -> Match:
    groups = frozenset(variant.rules.word_groups)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, groups)
    makers = [lambda seed, level=level: make_bot(level, lexicon, seed) for level in levels]
    return play_match(variant, lexicon, makers, pairs, seed)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_variant_is_played_to_its_end_without_a_refusal(variant_id: str) -> None:
    match = _match(load_variant(variant_id), ("easy", "good"))
    assert len(match.games) == 2
    assert match.refusals == 0
    assert all(played.game.state.ended for played in match.games)
    assert match.mean_score(1) > match.mean_score(0) > 0
    assert match.pairs_won(1).mean == 1.0
    assert match.win_rate(1).mean == match.wins(1) == 1 - match.win_rate(0).mean


@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_sit_at_a_table(seats: int) -> None:
    match = _match(load_variant("erudit"), ("easy", "good", "all", "easy")[:seats])
    assert len(match.games) == seats
    assert match.refusals == 0
    assert sorted(played.seats for played in match.games) == sorted(
        tuple((seat + shift) % seats for seat in range(seats)) for shift in range(seats)
    )


SOME = {
    "lines_per_turn": ("one", "any"),
    "wild_swap": ("any_player", "next_player", "no"),
    "check": ("refuse", "vote", "challenge_single", "challenge_double", "challenge_10"),
    "repeat_words": ("yes", "no"),
    "rack_size": ("3", "7", "9"),
    "tile_bag_turns": ("always", "1", "never"),
    "exchange_minimum": ("1", "7"),
    "target_score": ("none", "150"),
    "premium_words": ("every", "one"),
    "word_premiums": ("multiply", "add"),
    "scoreless_limit": ("1", "3"),
}


@pytest.mark.parametrize("seed", range(12))
def test_house_rules_of_every_kind_are_played_without_a_refusal(seed: int) -> None:
    random = Random(seed)
    variant = load_variant(random.choice(variant_ids()))
    rules = {key: random.choice(values) for key, values in SOME.items()}
    assert rules.keys() <= PARAMETERS.keys()
    match = _match(with_house_rules(variant, rules), ("easy", "easy"), seed=seed)
    assert match.refusals == 0


@pytest.mark.parametrize("seed", range(6))
def test_who_looks_ahead_plays_by_house_rules_of_every_kind(seed: int) -> None:
    random = Random(seed)
    variant = load_variant(variant_ids()[seed % len(variant_ids())])
    rules = {key: random.choice(values) for key, values in SOME.items()}
    variant = with_house_rules(variant, {**rules, "seats": "2-4"})
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    makers = [partial(_hasty, lexicon), partial(make_bot, "child", lexicon)]
    if seed % 2:
        makers.append(partial(make_bot, "easy", lexicon))
    order = Order(variant.tiles, str(seed))
    bots = [maker(seed) for maker in makers]
    played = play_game(variant, lexicon, bots, tuple(range(len(bots))), order)
    assert played.refusals == 0


class _Liar:
    """Lays words that are none, unless just caught at it, and otherwise does what a bot does."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View) -> Action:
        action = self._bot.choose(view)
        caught = isinstance(view.history[-1], Rejected)
        if isinstance(action, Play) and view.turn % 3 == 0 and not caught:
            codes = [tile for _, tile in sorted(action.laid)]
            squares = [square for square, _ in sorted(action.laid)]
            return Play(frozenset(zip(squares, reversed(codes), strict=True)), action.swapped)
        return action


@pytest.mark.parametrize("check", ["vote", "challenge_single", "challenge_double", "challenge_5"])
def test_bots_hold_their_own_against_somebody_who_lays_anything(check: str) -> None:
    variant = house("friends", check=check)
    lexicon = load_lexicon("en", variant.alphabet, frozenset(variant.rules.word_groups))
    makers = [
        lambda seed: make_bot("good", lexicon, seed),
        lambda seed: _Liar(make_bot("good", lexicon, seed)),
    ]
    match = play_match(variant, lexicon, makers, 1, 4)
    assert match.refusals == 0
    for played in match.games:
        events = played.game.events
        assert any(isinstance(event, Rejected | ChallengeUpheld) for event in events)
        made = {word.word for event in events if isinstance(event, Played) for word in event.words}
        unknown = {word for word in made if word not in lexicon}
        taken_back = {w for e in events if isinstance(e, ChallengeUpheld) for w in e.words}
        assert unknown <= taken_back


def test_a_refusal_is_counted_and_the_game_goes_on() -> None:
    class Stubborn:
        def choose(self, view: View) -> Action:
            return Challenge()

    variant = load_variant("classic")
    lexicon = load_lexicon("en", variant.alphabet, frozenset(variant.rules.word_groups))
    match = play_match(variant, lexicon, [lambda _: Stubborn(), lambda _: Stubborn()], 1, 1)
    assert match.refusals == sum(len(p.game.events) - 2 - 1 for p in match.games)  # deals, ending
    assert [match.wins(bot) for bot in range(2)] == [0.5, 0.5]


def test_both_games_of_a_pair_deal_the_tiles_in_one_order() -> None:
    match = _match(load_variant("friends"), ("easy", "good"))
    first, second = (
        [event.tiles for event in played.game.events if isinstance(event, Drew)][:2]
        for played in match.games
    )
    assert first == second


def test_tiles_put_back_come_again_and_none_is_lost() -> None:
    bag = Tiles(bytes(range(1, 20)))
    order = Order(bag, "seed")
    drawn = order.draw(bag, 7)
    assert Order(bag, "seed").draw(bag, 7) == drawn
    rest = bag - drawn
    assert order.draw(rest + drawn, 19) == bag


def test_an_estimate_is_the_mean_and_its_margin() -> None:
    # a mean of 4, a deviation of 2, three values: 1.96 * 2 / sqrt(3)
    found = estimate([2.0, 4.0, 6.0])
    assert (found.mean, round(found.margin, 3)) == (4.0, 2.263)
    assert str(found) == "+4.0 ± 2.3"
    assert estimate([1.0]).margin == float("inf")


def test_exchanging_bots_end_by_stalling() -> None:
    class Restless:
        def choose(self, view: View) -> Action:
            return Exchange(Tiles.of(view.rack.codes[:1]))

    variant = load_variant("wordsmith")
    lexicon = load_lexicon("ru", variant.alphabet, frozenset(variant.rules.word_groups))
    match = play_match(variant, lexicon, [lambda _: Restless()] * 2, 1, 1)
    assert match.refusals == 0
    assert [played.scores for played in match.games] == [(0, 0), (0, 0)]
