"""From what was seen to weights: each part is worth what its own parts do not explain.

With hands drawn at random, the mean lead of the hands that hold a part is what keeping it is
worth. Taking away the weights of all smaller parts leaves the part's own weight: the analysis of
variance of Hoeffding, which is the least-squares fit for tiles drawn at random. What few hands
have shown is shrunk, by how much the parts of that size differ from each other at all: empirical
Bayes, a ridge whose height is learnt.
Source: Hoeffding (1948); DerSimonian and Laird (1986) for the variance between parts.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import LARGEST_PART, LeaveWeights
from wordsmith.engine.leaves import zero_leaves
from wordsmith.training.observations import HANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.training.observations import Observations

_MP = 1_000


def fit(seen: Observations) -> LeaveWeights:
    """The weights that explain what was seen; without a word on their origin."""
    parts: dict[bytes, int] = {}
    noise = _noise(seen)
    ranks = zero_leaves(seen.symbols, LARGEST_PART)
    for size in range(1, LARGEST_PART + 1):
        found = {}
        for codes in combinations_with_replacement(range(seen.symbols), size):
            part = bytes(codes)
            count, lead = seen.counts[rank := ranks.rank(part)], seen.leads[rank]
            if count:
                mean = lead / (count * (HANDS - 1))
                found[part] = (count, mean - _explained(part, parts))
        parts |= _shrunk(found, noise)
    price = seen.star_gains // seen.stars if seen.stars else 0
    return LeaveWeights(parts, price)


def _noise(seen: Observations) -> float:
    """The variance of a hand's lead, in square millipoints."""
    return seen.squares * (_MP / (HANDS - 1)) ** 2 / seen.hands if seen.hands else 0.0


def _explained(part: bytes, parts: Mapping[bytes, int]) -> int:
    """What the weights of smaller parts say of a part."""
    return sum(
        parts.get(bytes(smaller), 0)
        for size in range(1, len(part))
        for smaller in combinations(part, size)
    )


def _shrunk(found: Mapping[bytes, tuple[int, float]], noise: float) -> dict[bytes, int]:
    """Whole millipoints: what is left to explain, as far as it is more than chance."""
    hands = sum([count for count, _ in found.values()])
    spread = sum([count * rest * rest for count, rest in found.values()]) - noise * len(found)
    if spread <= 0:
        return {}
    between = spread / hands  # the variance of what such parts are truly worth
    return {
        part: weight
        for part, (count, rest) in found.items()
        if (weight := round(rest * count / (count + noise / between)))
    }
