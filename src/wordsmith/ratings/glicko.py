"""Ratings by Glicko-2, a game at a time.

Source: M. E. Glickman, Example of the Glicko-2 system, 2013; "step" below is a step of it.
Inside, ratings and deviations are counted in its small units; outside, in the familiar ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROVISIONAL_ABOVE = 110.0
"""A rating with a greater deviation is not settled yet."""

PERIOD_MS = 112 * 3_600_000
"""The period in which a deviation grows by the volatility: 60 grows to 110 in about a year."""

_CENTRE, _UNIT = 1500.0, 173.7178
_MOST_DEVIATION = 350.0
_LEAST_DEVIATION = 45.0  # so that a rating always goes on moving
_TAU = 0.5  # how readily the volatility changes
_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of the strength of a player in one kind of game."""

    rating: float = _CENTRE
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06
    games: int = 0
    at_ms: int = 0  # when the last one ended, since 1970

    @property
    def is_provisional(self) -> bool:
        """Whether it is not settled yet."""
        return self.deviation > PROVISIONAL_ABOVE


def rate(ratings: Sequence[Rating], places: Sequence[int], at_ms: int) -> tuple[Rating, ...]:
    """The ratings after a game, by seat; ``places`` from 1, shared where the scores are equal.

    Each pair of seats is a game of its own; with n seats it weighs 1/(n-1), so that a game
    weighs as much for each player however many there were. Time without a game makes a
    deviation greater, and only now, when the player is there again; a rating it leaves alone.
    ValueError unless there are two seats or more and a place for each.
    """
    if len(ratings) != len(places) or len(ratings) < 2:
        raise ValueError(f"{len(ratings)} ratings, {len(places)} places")
    now = [_skill(rating, at_ms) for rating in ratings]
    weight = 1 / (len(ratings) - 1)
    return tuple(
        [
            _rating(_updated(now[seat], _duels(now, places, seat, weight)), rating.games + 1, at_ms)
            for seat, rating in enumerate(ratings)
        ]
    )


class _Skill(NamedTuple):
    mu: float
    phi: float
    sigma: float


class _Duel(NamedTuple):
    other: _Skill
    score: float  # 1 won, 0.5 drawn, 0 lost
    weight: float


def _skill(rating: Rating, at_ms: int) -> _Skill:
    """A rating in small units, its deviation as it is after the time without a game (step 6)."""
    idle = max(0, at_ms - rating.at_ms) / PERIOD_MS if rating.games else 0
    phi = math.hypot(rating.deviation / _UNIT, rating.volatility * math.sqrt(idle))
    most = _MOST_DEVIATION / _UNIT
    return _Skill((rating.rating - _CENTRE) / _UNIT, min(phi, most), rating.volatility)


def _rating(skill: _Skill, games: int, at_ms: int) -> Rating:
    deviation = min(_MOST_DEVIATION, max(_LEAST_DEVIATION, skill.phi * _UNIT))
    return Rating(skill.mu * _UNIT + _CENTRE, deviation, skill.sigma, games, at_ms)


def _duels(
    skills: Sequence[_Skill], places: Sequence[int], seat: int, weight: float
) -> list[_Duel]:
    own = places[seat]
    return [
        _Duel(skill, 0.5 if place == own else float(own < place), weight)
        for other, (skill, place) in enumerate(zip(skills, places, strict=True))
        if other != seat
    ]


def _updated(skill: _Skill, duels: Sequence[_Duel]) -> _Skill:
    """Steps 3 to 7."""
    certainty = surprise = 0.0
    for other, score, weight in duels:
        impact = 1 / math.sqrt(1 + 3 * other.phi**2 / math.pi**2)
        lead = impact * (skill.mu - other.mu)
        expected = 1 / (1 + math.exp(-lead))
        certainty += weight * impact**2 / (2 + 2 * math.cosh(lead))  # expected * (1 - expected)
        surprise += weight * impact * (score - expected)
    sigma = _volatility(skill, 1 / certainty, surprise / certainty)
    phi = 1 / math.sqrt(1 / skill.phi**2 + certainty)
    return _Skill(skill.mu + phi**2 * surprise, phi, sigma)


def _volatility(skill: _Skill, variance: float, improvement: float) -> float:
    """Step 5: the root of a falling function, by the Illinois algorithm."""
    start = math.log(skill.sigma**2)

    def excess(x: float) -> float:
        total = skill.phi**2 + variance + math.exp(x)
        pull = math.exp(x) * (improvement**2 - total) / (2 * total**2)
        return pull - (x - start) / _TAU**2

    far = improvement**2 - skill.phi**2 - variance
    low = math.log(far) if far > 0 else _below(start, excess)
    return math.exp(_root(start, low, excess) / 2)


def _below(start: float, excess: Callable[[float], float]) -> float:
    """A point on the other side of the root."""
    x = start - _TAU
    while excess(x) < 0:
        x -= _TAU
    return x


def _root(one: float, other: float, excess: Callable[[float], float]) -> float:
    at_one, at_other = excess(one), excess(other)
    while abs(other - one) > _CLOSE:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = excess(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return one
