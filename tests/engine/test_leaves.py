"""Leaves: the table, its ranks, the file of weights, and what ships."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import pytest

from wordsmith.engine import leaves as leaves_module
from wordsmith.engine.leave_weights import (
    LARGEST_PART,
    LeaveWeights,
    format_leaves,
    parse_leaves,
    rules_fingerprint,
)
from wordsmith.engine.leaves import (
    Leaves,
    count_below,
    leaves_for,
    leaves_of,
    most_kept,
    table_of,
    zero_leaves,
)
from wordsmith.errors import ParseError
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant, variant_ids, with_house_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYMBOLS, MOST = 5, 6


def random_weights(symbols: int, seed: int = 1) -> LeaveWeights:
    """A weight for about two parts in three."""
    chance = random.Random(seed)
    parts = {
        bytes(part): chance.randint(-9_999, 9_999)
        for size in range(1, LARGEST_PART + 1)
        for part in combinations_with_replacement(range(symbols), size)
        if chance.random() < 2 / 3
    }
    return LeaveWeights(parts, star_price_mp=1_234, origin={"variant": "friends", "seed": "7"})


def leaves_in_order(symbols: int, most: int) -> Iterator[bytes]:
    """Every leave in the order of its rank: by size, then by its largest codes."""
    for size in range(most + 1):
        found = map(bytes, combinations_with_replacement(range(symbols), size))
        yield from sorted(found, key=lambda codes: codes[::-1])


def slow_value(weights: LeaveWeights, codes: bytes) -> int:
    """The sum over every choice of some of the tiles, as the format is explained."""
    return sum(
        weights.parts.get(bytes(part), 0)
        for size in range(1, LARGEST_PART + 1)
        for part in combinations(codes, size)
    )


def test_every_leave_has_a_place_of_its_own_in_the_order_of_its_largest_tiles() -> None:
    leaves = zero_leaves(SYMBOLS, MOST)
    ranks = [leaves.rank(codes) for codes in leaves_in_order(SYMBOLS, MOST)]
    assert ranks == list(range(len(leaves.values)))


def test_the_table_holds_the_sum_of_the_weights_of_all_parts() -> None:
    weights = random_weights(SYMBOLS)
    expected = [slow_value(weights, codes) for codes in leaves_in_order(SYMBOLS, MOST)]
    assert list(table_of(weights, SYMBOLS, MOST)) == expected
    leaves = leaves_of(weights, SYMBOLS, MOST)
    for codes, value in zip(leaves_in_order(SYMBOLS, MOST), expected, strict=True):
        assert leaves.value(Tiles(codes)) == weights.value(Tiles(codes)) == value


@cache
def whole(symbols: int, most: int) -> Leaves:
    """The table of a whole alphabet: it takes seconds."""
    return leaves_of(random_weights(symbols), symbols, most)


@pytest.mark.parametrize(("symbols", "most"), [(27, 6), (34, 5)])
def test_a_table_of_a_whole_alphabet_agrees_with_its_weights(symbols: int, most: int) -> None:
    weights, chance = random_weights(symbols), random.Random(2)
    leaves = whole(symbols, most)
    assert len(leaves.values) == count_below(symbols, most + 1)
    assert leaves.values.readonly
    assert leaves.values.format == "i"
    for _ in range(150):
        tiles = Tiles.of(chance.choices(range(symbols), k=chance.randint(0, most)))
        assert leaves.value(tiles) == weights.value(tiles)


def test_keeping_nothing_is_worth_nothing() -> None:
    assert leaves_of(random_weights(SYMBOLS), SYMBOLS, MOST).value(Tiles()) == 0


def test_more_tiles_than_the_table_knows_are_worth_the_mean_of_their_parts() -> None:
    weights = random_weights(SYMBOLS)
    leaves = leaves_of(weights, SYMBOLS, 2)
    a, b, c = bytes([1, 1]), bytes([1, 3]), bytes([1, 3])
    assert leaves.value(Tiles(bytes([1, 1, 3]))) == sum(
        slow_value(weights, part) for part in (a, b, c)
    ) // len((a, b, c))


def test_a_file_of_leaves_reads_back_and_is_written_the_same_again() -> None:
    alphabet = load_variant("classic-ru").alphabet
    weights = random_weights(len(alphabet) + 1)
    text = format_leaves(weights, alphabet)
    again = parse_leaves(text, alphabet)
    assert again == replace(weights, parts={p: w for p, w in weights.parts.items() if w})
    assert format_leaves(again, alphabet) == text


def test_letters_of_a_part_may_be_written_in_any_order() -> None:
    alphabet = load_variant("classic").alphabet
    told = "# wordsmith leaves 1\nstar_price\t0\n\nUQ?\t-5\n"
    assert parse_leaves(told, alphabet).parts == {bytes([0, 17, 21]): -5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no file of leaves"),
        ("# wordsmith leaves 2\n", "no file of leaves"),
        ("# wordsmith leaves 1\n\nA", "line 3: 'A' has no tab"),
        ("# wordsmith leaves 1\n\nЖ\t1", "line 3: 'Ж' is not one to 3 tiles of en"),
        ("# wordsmith leaves 1\n\nABCD\t1", "'ABCD' is not one to 3 tiles"),
        ("# wordsmith leaves 1\n\n\t1", "'' is not one to 3 tiles"),
        ("# wordsmith leaves 1\n\nA\t1.5", "line 3: '1.5' is no number of millipoints"),
        ("# wordsmith leaves 1\n\nA\t" + "9" * 5000, "is no number of millipoints"),
        ("# wordsmith leaves 1\nstar_price\tx\n\nA\t1", "star_price: 'x' is no number"),
    ],
)
def test_a_text_that_is_no_file_of_leaves_is_refused_by_line(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said.replace("?", r"\?")):
        parse_leaves(text, load_variant("classic").alphabet)


def test_heavy_weights_do_not_overflow_the_table() -> None:
    alphabet = load_variant("classic").alphabet
    parts = "".join(f"{part}\t9999999\n" for part in ("A", "AA", "AAA"))
    weights = parse_leaves(f"# wordsmith leaves 1\n\n{parts}", alphabet)
    leaves = leaves_of(weights, len(alphabet) + 1, 6)
    assert leaves.value(Tiles(bytes([1] * 6))) == 1_000_000 * (6 + 15 + 20)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_variant_has_leaves_of_its_shape(variant_id: str) -> None:
    variant = load_variant(variant_id)
    leaves = leaves_for(variant)
    assert leaves.symbols == len(variant.alphabet) + 1
    assert leaves.most == most_kept(variant) == 6
    assert len(leaves.values) == count_below(leaves.symbols, 7)
    assert leaves_for(variant) is leaves


def test_leaves_that_ship_were_learnt_for_the_rules_as_they_are() -> None:
    folder = leaves_module._DATA
    for file in folder.iterdir():
        if file.name.endswith(".tsv"):
            variant = load_variant(file.name.removesuffix(".tsv"))
            weights = parse_leaves(file.read_text("utf-8"), variant.alphabet)
            assert weights.origin["variant"] == variant.id
            assert weights.origin["rules"] == rules_fingerprint(variant)
            assert weights.origin["command"].startswith("wordsmith train")


def test_leaves_that_ship_are_kept_in_the_cache_and_read_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = load_variant("friends")
    weights = random_weights(27)
    (tmp_path / "friends.tsv").write_text(format_leaves(weights, variant.alphabet), "utf-8")
    monkeypatch.setattr(leaves_module, "_DATA", tmp_path)
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "cache"))
    leaves_module._shipped.cache_clear()
    try:
        first = leaves_for(variant)
        assert len(list((tmp_path / "cache").glob("leaves-*.cache"))) == 1
        leaves_module._shipped.cache_clear()
        again = leaves_for(variant)
    finally:
        leaves_module._shipped.cache_clear()
    assert again is not first
    assert first.star_price == again.star_price == 1_234
    assert again.values == first.values == whole(27, 6).values


def test_a_hand_of_more_tiles_has_a_table_of_the_same_size() -> None:
    variant = with_house_rules(load_variant("friends"), {"rack_size": "9"})
    assert leaves_for(variant).most == 6
    smaller = with_house_rules(variant, {"rack_size": "1"})
    assert leaves_for(smaller).most == 0
    assert leaves_for(smaller).value(Tiles()) == 0


def test_the_fingerprint_tells_rules_that_matter_from_those_that_do_not() -> None:
    variant = load_variant("classic")
    same = with_house_rules(variant, {"check": "challenge_double", "seats": "2"})
    other = with_house_rules(variant, {"full_rack_bonus": "35"})
    assert rules_fingerprint(same) == rules_fingerprint(variant) != rules_fingerprint(other)
