"""Squares as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordsmith.errors import ParseError
from wordsmith.notation.coordinates import (
    Place,
    format_column,
    format_place,
    format_square,
    parse_place,
    parse_square,
)


def test_row_first_means_across_and_column_first_means_down() -> None:
    assert parse_place("8H") == Place(7, 7, across=True)
    assert parse_place("H8") == Place(7, 7, across=False)


def test_rows_count_from_one_at_the_top() -> None:
    assert parse_square("A1", 15, 15) == 0
    assert parse_square("1O", 15, 15) == 14
    assert parse_square("15A", 15, 15) == 14 * 15


def test_small_letters_are_columns() -> None:
    assert parse_place("8h") == parse_place("8H")


@pytest.mark.parametrize(("cyrillic", "latin"), list(zip("АВСЕНКМОР", "ABCEHKMOP", strict=True)))
def test_cyrillic_look_alikes_are_columns_capital_and_small(cyrillic: str, latin: str) -> None:
    assert parse_place(f"5{cyrillic}") == parse_place(f"5{latin}")
    assert parse_place(f"{cyrillic.lower()}5") == parse_place(f"{latin}5")


@pytest.mark.parametrize("text", ["", "8", "H", "8Д", "8H8", "H-8", "8 H", "٨H", "8АБ", "88888H"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="is no square"):
        parse_place(text)


@pytest.mark.parametrize("text", ["16A", "P1", "0A", "8AA"])
def test_a_square_off_the_board_is_refused_with_its_size(text: str) -> None:
    with pytest.raises(ParseError, match="15 columns and 15 rows"):
        parse_square(text, 15, 15)


def test_columns_go_on_after_z() -> None:
    assert [format_column(column) for column in (0, 25, 26, 27, 51, 52)] == [
        "A",
        "Z",
        "AA",
        "AB",
        "AZ",
        "BA",
    ]


@given(st.integers(0, 998), st.integers(0, 700), st.booleans())
def test_a_place_reads_back(row: int, column: int, across: bool) -> None:
    place = Place(row, column, across)
    assert parse_place(format_place(place)) == place


def test_a_square_of_a_wide_board_reads_back() -> None:
    for square in range(30 * 4):
        for across in (True, False):
            text = format_square(square, 30, across=across)
            assert parse_square(text, 30, 4) == square
