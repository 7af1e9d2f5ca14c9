"""Where the tiles of a turn may lie: the openings, lines, gaps and joints."""

import pytest

from tests.positions import ANY_WORD, all_but, at, codes, house, only, play, position, refusals
from wordsmith.rules.actions import Play
from wordsmith.rules.judging import judge_play
from wordsmith.rules.reasons import Code
from wordsmith.rules.variant import load_variant

CLASSIC_BOARD = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"
WORDSMITH_BOARD = "16/16/16/16/16/16/16/6КАРТА5/16/16/16/16/16/16/16/16"
ONE_LINE = ("friends", "classic")


# -- openings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant_id", "rack", "written", "wrong"),
    [
        ("friends", "CATSEEE", "8H CATS", []),
        ("friends", "CATSEEE", "8E CATS", []),
        ("friends", "CATSEEE", "H5 CATS", []),
        ("friends", "CATSEEE", "8D CATS", ["start_cell"]),
        ("friends", "CATSEEE", "9H CATS", ["start_cell"]),
        ("friends", "CATSEEE", "8I CATS", ["start_cell"]),
        ("friends", "CATSEEE", "8H C", ["too_short"]),
        ("friends", "CATSEEE", "8G C", ["start_cell", "too_short"]),
        ("classic", "CATSEEE", "8H CATS", []),
        ("classic", "CATSEEE", "7H CATS", ["start_cell"]),
        ("classic-ru", "КОТЕЕЕЕ", "8F КОТ", []),
        ("classic-ru", "КОТЕЕЕЕ", "F8 КОТ", ["start_cell"]),
        ("erudit", "КОТЕЕЕЕ", "H8 КОТ", []),
        ("erudit", "КОТЕЕЕЕ", "8E КОТ", ["start_cell"]),
        ("erudit", "КОТЕЕЕЕ", "8H К", ["too_short"]),
        ("wordsmith", "КОТЕЕЕЕ", "8H КОТ", []),
        ("wordsmith", "КОТЕЕЕЕ", "9G КОТ", []),
        ("wordsmith", "КОТЕЕЕЕ", "H7 КОТ", []),
        ("wordsmith", "КОТЕЕЕЕ", "I8 КОТ", []),
        ("wordsmith", "КОТЕЕЕЕ", "8H ОТ", []),
        ("wordsmith", "КОТЕЕЕЕ", "8F КОТ", ["start_cell"]),
        ("wordsmith", "КОТЕЕЕЕ", "8I КОТ", ["start_cell"]),
        ("wordsmith", "КОТЕЕЕЕ", "H9 КОТ", ["start_cell"]),
        ("wordsmith", "КОТЕЕЕЕ", "10G КОТ", ["start_cell"]),
        ("wordsmith", "КОТЕЕЕЕ", "8H К", ["start_cell", "too_short"]),
    ],
)
def test_the_first_word_covers_the_start_cells_of_its_game(
    variant_id: str, rack: str, written: str, wrong: list[str]
) -> None:
    variant = load_variant(variant_id)
    state = position(variant, [rack, ""])
    assert codes(refusals(variant, state, 0, written)) == wrong


def test_any_of_several_start_cells_will_do_where_one_is_asked_for() -> None:
    variant = house("wordsmith", opening="one_start_cell")
    state = position(variant, ["КОТЕЕЕЕ", ""])
    for written in ("8H КОТ", "8F КОТ", "9I КОТ", "I9 КОТ", "H6 КОТ"):
        assert refusals(variant, state, 0, written) == []
    assert codes(refusals(variant, state, 0, "10G КОТ")) == ["start_cell"]


def test_two_start_cells_covered_by_two_words_are_not_covered_by_one() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["КОТЕЕЕЕ", ""])
    # H8 belongs to a word upwards, I9 to a word downwards: no word holds two brown cells
    wrong = codes(refusals(variant, state, 0, "H7;I9 КО;ТЕ"))
    assert "start_cell" in wrong


def test_the_refused_opening_names_the_start_cells() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["КОТЕЕЕЕ", ""])
    (reason,) = refusals(variant, state, 0, "1A КОТ")
    assert set(reason.squares) == set(at(variant, "H8", "I8", "H9", "I9"))


def test_an_opening_may_be_of_several_words_that_hang_together() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["ААКОРТТ", ""])
    assert refusals(variant, state, 0, "8G;G8 КАРТА;.ОТ") == []


