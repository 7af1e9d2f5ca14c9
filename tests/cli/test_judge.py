"""``judge``: every code of its contract, and the shapes of its answers."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Command

Words = Callable[..., str]

CAT = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"
WILD_CAT = CAT.replace("CAT", "CaT")
EMPTY = "/".join(["15"] * 15)
EMPTY_16 = "/".join(["16"] * 16)
STAR = "16/16/16/16/16/16/16/6ТоК7/16/16/16/16/16/16/16/16"
ENGLISH = ("CAT", "CATS", "SIN", "DO", "AT", "OX", "COD", "TAB", "AX", "SAX")
RUSSIAN = ("ТОК", "СТОК", "ОМ", "КОТ", "СОМ", "ОТ")


def judged(
    command: Command, words: Words, cgp: str, play: str, variant: str, *settings: str
) -> dict[str, Any]:
    listed = words(*(RUSSIAN if variant == "wordsmith" else ENGLISH))
    chosen = [argument for setting in settings for argument in ("--set", setting)]
    given = ("judge", cgp, play, "--variant", variant, "--words", listed, *chosen, "--json")
    return command(*given).answer


def test_the_legal_example_of_the_contract(command: Command, words: Words) -> None:
    answer = judged(command, words, f"{CAT} SIN/ 0/0 0", "K8 SIN", "classic")
    assert answer == {
        "legal": True,
        "score": 9,  # C3 A1 T1 S1 + S1 I1 N1
        "bonus": 0,
        "words": [
            {"word": "CATS", "points": 6, "at": "8H", "across": True},
            {"word": "SIN", "points": 3, "at": "K8", "across": False},
        ],
        "reasons": [],
    }


def test_the_illegal_example_of_the_contract(command: Command, words: Words) -> None:
    answer = judged(command, words, f"{CAT} SINT/ 0/0 0", "8H ...T", "classic")
    assert answer == {
        "legal": False,
        "score": 0,
        "bonus": 0,
        "words": [],
        "reasons": [{"code": "not_a_word", "word": "CATT", "at": "8H", "across": True}],
    }


HELD = "SINXTOD"


@pytest.mark.parametrize(
    ("play", "codes"),
    [
        ("8H CA7S", ["bad_notation"]),
        ("8H КОТ", ["bad_notation"]),
        ("8H;K8 CATS", ["bad_notation"]),
        ("8H CATS;SIN", ["bad_notation"]),
        ("nonsense", ["bad_notation"]),
        ("", ["bad_notation"]),
        ("8N SIN", ["off_board"]),
        ("N14 SIN", ["off_board"]),
        ("20A SIN", ["off_board"]),
        ("8H DOT", ["occupied"]),
        ("8K;8K S;X", ["occupied"]),
        ("8H ....S", ["gap"]),
        ("8E;8K S;S", ["gap"]),
        ("8G;9J S;O", ["not_one_line"]),
        ("8H ...", ["no_tiles"]),
        ("8H CAT", ["no_tiles"]),
        ("8H ...s", ["not_in_rack"]),
        ("K8 SIN", []),
        ("1A SIN", ["not_joined"]),
        ("8H ...T", ["not_a_word"]),
        ("*H8;8K C;s", ["swap_not_allowed"]),
    ],
)
def test_each_code_of_one_line(command: Command, words: Words, play: str, codes: list[str]) -> None:
    board = WILD_CAT if play.startswith("*") else CAT
    rack = "CSINXTO" if play.startswith("*") else HELD
    found = judged(command, words, f"{board} {rack}/ 0/0 0", play, "friends")
    told = [reason["code"] for reason in found["reasons"]]
    assert set(codes) <= set(told)
    assert bool(codes) != found["legal"]
    if len(codes) == 1 and codes[0] in {"bad_notation", "off_board", "occupied", "not_in_rack"}:
        assert told == codes


@pytest.mark.parametrize(
    ("play", "codes"),
    [
        ("8H CAT", []),
        ("8F CAT", []),
        ("H6 CAT", []),
        ("1A CAT", ["start_cell"]),
        ("8H C", ["too_short"]),
        ("1A C", ["too_short", "start_cell"]),
        ("8E CAT", ["start_cell"]),
    ],
)
def test_each_code_of_an_opening(
    command: Command, words: Words, play: str, codes: list[str]
) -> None:
    found = judged(command, words, f"{EMPTY} CAT/ 0/0 0", play, "friends")
    assert sorted(reason["code"] for reason in found["reasons"]) == sorted(codes)


def test_an_opening_of_two_brown_cells(command: Command, words: Words) -> None:
    at = f"{EMPTY_16} КОТ/ 0/0 0"
    assert judged(command, words, at, "8G КОТ", "wordsmith")["legal"]
    one_brown_cell = judged(command, words, at, "8F КОТ", "wordsmith")
    assert [reason["code"] for reason in one_brown_cell["reasons"]] == ["start_cell"]


@pytest.mark.parametrize(
    ("rack", "play", "codes"),
    [
        ("ОМ", "*H8;8F;H8 О;с...;.М", []),
        ("ОМС", "*H8;H8 О;.М", ["swap_not_laid"]),
        ("ОМ", "*H8 О", ["no_tiles", "swap_not_laid"]),
        ("ТМ", "*H8;8F;H8 Т;с...;.М", ["swap_wrong_letter"]),
        ("ТМ", "*G8;8F;H8 Т;с...;.М", ["swap_no_wild"]),
        ("ТМ", "*A1;8F;H8 Т;с...;.М", ["swap_no_wild"]),
        ("?М", "*H8;8F;H8 о;с...;.М", ["swap_wrong_letter"]),
        ("М", "*H8;8F;H8 О;с...;.М", ["not_in_rack"]),
        ("ОМ", "*H8;8F ОМ;с...", ["bad_notation"]),
        ("ОМ", "*R8;8F О;с...", ["off_board"]),
        ("ОМ", "*H8;*H8;8F О;О;с...", ["swap_no_wild"]),
    ],
)
def test_each_code_of_a_star(
    command: Command, words: Words, rack: str, play: str, codes: list[str]
) -> None:
    found = judged(command, words, f"{STAR} {rack}/ 0/0 0", play, "wordsmith")
    told = {reason["code"] for reason in found["reasons"]}
    assert set(codes) <= told
    assert told <= {*codes, "not_a_word"}
    if not codes:
        assert (found["legal"], found["score"]) == (True, 10)  # с2 Т2 О1 К2 + О1 М2


def test_a_star_that_was_taken_and_repaired_only_is_no_new_word(
    command: Command, words: Words
) -> None:
    found = judged(command, words, f"{STAR} ОМ/ 0/0 0", "*H8;8F;H8 О;с...;.М", "wordsmith")
    assert sorted(word["word"] for word in found["words"]) == ["ОМ", "СТОК"]


def test_every_bad_word_is_named_with_its_place(command: Command, words: Words) -> None:
    found = judged(command, words, f"{CAT} SINXTOD/ 0/0 0", "K7 OTX", "friends")
    assert found["reasons"] == [
        {"code": "not_a_word", "word": "CATT", "at": "8H", "across": True},
        {"code": "not_a_word", "word": "OTX", "at": "K7", "across": False},
    ]


def test_a_bad_word_is_named_beside_what_else_is_wrong(command: Command, words: Words) -> None:
    found = judged(command, words, f"{CAT} XYZ/ 0/0 0", "8H ...T", "friends")
    assert {reason["code"] for reason in found["reasons"]} == {"not_in_rack", "not_a_word"}


def test_a_word_on_the_board_may_not_be_made_again_by_a_house_rule(
    command: Command, words: Words
) -> None:
    position = f"{CAT} SINXTOA/ 0/0 0"
    assert judged(command, words, position, "H8 .AT", "friends")["legal"]
    refused = judged(command, words, position, "H8 .AT", "friends", "repeat_words=no")
    assert refused["reasons"] == [
        {"code": "repeated_word", "word": "CAT", "at": "H8", "across": False}
    ]


def test_house_rules_change_the_score(command: Command, words: Words) -> None:
    position = f"{EMPTY} CATS/ 0/0 0"
    plain = judged(command, words, position, "8H CATS", "friends", "rack_size=4")
    assert (plain["score"], plain["bonus"]) == (4 + 1 + 1 + 1 + 35, 35)
    none = judged(
        command, words, position, "8H CATS", "friends", "rack_size=4", "full_rack_bonus=0"
    )
    assert (none["score"], none["bonus"]) == (7, 0)


def test_a_wild_tile_is_named_in_capitals_and_scores_by_the_variant(
    command: Command, words: Words
) -> None:
    friends = judged(command, words, f"{CAT} ?/ 0/0 0", "8H ...s", "friends")
    assert friends["words"] == [{"word": "CATS", "points": 6, "at": "8H", "across": True}]
    letter = judged(command, words, f"{CAT} ?/ 0/0 0", "8H ...s", "friends", "wild_value=letter")
    assert letter["score"] == 7


def test_small_columns_and_cyrillic_look_alikes_are_read(command: Command, words: Words) -> None:
    position = f"{CAT} SIN/ 0/0 0"
    path = words(*ENGLISH)
    for play in ("k8 SIN", "К8 SIN", "к8 SIN"):
        given = ("judge", position, play, "--variant", "classic", "--words", path, "--json")
        assert command(*given).answer["score"] == 9


def test_operations_of_the_position_are_not_used_but_warned_of(
    command: Command, words: Words
) -> None:
    listed = words(*ENGLISH)
    position = f"{EMPTY} CATSABC/ 0/0 0 bb 99;"
    outcome = command(
        "judge", position, "8H CATS", "--variant", "friends", "--words", listed, "--json"
    )
    assert outcome.answer["score"] == 7
    assert outcome.err == "wordsmith: CGP operation bb: '99' is not used; it is '35' by friends\n"


def test_words_of_groups_that_are_off_count_in_a_file(command: Command, words: Words) -> None:
    given = ("judge", f"{EMPTY_16} ХВОСТИК/ 0/0 0", "8D ХВОСТИК", "--variant", "wordsmith")
    assert not command(*given, "--json").answer["legal"]
    assert command(*given, "--words", words("хвостик"), "--json").answer["legal"]


def test_a_shipped_lexicon_may_be_named(command: Command) -> None:
    given = ("judge", f"{EMPTY} QIABCDE/ 0/0 0", "8H QI", "--variant", "classic", "--words", "en")
    assert command(*given, "--json").answer["legal"]


def test_yo_in_the_list_and_in_the_play_are_e_where_there_is_no_such_tile(
    command: Command, words: Words
) -> None:
    given = ("--variant", "wordsmith", "--words", words("ёлка"), "--json")
    for play in ("8G ЁЛКА", "8G ЕЛКА"):
        assert command("judge", f"{EMPTY_16} ЕЛКА/ 0/0 0", play, *given).answer["legal"]


def test_a_person_is_told_in_words(command: Command, words: Words) -> None:
    listed = words(*ENGLISH)
    given = ("--variant", "classic", "--words", listed)
    legal = command("judge", f"{CAT} SIN/ 0/0 0", "K8 SIN", *given)
    assert legal.out.splitlines() == [
        "The play is legal: 9 points.",
        "    8H CATS 6",
        "    K8 SIN 3",
    ]
    illegal = command("judge", f"{CAT} SIN/ 0/0 0", "1A SINT", *given, "--language", "en")
    assert illegal.status == 0
    assert "there is no such tile in the hand" in illegal.out
    assert "touches nothing: A1, B1, C1, D1" in illegal.out
    assert "SINT: not in this word list" in illegal.out
