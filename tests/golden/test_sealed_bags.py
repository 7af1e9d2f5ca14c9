"""Games from sealed bags in ``sealed_bags.json``; the page reads the same file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wordsmith.notation.records import parse_record
from wordsmith.rules.events import ChallengeUpheld, Drew, Exchanged
from wordsmith.rules.sealed_bag import check_seal

WRITTEN = json.loads((Path(__file__).parent / "sealed_bags.json").read_text("utf-8"))
CASES = WRITTEN["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['what']}")
def test_what_is_said_of_a_bag_is_what_the_file_says(case: dict[str, Any]) -> None:
    told = parse_record({**WRITTEN["games"][case["game"]], "seal": case["seal"]})
    assert told.seal is not None
    flaw = check_seal(told.game, told.seal)
    assert (flaw and str(flaw.code), flaw and flaw.event) == (case["flaw"], case["event"])
    if flaw and flaw.event:
        assert isinstance(told.game.events[flaw.event - 1], Drew)


def test_every_kind_of_seal_is_there_and_is_called_what_it_is() -> None:
    flaws = {case["what"]: case["flaw"] for case in CASES}
    assert flaws == {
        "as it was sealed": None,
        "within one draw there is no order": None,
        "another order under the same hash": "hash",
        "another salt under the same hash": "hash",
        "two tiles of two hands changed": "draw",
        "another salt: tiles come back elsewhere": "draw",
        "a tile too few": "tiles",
        "a star too many": "tiles",
    }


def test_tiles_come_back_in_every_way_there_is() -> None:
    games = [parse_record(record).game for record in WRITTEN["games"].values()]
    kinds = {type(event) for game in games for event in game.events}
    assert {Exchanged, ChallengeUpheld} <= kinds
