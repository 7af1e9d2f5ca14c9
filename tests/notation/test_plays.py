"""Plays as text."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import SEATED, RandomGame, random_game, table
from tests.positions import at
from wordsmith.errors import IllegalAction
from wordsmith.notation.cgp import parse_board
from wordsmith.notation.plays import format_play, parse_play
from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.board import Board
from wordsmith.rules.events import Played
from wordsmith.rules.reasons import Reason
from wordsmith.rules.state import apply
from wordsmith.rules.variant import Variant, load_variant

FRIENDS = load_variant("friends")
RUSSIAN = load_variant("wordsmith")
CAT = parse_board("15/15/15/15/15/15/15/7CAt5/15/15/15/15/15/15/15", FRIENDS)
STARS = parse_board("16/16/16/16/8кО6/16/16/6КАРТА5/16/16/16/16/16/16/16/16", RUSSIAN)


def codes_of(variant: Variant, letters: str) -> Iterable[int]:
    for letter in letters:
        code = variant.alphabet.code(letter.upper())
        assert code is not None
        yield code | (LAID_WILD if letter.islower() else 0)


def laid(variant: Variant, places: str, letters: str) -> frozenset[tuple[int, int]]:
    return frozenset(zip(at(variant, *places.split()), codes_of(variant, letters), strict=True))


def refused(text: str, variant: Variant, board: Board) -> list[str]:
    with pytest.raises(IllegalAction) as caught:
        parse_play(text, variant, board)
    return [str(reason.code) for reason in caught.value.reasons if isinstance(reason, Reason)]


@pytest.mark.parametrize(
    "text",
    [
        "8H ...S",
        "8H CATS",
        "8H CAtS",
        "8H CATS ",
        "  8h   CATS",
        "8H (CAT)S",
        "8H C(AT)S",
        "8H (C)A(t)S",
        "8Н ...S",
        "8K S",
        "K8 S",
    ],
)
def test_filled_squares_may_be_dots_or_written_out_or_in_brackets(text: str) -> None:
    assert parse_play(text, FRIENDS, CAT) == Play(laid(FRIENDS, "K8", "S"))


def test_a_small_letter_is_a_wild_tile() -> None:
    assert parse_play("8H ...s", FRIENDS, CAT) == Play(laid(FRIENDS, "K8", "s"))


def test_several_parts_are_one_set_of_tiles_whatever_their_order() -> None:
    board = parse_board("16/16/16/16/16/16/16/6КАРТА5/16/16/16/16/16/16/16/16", RUSSIAN)
    play = parse_play("G6;K5 СО.;ТЕМ.", RUSSIAN, board)
    assert play == parse_play("K5;G6 ТЕМ.;СО.", RUSSIAN, board)
    assert play == parse_play("K5 ; G6  ТЕМ. ; СО.", RUSSIAN, board)
    assert play == Play(laid(RUSSIAN, "G6 G7 K5 K6 K7", "СОТЕМ"))


def test_a_later_part_runs_over_tiles_of_an_earlier_one() -> None:
    play = parse_play("K8;10I .РКА;НО.А", RUSSIAN, STARS)
    assert play == Play(laid(RUSSIAN, "K9 K10 K11 I10 J10 L10", "РКАНОА"))


def test_a_star_is_taken_and_used_in_the_same_turn() -> None:
    play = parse_play("*I5;J4 К;М.к", RUSSIAN, STARS)
    assert play == Play(laid(RUSSIAN, "J4 J6", "Мк"), laid(RUSSIAN, "I5", "К"))
    assert parse_play("*5I;J4 К;М.к", RUSSIAN, STARS) == play


def test_a_word_may_run_over_a_star_that_was_taken() -> None:
    play = parse_play("*I5;5I К;..Т", RUSSIAN, STARS)
    assert play == Play(laid(RUSSIAN, "K5", "Т"), laid(RUSSIAN, "I5", "К"))


def test_yo_folds_where_it_has_no_tile_and_stays_where_it_has_one() -> None:
    empty = Board.empty(16, 16)
    assert parse_play("8H ЁЛКА", RUSSIAN, empty) == parse_play("8H ЕЛКА", RUSSIAN, empty)
    assert parse_play("8H ёЛКА", RUSSIAN, empty) == parse_play("8H еЛКА", RUSSIAN, empty)
    with_yo, board = load_variant("classic-ru"), Board.empty(15, 15)
    assert parse_play("8H ЁЛКА", with_yo, board) != parse_play("8H ЕЛКА", with_yo, board)


def test_decomposed_letters_are_composed() -> None:
    empty = Board.empty(16, 16)
    assert parse_play("8H И\u0306ОД", RUSSIAN, empty) == parse_play("8H ЙОД", RUSSIAN, empty)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8H",
        "CATS",
        "8H CA TS",
        "8 CATS",
        "H CATS",
        "8H8 CATS",
        "8H КОТ",
        "8H CA?S",
        "8H C4TS",
        "8H CA[T]S",
        "8H CAT(S",
        "8H CAT)S",
        "8H ()S",
        "8H;9H CATS",
        "8H CATS;DOG",
        "8H; CATS;",
        "* C",
        "*8H CA",
        "*8H .",
        "*8H (C)",
        "8H ß",
        "8H ı",
    ],
)
def test_what_cannot_be_read_is_bad_notation(text: str) -> None:
    assert refused(text, FRIENDS, CAT) == ["bad_notation"]


def test_a_latin_letter_is_no_tile_of_a_russian_variant_though_it_looks_alike() -> None:
    assert refused("8H KOT", RUSSIAN, Board.empty(16, 16)) == ["bad_notation"]


@pytest.mark.parametrize("text", ["8M CATS", "M13 CATS", "16A CAT", "8P CAT", "0H CAT", "*16A C"])
def test_tiles_that_run_off_are_off_board(text: str) -> None:
    assert refused(text, FRIENDS, CAT) == ["off_board"]


@pytest.mark.parametrize("text", ["8H DOG", "8H C.BS", "8I E", "8H (DAT)S"])
def test_a_tile_on_another_letter_is_occupied(text: str) -> None:
    assert refused(text, FRIENDS, CAT) == ["occupied"]


@pytest.mark.parametrize("text", ["8H ....S", "9H .AT", "8H CAT(S)", "8G .CAT"])
def test_a_dot_or_a_bracket_on_an_empty_cell_is_a_gap(text: str) -> None:
    assert refused(text, FRIENDS, CAT) == ["gap"]


def test_everything_that_is_wrong_with_the_cells_is_named_at_once() -> None:
    assert sorted(refused("8H;9H DOG;.AT", FRIENDS, CAT)) == ["gap", "occupied"]


def test_a_star_laid_in_this_very_turn_cannot_be_taken() -> None:
    assert refused("9J;*9J к;К", RUSSIAN, STARS) == ["swap_no_wild"]


def test_a_star_cannot_be_taken_twice() -> None:
    assert refused("*I5;*I5 К;К", RUSSIAN, STARS) == ["swap_no_wild"]


def test_a_play_of_nothing_new_reads_as_a_play_of_no_tiles() -> None:
    assert parse_play("8H ...", FRIENDS, CAT) == Play()


def test_a_play_of_nothing_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="nothing"):
        format_play(Play(), FRIENDS, CAT)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("K8 S", "8H ...S"),
        ("8K SO", "8H ...SO"),
        ("K8 SIN", "K8 SIN"),
        ("H8 .OD", "H8 .OD"),
        ("H9 OD", "H8 .OD"),
        ("9I s", "I8 .s"),
        ("2B X", "2B X"),
    ],
)
def test_a_play_is_written_from_the_first_square_of_its_main_word(text: str, written: str) -> None:
    assert format_play(parse_play(text, FRIENDS, CAT), FRIENDS, CAT) == written


def test_stars_are_written_first_and_words_after_them() -> None:
    play = parse_play("J4;*I5 М..;К".replace("М..", "М.к"), RUSSIAN, STARS)
    assert format_play(play, RUSSIAN, STARS) == "*I5;J4 К;М.к"


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_every_play_of_a_random_game_reads_back(variant_id: str, seats: int) -> None:
    game = random_game(table(variant_id, seats), seats, seed=11)
    state = game.start
    for event in game.events:
        if isinstance(event, Played):
            text = format_play(event.play, game.variant, state.board)
            assert parse_play(text, game.variant, state.board) == event.play
        state = apply(state, event)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SEATED), st.integers(0, 10_000), st.integers(0, 12))
def test_every_legal_turn_reads_back(seated: tuple[str, int], seed: int, turns: int) -> None:
    variant_id, seats = seated
    playing = RandomGame(table(variant_id, seats), seats, seed)
    for _, game in zip(range(turns + 1), playing, strict=False):
        board = game.state.board
    if not playing.game.state.ended:
        for turn in playing.plays()[:60]:
            text = format_play(turn.play, playing.variant, board)
            assert parse_play(text, playing.variant, board) == turn.play


CELLS = st.integers(0, 255)
TILES = st.integers(1, 32).flatmap(lambda code: st.sampled_from((code, code | LAID_WILD)))


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(CELLS, TILES, max_size=40),
    st.dictionaries(CELLS, TILES, min_size=1, max_size=9),
    st.data(),
)
def test_any_set_of_cells_reads_back_be_it_legal_or_not(
    old: dict[int, int], new: dict[int, int], data: st.DataObject
) -> None:
    board = Board.empty(16, 16).with_tiles(old.items())
    wild = sorted(square for square, tile in old.items() if tile & LAID_WILD)
    taken = data.draw(st.sets(st.sampled_from(wild), max_size=2)) if wild else set()
    swapped = frozenset((square, old[square] & ~LAID_WILD) for square in taken)
    play = Play(frozenset((s, tile) for s, tile in new.items() if s not in old), swapped)
    if play.laid or play.swapped:
        assert parse_play(format_play(play, RUSSIAN, board), RUSSIAN, board) == play
