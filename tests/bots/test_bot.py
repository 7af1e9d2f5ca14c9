"""What bots answer: legal, the same every time, and fit for their level."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.engine.situations import hand, seen
from tests.positions import house, read_board, read_play, read_tiles
from wordsmith.bots import LEVELS, make_bot
from wordsmith.bots.vocabulary import words_known
from wordsmith.engine import best_turn, generate
from wordsmith.errors import ParseError
from wordsmith.lexicon.catalogue import load_lexicon, load_word_file
from wordsmith.lexicon.groups import GROUPS
from wordsmith.rules.actions import Challenge, Exchange, Pass, Play, Vote
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.state import initial_state
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from wordsmith.lexicon.lexicon import Lexicon


def _lexicon(variant: Variant) -> Lexicon:
    return load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))


def _game(variant: Variant, racks: tuple[str, str], board: str, bag: str) -> Game:
    """A game that begins with this position, seat 0 on turn."""
    state = initial_state(variant, 2)._replace(
        board=read_board(variant, board),
        racks=tuple(read_tiles(variant.alphabet, rack) for rack in racks),
        bag=read_tiles(variant.alphabet, bag),
        scores=(10, 10),
    )
    return Game.replay(variant, state, ())


@cache
def _offensive(lexicon: Lexicon) -> list[str]:
    return [word for word in lexicon.words if lexicon.is_offensive(word)]


CAT = "15/" * 7 + "7CAT5/" + "15/" * 6 + "15"


# every level where lines are free and where they are not; the other games by one that is quick
CHOOSERS = [
    *[(variant_id, level) for variant_id in ("wordsmith", "classic") for level in LEVELS],
    *[(variant_id, "good") for variant_id in ("erudit", "friends", "classic-ru")],
]


@pytest.mark.parametrize(("variant_id", "level"), CHOOSERS)
def test_the_same_view_and_seed_give_the_same_choice(variant_id: str, level: str) -> None:
    variant = load_variant(variant_id)
    lexicon = _lexicon(variant)
    view = View.of(Game.begin(variant, 2, Shuffle(Random(5))), 0)
    first = make_bot(level, lexicon, 11).choose(view)
    assert isinstance(first, Play | Exchange)
    assert first == make_bot(level, lexicon, 11).choose(view)


def test_an_easy_bot_does_not_always_lay_the_same_turn() -> None:
    variant = load_variant("friends")
    lexicon = _lexicon(variant)
    view = View.of(Game.begin(variant, 2, Shuffle(Random(5))), 0)
    assert len({make_bot("easy", lexicon, seed).choose(view) for seed in range(10)}) > 2


def test_an_easy_bot_lays_several_words_in_a_turn_now_and_then() -> None:
    variant = load_variant("wordsmith")
    lexicon = _lexicon(variant)
    view = View.of(Game.begin(variant, 2, Shuffle(Random(5))), 0)
    one_line = {candidate.play for candidate in generate(view, lexicon)}
    chosen = [make_bot("easy", lexicon, seed).choose(view) for seed in range(20)]
    several = [play not in one_line for play in chosen]
    assert 0 < sum(several) < len(several)


@pytest.mark.parametrize("variant_id", ["wordsmith", "friends"])
def test_a_higher_level_never_scores_less_on_the_same_view(variant_id: str) -> None:
    variant = load_variant(variant_id)
    lexicon = _lexicon(variant)
    view = seen(
        variant,
        Game.begin(variant, 2, Shuffle(Random(2))).state.board,
        hand(Random(3), variant, "АОИЕНТРК" if variant.language == "ru" else "AEINRST", 7, 0.0),
    )
    best = [best_turn(view, words_known(lexicon, level)).points for level in LEVELS.values()]
    assert best == sorted(best)


@pytest.mark.parametrize("variant_id", ["wordsmith", "friends"])
def test_a_bot_of_good_manners_knows_no_offensive_word(variant_id: str) -> None:
    variant = load_variant(variant_id)
    every_group = frozenset(GROUPS[variant.lexicon])
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, every_group)
    offensive = _offensive(lexicon)
    assert len(offensive) > 50
    assert [level.id for level in LEVELS.values() if level.all_words] == ["best"]
    for level in ("easy", "all"):
        known = words_known(lexicon, LEVELS[level]).graph
        assert not [word for word in offensive if variant.alphabet.encode(word) in known]


@pytest.mark.parametrize("variant_id", ["wordsmith", "friends"])
def test_the_strongest_bot_lays_an_offensive_word_only_where_the_worst_are_let_in(
    variant_id: str,
) -> None:
    variant = load_variant(variant_id)
    family, every_group = variant.rules.word_groups, GROUPS[variant.lexicon]
    encode = variant.alphabet.encode
    for groups, lays in ((family, False), (every_group, True)):
        lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(groups))
        known = words_known(lexicon, LEVELS["best"]).graph
        assert any(encode(word) in known for word in _offensive(lexicon)) == lays
        assert len(known) > 0.9 * len(lexicon)


def test_an_easy_bot_knows_everyday_words_only() -> None:
    variant = load_variant("wordsmith")
    lexicon = _lexicon(variant)
    child, easy, good = (
        words_known(lexicon, LEVELS[level]).graph for level in ("child", "easy", "good")
    )
    assert max(map(len, child)) == LEVELS["child"].longest
    assert all(word in easy for word in child)
    assert len(child) > 500
    assert 3_000 < len(easy) < len(good) < len(lexicon)
    for word in map(variant.alphabet.decode, easy):
        assert lexicon.zipf(word) >= {2: 2.8 + 1.4, 3: 2.8 + 0.7}.get(len(word), 2.8)
    assert variant.alphabet.encode("ЮГ") in easy
    assert variant.alphabet.encode("ЮТ") not in easy


def test_an_easy_bot_thinks_of_rarer_words_before_it_gives_a_hand_up() -> None:
    variant = load_variant("wordsmith")
    lexicon = _lexicon(variant)
    empty = "/".join(["16"] * 16)
    view = View.of(_game(variant, ("ЕЕММННЯ", "А"), empty, "ОООООООО"), 0)
    level = LEVELS["easy"]
    assert generate(view, words_known(lexicon, level)) == []
    assert isinstance(make_bot("easy", lexicon, 1).choose(view), Play)


@pytest.mark.parametrize("level", [name for name in LEVELS if name != "best"])
def test_a_bot_without_a_turn_exchanges_or_passes(level: str) -> None:
    variant = load_variant("classic")
    lexicon = _lexicon(variant)
    bot = make_bot(level, lexicon, 1)
    stuck = _game(variant, ("QQQQQQQ", "A"), CAT, "EEEEEEE")
    assert bot.choose(View.of(stuck, 0)) == Exchange(read_tiles(variant.alphabet, "QQQQQQQ"))
    few = _game(variant, ("QQQQQQQ", "A"), CAT, "EEEEEE")
    assert bot.choose(View.of(few, 0)) == Pass()


def test_a_bot_challenges_a_word_it_does_not_know_and_no_other() -> None:
    variant = house("classic", check="challenge_double")
    lexicon = _lexicon(variant)
    bot = make_bot("good", lexicon, 1)
    game = _game(variant, ("SQXX", "AEIOUTR"), CAT, "EEEEEEEEEEEE")
    chance = Shuffle(Random(1))
    good = game.act(0, read_play(variant, game.state.board, "K8 S"), lexicon, chance)
    assert not isinstance(bot.choose(View.of(good, 1)), Challenge)
    bad = game.act(0, read_play(variant, game.state.board, "K8 Q"), lexicon, chance)
    assert bot.choose(View.of(bad, 1)) == Challenge()


def test_a_bot_lets_a_good_last_turn_stand() -> None:
    variant = house("classic", check="challenge_single")
    lexicon = _lexicon(variant)
    game = _game(variant, ("S", "AEIOUTR"), CAT, "")
    chance = Shuffle(Random(1))
    over = game.act(0, read_play(variant, game.state.board, "K8 S"), lexicon, chance)
    bot = make_bot("easy", lexicon, 1)
    assert bot.choose(View.of(over, 1)) == Pass()
    assert over.act(1, Pass(), lexicon, chance).state.ended


def test_a_bot_votes_by_its_dictionary() -> None:
    variant = house("classic", check="vote")
    lexicon = _lexicon(variant)
    game = _game(variant, ("QS", "AEIOUTR"), CAT, "EEEE")
    proposed = game.act(
        0, read_play(variant, game.state.board, "K8 Q"), lexicon, Shuffle(Random(1))
    )
    bot = make_bot("good", lexicon, 1)
    assert bot.choose(View.of(proposed, 1)) == Vote(accept=False)
    with pytest.raises(ValueError, match="no vote"):
        bot.choose(View.of(proposed, 0))


def test_a_bot_is_not_asked_out_of_turn() -> None:
    variant = load_variant("classic")
    game = _game(variant, ("AB", "CD"), CAT, "")
    bot = make_bot("good", _lexicon(variant), 1)
    for seat in (1, None):
        with pytest.raises(ValueError, match="nothing"):
            bot.choose(View.of(game, seat))


def test_a_bot_does_not_see_what_its_view_hides() -> None:
    variant = load_variant("classic")
    bot = make_bot("good", _lexicon(variant), 1)
    games = [
        _game(variant, ("AEINRST", theirs), CAT, bag)
        for theirs, bag in (("QZJX", "EEEEEEEE"), ("EEEE", "QZJXEEEE"))
    ]
    assert bot.choose(View.of(games[0], 0)) == bot.choose(View.of(games[1], 0))


def test_a_level_that_is_not_there_is_named_with_those_that_are() -> None:
    variant = load_variant("classic")
    with pytest.raises(ParseError, match="child, easy, fair, good, all, best"):
        make_bot("grandmaster", _lexicon(variant), 1)


def test_a_list_without_everyday_words_is_known_whole(tmp_path: Path) -> None:
    variant = load_variant("classic")
    file = tmp_path / "own.txt"
    file.write_text("XYLYLS\nQOPHS\nZZZZ\n", "utf-8")
    own = load_word_file(file, variant.alphabet)
    known = words_known(own, LEVELS["easy"]).graph
    assert set(map(variant.alphabet.decode, known)) == {"XYLYLS", "QOPHS", "ZZZZ"}


def test_a_wild_tile_is_spent_on_a_full_hand_and_kept_in_an_exchange() -> None:
    variant = load_variant("classic")
    bot = make_bot("good", _lexicon(variant), 1)
    rich = _game(variant, ("?AEINRT", "A"), CAT, "EEEEEEEE")
    chosen = bot.choose(View.of(rich, 0))
    assert isinstance(chosen, Play)
    assert len(chosen.laid) == 7
    stuck = _game(variant, ("?QQ", "A"), "15/" * 7 + "7VVV5/" + "15/" * 6 + "15", "EEEEEEEE")
    assert bot.choose(View.of(stuck, 0)) == Exchange(read_tiles(variant.alphabet, "QQ"))
