"""A bag that everybody can check: what follows from its seal, and what is caught if it does not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.generators import SEATED, RandomGame, SealedGame, sealed_game, table
from tests.positions import ANY_WORD, only, play, read_tiles
from wordsmith.errors import ParseError
from wordsmith.rules.actions import Challenge, Exchange, Resign
from wordsmith.rules.events import ChallengeUpheld, Drew, Event, Exchanged, Played
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.sealed_bag import (
    Flaw,
    FlawCode,
    Seal,
    SealedBag,
    check_seal,
    format_order,
    parse_order,
    seal_bag,
    seal_hash,
)
from wordsmith.rules.state import apply, initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, variant_ids

ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)
SALT = "0123456789abcdef" * 4
RUSSIAN = load_variant("classic-ru").alphabet
DOUBT = table("friends", 2, {"check": "challenge_single"})


@cache
def a_game(variant_id: str, seats: int = 2, check: str = "refuse", seed: int = 0) -> SealedGame:
    return sealed_game(table(variant_id, seats, {"check": check}), seats, seed)


def resealed(variant: Variant, order: bytes, salt: str) -> Seal:
    return Seal(order, salt, seal_hash(format_order(order, variant.alphabet), salt))


# -- what the seal says ----------------------------------------------------------------------------


def test_the_hash_is_what_sha256sum_says_of_the_text() -> None:
    # printf %s wordsmith:1:SALT:КОТ?Ё | sha256sum
    said = "9dbb4b2b4e0093c3d935c1e103de3666df1559964cf26e0e74638be7da7392ec"
    assert seal_hash("КОТ?Ё", SALT) == said


def test_tiles_that_come_back_go_where_the_salt_says() -> None:
    # printf %s wordsmith:1:SALT:1 | sha256sum, by bc: 2 modulo 5; then 1 modulo 6, 1 modulo 7
    sealed = SealedBag(SALT, parse_order("КОТЁ", RUSSIAN))
    back = sealed.followed_by([Exchanged(0, read_tiles(RUSSIAN, "ВАБ"))])
    assert format_order(back.line, RUSSIAN) == "КВБОАТЁ"
    assert back.returned == 3


@pytest.mark.parametrize("variant_id", variant_ids())
def test_an_order_is_all_tiles_of_the_box_and_reads_back(variant_id: str) -> None:
    variant = load_variant(variant_id)
    seal = seal_bag(variant, Random(3))
    text = format_order(seal.order, variant.alphabet)
    assert Tiles.of(seal.order) == variant.tiles
    assert parse_order(text, variant.alphabet) == seal.order
    assert seal.hash == seal_hash(text, seal.salt)
    assert len(bytes.fromhex(seal.salt)) == 32


@pytest.mark.parametrize("text", ["КОТX", "кот", "КО*", "К Т"])
def test_an_order_of_other_signs_is_refused_by_name(text: str) -> None:
    with pytest.raises(ParseError, match="is no tile of the alphabet ru-yo"):
        parse_order(text, RUSSIAN)


# -- every draw follows ----------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("check", ["refuse", "vote", "challenge_single", "challenge_5"])
def test_every_draw_of_every_game_follows_from_its_seal(
    variant_id: str, seats: int, check: str
) -> None:
    game, seal = a_game(variant_id, seats, check)
    assert check_seal(game, seal) is None


@ALL
def test_the_line_is_always_the_bag_of_the_game(variant_id: str, seats: int) -> None:
    game, seal = a_game(variant_id, seats, "challenge_double", seed=2)
    state, sealed = game.start, SealedBag.of(seal)
    for event in game.events:
        state, sealed = apply(state, event), sealed.followed_by([event])
        assert Tiles.of(sealed.line) == state.bag


def test_a_bag_goes_on_after_a_restart_as_if_there_had_been_none() -> None:
    variant = table("wordsmith", 3, {"check": "challenge_single"})
    seal = seal_bag(variant, Random(4))
    games = RandomGame(variant, 3, seed=4, seal=seal)
    for game in games:
        assert SealedBag.after(seal, game.events) == games.chance


def test_the_games_do_return_tiles_and_withdraw_turns() -> None:
    kinds: Counter[type[Event]] = Counter()
    for variant_id, seats in SEATED:
        kinds.update(map(type, a_game(variant_id, seats, "challenge_single")[0].events))
    assert kinds[Exchanged] > 20
    assert kinds[ChallengeUpheld] > 20


def test_a_withdrawn_turn_gives_back_what_was_drawn_for_it_and_no_more() -> None:
    seal = seal_bag(DOUBT, Random(8))
    game = Game.begin(DOUBT, 2, SealedBag.of(seal))
    rack = format_order(bytes(game.state.racks[0]), DOUBT.alphabet).replace("?", "")
    laid = play(DOUBT, game.state, f"8H {rack[:3]}")
    game = game.act(0, laid, ANY_WORD, SealedBag.after(seal, game.events))
    played, drew = game.events[-2:]
    assert isinstance(played, Played)
    assert isinstance(drew, Drew)
    back = game.act(1, Challenge(), only(), SealedBag.after(seal, game.events))
    before, then = SealedBag.after(seal, game.events), SealedBag.after(seal, back.events)
    assert then.returned == 3
    assert Tiles.of(then.line) - Tiles.of(before.line) == drew.tiles
    assert Tiles.of(then.line) == back.state.bag


def test_a_hand_that_left_the_game_stays_out_of_the_bag() -> None:
    variant = table("friends", 3)
    seal = seal_bag(variant, Random(5))
    game = Game.begin(variant, 3, SealedBag.of(seal))
    left = game.act(1, Resign(), only(), SealedBag.after(seal, game.events))
    assert SealedBag.after(seal, left.events) == SealedBag.after(seal, game.events)
    assert SealedBag.after(seal, left.events).line == seal.order[21:]


def test_new_tiles_of_an_exchange_are_next_in_the_line_and_the_old_ones_never_among_them() -> None:
    variant = table("wordsmith", 2)
    seal = seal_bag(variant, Random(6))
    game = Game.begin(variant, 2, SealedBag.of(seal))
    given = game.state.racks[0]
    then = game.act(0, Exchange(given), only(), SealedBag.after(seal, game.events))
    assert then.state.racks[0] == Tiles.of(seal.order[14:21])


def test_a_bag_of_another_game_is_not_drawn_from() -> None:
    sealed = SealedBag.of(seal_bag(DOUBT, Random(1)))
    with pytest.raises(ValueError, match="not sealed so"):
        sealed.draw(load_variant("classic").tiles, 7)


# -- what is caught --------------------------------------------------------------------------------


def test_any_two_tiles_changed_in_the_order_are_caught_by_the_hash_and_without_it_by_a_draw() -> (
    None
):
    game, seal = a_game("wordsmith", 2, seed=5)
    assert len(game.state.bag) == 0  # so that every place of the order was drawn
    for place in range(1, len(seal.order)):
        order = bytearray(seal.order)
        order[0], order[place] = order[place], order[0]
        if bytes(order) == seal.order:
            continue
        assert check_seal(game, replace(seal, order=bytes(order))) == Flaw(FlawCode.HASH)
        if place >= 7:  # within one draw there is no order
            forged = check_seal(game, resealed(game.variant, bytes(order), seal.salt))
            assert forged == Flaw(FlawCode.DRAW, 1)


def test_a_changed_salt_is_caught_by_the_hash_and_without_it_by_the_tiles_that_came_back() -> None:
    game, seal = a_game("classic", 2, "challenge_single")
    assert SealedBag.after(seal, game.events).returned > 10
    for digit in range(64):
        other = "1" if seal.salt[digit] == "0" else "0"
        salt = seal.salt[:digit] + other + seal.salt[digit + 1 :]
        assert check_seal(game, replace(seal, salt=salt)) == Flaw(FlawCode.HASH)
        forged = check_seal(game, resealed(game.variant, seal.order, salt))
        assert forged is not None
        assert forged.code is FlawCode.DRAW
        assert isinstance(game.events[(forged.event or 0) - 1], Drew)


@pytest.mark.parametrize("variant_id", ["wordsmith", "classic-ru"])
def test_any_tile_drawn_out_of_turn_is_caught_where_it_was_drawn(variant_id: str) -> None:
    game, seal = a_game(variant_id, 3)
    state = game.start
    for index, event in enumerate(game.events):
        if isinstance(event, Drew):
            for code in set((state.bag - event.tiles).codes) - {event.tiles.codes[0]}:
                drawn = Tiles.of([code, *event.tiles.codes[1:]])
                events = (*game.events[:index], Drew(event.seat, drawn))
                forged = Game.replay(game.variant, game.start, events)
                assert check_seal(forged, seal) == Flaw(FlawCode.DRAW, index + 1)
        state = apply(state, event)


def test_an_order_with_other_tiles_than_the_box_is_caught() -> None:
    game, seal = a_game("friends", 2)
    codes = [game.variant.alphabet.code("Q") or 0, *seal.order[1:]]
    forged = resealed(game.variant, bytes(codes), seal.salt)
    assert check_seal(game, forged) == Flaw(FlawCode.TILES)


def test_a_game_that_did_not_begin_with_the_full_bag_is_caught() -> None:
    seal = seal_bag(DOUBT, Random(2))
    start = initial_state(DOUBT, 2)
    short = start._replace(bag=start.bag - Tiles.of(seal.order[:1]))
    assert check_seal(Game.replay(DOUBT, short, ()), seal) == Flaw(FlawCode.TILES)


def test_a_game_from_another_bag_is_caught_at_its_first_draw() -> None:
    game = Game.begin(DOUBT, 2, Shuffle(Random(9)))
    assert check_seal(game, seal_bag(DOUBT, Random(10))) == Flaw(FlawCode.DRAW, 1)


# -- chance ----------------------------------------------------------------------------------------


def chi_square(seen: Counter[int], expected: dict[int, float]) -> float:
    assert seen.keys() <= expected.keys()
    return sum((seen[key] - due) ** 2 / due for key, due in expected.items())


def test_every_tile_is_equally_likely_in_every_place_of_the_order() -> None:
    variant, random, games = load_variant("friends"), Random(11), 4000
    shares = {code: variant.tiles.count(code) / len(variant.tiles) for code in range(27)}
    seals = [seal_bag(variant, random) for _ in range(games)]
    for place in (0, 6, 7, 50, len(variant.tiles) - 1):
        seen = Counter(seal.order[place] for seal in seals)
        # 26 degrees of freedom: above 54 once in a thousand
        assert chi_square(seen, {code: share * games for code, share in shares.items()}) < 54


def test_a_tile_that_comes_back_may_be_anywhere_and_is_forgotten_as_well_as_any() -> None:
    random, games, line = Random(12), 6000, bytes([1] * 11)
    tiles = Tiles.of([2])
    for returned in (0, 1, 40):
        places: Counter[int] = Counter()
        for _ in range(games):
            sealed = SealedBag(random.randbytes(32).hex(), line, returned)
            places[sealed.followed_by([Exchanged(0, tiles)]).line.index(2)] += 1
        # 11 degrees of freedom: above 31 once in a thousand
        assert chi_square(places, dict.fromkeys(range(12), games / 12)) < 31


def test_hands_dealt_from_sealed_bags_are_as_mixed_as_those_of_plain_chance() -> None:
    variant, games = load_variant("classic"), 3000
    vowels = {variant.alphabet.code(letter) for letter in "AEIOU"}

    def vowels_of_seat_1(random: Random, *, sealed: bool) -> Counter[int]:
        counts: Counter[int] = Counter()
        for _ in range(games):
            seal = SealedBag.of(seal_bag(variant, random))
            game = Game.begin(variant, 2, seal if sealed else Shuffle(random))
            counts[min(6, sum(code in vowels for code in game.state.racks[1]))] += 1
        return counts

    plain = vowels_of_seat_1(Random(13), sealed=False)
    sealed = vowels_of_seat_1(Random(14), sealed=True)
    both = {key: (plain[key] + sealed[key]) / 2 for key in range(7)}
    # two samples, 6 degrees of freedom: above 22.5 once in a thousand
    assert chi_square(plain, both) + chi_square(sealed, both) < 22.5


def test_two_seals_never_share_an_order_or_a_salt() -> None:
    random = Random(15)
    seals = [seal_bag(DOUBT, random) for _ in range(200)]
    assert len({seal.salt for seal in seals}) == len({seal.order for seal in seals}) == 200
