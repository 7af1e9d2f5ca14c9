"""Chance in training."""

from collections import Counter

from wordsmith.rules.tiles import Tiles
from wordsmith.training.chance import Chance

# of https://prng.di.unimi.it/splitmix64.c, begun with 1234567
SPLITMIX = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431)


def test_numbers_are_those_of_the_published_generator() -> None:
    chance = Chance(1234567)
    assert [chance.below(1 << 31) for _ in SPLITMIX] == [number >> 33 for number in SPLITMIX]


def test_a_seed_draws_the_same_tiles_and_another_others() -> None:
    bag = Tiles.of(range(26))
    assert [Chance(1).draw(bag, 7) for _ in range(3)] == [Chance(1).draw(bag, 7)] * 3
    assert Chance(1).draw(bag, 7) != Chance(2).draw(bag, 7)


def test_what_is_drawn_is_in_the_bag_and_all_of_it_can_be_drawn() -> None:
    bag = Tiles.of([0, 0, 1, 2, 2, 2, 3])
    chance = Chance(3)
    for count in range(len(bag) + 1):
        drawn = chance.draw(bag, count)
        assert len(drawn) == count
        assert not drawn.missing_from(bag)
    assert chance.draw(bag, len(bag)) == bag


def test_every_tile_is_as_likely_as_its_number() -> None:
    bag, chance = Tiles.of([0] * 1 + [1] * 2 + [2] * 7), Chance(4)
    drawn = Counter(code for _ in range(20_000) for code in chance.draw(bag, 3))
    for code, of_ten in ((0, 1), (1, 2), (2, 7)):
        assert abs(drawn[code] / 60_000 - of_ten / 10) < 0.01
