"""Chances to win: what ships, and how it is read."""

from __future__ import annotations

from array import array
from importlib.resources import files

import pytest

from wordsmith.engine.winning import (
    SEATS,
    SPREAD_MOST,
    Curve,
    WinningCurves,
    between,
    expand,
    format_winning,
    guessed,
    parse_winning,
    winning_for,
)
from wordsmith.errors import ParseError
from wordsmith.rules.parameters import Lines
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules

HOUSE = {
    "friends": {"seats": "2-4", "lines_per_turn": "any", "rack_size": "8"},
    "wordsmith": {"lines_per_turn": "one", "rack_size": "4"},
}


def games() -> list[Variant]:
    """Every variant that ships, and some with house rules."""
    shipped = [load_variant(name) for name in variant_ids()]
    return shipped + [with_house_rules(load_variant(name), rules) for name, rules in HOUSE.items()]


@pytest.mark.parametrize("seats", SEATS)
def test_whoever_is_further_ahead_wins_more_often(seats: int) -> None:
    for variant in games():
        winning = winning_for(variant, seats)
        row = 2 * SPREAD_MOST + 1
        assert (winning.seats, winning.tiles) == (seats, len(variant.tiles))
        assert len(winning.chances) == seats * (winning.tiles + 1) * row
        for first in range(0, len(winning.chances), row):
            chances = array("i", winning.chances[first : first + row])
            assert chances.tolist() == sorted(chances)
            assert 0 <= chances[0] < 5_000 < chances[-1] <= 10_000


@pytest.mark.parametrize("seats", SEATS)
def test_at_the_beginning_everybody_has_a_fair_share(seats: int) -> None:
    for variant in games():
        winning = winning_for(variant, seats)
        shares = [winning.chance(wait, winning.tiles, 0) for wait in range(seats)]
        assert sum(shares) == pytest.approx(1, abs=0.12)
        assert shares[0] > shares[-1] - 0.02


def test_of_two_seats_one_wins_what_the_other_does_not() -> None:
    for variant in games():
        winning = winning_for(variant, 2)
        for left in (2, 9, 20, 60, winning.tiles):
            for spread in (-200, -40, -10, 0, 5, 30, 100):
                both = winning.chance(0, left, spread) + winning.chance(1, left, -spread)
                assert both == pytest.approx(1, abs=0.05)


def test_the_same_lead_is_worth_more_the_less_is_left() -> None:
    for variant in games():
        winning = winning_for(variant, 2)
        chances = [winning.chance(1, left, 60) for left in (90, 60, 30, 10, 3)]
        assert chances == sorted(chances)
        assert chances[0] < 0.9
        assert chances[-1] > 0.97


def test_tables_are_kept() -> None:
    variant = load_variant("classic")
    assert winning_for(variant, 3) is winning_for(variant, 3)
    assert winning_for(variant, 3).chances is not winning_for(variant, 4).chances


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_there_is_no_table_of_fewer_than_two_or_more_than_four(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        winning_for(load_variant("classic"), seats)


def test_spreads_and_tiles_beyond_the_table_count_as_its_last() -> None:
    winning = winning_for(load_variant("classic"), 2)
    assert winning.chance(0, 50, 9_999) == winning.chance(0, 50, SPREAD_MOST)
    assert winning.chance(0, 50, -9_999) == winning.chance(0, 50, -SPREAD_MOST)
    assert winning.chance(0, 500, 10) == winning.chance(0, 100, 10)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_a_file_tells_how_it_came_about_and_is_read_back(variant_id: str) -> None:
    file = files("wordsmith.engine") / "data" / "winning" / f"{variant_id}.tsv"
    text = file.read_text("utf-8")
    known = parse_winning(text, variant_id)
    assert known.origin["variant"] == variant_id
    assert known.origin["command"].startswith(f"wordsmith train --variant {variant_id} ")
    assert int(known.origin["games"]) >= 5_000
    assert {"seed", "lexicon", "rules", "leaves", "observer"} <= known.origin.keys()
    assert format_winning(known) == text


def curves() -> WinningCurves:
    """Those of the rough guess."""
    return WinningCurves(
        {
            (seats, wait): {left: guessed(seats, wait, left, Lines.ONE) for left in (1, 10, 90)}
            for seats in SEATS
            for wait in range(seats)
        }
    )


def test_curves_lie_on_straight_lines_between_those_that_are_known() -> None:
    known = {2: Curve(-4.0, 2.0), 6: Curve(0.0, 4.0)}
    assert [between(known, left) for left in (0, 2, 3, 5, 6, 50)] == [
        (-4.0, 2.0),
        (-4.0, 2.0),
        (-3.0, 2.5),
        (-1.0, 3.5),
        (0.0, 4.0),
        (0.0, 4.0),
    ]


def test_a_table_is_stretched_with_its_points() -> None:
    plain, wide = expand(curves(), 2, 90), expand(curves(), 2, 90, 2.0)
    for left in (1, 10, 44):
        for spread in (-50, 0, 20):
            assert wide.chance(0, left, 2 * spread) == plain.chance(0, left, spread)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda text: text[3:], "no file of chances"),
        (lambda text: text + "2\t0\t95\t1\n", "is not five whole numbers"),
        (lambda text: text + "2\t0\t95\tx\t1\n", "is not five whole numbers"),
        (lambda text: text + "2\t2\t95\t1\t1\n", "is out of range"),
        (lambda text: text + "2\t0\t95\t1\t0\n", "is out of range"),
        (lambda text: text + "2\t0\t95\t1\t999999\n", "is out of range"),
        (lambda text: text + "2\t0\t90\t1\t1\n", "do not ascend"),
        (lambda text: text[: text.rindex("4\t3\t1\t")], "nothing on 4 seats, 3 to wait"),
    ],
)
def test_a_damaged_file_is_refused(damage: object, complaint: str) -> None:
    text = format_winning(curves())
    assert callable(damage)
    with pytest.raises(ParseError, match=complaint):
        parse_winning(damage(text), "some.tsv")
