"""Wild tiles taken from the board by laying their letter on them (rule S1)."""

import pytest

from tests.positions import (
    after,
    all_but,
    at,
    codes,
    follow,
    house,
    only,
    position,
    read_tiles,
    refusals,
)
from wordsmith.rules.reasons import Code
from wordsmith.rules.variant import load_variant

WORDSMITH = load_variant("wordsmith")
# a star for К at I5, and one for А at K8
BOARD = "16/16/16/16/8кОТ5/6С3Е5/6О3М5/6КАРТа5/16/16/16/16/16/16/16/16"
ONE_LINE = house("classic", wild_swap="any_player")
ONE_LINE_BOARD = "15/15/15/15/15/15/15/7cATS4/15/15/15/15/15/15/15"


def test_a_star_is_taken_and_laid_again_in_one_turn() -> None:
    state = position(WORDSMITH, ["ИКННОЬЬ", "ЕЕЕЕЕЕЕ"], BOARD, bag="ААААА")
    _, then = follow(WORDSMITH, state, 0, "*I5;J8 К;.ОНИк", draws=["АААА"])
    i5, j12 = at(WORDSMITH, "I5", "J12")
    assert not then.board.is_wild(i5)
    assert then.board.is_wild(j12)
    assert then.racks[0] == read_tiles(WORDSMITH.alphabet, "НЬЬАААА")
    assert then.wild_layers == ((j12, 0),)