def test_an_opening_word_and_another_apart_from_it_are_not_joined() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["ААКОРТТ", ""])
    (reason,) = refusals(variant, state, 0, "8G;8M КАР;ТА")
    assert reason.code is Code.NOT_JOINED
    assert reason.squares == at(variant, "M8", "N8")


def test_the_board_is_still_to_be_opened_after_turns_without_tiles() -> None:
    variant = load_variant("friends")
    state = position(variant, ["CATSEEE", "CATSEEE"], bag="AAA", on_turn=1, turn=8, scoreless=7)
    assert codes(refusals(variant, state, 1, "8I CATS")) == ["start_cell"]


def test_a_board_with_tiles_far_from_the_start_cell_needs_no_opening() -> None:
    variant = load_variant("friends")
    state = position(variant, ["SEE", ""], "3CAT9" + "/15" * 14)
    assert refusals(variant, state, 0, "1D ...S") == []


# -- lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant_id", ONE_LINE)
@pytest.mark.parametrize(
    ("written", "wrong", "where"),
    [
        ("K9;L10 O;T", ["not_one_line"], ["K9", "L10"]),
        ("8G;K9 S;O", ["not_one_line"], ["G8", "K9"]),
        ("8L;8N E;O", ["gap"], ["M8"]),
        ("K6;K9 O;E", ["gap"], ["K7"]),
        ("K4;K7 O;E", ["gap"], ["K5", "K6"]),
        ("8G;8L S;E", [], []),
        ("K7;K9 O;E", [], []),
    ],
)
def test_the_tiles_of_a_turn_lie_in_one_line_without_a_gap(
    variant_id: str, written: str, wrong: list[str], where: list[str]
) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["SEOTOTO", ""], CLASSIC_BOARD)
    reasons = refusals(variant, state, 0, written)
    geometry = [reason for reason in reasons if reason.code in (Code.GAP, Code.NOT_ONE_LINE)]
    assert codes(geometry) == wrong
    assert [square for reason in geometry for square in reason.squares] == list(at(variant, *where))


def test_a_gap_between_two_joined_tiles_is_allowed_where_lines_are_free() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["СОТЕМЕЕ", ""], WORDSMITH_BOARD)
    assert refusals(variant, state, 0, "G7;K7 О;Е") == []
    assert refusals(variant, state, 0, "G6;K5 СО.;ТЕМ.") == []


def test_several_lines_may_be_the_house_rule_of_a_one_line_game() -> None:
    variant = house("classic", lines_per_turn="any")
    state = position(variant, ["SEOTOTO", ""], CLASSIC_BOARD)
    assert refusals(variant, state, 0, "H7;K9 O;O") == []
    classic = load_variant("classic")
    assert codes(refusals(classic, state, 0, "H7;K9 O;O")) == ["not_one_line"]


def test_one_line_may_be_the_house_rule_of_a_many_line_game() -> None:
    variant = house("wordsmith", lines_per_turn="one")
    state = position(variant, ["СОТЕМЕЕ", ""], WORDSMITH_BOARD)
    assert codes(refusals(variant, state, 0, "G6;K5 СО.;ТЕМ.")) == ["not_one_line"]


# -- joints ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant_id", "written", "loose"),
    [
        ("classic", "8K .O", []),  # L8: beside the S
        ("classic", "9K O", []),  # below it
        ("classic", "9L OE", ["L9", "M9"]),  # only corner to corner
        ("classic", "1A SO", ["A1", "B1"]),
        ("classic", "K4;K7 T;O", ["K4"]),
        ("classic", "15N SO", ["N15", "O15"]),
    ],
)
def test_every_tile_hangs_together_with_an_old_one_in_one_line(
    variant_id: str, written: str, loose: list[str]
) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["SEOTOTO", ""], CLASSIC_BOARD)
    found = [r for r in refusals(variant, state, 0, written) if r.code is Code.NOT_JOINED]
    assert [reason.squares for reason in found] == ([at(variant, *loose)] if loose else [])


@pytest.mark.parametrize(
    ("written", "loose"),
    [
        ("G9;10G О;ТОТ", []),  # from the old word down, then along through new tiles
        ("G9;10G;I11 О;ТОТ;О", []),  # and down again
        ("G9;H10 О;ТОТ", ["H10", "H11", "H12"]),  # corner to corner
        ("G9;M9 О;О", ["M9"]),
        ("1A ТОТ", ["A1", "B1", "C1"]),
        ("G9;O1;O16 О;Т;О", ["O1", "O16"]),
    ],
)
def test_tiles_may_be_joined_through_other_new_tiles(written: str, loose: list[str]) -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["ТОТООТЕ", ""], WORDSMITH_BOARD)
    found = [r for r in refusals(variant, state, 0, written) if r.code is Code.NOT_JOINED]
    assert [reason.squares for reason in found] == ([at(variant, *loose)] if loose else [])


