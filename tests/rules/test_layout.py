import itertools
from collections import Counter

import pytest

from wordsmith.errors import ParseError
from wordsmith.rules.layout import parse_layout
from wordsmith.rules.variant import load_variant, variant_ids


def test_a_picture_becomes_factors_and_start_cells() -> None:
    layout = parse_layout("tiny", "# a remark\n.lL\nwW*\n+..\n")
    assert (layout.width, layout.height, layout.size) == (3, 3, 9)
    assert layout.letter_factors == (1, 2, 3, 1, 1, 1, 1, 1, 1)
    assert layout.word_factors == (1, 1, 1, 2, 3, 1, 2, 1, 1)
    assert layout.starts == {5, 6}


def test_a_board_need_not_be_square() -> None:
    layout = parse_layout("wide", "..*..\n.....\n")
    assert (layout.width, layout.height) == (5, 2)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "layout x: no rows"),
        ("# only a remark\n", "layout x: no rows"),
        ("...\n..\n", "layout x, row 2: 2 cells, not 3"),
        ("...\n.Q.\n", "layout x, row 2: unknown cell 'Q'"),
    ],
)
def test_a_bad_picture_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(ParseError, match=complaint):
        parse_layout("x", text)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_board_is_symmetric_in_both_axes_and_diagonals(variant_id: str) -> None:
    layout = load_variant(variant_id).layout
    width = layout.width
    rows = [layout.picture[first : first + width] for first in range(0, layout.size, width)]
    assert rows == rows[::-1]
    assert rows == [row[::-1] for row in rows]
    assert rows == ["".join(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize(
    ("variant_id", "counts"),
    [
        ("wordsmith", {"W": 8, "w": 12, "L": 12, "l": 28, "*": 4, ".": 192}),
        ("erudit", {"W": 8, "w": 16, "L": 8, "l": 24, "*": 1, ".": 168}),
        ("friends", {"W": 8, "w": 12, "L": 16, "l": 24, "*": 1, ".": 164}),
        ("classic", {"W": 8, "w": 16, "L": 12, "l": 24, "+": 1, ".": 164}),
        ("classic-ru", {"W": 8, "w": 16, "L": 12, "l": 24, "+": 1, ".": 164}),
    ],
)
def test_each_board_has_its_cells(variant_id: str, counts: dict[str, int]) -> None:
    assert Counter(load_variant(variant_id).layout.picture) == counts


def test_no_line_of_the_wordsmith_board_holds_two_word_premiums_closer_than_seven() -> None:
    layout = load_variant("wordsmith").layout
    rows = [
        [column for column in range(16) if layout.word_factors[row * 16 + column] > 1]
        for row in range(16)
    ]
    apart = [later - sooner for row in rows for sooner, later in itertools.pairwise(row)]
    assert min(apart) >= 7
