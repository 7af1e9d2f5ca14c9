"""Games under each rule for unknown words, worked out by hand in ``challenges.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.positions import codes, follow, house, only, play, position
from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import Challenge, Pass, Resign
from wordsmith.rules.audit import audit
from wordsmith.rules.events import ChallengeFailed, ChallengeUpheld, Event, Passed, Played
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import PARAMETERS

if TYPE_CHECKING:
    from wordsmith.rules.actions import Action
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant

WRITTEN = tomllib.loads((Path(__file__).parent / "challenges.toml").read_text("utf-8"))
WORDS = only(*WRITTEN["words"]["known"])
SIGNALS: dict[str, Action] = {"doubt": Challenge(), "pass": Pass(), "resign": Resign()}
NAMES: dict[type[Event], str] = {
    Played: "played",
    Passed: "passed",
    ChallengeFailed: "in vain",
    ChallengeUpheld: "goes back",
}


def acted(variant: Variant, state: State, seat: int, asked: str) -> tuple[tuple[Event, ...], str]:
    """The events of an act, and what the file calls what became of it."""
    action = SIGNALS.get(asked) or play(variant, state, asked)
    try:
        events, then = follow(variant, state, seat, action, WORDS)
    except IllegalAction as refusal:
        (code,) = codes(list(refusal.reasons))  # type: ignore[arg-type]
        return (), code
    return events, str(then.ended.reason) if then.ended else NAMES[type(events[0])]


@pytest.mark.parametrize("game", WRITTEN["game"], ids=lambda game: game["check"])
def test_a_game_goes_as_it_was_worked_out_by_hand(game: dict[str, Any]) -> None:
    variant = house("classic", check=game["check"], rack_size="5")
    start = position(variant, ["CATSE", "DOXQU"], bag="BE")
    told = Game.replay(variant, start, ())
    for seat, asked, outcome, *scores in game["acts"]:
        events, became = acted(variant, told.state, seat, asked)
        told = told.followed_by(events)
        assert (asked, became, list(told.state.scores)) == (asked, outcome, scores)
    assert told.state.ended is not None
    assert audit(told) is None


def test_every_rule_of_challenge_has_its_game() -> None:
    assert {game["check"] for game in WRITTEN["game"]} == {*PARAMETERS["check"].choices} - {"vote"}