def test_a_word_alongside_an_old_one_is_joined_by_its_cross_words() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["ОНЕ", ""], WORDSMITH_BOARD)
    words = only("ОН", "КО", "АН")
    assert refusals(variant, state, 0, "9G ОН", words) == []


def test_the_end_of_a_row_is_not_beside_the_start_of_the_next() -> None:
    variant = load_variant("classic")
    state = position(variant, ["SEE", ""], "12CAT/" + "15/" * 13 + "15")
    found = refusals(variant, state, 0, "A2 SEE")
    assert codes(found) == ["not_joined"]


# -- squares and hands ------------------------------------------------------------------------


@pytest.mark.parametrize("square", [-1, 225, 1000])
def test_a_tile_beside_the_board_is_refused(square: int) -> None:
    variant = load_variant("classic")
    state = position(variant, ["SEE", ""], CLASSIC_BOARD)
    (reason,) = refusals(variant, state, 0, Play(frozenset({(square, 5)})))
    assert (reason.code, reason.squares) == (Code.OFF_BOARD, (square,))


def test_a_swap_beside_the_board_is_refused() -> None:
    variant = load_variant("wordsmith")
    state = position(variant, ["ОЕЕ", ""], WORDSMITH_BOARD)
    (g9,) = at(variant, "G9")
    far = Play(frozenset({(g9, 15)}), frozenset({(256, 1)}))
    assert codes(refusals(variant, state, 0, far)) == ["off_board"]


def test_a_tile_on_a_tile_is_refused_with_its_cell() -> None:
    variant = load_variant("classic")
    state = position(variant, ["SEE", ""], CLASSIC_BOARD)
    (reason,) = refusals(variant, state, 0, "8J SE")
    assert (reason.code, reason.squares) == (Code.OCCUPIED, at(variant, "J8", "K8"))


def test_two_tiles_on_one_cell_are_refused() -> None:
    variant = load_variant("classic")
    state = position(variant, ["SEE", ""], CLASSIC_BOARD)
    (l8,) = at(variant, "L8")
    both = Play(frozenset({(l8, 5), (l8, 19)}))
    assert codes(refusals(variant, state, 0, both)) == ["occupied"]


@pytest.mark.parametrize("variant_id", ["classic", "wordsmith"])
def test_laying_nothing_is_refused(variant_id: str) -> None:
    variant = load_variant(variant_id)
    state = position(variant, ["", ""])
    assert codes(refusals(variant, state, 0, Play())) == ["no_tiles"]


@pytest.mark.parametrize(
    ("rack", "written", "missing"),
    [
        ("SEE", "8L ES", []),
        ("SEE", "8L EEE", ["L8", "M8", "N8"]),  # two of them are there: none can be singled out
        ("SEE", "8L OE", ["L8"]),
        ("?EE", "8L eE", []),
        ("EE", "8L eE", ["L8"]),
        ("?", "8L E", ["L8"]),  # a wild tile is laid as one, or not at all
        ("", "8L E", ["L8"]),
    ],
)
def test_a_tile_that_the_hand_lacks_is_refused_with_its_cells(
    rack: str, written: str, missing: list[str]
) -> None:
    variant = load_variant("classic")
    state = position(variant, [rack, "SSSSSSS"], CLASSIC_BOARD)
    found = refusals(variant, state, 0, written)
    assert codes(found) == (["not_in_rack"] if missing else [])
    assert [reason.squares for reason in found] == ([at(variant, *missing)] if missing else [])


def test_a_tile_of_yo_and_one_of_ye_are_two_tiles() -> None:
    variant = load_variant("classic-ru")
    state = position(variant, ["ЁЖ", "ЕЖ"])
    words = only("ЁЖ", "ЕЖ")
    assert refusals(variant, state, 0, "8H ЁЖ", words) == []
    assert codes(refusals(variant, state, 0, "8H ЕЖ", words)) == ["not_in_rack"]


# -- words -----------------------------------------------------------------------------------