def test_the_letter_given_may_not_be_another_than_the_star_stands_for() -> None:
    state = position(WORDSMITH, ["ИКННОТТ", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*I5;J8 Т;.ОНИк")
    assert [(r.code, r.squares) for r in found] == [(Code.SWAP_WRONG_LETTER, at(WORDSMITH, "I5"))]


def test_a_star_may_not_be_laid_on_a_star() -> None:
    state = position(WORDSMITH, ["??ННОТТ", ""], BOARD)
    assert codes(refusals(WORDSMITH, state, 0, "*I5;J8 к;.Он")) == ["swap_wrong_letter"]


def test_an_ordinary_tile_may_not_be_taken() -> None:
    state = position(WORDSMITH, ["?ННОТТО", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*J5;J8 О;.Он")
    assert [(r.code, r.squares) for r in found] == [(Code.SWAP_NO_WILD, at(WORDSMITH, "J5"))]


def test_nothing_can_be_taken_from_an_empty_cell() -> None:
    state = position(WORDSMITH, ["?ННОТТО", ""], BOARD)
    assert codes(refusals(WORDSMITH, state, 0, "*A1;J8 О;.Он")) == ["swap_no_wild"]


def test_the_letter_given_must_be_in_the_hand() -> None:
    state = position(WORDSMITH, ["ИННОТТЬ", ""], BOARD)
    assert codes(refusals(WORDSMITH, state, 0, "*I5;J8 К;.ОНи")) == ["not_in_rack"]


def test_the_letter_given_is_used_up() -> None:
    state = position(WORDSMITH, ["ИКННОТТ", ""], BOARD)
    # К lies on I5 already: it cannot be laid a second time
    assert codes(refusals(WORDSMITH, state, 0, "*I5;J8 К;.оНИК")) == ["not_in_rack"]


def test_a_star_that_is_taken_must_be_laid_again_in_the_same_turn() -> None:
    state = position(WORDSMITH, ["ИКННОТТ", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*I5;J8 К;.ОН")
    assert [(r.code, r.squares) for r in found] == [(Code.SWAP_NOT_LAID, at(WORDSMITH, "I5"))]


def test_taking_a_star_and_laying_nothing_is_no_turn() -> None:
    state = position(WORDSMITH, ["ИКННОТТ", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*I5 К")
    assert codes(found) == ["no_tiles", "swap_not_laid"]


def test_two_stars_may_be_taken_in_one_turn() -> None:
    state = position(WORDSMITH, ["АИКННОЬ", ""], BOARD)
    assert refusals(WORDSMITH, state, 0, "*I5;*K8;J8 К;А;.ОНик") == []


def test_of_two_stars_taken_both_must_be_laid_again() -> None:
    state = position(WORDSMITH, ["АИКННОЬ", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*I5;*K8;J8 К;А;.ОНИк")
    assert [(r.code, r.squares) for r in found] == [(Code.SWAP_NOT_LAID, at(WORDSMITH, "I5", "K8"))]


def test_a_star_of_the_hand_may_be_laid_for_the_one_that_is_taken() -> None:
    state = position(WORDSMITH, ["?ИКННОЬ", "Е"], BOARD)
    _, then = follow(WORDSMITH, state, 0, "*I5;J8 К;.ОНИк")
    assert then.racks[0] == read_tiles(WORDSMITH.alphabet, "?НЬ")


def test_a_star_taken_and_one_of_the_hand_may_both_be_laid() -> None:
    state = position(WORDSMITH, ["?ИКННОЬ", "Е"], BOARD)
    _, then = follow(WORDSMITH, state, 0, "*I5;J8 К;.ОНик")
    assert then.racks[0] == read_tiles(WORDSMITH.alphabet, "ИНЬ")


def test_the_mended_word_is_not_asked_again_and_not_made_again() -> None:
    state = position(WORDSMITH, ["ИКННОЬЬ", "Е"], BOARD)
    _, then = follow(WORDSMITH, state, 0, "*I5;J8 К;.ОНИк", only("ТОНИК"))
    assert then.words_made == {"ТОНИК"}


def test_a_new_word_through_the_mended_cell_is_asked() -> None:
    state = position(WORDSMITH, ["КЕЕ", ""], BOARD)
    found = refusals(WORDSMITH, state, 0, "*I5;I4 К;о.", all_but("ОК"))
    assert [(r.code, r.word) for r in found] == [(Code.NOT_A_WORD, "ОК")]


def test_a_mended_word_repeats_nothing() -> None:
    variant = house("wordsmith", repeat_words="no")
    state = position(
        variant, ["ИКННОЬЬ", "Е"], BOARD, words_made=frozenset({"КОТ", "СОК", "ТЕМА", "КАРТА"})
    )
    assert refusals(variant, state, 0, "*I5;J8 К;.ОНИк") == []


@pytest.mark.parametrize("variant_id", ["friends", "classic", "classic-ru"])
def test_where_the_rules_do_not_allow_it_no_wild_tile_is_taken(variant_id: str) -> None:
    variant = load_variant(variant_id)
    letters = "CATS" if variant.language == "en" else "КАТО"
    board = ONE_LINE_BOARD.replace("cATS", letters[0].lower() + letters[1:])
    state = position(variant, [letters, ""], board)
    written = f"*H8;8H {letters[0]};....{letters[1].lower()}"
    found = refusals(variant, state, 0, written)
    assert [(r.code, r.squares) for r in found] == [(Code.SWAP_NOT_ALLOWED, at(variant, "H8"))]


def test_the_letter_given_need_not_lie_in_the_line_of_the_turn() -> None:
    state = position(ONE_LINE, ["CEO", ""], ONE_LINE_BOARD)
    assert refusals(ONE_LINE, state, 0, "*H8;K9 C;Oe") == []


def test_the_tiles_of_the_turn_must_lie_in_one_line_all_the_same() -> None:
    state = position(ONE_LINE, ["CEO", ""], ONE_LINE_BOARD)
    assert codes(refusals(ONE_LINE, state, 0, "*H8;K9;I7 C;O;e")) == ["not_one_line"]


def test_a_tile_may_hang_on_the_mended_cell_alone() -> None:
    state = position(WORDSMITH, ["КЕЕ", ""], BOARD)
    assert refusals(WORDSMITH, state, 0, "*I5;H5 К;с") == []


# -- only the next player ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "out", "on_turn", "allowed"),
    [
        (0, (), 1, True),
        (0, (), 2, False),
        (0, (), 0, False),
        (2, (), 0, True),
        (2, (), 1, False),
        (0, (1,), 2, True),  # the seat between has left
        (0, (0,), 1, True),  # the one who laid it has left
        (0, (0,), 2, False),
    ],
)
def test_only_the_seat_after_the_one_who_laid_a_star_takes_it_by_house_rule(
    layer: int, out: tuple[int, ...], on_turn: int, allowed: bool
) -> None:
    variant = house("wordsmith", wild_swap="next_player")
    (i5,) = at(variant, "I5")
    state = position(
        variant,
        ["ИКННОЬЬ"] * 3,
        BOARD,
        on_turn=on_turn,
        out=frozenset(out),
        wild_layers=((i5, layer),),
    )
    found = refusals(variant, state, on_turn, "*I5;J8 К;.ОНИк")
    assert codes(found) == ([] if allowed else ["swap_not_allowed"])


def test_a_star_of_a_given_board_may_be_taken_by_anybody() -> None:
    variant = house("wordsmith", wild_swap="next_player")
    state = position(variant, ["ИКННОЬЬ"] * 3, BOARD, on_turn=2)
    assert refusals(variant, state, 2, "*I5;J8 К;.ОНИк") == []


def test_who_laid_a_star_is_remembered_through_the_game() -> None:
    variant = house("wordsmith", wild_swap="next_player")
    start = position(variant, ["?АКРТЕЕ", "ОТКЕЕЕЕ", "ККОТЕЕЕ"], bag="ЯЯЯЯЯЯЯЯЯЯЯЯЯЯ")
    then = after(variant, start, (0, "8G кАРТ"))
    (g8,) = at(variant, "G8")
    assert then.wild_layers == ((g8, 0),)
    assert refusals(variant, then, 1, "*G8;J9 К;о") == []
    later = after(variant, then, (1, "J9 О"))
    assert codes(refusals(variant, later, 2, "*G8;J10 К;о")) == ["swap_not_allowed"]


def test_the_one_who_lays_a_taken_star_again_is_its_new_layer() -> None:
    variant = house("wordsmith", wild_swap="next_player")
    i5, i4 = at(variant, "I5", "I4")
    state = position(
        variant, ["КЕЕ", "ОЕЕ", "ЕЕЕ"], BOARD, on_turn=0, wild_layers=((i5, 2),), bag="ЯЯЯЯЯЯЯЯ"
    )
    then = after(variant, state, (0, "*I5;I4 К;о."))
    assert then.wild_layers == ((i4, 0),)
    assert refusals(variant, then, 1, "*I4;H5 О;с") == []
