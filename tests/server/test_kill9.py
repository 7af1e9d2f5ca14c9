"""The server killed in the middle of games: nothing acknowledged is lost, nothing doubled."""

import asyncio

import pytest

from bench import kill9


@pytest.mark.parametrize(
    ("cycles", "players"), [(2, 10), pytest.param(5, 20, marks=pytest.mark.slow)]
)
def test_no_acknowledged_action_is_lost_or_doubled(cycles: int, players: int) -> None:
    report = asyncio.run(kill9.run(cycles, players=players, seconds=0.5))
    assert report.faults == []
    assert report.acknowledged > 20 * cycles
    assert len(report.first_moves_s) == cycles
