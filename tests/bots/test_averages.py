"""The averages that are told of the levels."""

from __future__ import annotations

from itertools import pairwise

from wordsmith.bots.averages import AVERAGES
from wordsmith.bots.levels import LEVELS
from wordsmith.rules.variant import load_variant, variant_ids


def test_averages_are_of_levels_and_variants_that_there_are_and_rise_with_the_level() -> None:
    assert set(AVERAGES) <= set(variant_ids())
    for variant_id, by_seats in AVERAGES.items():
        least, most = load_variant(variant_id).rules.seats
        assert all(least <= seats <= most for seats in by_seats)
        for averages in by_seats.values():
            assert list(averages) == [level for level in LEVELS if level in averages]
            assert all(lower < higher for lower, higher in pairwise(averages.values()))
