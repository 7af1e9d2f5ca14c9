"""The reference on positions small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.engine.situations import Listed, listed, seen
from tests.positions import house, read_board, read_play, read_tiles
from wordsmith.engine.reference import all_turns, one_line_plays
from wordsmith.rules.layout import parse_layout

if TYPE_CHECKING:
    from wordsmith.rules.variant import Variant
    from wordsmith.rules.view import View

PLAIN = parse_layout("plain", ".....\n.....\n..**.\n.....\n.....")

LOW = parse_layout("low", ".....\n.....\n..**.\n.....")


def _variant(**rules: str) -> Variant:
    return replace(house("classic", full_rack_bonus="0", **rules), layout=PLAIN)


def _view(variant: Variant, board: str, rack: str) -> View:
    return seen(variant, read_board(variant, board), read_tiles(variant.alphabet, rack))


def _words(variant: Variant, *words: str) -> Listed:
    return listed(variant.alphabet, words)


def test_one_line_plays_of_a_hook_counted_by_hand() -> None:
    variant = _variant()
    view = _view(variant, "5/5/1CAT1/5/5", "S")
    found = one_line_plays(view, _words(variant, "CAT", "CATS", "AS"))
    # CATS in row 3, AS down from the A
    assert found == {
        read_play(variant, view.board, "E3 S"): 6,
        read_play(variant, view.board, "C4 S"): 2,
    }


def test_a_single_tile_that_makes_two_words_is_one_play() -> None:
    variant = _variant()
    view = _view(variant, "5/5/1A3/2B2/5", "C")
    found = one_line_plays(view, _words(variant, "AC", "CB"))
    # on either square it makes AC one way and CB the other: 1 + 3 and 3 + 3
    assert found == {
        read_play(variant, view.board, "C3 C"): 10,
        read_play(variant, view.board, "B4 C"): 10,
    }


def test_a_wild_tile_where_the_real_one_would_do_is_another_play() -> None:
    variant = _variant()
    view = _view(variant, "5/5/1CAT1/5/5", "S?")
    found = one_line_plays(view, _words(variant, "CATS"))
    assert sorted(found.values()) == [5, 6]


def test_turns_of_several_lines_counted_by_hand() -> None:
    variant = _variant(lines_per_turn="any")
    view = _view(variant, "5/5/1CAT1/5/5", "SO")
    found = all_turns(view, _words(variant, "CAT", "CATS", "SO", "TO"))
    # S at the end of the row, O under it, or O under the T, or both words apart: S and O
    assert found == {
        read_play(variant, view.board, "E3 S"): 6,
        read_play(variant, view.board, "D4 O"): 2,
        read_play(variant, view.board, "E3 SO"): 8,
        read_play(variant, view.board, "E3;D4 S;O"): 8,
    }


def test_tiles_that_make_words_only_together_are_a_turn() -> None:
    variant = replace(_variant(lines_per_turn="any"), layout=LOW)
    view = _view(variant, "5/3X1/2Y2/5", "CDE")
    found = all_turns(view, _words(variant, "XCD", "YCE"))
    # C alone would leave XC and YC; with D below and E beside it both are words
    assert list(found) == [read_play(variant, view.board, "D3;E3;D4 C;E;D")]


def test_a_letter_laid_on_a_wild_tile_frees_it_for_the_same_turn() -> None:
    variant = _variant(lines_per_turn="any", wild_swap="any_player", wild_value="letter")
    view = _view(variant, "5/5/1CAt1/5/5", "T")
    found = all_turns(view, _words(variant, "CAT", "CATS"))
    # the T repairs CAT, the wild tile becomes the S: CATS = 3 + 1 + 1 + 1
    assert found == {read_play(variant, view.board, "*D3;E3 T;s"): 6}
