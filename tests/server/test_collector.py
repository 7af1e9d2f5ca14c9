"""The collector of garbage: tamed while a house is open, and as it was when it is closed."""

import asyncio
import gc
from pathlib import Path

import pytest

from tests.server.inside import Inside
from wordsmith.server import house as house_room
from wordsmith.server.house import _free_collector, _tame_collector


def test_what_is_there_when_a_house_opens_is_looked_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_room, "_tame_collector", _tame_collector)
    monkeypatch.setattr(house_room, "_free_collector", _free_collector)
    before = gc.get_threshold()

    async def opened() -> tuple[tuple[int, int, int], int]:
        async with Inside(tmp_path / "games.sqlite3").opened():
            return gc.get_threshold(), gc.get_freeze_count()

    try:
        threshold, frozen = asyncio.run(opened())
        after = gc.get_threshold(), gc.get_freeze_count()
    finally:
        gc.collect()
        gc.freeze()  # as for all tests
    assert threshold > before
    assert frozen > 10_000
    assert after == (before, 0)
