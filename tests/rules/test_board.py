import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.positions import at, read_board
from wordsmith.rules.board import Board, Run
from wordsmith.rules.variant import load_variant

CLASSIC = load_variant("classic")
CATS = read_board(CLASSIC, "15/15/15/15/15/15/15/7CATS4/7O7/7G7/15/15/15/15/14x")


def test_an_empty_board_has_no_tile() -> None:
    board = Board.empty(3, 2)
    assert board.is_empty
    assert not CATS.is_empty
    assert [board.tile(square) for square in range(6)] == [0] * 6


@pytest.mark.parametrize(
    ("square", "beside"),
    [(0, [1, 3]), (1, [0, 2, 4]), (2, [1, 5]), (3, [4, 0]), (4, [3, 5, 1]), (5, [4, 2])],
)
def test_neighbours_share_a_side_and_never_wrap_round(square: int, beside: list[int]) -> None:
    assert sorted(Board.empty(3, 2).neighbours[square]) == sorted(beside)


def test_a_run_reaches_from_end_to_end() -> None:
    (h8,) = at(CLASSIC, "H8")
    across, down = CATS.run(h8, across=True), CATS.run(h8, across=False)
    assert across == Run(range(h8, h8 + 4), across=True)
    assert down == Run(range(h8, h8 + 31, 15), across=False)
    assert CLASSIC.alphabet.decode(CATS.letters(down)) == "COG"


def test_a_run_ends_at_the_edge_of_its_row() -> None:
    board = Board(3, 2, bytes([0, 1, 1, 1, 0, 0]))
    assert board.run(2, across=True).squares == range(1, 3)
    assert board.run(3, across=True).squares == range(3, 4)


def test_runs_of_one_letter_are_no_runs_and_each_run_comes_once() -> None:
    squares = at(CLASSIC, "H8", "I8", "O15")
    runs = CATS.runs_through(squares)
    assert [CLASSIC.alphabet.decode(CATS.letters(run)) for run in runs] == ["CATS", "COG"]


@given(st.binary(min_size=20, max_size=20), st.sets(st.integers(0, 19)))
def test_runs_are_those_of_every_square_and_direction_in_order(
    filled: bytes, squares: set[int]
) -> None:
    board = Board(5, 4, bytes([byte % 2 for byte in filled]))
    squares &= {square for square, tile in enumerate(board.cells) if tile}
    each = {board.run(square, across=across) for square in squares for across in (True, False)}
    runs = [run for run in each if len(run.squares) > 1]
    assert board.runs_through(squares) == sorted(runs, key=lambda run: (not run.across, run.start))


def test_a_wild_tile_reads_as_its_letter() -> None:
    (corner,) = at(CLASSIC, "O15")
    assert CATS.is_wild(corner)
    assert CATS.letters(CATS.run(corner, across=True)) == CLASSIC.alphabet.encode("X")


def test_laying_tiles_leaves_the_old_board_as_it_was() -> None:
    (corner,) = at(CLASSIC, "O15")
    later = CATS.with_tiles([(corner, 1)])
    assert later.tile(corner) == 1
    assert CATS.is_wild(corner)
