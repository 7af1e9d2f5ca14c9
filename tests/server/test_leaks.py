"""No byte of a hidden hand, nor of what the bag will give, goes to any page."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

from tests.server.site import Json, LiveServer, Talk, Visitor
from tests.server.oracle import Truth
from wordsmith.bots.levels import make_bot
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.projection.projection import Viewer, project_state
from wordsmith.server.words.lexicons import load_complete


def truth_of(server: LiveServer, table: str) -> Truth:
    live = server.house.tables._loaded[table].result()
    assert live is not None
    commands = asyncio.run(server.house.store.read(table))
    return Truth(table, live.ledger.settings, commands)


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


def downloads(visitor: Visitor, table: str) -> tuple[bytes, bytes]:
    path = f"/api/tables/{table}/game"
    return visitor.http.get(path + ".json").content, visitor.http.get(path + ".gcg").content


def assert_untold(truth: Truth, frame: Json, viewer: Viewer) -> int:
    """A state is the same in every game that differs in what is hidden; how many were compared."""
    version = frame["version"]
    ledger = truth.at(version)
    hand = viewer.hand(ledger.game.state)
    assert frame["view"]["viewer"] == hand
    assert (frame["view"]["rack"] is None) == (hand is None)
    hidden = [seat for seat in range(len(truth.settings.seats)) if seat != hand]
    lexicon = load_complete(truth.variant)
    compared = 0
    for other in truth.others(version, hidden):
        told = json.loads(project_state(other, viewer, 0, lexicon))
        assert told["view"] == frame["view"]
        assert told["turns"][frame["from"] :] == frame["turns"]
        compared += 1
    return compared


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        ("wordsmith", {}),
        ("friends", {"tile_bag_turns": "always"}),
        ("classic-ru", {"check": "challenge_double", "tile_bag_turns": "never"}),
    ],
)
def test_a_player_against_bots_never_hears_of_their_hands(
    server: LiveServer, visitor: Visitor, talk: Talk, variant: str, rules: dict[str, str]
) -> None:
    bots = ("easy",) if variant == "friends" else ("easy", "good")
    table = visitor.new_table(variant, "Anna", *bots, **rules)
    state = talk.join(table)
    mine = next(n for n, seat in enumerate(state["view"]["seats"]) if seat["mine"])
    files: dict[int, tuple[bytes, bytes]] = {}
    while state["view"]["phase"] != "ended":
        if state["view"]["on_turn"] == mine:
            version = state["version"]
            files[version] = downloads(visitor, table)
            talk.act(state, mine, choice(server, table))
            assert talk.expect("ack")["version"] == version + 1
        state = talk.expect("state")
    truth, viewer = truth_of(server, table), Viewer(frozenset({mine}))
    frames = [json.loads(text) for text in talk.heard]
    states = [frame for frame in frames if frame["type"] == "state"]
    assert [frame["version"] for frame in states] == list(
        range(states[0]["version"], state["version"] + 1)
    )
    compared = sum(assert_untold(truth, frame, viewer) for frame in states[:-1:5])
    compared += assert_untold(truth, states[-2], viewer)
    assert compared > 50
    for version, (record, gcg) in list(files.items())[::3]:
        for other in truth.others(version, set(range(len(truth.settings.seats))) - {mine}):
            assert export_json(other, viewer) == record
            assert export_gcg(other, viewer) == gcg
    lexicon = load_complete(truth.variant)
    assert (
        json.loads(project_state(truth.at(state["version"]), viewer, 0, lexicon))["view"]
        == (state["view"])
    )


def test_on_one_sofa_a_hand_is_shown_to_whoever_is_on_turn_and_asks(
    server: LiveServer, visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("erudit", "Анна", "Борис", "Вера")
    viewer = Viewer(frozenset({0, 1, 2}))
    state = talk.join(table)
    heard: list[tuple[Json, Viewer]] = [(state, viewer)]
    files: dict[int, tuple[bytes, bytes]] = {}
    for _ in range(18):
        seat = state["view"]["on_turn"]
        for wrong in {0, 1, 2} - {seat}:
            covered = talk.join(table, seat=wrong)
            assert covered["view"]["rack"] is None
            heard.append((covered, Viewer(viewer.mine, wrong)))
        files[state["version"]] = downloads(visitor, table)
        shown = talk.join(table, seat=seat)
        assert len(shown["view"]["rack"]) == shown["view"]["seats"][seat]["hand"]
        heard.append((shown, Viewer(viewer.mine, seat)))
        talk.act(state, seat, choice(server, table))
        state = talk.expect("state")
        assert state["view"]["rack"] is None
        heard.append((state, viewer))
    truth = truth_of(server, table)
    assert sum(assert_untold(truth, frame, who) for frame, who in heard[::7]) > 100
    for version, (record, gcg) in list(files.items())[::6]:
        for other in truth.others(version, {0, 1, 2}):
            assert export_json(other, viewer) == record
            assert export_gcg(other, viewer) == gcg


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
