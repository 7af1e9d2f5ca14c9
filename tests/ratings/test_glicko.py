"""Glicko-2 against the numbers of its paper, and what we make of it for three and four."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordsmith.ratings import Rating, rate
from wordsmith.ratings.glicko import PERIOD_MS, _Duel, _rating, _skill, _updated

YEAR_MS = 365 * 86_400_000
NOW = 10 * YEAR_MS

RATING = st.builds(
    Rating,
    st.floats(400, 3000),
    st.floats(45, 350),
    st.floats(0.03, 0.2),
    st.integers(1, 99),
    st.integers(NOW - YEAR_MS, NOW),
)
GAME = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(RATING, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def settled(rating: float, deviation: float, **more: int) -> Rating:
    return Rating(rating, deviation, games=20, at_ms=more.get("at_ms", NOW))


def test_the_example_of_the_paper() -> None:
    # Glickman 2013: 1500/200 beats 1400/30, loses to 1550/100 and to 1700/300 in one period
    one, two, three = (
        _skill(settled(rating, deviation), NOW)
        for rating, deviation in ((1400, 30), (1550, 100), (1700, 300))
    )
    player = _skill(settled(1500, 200, at_ms=NOW - PERIOD_MS), NOW)
    after = _updated(player, [_Duel(one, 1, 1), _Duel(two, 0, 1), _Duel(three, 0, 1)])
    told = _rating(after, 1, NOW)
    assert told.rating == pytest.approx(1464.06, abs=0.1)
    assert told.deviation == pytest.approx(151.52, abs=0.1)
    assert told.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_steps_of_the_paper_on_the_way_there() -> None:
    # its table: mu, phi, g(phi), E of the three opponents, for a player with mu = 0
    for rating, deviation, mu, phi, impact, expected in (
        (1400, 30, -0.5756, 0.1727, 0.9955, 0.639),
        (1550, 100, 0.2878, 0.5756, 0.9531, 0.432),
        (1700, 300, 1.1513, 1.7269, 0.7242, 0.303),
    ):
        skill = _skill(settled(rating, deviation), NOW)
        assert (skill.mu, skill.phi) == pytest.approx((mu, phi), abs=0.0001)
        assert 1 / math.sqrt(1 + 3 * skill.phi**2 / math.pi**2) == pytest.approx(impact, abs=1e-4)
        assert 1 / (1 + math.exp(impact * skill.mu)) == pytest.approx(expected, abs=0.001)


def test_two_newcomers_part_by_as_much_and_are_known_a_little_better() -> None:
    winner, loser = rate([Rating(), Rating()], [1, 2], NOW)
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating == pytest.approx(1662.3, abs=0.1)
    assert winner.deviation == loser.deviation == pytest.approx(290.3, abs=0.1)
    assert (winner.games, winner.at_ms) == (1, NOW)


def test_a_draw_of_equals_moves_nobody() -> None:
    for rating in rate([settled(1700, 80), settled(1700, 80)], [1, 1], NOW):
        assert rating.rating == pytest.approx(1700)
        assert rating.deviation < 80


def test_a_draw_brings_the_weaker_up_and_the_stronger_down() -> None:
    strong, weak = rate([settled(1900, 80), settled(1500, 80)], [1, 1], NOW)
    assert strong.rating < 1900
    assert weak.rating > 1500


# -- three and four --------------------------------------------------------------------------------


def test_a_game_of_three_weighs_as_much_as_a_game_of_two() -> None:
    one = settled(1600, 90)
    two_seats = rate([one, settled(1500, 90)], [1, 2], NOW)[0]
    three_seats = rate([one, settled(1500, 90), settled(1500, 90)], [1, 2, 2], NOW)[0]
    assert three_seats.rating == pytest.approx(two_seats.rating)
    assert three_seats.deviation == pytest.approx(two_seats.deviation)


def test_the_middle_of_three_equals_stays_where_it_was() -> None:
    first, second, third = rate([settled(1500, 90)] * 3, [1, 2, 3], NOW)
    assert second.rating == pytest.approx(1500)
    assert first.rating - 1500 == pytest.approx(1500 - third.rating)
    assert first.rating > 1500


def test_shared_places_count_as_draws() -> None:
    shared = rate([settled(1500, 90)] * 4, [1, 1, 3, 3], NOW)
    assert shared[0].rating == pytest.approx(shared[1].rating)
    assert shared[2].rating == pytest.approx(shared[3].rating)
    assert shared[0].rating > 1500 > shared[2].rating


@settings(max_examples=200, deadline=None)
@given(GAME, st.randoms(use_true_random=False))
def test_it_does_not_matter_where_anybody_sat(
    game: tuple[list[Rating], list[int]], random: object
) -> None:
    ratings, places = game
    order = list(range(len(ratings)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved = rate([ratings[n] for n in order], [places[n] for n in order], NOW)
    straight = rate(ratings, places, NOW)
    for seat, rating in zip(order, moved, strict=True):
        assert rating.rating == pytest.approx(straight[seat].rating, abs=1e-6)
        assert rating.deviation == pytest.approx(straight[seat].deviation, abs=1e-6)


@settings(max_examples=300, deadline=None)
@given(GAME)
def test_the_first_never_falls_and_the_last_never_rises(
    game: tuple[list[Rating], list[int]],
) -> None:
    ratings, places = game
    alone_first = [place == min(places) for place in places]
    alone_last = [place == max(places) for place in places]
    for seat, (before, after) in enumerate(zip(ratings, rate(ratings, places, NOW), strict=True)):
        if alone_first.count(True) == 1 and alone_first[seat]:
            assert after.rating > before.rating
        if alone_last.count(True) == 1 and alone_last[seat]:
            assert after.rating < before.rating


@settings(max_examples=300, deadline=None)
@given(GAME)
def test_numbers_stay_sound(game: tuple[list[Rating], list[int]]) -> None:
    ratings, places = game
    for before, after in zip(ratings, rate(ratings, places, NOW), strict=True):
        assert math.isfinite(after.rating)
        assert 45 <= after.deviation <= 350
        assert 0.01 < after.volatility < 0.5
        assert after.games == before.games + 1


def test_a_thousand_games_of_one_who_always_wins_stay_sound() -> None:
    strong, weak = Rating(), Rating()
    for day in range(1000):
        strong, weak = rate([strong, weak], [1, 2], NOW + day * 86_400_000)
    assert math.isfinite(strong.rating)
    assert 1500 < strong.rating < 4000
    assert -1000 < weak.rating < 1500


@pytest.mark.parametrize("gap", [7_000, 60_000])
def test_however_far_apart_two_are_the_numbers_hold(gap: int) -> None:
    after = rate([settled(1500 + gap, 50), settled(1500, 50)], [1, 2], NOW)
    assert after[0].rating == pytest.approx(1500 + gap)


# -- time ------------------------------------------------------------------------------------------


def test_a_rating_does_not_fall_for_not_playing() -> None:
    idle, other = settled(1800, 60, at_ms=NOW - YEAR_MS), settled(1800, 60)
    drawn = rate([idle, other], [1, 1], NOW)
    assert drawn[0].rating == pytest.approx(1800)


def test_a_year_away_makes_a_settled_rating_doubtful_when_its_player_comes_back() -> None:
    away = settled(1800, 60, at_ms=NOW - YEAR_MS)
    assert not away.is_provisional  # as long as nobody plays nothing changes
    assert _skill(away, NOW).phi * 173.7178 == pytest.approx(110, abs=1)
    assert rate([away, settled(1500, 60)], [1, 2], NOW)[0].is_provisional is False
    regular = settled(1800, 60)
    gains = [rate([one, settled(1800, 60)], [1, 2], NOW)[0].rating for one in (away, regular)]
    assert gains[0] > gains[1]


def test_a_long_time_makes_nobody_more_doubtful_than_a_newcomer() -> None:
    assert _skill(settled(1800, 60, at_ms=NOW - 200 * YEAR_MS), NOW).phi * 173.7178 == (
        pytest.approx(350)
    )


def test_a_game_that_ended_before_the_last_one_was_counted_is_rated_all_the_same() -> None:
    early = rate([settled(1500, 60), settled(1500, 60)], [1, 2], NOW - 5_000)
    assert early[0].deviation < 60


# -- provisional -----------------------------------------------------------------------------------


def test_a_rating_is_provisional_until_its_deviation_is_110() -> None:
    assert Rating().is_provisional
    assert settled(1500, 110.1).is_provisional
    assert not settled(1500, 110).is_provisional


def test_a_dozen_or_two_games_settle_a_rating() -> None:
    newcomer, games = Rating(), 0
    while newcomer.is_provisional:
        place = 1 + games % 2
        newcomer, _ = rate([newcomer, settled(1500, 70)], [place, 3 - place], NOW)
        games += 1
    assert 8 <= games <= 25


def test_a_deviation_never_gets_so_small_that_a_rating_stands_still() -> None:
    rating, other = settled(1500, 46), settled(1500, 46)
    for _ in range(50):
        rating = rate([rating, other], [1, 1], NOW)[0]
    assert rating.deviation == 45


@pytest.mark.parametrize("seats", [0, 1])
def test_nobody_is_rated_for_playing_alone(seats: int) -> None:
    with pytest.raises(ValueError, match="ratings"):
        rate([Rating()] * seats, [1] * seats, NOW)


def test_every_player_needs_a_place() -> None:
    with pytest.raises(ValueError, match="2 ratings, 1 places"):
        rate([Rating(), replace(Rating(), rating=1600)], [1], NOW)
