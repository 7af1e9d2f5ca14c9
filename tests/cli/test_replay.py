"""``replay``: what comes of a scenario."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, Outcome

Replay = Callable[..., dict[str, Any]]

WORDS = ("CAT", "CATS", "SIN", "DO", "DOG", "AT", "TA", "TAD", "SO", "ON", "NO", "КОТ", "ОМ")
EMPTY = "/".join(["15"] * 15)
CAT = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"
GOLDEN = Path(__file__).parents[1] / "golden" / "gcg"


def scenario(**changes: Any) -> dict[str, Any]:
    """Two at a table of ``friends``."""
    start = {"racks": ["CATERSN", "DOGINEU"], "bag": "AAEE"} | changes.pop("start", {})
    return {
        "variant": "friends",
        "overrides": {},
        "seats": len(start["racks"]),
        "words": "words.txt",
        "start": start,
        "actions": [],
    } | changes


def passes(*seats: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "pass": True} for seat in seats]


@pytest.fixture
def replayed(command: Command, tmp_path: Path) -> Callable[[dict[str, Any]], Outcome]:
    (tmp_path / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")

    def run_replay(value: dict[str, Any]) -> Outcome:
        path = tmp_path / "scenario.json"
        listed = [word for word in WORDS if word.isascii() == (value["variant"] == "friends")]
        (tmp_path / "words.txt").write_text("\n".join(listed), encoding="utf-8")
        path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
        return command("replay", str(path), "--json")

    return run_replay


@pytest.fixture
def replay(replayed: Callable[[dict[str, Any]], Outcome]) -> Replay:
    def answer(**changes: Any) -> dict[str, Any]:
        return replayed(scenario(**changes)).answer

    return answer


def codes(step: dict[str, Any]) -> list[str]:
    assert step["ok"] is False
    return [reason["code"] for reason in step["reasons"]]


def test_the_example_of_the_contract(replay: Replay) -> None:
    found = replay(
        overrides={"target_score": "50"},
        start={"board": EMPTY, "scores": [0, 0], "on_turn": 0, "scoreless": 0},
        actions=[
            {"seat": 0, "play": "8H CAT", "draw": "AAE"},
            {"seat": 1, "exchange": "DO", "draw": "E"},
        ],
    )
    assert found == {
        "scores": [6, 0],
        "ended": False,
        "reason": None,
        "winners": [],
        "on_turn": 1,
        "scoreless": 0,
        "bag": 1,
        "racks": ["AAEENRS", "DEGINOU"],
        "board": CAT,
        "steps": [
            {"ok": True, "score": 6},
            {"ok": False, "reasons": [{"code": "exchange_too_many"}]},
        ],
    }


def test_the_tile_bag_is_the_bag_and_the_other_hands_sorted(replay: Replay) -> None:
    found = replay(actions=[{"seat": 0, "open_bag": True}])
    assert found["steps"] == [{"ok": True, "tiles": "AADEEEGINOU"}]
    wild = replay(start={"bag": "?A?"}, actions=[{"seat": 0, "open_bag": True}])
    assert wild["steps"][0]["tiles"] == "ADEGINOU??"


def test_the_tile_bag_opens_in_one_turn_only_and_then_never(replay: Replay) -> None:
    opened = {"seat": 0, "open_bag": True}
    found = replay(actions=[opened, opened, *passes(0, 1), opened])
    assert [step["ok"] for step in found["steps"]] == [True, True, True, True, False]
    assert codes(found["steps"][4]) == ["bag_closed"]


@pytest.mark.parametrize(
    ("rule", "seat", "codes_told"),
    [("always", 1, None), ("never", 0, ["bag_closed"]), ("1", 1, ["not_on_turn"])],
)
def test_when_the_tile_bag_may_be_opened_is_a_rule(
    replay: Replay, rule: str, seat: int, codes_told: list[str] | None
) -> None:
    found = replay(overrides={"tile_bag_turns": rule}, actions=[{"seat": seat, "open_bag": True}])
    step = found["steps"][0]
    assert step["ok"] if codes_told is None else codes(step) == codes_told


def test_an_exchange_draws_first_and_then_puts_back(replay: Replay) -> None:
    found = replay(actions=[{"seat": 0, "exchange": "CAT", "draw": "AEE"}])
    assert found["racks"][0] == "AEEENRS"
    assert found["bag"] == 4
    assert (found["on_turn"], found["scoreless"]) == (1, 1)
    assert found["steps"] == [{"ok": True, "score": 0}]


@pytest.mark.parametrize(
    ("overrides", "asked", "told"),
    [
        ({}, "XX", ["not_in_rack"]),
        ({}, "CATER", ["exchange_too_many"]),
        ({"exchange_minimum": "7"}, "C", ["bag_too_small"]),
        ({"exchange_minimum": "7"}, "CATER", ["bag_too_small", "exchange_too_many"]),
        ({}, "", ["no_tiles"]),
        ({}, "Ж", ["bad_notation"]),
    ],
)
def test_exchanges_that_are_refused(
    replay: Replay, overrides: dict[str, str], asked: str, told: list[str]
) -> None:
    found = replay(overrides=overrides, actions=[{"seat": 0, "exchange": asked}])
    assert codes(found["steps"][0]) == told
    assert (found["on_turn"], found["scoreless"]) == (0, 0)


def test_an_exchange_of_none_is_a_pass_where_the_rules_say_so(replay: Replay) -> None:
    found = replay(
        variant="wordsmith",
        start={"racks": ["КОТ", "ОМ"], "bag": "АА"},
        actions=[{"seat": 0, "exchange": ""}],
    )
    assert found["steps"] == [{"ok": True, "score": 0}]
    assert found["on_turn"] == 1


def test_only_the_seat_on_turn_may_move(replay: Replay) -> None:
    found = replay(
        actions=[
            {"seat": 1, "play": "8H DO"},
            {"seat": 1, "exchange": "D"},
            {"seat": 1, "pass": True},
            {"seat": 1, "play": "unreadable"},
        ]
    )
    assert [codes(step) for step in found["steps"]] == [["not_on_turn"]] * 4


def test_a_refused_action_changes_nothing_and_its_draw_is_not_drawn(replay: Replay) -> None:
    found = replay(
        actions=[
            {"seat": 0, "play": "8H TAC", "draw": "EEE"},
            {"seat": 0, "play": "8H CAT", "draw": "AAE"},
        ]
    )
    assert found["steps"][0]["reasons"] == [
        {"code": "not_a_word", "word": "TAC", "at": "8H", "across": True}
    ]
    assert found["steps"][1] == {"ok": True, "score": 6}


def test_going_out_ends_at_once_and_awards_what_is_left(replay: Replay) -> None:
    found = replay(
        start={"racks": ["S", "DOG"], "bag": "", "board": CAT, "scores": [10, 20]},
        actions=[{"seat": 0, "play": "8H ...S"}, {"seat": 1, "play": "H8 .AT"}],
    )
    # CATS 4+1+1+1 = 7; D2 O1 G3 = 6
    assert found["scores"] == [10 + 7 + 6, 20 - 6]
    assert (found["ended"], found["reason"], found["winners"]) == (True, "out", [0])
    assert codes(found["steps"][1]) == ["game_over"]


@pytest.mark.parametrize(
    ("rule", "scores"), [("none", [17, 20]), ("deduct", [17, 14]), ("award", [23, 14])]
)
def test_what_is_left_in_hand_is_reckoned_by_the_rule(
    replay: Replay, rule: str, scores: list[int]
) -> None:
    found = replay(
        overrides={"reckoning_out": rule},
        start={"racks": ["S", "DOG"], "bag": "", "board": CAT, "scores": [10, 20]},
        actions=[{"seat": 0, "play": "8H ...S"}],
    )
    assert found["scores"] == scores


def test_three_turns_without_points_end_the_game_once_somebody_has_scored(replay: Replay) -> None:
    found = replay(start={"scores": [0, 5]}, actions=passes(0, 1, 0))
    assert (found["reason"], found["winners"]) == ("stall", [1])
    # C4 A1 T1 E1 R1 S1 N2 = 11 and D2 O1 G3 I1 N2 E1 U2 = 12
    assert found["scores"] == [-11, 5 - 12]


def test_at_nil_all_twelve_turns_end_the_game_as_a_draw_without_a_reckoning(
    replay: Replay,
) -> None:
    assert not replay(actions=passes(*[0, 1] * 5, 0))["ended"]
    found = replay(actions=passes(*[0, 1] * 6))
    assert (found["reason"], found["winners"], found["scores"]) == ("stall", [0, 1], [0, 0])


def test_scoreless_turns_before_the_position_count(replay: Replay) -> None:
    found = replay(start={"scores": [3, 1], "scoreless": 2}, actions=passes(0))
    assert found["reason"] == "stall"


def test_exchanges_are_turns_without_points_and_a_score_starts_the_count_anew(
    replay: Replay,
) -> None:
    found = replay(
        start={"scores": [1, 1], "board": CAT, "scoreless": 1},
        actions=[
            {"seat": 0, "exchange": "C", "draw": "A"},
            {"seat": 1, "play": "I8 .", "draw": ""},
            {"seat": 1, "play": "J7 S.", "draw": ""},
            {"seat": 1, "play": "J8 .O", "draw": "E"},
        ],
    )
    assert [step["ok"] for step in found["steps"]] == [True, False, False, False]
    assert found["scoreless"] == 2


def test_a_table_of_seats_counts_two_turns_for_each_seat_still_playing(replay: Replay) -> None:
    at_three = {"racks": ["КОТ", "ОМ", "ТОК"], "bag": "АА", "scores": [5, 0, 0]}
    assert not replay(variant="wordsmith", start=at_three, actions=passes(0, 1, 2, 0, 1))["ended"]
    found = replay(variant="wordsmith", start=at_three, actions=passes(0, 1, 2, 0, 1, 2))
    assert (found["reason"], found["scores"]) == ("stall", [5, 0, 0])
    gone = [{"seat": 2, "resign": True}, *passes(0, 1, 0)]
    assert not replay(variant="wordsmith", start=at_three, actions=gone)["ended"]
    assert replay(variant="wordsmith", start=at_three, actions=[*gone, *passes(1)])["ended"]


def test_resigning_of_two_ends_the_game_and_loses_whatever_the_score(replay: Replay) -> None:
    found = replay(start={"scores": [50, 0]}, actions=[{"seat": 0, "resign": True}])
    assert (found["reason"], found["winners"], found["scores"]) == ("resigned", [1], [50, 0])


def test_with_four_the_game_goes_on_without_the_one_who_resigned(replay: Replay) -> None:
    found = replay(
        start={"racks": ["CAT", "DOG", "SIN", "SO"], "bag": "", "on_turn": 1},
        actions=[
            {"seat": 2, "resign": True},
            {"seat": 2, "resign": True},
            {"seat": 2, "pass": True},
            *passes(1, 3, 0),
            {"seat": 1, "resign": True},
            {"seat": 3, "resign": True},
        ],
    )
    assert [step["ok"] for step in found["steps"]] == [True, False, False, *[True] * 5]
    assert codes(found["steps"][1]) == codes(found["steps"][2]) == ["resigned"]
    assert (found["reason"], found["winners"]) == ("resigned", [0])
    assert found["racks"] == ["ACT", "", "", ""]


def test_all_who_still_play_must_agree(replay: Replay) -> None:
    agree = [{"seat": seat, "agree": True} for seat in (1, 0)]
    start = {"racks": ["CAT", "DOG", "SIN"], "bag": "", "scores": [1, 7, 7]}
    assert not replay(start=start, actions=agree)["ended"]
    found = replay(start=start, actions=[*agree, {"seat": 2, "agree": True}])
    assert (found["reason"], found["winners"], found["scores"]) == ("agreed", [1, 2], [1, 7, 7])
    found = replay(start=start, actions=[*agree, {"seat": 2, "resign": True}])
    assert (found["reason"], found["winners"]) == ("agreed", [1])


def test_a_target_ends_the_game_at_the_end_of_a_round(replay: Replay) -> None:
    start = {"racks": ["CATXXXX", "SINXXXX"], "bag": "AAAAAAAAA", "scores": [45, 46]}
    first = {"seat": 0, "play": "8H CAT", "draw": "AAA"}
    found = replay(overrides={"target_score": "50"}, start=start, actions=[first])
    assert (found["scores"], found["ended"]) == ([51, 46], False)
    second = {"seat": 1, "play": "8K SIN", "draw": "AAA"}
    assert codes(replay(start=start, actions=[first, second])["steps"][1]) == ["not_a_word"]
    second = {"seat": 1, "play": "K8 SIN", "draw": "AAA"}
    found = replay(overrides={"target_score": "50"}, start=start, actions=[first, second])
    # CATS 7; S1 I1 N2 with the letter x2 at K11: none is covered on K9, K10
    assert (found["ended"], found["reason"]) == (True, "target")
    assert found["winners"] == [1]


def test_words_made_before_may_not_be_repeated_by_a_house_rule(replay: Replay) -> None:
    actions = [
        {"seat": 0, "play": "8H CAT", "draw": "AAE"},
        {"seat": 1, "pass": True},
        {"seat": 0, "play": "J8 .A", "draw": "E"},
        {"seat": 1, "pass": True},
        {"seat": 0, "play": "9I TA", "draw": ""},
    ]
    start = {"racks": ["CATATSN", "DOGINEU"], "bag": "AAEE"}
    found = replay(overrides={"repeat_words": "no"}, start=start, actions=actions)
    assert found["steps"][2] == {"ok": True, "score": 2}
    assert not found["steps"][4]["ok"]
    assert "repeated_word" in codes(found["steps"][4])


def test_a_star_taken_in_a_replay_changes_hand_and_board(replay: Replay) -> None:
    found = replay(
        variant="wordsmith",
        start={
            "racks": ["ОМ", "КОТ"],
            "bag": "А",
            "board": "16/16/16/16/16/16/16/6КоТ7/16/16/16/16/16/16/16/16",
        },
        actions=[{"seat": 0, "play": "*H8;H8 О;.м", "draw": "А"}],
    )
    assert found["steps"] == [{"ok": True, "score": 3}]
    assert found["board"].split("/")[7:9] == ["6КОТ7", "7м8"]
    assert found["racks"][0] == "АМ"


def test_seats_of_two_to_four_are_accepted_in_every_variant(replay: Replay) -> None:
    for count in (2, 3, 4):
        racks = ["CAT", "DOG", "SIN", "SO"][:count]
        assert replay(start={"racks": racks}, actions=passes(0))["on_turn"] == 1


def test_the_word_list_lies_beside_the_file_or_is_shipped(replay: Replay) -> None:
    found = replay(words="en", actions=[{"seat": 0, "play": "8H ARC", "draw": "AAE"}])
    assert found["steps"][0]["ok"]
    assert replay(actions=[{"seat": 0, "play": "8H CAT", "draw": "AAE"}])["steps"][0]["ok"]


def test_the_start_may_be_in_anybodys_turn(replay: Replay) -> None:
    found = replay(start={"on_turn": 1}, actions=[{"seat": 1, "play": "8H DO", "draw": "AA"}])
    assert (found["scores"], found["on_turn"]) == ([0, 3], 0)


def test_challenges_and_votes_may_be_replayed_too(replay: Replay) -> None:
    found = replay(
        overrides={"check": "challenge_double"},
        actions=[{"seat": 0, "play": "8H TAC", "draw": "AAE"}, {"seat": 1, "challenge": True}],
    )
    assert [step["ok"] for step in found["steps"]] == [True, True]
    assert (found["scores"], found["bag"], found["scoreless"]) == ([0, 0], 4, 1)
    found = replay(
        overrides={"check": "vote"},
        actions=[{"seat": 0, "play": "8H TAC", "draw": ""}, {"seat": 1, "vote": False}],
    )
    assert found["on_turn"] == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variant": "chess"}, "unknown variant 'chess'"),
        ({"overrides": {"rack_size": "99"}}, "rule rack_size: '99' is not one of: 1-16"),
        ({"overrides": {"colour": "red"}}, "unknown rule 'colour'"),
        ({"overrides": []}, "overrides: [] is no object"),
        ({"seats": 5}, "seats: 5 is not between 2 and 4"),
        ({"seats": 3}, "start, racks: 2 racks for 3 seats"),
        ({"words": "nowhere.txt"}, "words nowhere.txt: there is no such file"),
        ({"start": {"racks": ["CAT", "ЖЖЖ"]}}, "start, racks[1]: 'ЖЖЖ': 'Ж' is no tile"),
        ({"start": {"racks": ["CAT", 3]}}, "start, racks[1]: 3 is no text"),
        ({"start": {"bag": None}}, "start, bag: None is no text"),
        ({"start": {"board": "15/15"}}, "CGP board: 2 rows"),
        ({"start": {"scores": [1]}}, "start, scores: 1 scores for 2 seats"),
        ({"start": {"scores": [1, "x"]}}, "start, scores[1]: 'x' is no whole number"),
        ({"start": {"on_turn": 2}}, "start, on_turn: 2 is not between 0 and 1"),
        ({"start": {"scoreless": -1}}, "start, scoreless: -1"),
        ({"actions": {}}, "actions: {} is no list"),
        ({"actions": ["pass"]}, "action 1: 'pass' is no object"),
        ({"actions": [{"pass": True}]}, "action 1: 'seat' is missing"),
        ({"actions": [{"seat": 2, "pass": True}]}, "action 1, seat: 2 is not between 0 and 1"),
        ({"actions": [{"seat": 0}]}, "action 1: it asks for -, not"),
        ({"actions": [{"seat": 0, "pass": True, "agree": True}]}, "asks for pass, agree, not"),
        ({"actions": [{"seat": 0, "pass": False}]}, "action 1, pass: false asks for nothing"),
        ({"actions": [{"seat": 0, "pass": 1}]}, "action 1, pass: 1 is neither true nor false"),
        ({"actions": [{"seat": 0, "play": 8}]}, "action 1, play: 8 is no text"),
        ({"actions": [{"seat": 0, "exchange": "C"}]}, "action 1: draw holds 0 tiles, and 1 are"),
        (
            {"actions": [{"seat": 0, "play": "8H CAT", "draw": "AA"}]},
            "action 1: draw holds 2 tiles, and 3 are due",
        ),
        (
            {"actions": [*passes(0), {"seat": 1, "exchange": "D", "draw": "Z"}]},
            "action 2: draw holds tiles that the bag does not",
        ),
        ({"actions": [{"seat": 0, "pass": True, "draw": "A"}]}, "action 1: draw holds 1 tiles"),
        ({"actions": [{"seat": 0, "pass": True, "draw": "Ж"}]}, "action 1, draw: 'Ж': 'Ж' is no"),
    ],
)
def test_what_cannot_be_used_is_said_on_one_line_with_its_place(
    replayed: Callable[[dict[str, Any]], Outcome], changes: dict[str, Any], said: str
) -> None:
    outcome = replayed(scenario(**changes))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert said in outcome.err


@pytest.mark.parametrize("missing", ["variant", "start", "actions"])
def test_what_is_missing_is_named(command: Command, tmp_path: Path, missing: str) -> None:
    value = scenario(words="en")
    del value[missing]
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(value))
    outcome = command("replay", str(path), "--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert f"JSON: '{missing}' is missing" in outcome.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: this is no JSON"),
        ('{"variant": }', "line 1, column 13: this is no JSON"),
        ("[]", "JSON: [] is no object"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_scenario_is_refused(
    command: Command, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(text)
    outcome = command("replay", str(path), "--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err


def test_a_person_is_told_in_words(command: Command, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("CAT")
    path = tmp_path / "scenario.json"
    actions = [{"seat": 0, "play": "8H TAC"}, {"seat": 0, "resign": True}]
    path.write_text(json.dumps(scenario(actions=actions)))
    lines = command("replay", str(path)).out.splitlines()
    assert lines == [
        "  1 - TAC: no such word",
        "  2 +",
        "Scores: 0 : 0",
        "The others have resigned.",
    ]


def test_a_game_in_gcg_can_be_replayed(command: Command) -> None:
    outcome = command("replay", str(GOLDEN / "ex2_endgame.gcg"), "--json")
    assert outcome.answer["scores"] == [23, -2]
    assert outcome.answer["reason"] == "out"
    assert "8 points, and classic counts 16" in outcome.err
    assert command("replay", str(GOLDEN / "none.gcg")).status == 2
