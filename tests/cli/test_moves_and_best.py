"""``moves``, ``best`` and ``hints``."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import Command
from wordsmith.notation.cgp import parse_board
from wordsmith.notation.plays import parse_play
from wordsmith.rules.variant import load_variant

Words = Callable[..., str]

CAT = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"
EMPTY = "/".join(["15"] * 15)
STAR = "16/16/16/16/16/16/16/6ТоК7/16/16/16/16/16/16/16/16"


def test_the_example_of_the_contract(command: Command, words: Words) -> None:
    listed = words("CAT", "CATS", "SCAT")
    given = ("moves", f"{CAT} S/ 0/0 0", "--variant", "classic", "--words", listed)
    plays = command(*given, "--json", "--all").answer["plays"]
    classic = load_variant("classic")
    board = parse_board(CAT, classic)
    found = {(parse_play(p["play"], classic, board), p["score"]) for p in plays}
    wanted = {(parse_play(text, classic, board), 6) for text in ("8H ...S", "8G S...")}
    assert found == wanted
    assert len(plays) == 2


def test_a_one_tile_play_of_both_directions_is_one_play(command: Command, words: Words) -> None:
    listed = words("CAT", "CATS", "AS")
    board = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"
    given = ("moves", f"{board} AS/ 0/0 0", "--variant", "friends", "--words", listed)
    plays = command(*given, "--json", "--all").answer["plays"]
    assert len({play["play"] for play in plays}) == len(plays)


def test_a_wild_tile_in_place_of_the_real_one_is_another_play(
    command: Command, words: Words
) -> None:
    given = ("moves", f"{CAT} S?/ 0/0 0", "--variant", "classic", "--words", words("CATS"))
    plays = command(*given, "--json", "--all").answer["plays"]
    assert sorted((play["play"], play["score"]) for play in plays) == [
        ("8H ...S", 6),
        ("8H ...s", 5),
    ]


def test_no_stars_are_taken_in_moves(command: Command, words: Words) -> None:
    given = ("moves", f"{STAR} ОМ/ 0/0 0", "--variant", "wordsmith")
    plays = command(*given, "--words", words("ТОК", "ОМ"), "--json", "--all").answer["plays"]
    assert [play["play"] for play in plays] == ["H8 .М"]


def test_there_may_be_no_legal_turn(command: Command, words: Words) -> None:
    given = (f"{CAT} X/ 0/0 0", "--variant", "friends", "--words", words("CATS"), "--json")
    assert command("moves", *given, "--all").answer == {"plays": []}
    assert command("best", *given).answer == {"play": None, "score": 0, "exact": True}


def test_an_empty_board_is_opened_on_the_start_cell(command: Command, words: Words) -> None:
    given = ("moves", f"{EMPTY} DO/ 0/0 0", "--variant", "friends", "--words", words("DO"))
    plays = command(*given, "--json", "--all").answer["plays"]
    assert sorted(play["play"] for play in plays) == ["8G DO", "8H DO", "H7 DO", "H8 DO"]


def test_the_best_turn_takes_a_star_and_lays_it_in_another_word(
    command: Command, words: Words
) -> None:
    given = ("best", f"{STAR} ОМ/ 0/0 0", "--variant", "wordsmith", "--json")
    answer = command(*given, "--words", words("ТОК", "СТОК", "ОМ")).answer
    assert (answer["score"], answer["exact"]) == (10, True)
    wordsmith = load_variant("wordsmith")
    board = parse_board(STAR, wordsmith)
    contract = parse_play("*H8;8F;H8 О;с...;.М", wordsmith, board)
    assert parse_play(answer["play"], wordsmith, board) == contract


def test_the_best_turn_of_one_line(command: Command, words: Words) -> None:
    given = ("best", f"{CAT} SINXTOD/ 0/0 0", "--variant", "classic", "--json")
    answer = command(*given, "--words", words("CAT", "CATS", "SIN", "DO")).answer
    assert answer == {"play": "K8 SIN", "score": 9, "exact": True}


def test_a_person_sees_a_list(command: Command, words: Words) -> None:
    given = (f"{CAT} SIN/ 0/0 0", "--variant", "classic", "--words", words("CATS", "SIN"))
    assert command("moves", *given).out.splitlines() == ["   9 K8 SIN", "   6 8H ...S"]
    assert command("best", *given).out == "K8 SIN  9 points\n"
    for name in ("moves", "best"):
        nothing = (name, f"{CAT} X/ 0/0 0", *given[1:])
        assert command(*nothing).out == "There is no legal turn.\n"
        assert command(*nothing, "--language", "ru").out == "Хода нет.\n"


def test_hints_say_why(command: Command, words: Words) -> None:
    own = words("CAT", "CATS", "SIN", "DO")
    given = ("hints", f"{CAT} SINUOD/ 0/0 0", "--variant", "classic", "--words", own)
    found = command(*given, "--json", "--language", "en").answer["hints"]
    assert ("K8 SIN", 9) in [(hint["play"], hint["score"]) for hint in found]
    assert all(0 <= hint["chance"] <= 1 for hint in found)
    several = next(hint for hint in found if hint["play"] == "K8 SIN")
    assert several["why"] == "Several words at once."
    lines = command(*given, "--language", "ru").out.splitlines()
    assert len(lines) == len(found)
    assert all(line.endswith("%.") for line in lines)
    assert any("9 \u043e\u0447\u043a\u043e\u0432" in line.replace("\u00a0", " ") for line in lines)
    nothing = command("hints", f"{CAT} X/ 0/0 0", *given[2:], "--language", "en")
    assert nothing.out == "There is no legal turn.\n"


def test_no_hint_is_a_shade_of_another(command: Command, words: Words) -> None:
    own = words("CAT", "SCAT", "NASTIER", "RETSINA", "STAINER", "RETAINS", "TIN")
    given = ("hints", f"{CAT} NASTIER/ 0/0 0", "--variant", "classic", "--words", own)
    plays = [hint["play"].split()[0] for hint in command(*given, "--json").answer["hints"]]
    assert len(plays) > 1
    assert len(set(plays)) == len(plays)


ASKING = ("moves", "best", "hints")


@pytest.mark.parametrize("name", ASKING)
@pytest.mark.parametrize(
    ("cgp", "said"),
    [
        (f"{CAT} {'E' * 12}/ 0/0 0", "hand 1 has 12 tiles; 7 at most by these rules"),
        (f"{CAT} CAT/{'E' * 8} 0/0 0", "hand 2 has 8 tiles; 7 at most by these rules"),
        (f"{CAT} XXS/ 0/0 0", "too many X: 2 on the board and in hands, and the box has 1"),
        (f"{CAT} ZS/Z 0/0 0", "too many Z: 2 on the board and in hands, and the box has 1"),
        (f"{CAT} CAT??/? 0/0 0", "too many ?: 3 on the board and in hands, and the box has 2"),
        (f"{CAT.replace('A', 'a')} S??/ 0/0 0", "too many ?: 3 on the board"),
    ],
)
def test_what_no_game_comes_to_is_not_looked_into(
    command: Command, words: Words, name: str, cgp: str, said: str
) -> None:
    refused = command(name, cgp, "--variant", "classic", "--words", words("CAT", "CATS"))
    assert (refused.status, refused.out) == (2, "")
    assert said in refused.err


@pytest.mark.parametrize("name", ASKING)
def test_a_board_may_have_its_wild_tiles_as_capitals(
    command: Command, words: Words, name: str
) -> None:
    given = ("--variant", "classic", "--words", words("CATS"))
    board = CAT.replace("15/15/15/15", "K14/K14/K14/15", 1)  # one K and two wild tiles
    assert command(name, f"{board} S/ 0/0 0", *given).status == 0
    for fourth in (f"{board.replace('15', 'K14', 1)} S/ 0/0 0", f"{board} S?/ 0/0 0"):
        assert "too many K: " in command(name, fourth, *given).err


def test_a_house_rule_lets_hands_be_larger(command: Command, words: Words) -> None:
    given = (f"{CAT} AEINORTS/ 0/0 0", "--variant", "classic", "--words", words("CATS"))
    assert command("moves", *given).status == 2
    assert command("moves", *given, "--set", "rack_size=8").status == 0
