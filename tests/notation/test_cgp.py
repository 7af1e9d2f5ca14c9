"""Positions on one line."""

from pathlib import Path

import pytest

from tests.generators import SEATED, random_game, table
from wordsmith.errors import ParseError
from wordsmith.notation.cgp import (
    format_board,
    format_cgp,
    operation_warnings,
    parse_board,
    parse_cgp,
    position_of,
    state_of,
)
from wordsmith.rules.alphabet import ALPHABETS
from wordsmith.rules.variant import load_variant, with_house_rules

EXAMPLES = (
    (Path(__file__).parents[1] / "golden" / "cgp" / "examples.cgp").read_text("utf-8").splitlines()
)
EMPTY = "/".join(["15"] * 15)
FRIENDS = load_variant("friends")


@pytest.mark.parametrize(
    ("line", "variant_id"), list(zip(EXAMPLES, ("friends", "wordsmith", "wordsmith"), strict=True))
)
def test_the_examples_read_and_write_back_as_they_are(line: str, variant_id: str) -> None:
    variant = load_variant(variant_id)
    assert format_cgp(parse_cgp(line, variant), variant) == line


def test_an_example_says_what_it_says() -> None:
    position = parse_cgp(EXAMPLES[2], load_variant("wordsmith"))
    assert position.scores == (5, 15, 11)
    assert position.scoreless == 1
    assert [len(rack) for rack in position.racks] == [5, 3, 5]
    assert position.operations[-1] == ("lm", "-ФЯ")
    assert position.board.is_wild(12 * 16 - 16 + 9)


def test_racks_may_be_partial_or_empty_and_a_wild_tile_has_two_signs() -> None:
    position = parse_cgp(f"{EMPTY} A?*/ 0/0 0", FRIENDS)
    assert list(position.racks[0]) == [0, 0, 1]
    assert not position.racks[1]
    assert format_cgp(position, FRIENDS) == f"{EMPTY} A??/ 0/0 0"


def test_scores_may_be_negative() -> None:
    assert parse_cgp(f"{EMPTY} A/B -3/+4 0", FRIENDS).scores == (-3, 4)


def test_the_last_semicolon_may_be_missing_and_operations_are_kept() -> None:
    position = parse_cgp(f"{EMPTY} A/B 0/0 0 lex CSW24; xyz ; tmr 1/2", FRIENDS)
    assert position.operations == (("lex", "CSW24"), ("xyz", ""), ("tmr", "1/2"))


def test_yo_folds_on_a_board_and_in_a_rack() -> None:
    variant = load_variant("erudit")
    folded = parse_cgp(f"{EMPTY.replace('15', 'Ё14', 1)} Ё/ 0/0 0", variant)
    assert folded == parse_cgp(f"{EMPTY.replace('15', 'Е14', 1)} Е/ 0/0 0", variant)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "0 fields, and there must be at least 4"),
        (f"{EMPTY} A/B 0/0", "3 fields"),
        ("15/15 A/B 0/0 0", "2 rows, and friends15 has 15"),
        (f"{EMPTY}/15 A/B 0/0 0", "16 rows"),
        (f"{EMPTY[:-2]}14 A/B 0/0 0", "row 15: 14 squares, and there must be 15"),
        (f"A{EMPTY} A/B 0/0 0", "row 1: 16 squares"),
        (f"16{EMPTY[2:]} A/B 0/0 0", "row 1: a run of 16"),
        (f"999999999999{EMPTY[2:]} A/B 0/0 0", "row 1: a run of 999999999999"),
        (f"0A14{EMPTY[2:]} A/B 0/0 0", "row 1: a run of 0"),
        (f"Ж14{EMPTY[2:]} A/B 0/0 0", "row 1: 'Ж' is no letter of the alphabet en"),
        (f"[CH]14{EMPTY[2:]} A/B 0/0 0", r"row 1: \[CH\]: en has no tiles of several letters"),
        (f"?14{EMPTY[2:]} A/B 0/0 0", "row 1: '\\?' is no letter"),
        (f"{EMPTY} A1/B 0/0 0", "hand 1: 'A1': '1' is no tile"),
        (f"{EMPTY} A/b 0/0 0", "hand 2: 'b': 'b' is no tile"),
        (f"{EMPTY} A 0 0", "racks: 1, and there are 2 to 4"),
        (f"{EMPTY} A/B/C/D/E 0/0/0/0/0 0", "racks: 5"),
        (f"{EMPTY} A/B 0 0", "scores: 1, and there are 2 racks"),
        (f"{EMPTY} A/B 0/x 0", "scores: 'x' is no whole number"),
        (f"{EMPTY} A/B 0/0 -1", "zeros: -1"),
        (f"{EMPTY} A/B 0/0 two", "zeros: 'two' is no whole number"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(line: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        parse_cgp(line, FRIENDS)


def test_operations_that_differ_are_warned_of_and_never_used() -> None:
    position = parse_cgp(f"{EMPTY} A/B 0/0 0 bb 50; mcnz 3; var classic; gid 7;", FRIENDS)
    warnings = operation_warnings(position, FRIENDS)
    assert len(warnings) == 2
    assert "bb: '50' is not used; it is '35' by friends" in warnings[0]
    assert "var" in warnings[1]


def test_operations_are_compared_with_the_house_rules() -> None:
    changed = with_house_rules(FRIENDS, {"full_rack_bonus": "50"})
    assert operation_warnings(parse_cgp(f"{EMPTY} A/B 0/0 0 bb 50;", changed), changed) == []


def test_a_position_becomes_a_state_with_the_words_that_stand_on_its_board() -> None:
    variant = load_variant("friends")
    board = "15/15/15/15/15/15/15/7CAT5/9O5/9P5/15/15/15/15/15"
    state = state_of(parse_cgp(f"{board} ABC/D 3/4 1", variant), variant)
    assert state.words_made == {"CAT", "TOP"}
    assert (state.scores, state.scoreless, state.on_turn, len(state.bag)) == ((3, 4), 1, 0, 0)


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_the_end_of_a_random_game_reads_back(variant_id: str, seats: int) -> None:
    game = random_game(table(variant_id, seats), seats, seed=3)
    position = position_of(game.state)
    assert parse_cgp(format_cgp(position, game.variant), game.variant) == position
    turned = position_of(game.state).scores
    assert sorted(turned) == sorted(game.state.scores)
    assert turned[0] == game.state.scores[game.state.on_turn]


def test_a_board_reads_back_row_by_row() -> None:
    text = "15/15/15/15/15/15/15/7CaT5/15/15/15/A13B/15/15/14z"
    assert format_board(parse_board(text, FRIENDS), ALPHABETS["en"]) == text
