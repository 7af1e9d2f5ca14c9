import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.positions import ANY_WORD, house, position, read_play
from wordsmith.rules.judging import judge_play
from wordsmith.rules.scoring import score_play

GOLDEN = Path(__file__).parents[1] / "golden" / "scoring.toml"
CASES: list[dict[str, Any]] = tomllib.loads(GOLDEN.read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_turn_scores_what_was_worked_out_by_hand(case: dict[str, Any]) -> None:
    variant = house(case["variant"], **case.get("rules", {}))
    state = position(variant, [case["rack"], ""], case["board"])
    play = read_play(variant, state.board, case["play"])
    score = score_play(variant, state.board, play, len(state.racks[0]))
    made = Counter((word.word, word.points) for word in score.words)
    assert made == Counter((word["word"], word["points"]) for word in case["words"])
    assert score.bonus == case["bonus"]
    assert score.points == case["points"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_turn_of_the_golden_file_is_legal_where_its_words_count(case: dict[str, Any]) -> None:
    variant = house(case["variant"], **case.get("rules", {}))
    state = position(variant, [case["rack"], ""], case["board"])
    play = read_play(variant, state.board, case["play"])
    assert judge_play(variant, state, 0, play, ANY_WORD).reasons == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_golden_file_adds_up(case: dict[str, Any]) -> None:
    assert case["points"] == sum(word["points"] for word in case["words"]) + case["bonus"]


def test_no_two_cases_of_the_golden_file_bear_one_name() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
