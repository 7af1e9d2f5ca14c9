"""Boards as text."""

from wordsmith.notation.cgp import parse_board
from wordsmith.notation.diagram import format_diagram
from wordsmith.rules.variant import load_variant


def test_a_diagram_shows_coordinates_tiles_and_premiums() -> None:
    friends = load_variant("friends")
    board = parse_board("15/15/15/15/15/15/15/7CaT5/15/15/15/15/15/15/15", friends)
    lines = format_diagram(board, friends).splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[1] == ' 1 . . . = . . " . " . . = . . .'
    assert lines[8] == " 8 . . . - . . . C a T . - . . ."
    assert len(lines) == 16


def test_start_cells_are_stars() -> None:
    wordsmith = load_variant("wordsmith")
    board = parse_board("/".join(["16"] * 16), wordsmith)
    assert format_diagram(board, wordsmith).splitlines()[8].split()[8:10] == ["*", "*"]
