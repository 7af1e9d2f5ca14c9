"""No byte of a hidden hand, nor of what the bag will give, goes to anybody by any way.

Public bug groups 29 (racks sent to both players, and to spectators, by a second channel, by an
event, by a refresher), 30 (the initial state, the history to take back, somebody else's view),
31 (hands sent to everyone; who is a spectator is said by the page) and 32 (an account's id where a
name should be).

``bench/leaks.py`` does the same with as many games as one likes.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.inside import Inside
from tests.server.leaking import watch_game
from tests.server.oracle import Truth
from tests.server.plans import Plan
from tests.server.site import Json, LiveServer, Talk, Visitor, quick
from tests.server.telling import Judge, watch_games
from wordsmith.bots.levels import make_bot
from wordsmith.rules.view import View
from wordsmith.server.guard.viewers import Seated, Viewer
from wordsmith.server.live import rooms
from wordsmith.server.messages.letters import format_action, format_tiles
from wordsmith.server.messages.shown import SharedView
from wordsmith.server.messages.shown import View as Shown
from wordsmith.server.projection import projection
from wordsmith.server.projection.viewing import Surroundings
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.words.lexicons import load_complete

DELAYED = quick(spectator_delay_s=0.3, messages=1_000_000)


# of every variant, by every way to check words, and whatever else chance draws in plans
@pytest.mark.parametrize("seeds", [(0, 1, 2, 3), (5, 7, 8, 11)])
def test_nobody_is_told_what_he_may_not_know(tmp_path: Path, seeds: tuple[int, ...]) -> None:
    async def played() -> tuple[list[str], int]:
        async with Inside(tmp_path / "games.sqlite3", DELAYED).opened() as site:
            return await watch_games(site, seeds)

    found, compared = asyncio.run(played())
    assert found == []
    assert compared > 300


def judged(database: Path, plan: Plan) -> list[str]:
    """One game of this kind, and what was told in it."""

    async def played() -> list[str]:
        async with Inside(database, DELAYED).opened() as site:
            judge = Judge(await watch_game(site, plan), plan.chance)
            return await asyncio.to_thread(judge.leaks)

    return asyncio.run(played())


def plan_of(**wanted: Any) -> Plan:
    """The first plan that chance draws with these features."""
    for seed in range(1000):
        plan = Plan.drawn(random.Random(seed))
        if all(getattr(plan, name) == value for name, value in wanted.items()):
            return plan
    raise AssertionError(wanted)


def test_a_tile_that_is_shown_to_everybody_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = projection.format_view

    def leaky(
        ledger: Ledger, viewer: Viewer, around: Surroundings, common: SharedView | None = None
    ) -> Shown:
        view = whole(ledger, viewer, around, common)
        view.fresh = format_tiles(ledger.variant.alphabet, ledger.game.state.racks[0])[:1]
        return view

    monkeypatch.setattr(projection, "format_view", leaky)
    monkeypatch.setattr("tests.server.telling.format_view", leaky)
    plan = plan_of(rated=False, tile_bag="never", watching=True, seats=2, commands=12)
    assert any("tells what is hidden" in what for what in judged(tmp_path / "g", plan))


def test_a_spectator_of_a_rated_game_who_sees_it_at_once_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "is_late", lambda _table, _viewer: False)
    plan = plan_of(rated=True, commands=12)
    assert any("too early" in what for what in judged(tmp_path / "g", plan))


def test_an_id_where_a_name_should_be_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = projection.format_view

    def leaky(
        ledger: Ledger, viewer: Viewer, around: Surroundings, common: SharedView | None = None
    ) -> Shown:
        view = whole(ledger, viewer, around, common)
        view.seats[0].name = ledger.places[0].person or ""
        return view

    monkeypatch.setattr(projection, "format_view", leaky)
    plan = plan_of(rated=False, seats=2, commands=6)
    assert any(" in {" in what for what in judged(tmp_path / "g", plan))


def truth_of(server: LiveServer, table: str) -> Truth:
    live = server.house.tables._loaded[table].result()
    assert live is not None
    commands = asyncio.run(server.house.store.read(table))
    return Truth(table, live.ledger.settings, commands, live.ledger.places)


def choice(server: LiveServer, table: str, level: str = "good") -> Json:
    """What a bot would do for the seat on turn, as a page would ask for it."""
    live = server.house.tables._loaded[table].result()
    assert live is not None
    ledger = live.ledger
    seat = ledger.game.state.on_turn
    lexicon = load_complete(ledger.variant)
    action = make_bot(level, lexicon, seed=seat).choose(View.of(ledger.game, seat))
    told: Json = msgspec.to_builtins(format_action(ledger.variant.alphabet, action))
    return told


def assert_untold(truth: Truth, frame: Json, viewer: Viewer, chance: random.Random) -> int:
    """A state is the same in games that differ in what is hidden; how many were compared."""
    hand = frame["view"]["viewer"]
    hidden = set(range(len(truth.began.order))) - {hand}
    others = truth.others(frame["version"], hidden, 8, chance)
    for other in others:
        view = projection.format_view(other, viewer, Surroundings(0))
        assert msgspec.to_builtins(view) | {"nudge": None} == frame["view"] | {"nudge": None}
    return len(others)


def test_a_player_against_bots_never_hears_of_their_hands(
    server: LiveServer, visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("wordsmith", "Anna", "easy", "good", tile_bag_turns="always")
    state = talk.join(table)
    mine = next(n for n, seat in enumerate(state["view"]["seats"]) if seat["mine"])
    while state["view"]["phase"] != "ended":
        if state["view"]["on_turn"] == mine:
            talk.act(state, mine, choice(server, table))
            talk.expect("ack")
        state = talk.expect("state")
    truth, chance = truth_of(server, table), random.Random(1)
    frames = [json.loads(text) for text in talk.heard]
    states = [frame for frame in frames if frame["type"] == "state"]
    assert [frame["version"] for frame in states] == list(
        range(states[0]["version"], state["version"] + 1)
    )
    viewer = Seated(frozenset({mine}), host=True)
    assert sum(assert_untold(truth, frame, viewer, chance) for frame in states[:-1:5]) > 30


def test_a_hand_that_was_shown_is_covered_when_the_turn_has_passed(
    visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("classic", "Anna", "Boris", seating="agreed")
    state = talk.join(table, seat=0)
    assert state["view"]["viewer"] == 0
    talk.act(state, 0, {"type": "pass"})
    state = talk.expect("state")
    assert (state["view"]["viewer"], state["view"]["rack"]) == (None, None)
    talk.act(state, 1, {"type": "pass"})
    state = talk.expect("state")
    assert state["view"]["on_turn"] == 0
    assert (state["view"]["viewer"], state["view"]["rack"]) == (None, None)


def test_what_a_covered_hand_holds_cannot_be_found_out_by_trying(
    visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("classic", "Anna", "Boris", seating="agreed")
    talk.join(table, seat=0)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
    answers = set()
    for letter in alphabet.replace("?", "e"):
        tried = talk.ask("try", table, 1, play={"laid": [[112, letter]], "swapped": []})
        del tried["id"]
        answers.add(json.dumps(tried))
    [answer] = answers
    assert [reason["code"] for reason in json.loads(answer)["reasons"]] == ["not_on_turn"]
    assert json.loads(answer)["words"] == []


def test_at_the_end_the_hands_that_are_left_are_shown_to_all(visitor: Visitor, talk: Talk) -> None:
    table = visitor.new_table("classic", "Anna", "Boris", seating="agreed")
    hands: dict[int, str] = {}
    state: Any = talk.join(table)
    for _ in range(6):
        seat = state["view"]["on_turn"]
        hands[seat] = talk.join(table, seat=seat)["view"]["rack"]
        talk.act(state, seat, {"type": "pass"})
        state = talk.expect("state")
    ended = state["view"]["ended"]
    assert ended["reason"] == "stall"
    assert {row["seat"]: row["tiles"] for row in ended["rows"]} == hands
    for row in ended["rows"]:
        assert row["total"] == row["before"] + row["reckoned"]
    assert (state["view"]["viewer"], state["view"]["rack"]) == (None, None)


def test_the_hand_of_a_seat_that_left_is_shown_to_nobody(visitor: Visitor, talk: Talk) -> None:
    table = visitor.new_table("classic", "Anna", "Boris", "Clara", seating="agreed")
    state = talk.join(table, seat=0)
    talk.act(state, 0, {"type": "resign"})
    state = talk.expect("state")
    talk.act(state, 1, {"type": "resign"})
    state = talk.expect("state")
    rows = state["view"]["ended"]["rows"]
    assert [bool(row["tiles"]) for row in rows] == [False, False, True]


def test_a_closed_tile_bag_shows_nothing_and_an_open_one_no_more_than_the_sum(
    visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("friends", "Anna", "easy", tile_bag_turns="1")
    state = talk.join(table)
    mine = next(n for n, seat in enumerate(state["view"]["seats"]) if seat["mine"])
    if state["view"]["on_turn"] != mine:
        state = talk.until(lambda got: got["type"] == "state" and got["view"]["on_turn"] == mine)
    assert (state["view"]["tile_bag"], state["view"]["unseen"]) == ("available", None)
    talk.act(state, mine, {"type": "open_bag"})
    state = talk.expect("state")
    view = state["view"]
    assert view["tile_bag"] == "open"
    assert list(view["unseen"]) == sorted(view["unseen"])
    assert len(view["unseen"]) == view["unseen_count"] == view["bag"] + 7
    talk.act(state, mine, {"type": "pass"})
    for _ in range(2):
        view = talk.expect("state")["view"]
        assert view["unseen"] is None
        assert view["tile_bag"] in ("spent", "shut")
