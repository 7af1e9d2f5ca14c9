"""The server killed in the middle of games: nothing acknowledged is lost, nothing doubled."""

import asyncio

import pytest

from bench import kill9

CYCLES, PLAYERS = 3, 20


@pytest.mark.slow
def test_no_acknowledged_action_is_lost_or_doubled() -> None:
    report = asyncio.run(kill9.run(CYCLES, players=PLAYERS, seconds=0.5))
    assert report.faults == []
    assert report.acknowledged > 20 * CYCLES
    assert len(report.first_moves_s) == CYCLES