def test_every_bad_word_is_named_with_its_place_and_its_reason() -> None:
    variant = load_variant("classic")
    state = position(variant, ["XQE", ""], CLASSIC_BOARD)
    found = refusals(variant, state, 0, "9J XQ", all_but("XQ", "TX", "SQ"))
    named = {(reason.word, reason.square, reason.across) for reason in found}
    j8, k8, j9 = at(variant, "J8", "K8", "J9")
    assert codes(found) == ["not_a_word"] * 3
    assert named == {("XQ", j9, True), ("TX", j8, False), ("SQ", k8, False)}
    assert {reason.why.code for reason in found if reason.why} == {"unknown"}


def test_good_words_of_a_bad_turn_are_not_named() -> None:
    variant = load_variant("classic")
    state = position(variant, ["XQE", ""], CLASSIC_BOARD)
    assert [r.word for r in refusals(variant, state, 0, "9J XQ", all_but("SQ"))] == ["SQ"]


def test_old_words_are_not_asked_again() -> None:
    variant = load_variant("classic")
    state = position(variant, ["OE", ""], CLASSIC_BOARD)
    assert refusals(variant, state, 0, "K9 O", only("SO")) == []


def test_wild_tiles_read_as_their_letters_when_words_are_asked() -> None:
    variant = load_variant("classic")
    state = position(variant, ["?", ""], "15/15/15/15/15/15/15/7CaTS4/15/15/15/15/15/15/15")
    assert refusals(variant, state, 0, "8G s....", only("SCATS")) == []


def test_everything_that_is_wrong_is_said_at_once() -> None:
    variant = load_variant("classic")
    state = position(variant, ["Q", ""], CLASSIC_BOARD)
    found = refusals(variant, state, 0, "8L;10L QQ;XE", only())
    wrong = set(codes(found))
    assert wrong == {"not_in_rack", "not_one_line", "not_joined", "not_a_word"}
    assert sorted(r.word for r in found if r.word) == ["CATSQQ", "XE"]


def test_an_opening_can_be_wrong_in_every_way_at_once() -> None:
    variant = load_variant("friends")
    state = position(variant, ["A", ""])
    found = refusals(variant, state, 0, "1A;1C;3C XE;Q;E", only())
    assert set(codes(found)) == {
        "not_one_line",
        "not_in_rack",
        "start_cell",
        "not_joined",
        "not_a_word",
    }


def test_the_verdict_of_a_wrong_play_still_tells_what_it_would_score() -> None:
    variant = load_variant("classic")
    state = position(variant, ["XQE", ""], CLASSIC_BOARD)
    verdict = judge_play(variant, state, 0, play(variant, state, "8L X"), only())
    assert not verdict.is_legal
    assert verdict.only_unknown
    assert verdict.score.points == 3 + 1 + 1 + 1 + 16  # L8 doubles the X
    assert judge_play(variant, state, 0, play(variant, state, "8L X"), ANY_WORD).is_legal


# -- repeated words ----------------------------------------------------------------------------


def test_a_word_may_be_made_twice_where_no_house_rule_forbids_it() -> None:
    variant = load_variant("classic")
    made = frozenset({"SO"})
    state = position(variant, ["OE", ""], CLASSIC_BOARD, words_made=made)
    assert refusals(variant, state, 0, "K9 O") == []


@pytest.mark.parametrize(
    ("made", "written", "repeated"),
    [
        ({"CATS"}, "K9 O", []),
        ({"SO"}, "K9 O", ["SO"]),
        ({"SO", "OE"}, "9K OE", ["OE", "SO"]),  # side words count
        (set(), "8G;8L S;O", []),
    ],
)
def test_a_repeated_word_is_refused_by_house_rule(
    made: set[str], written: str, repeated: list[str]
) -> None:
    variant = house("classic", repeat_words="no")
    state = position(variant, ["OEOS", ""], CLASSIC_BOARD, words_made=frozenset(made))
    found = refusals(variant, state, 0, written)
    assert codes(found) == ["repeated_word"] * len(repeated)
    assert sorted(reason.word for reason in found) == repeated


def test_a_word_made_twice_in_one_turn_is_repeated_once() -> None:
    variant = house("wordsmith", repeat_words="no")
    state = position(variant, ["ОТОТ", ""], "16/16/16/16/16/16/16/6КАРК6/16/16/16/16/16/16/16/16")
    found = refusals(variant, state, 0, "G8;J8 .ОТ;.ОТ")
    assert [(reason.code, reason.word) for reason in found] == [(Code.REPEATED_WORD, "КОТ")]
