"""A view is the same after it has travelled, in every variant and at every moment of a game."""

from random import Random

import msgspec
import pytest

from tests.generators import SEATED, RandomGame, random_house_rules, table
from wordsmith.errors import WordsmithError
from wordsmith.rules.events import Played
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View
from wordsmith.server.bots.view_records import ViewRecord, format_view, parse_view


def travelled(view: View) -> View:
    sent = msgspec.json.encode(format_view(view))
    return parse_view(msgspec.json.decode(sent, type=ViewRecord))


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_a_view_comes_back_as_it_was_sent(variant_id: str, seats: int) -> None:
    random = Random(f"{variant_id} {seats}")
    rules = random_house_rules(random, variant_id)
    for number, game in enumerate(RandomGame(table(variant_id, seats, rules), seats, seed=3)):
        if number % 4 == 0 or game.state.ended or game.state.proposal:
            for seat in (*range(seats), None):
                view = View.of(game, seat)
                assert travelled(view) == view


def test_plays_and_votes_travel_as_well() -> None:
    """Such games are met; otherwise the walk above would prove little."""
    games = list(RandomGame(table("wordsmith", 3, {"check": "vote"}), 3, seed=5))
    for met in ("proposal", "votes", "unseen", "last_played", "ended", "hands_left"):
        views = [View.of(game, 0) for game in games]
        assert all(travelled(view) == view for view in views[-3:])
        assert any(getattr(view, met) for view in views), met
    assert any(isinstance(event, Played) for event in View.of(games[-1], 1).history)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", "chess"),
        ("rules", {"rack_size": "many"}),
        ("board", b"\x00"),
        ("history", [{"event": "drew_unseen", "seat": "x", "count": None}]),
        ("history", [{"event": "flew"}]),
        ("history", [{}]),
        ("last_played", {"event": "played"}),
    ],
)
def test_what_is_no_view_is_refused(field: str, value: object) -> None:
    record = format_view(View.of(RandomGame(load_variant("friends"), 2, seed=1).game, 0))
    with pytest.raises(WordsmithError):
        parse_view(msgspec.structs.replace(record, **{field: value}))
