"""The search of whole turns against brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.situations import (
    Listed,
    listed,
    random_leaves,
    random_rules,
    seen,
    small_view,
)
from tests.positions import house, read_board, read_play, read_tiles
from wordsmith.engine import best_turn, turns_by_words
from wordsmith.engine.position import (
    play_of,
    position_of,
    repeats_a_word,
    swap_choices,
    words_of,
)
from wordsmith.engine.reference import all_turns, equity, kind
from wordsmith.engine.turns import BestOfKinds, top_turns
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.layout import parse_layout
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View

BOARDS = Path(__file__).with_name("classic-enable-40.tsv")
LOW = parse_layout("low", ".....\n.....\n..**.\n.....")


def _small(seed: int, lines: str) -> tuple[View, Listed]:
    random = Random(seed)
    rules, tiles = random_rules(random, most_tiles=4)
    side = 5 if tiles < 4 else 4
    rules["lines_per_turn"] = lines
    return small_view(random, rules, tiles=tiles, wild=0.25, longest_side=side)


def _visited(view: View, words: Listed) -> list[Play]:
    """Every legal turn that the search looks at when nothing it finds is good enough."""
    found: list[Play] = []
    for swaps in swap_choices(view):
        position = position_of(view, words_of(view, words), swaps)

        def keep(laid: list[tuple[int, int]], swaps: frozenset[tuple[int, int]] = swaps) -> bool:
            found.append(play_of([square << 8 | tile for square, tile in laid], swaps))
            return False

        position.prepare_search(keep)
        position.survey_hand()
        complete, _ = position.search(10**9)
        assert complete
        assert position.kept() == []
    if view.variant.rules.repeat_words:
        return found
    return [play for play in found if not repeats_a_word(view, play)]


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_search_visits_every_legal_turn_and_each_once(seed: int) -> None:
    view, words = _small(seed, "any")
    visited = _visited(view, words)
    assert set(visited) == set(all_turns(view, words))
    if not view.board.is_empty:  # a first turn may hold two words that could have been the first
        assert len(visited) == len(set(visited))


@pytest.mark.parametrize("lines", ["one", "any"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=35, deadline=None)
def test_the_best_turn_is_that_of_brute_force_and_is_known_to_be(lines: str, seed: int) -> None:
    view, words = _small(seed, lines)
    turns = all_turns(view, words)
    best = best_turn(view, words)
    assert best.exact
    assert best.points == max(turns.values(), default=0)
    assert (best.play is None) == (not turns)
    assert best.play is None or turns[best.play] == best.points


def _with_leaves(seed: int, lines: str) -> tuple[View, Listed, Leaves]:
    view, words = _small(seed, lines)
    random = Random(seed)
    if random.random() < 0.1:
        view = replace(view, bag=0)
    return view, words, random_leaves(random, view.variant, random.choice((2, 3, 4)))


@pytest.mark.parametrize("lines", ["one", "any"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_turn_of_most_equity_is_that_of_brute_force(lines: str, seed: int) -> None:
    view, words, leaves = _with_leaves(seed, lines)
    turns = all_turns(view, words)
    worth = {play: equity(view, play, points, leaves) for play, points in turns.items()}
    best = best_turn(view, words, leaves=leaves)
    assert best.exact
    assert (best.play is None) == (not turns)
    if best.play is not None:
        assert best.equity == max(worth.values())
        assert (best.points, best.equity) == (turns[best.play], worth[best.play])


@pytest.mark.parametrize("lines", ["one", "any"])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_the_best_turns_are_the_best_of_each_kind(lines: str, seed: int, count: int) -> None:
    view, words, leaves = _with_leaves(seed, lines)
    turns = all_turns(view, words)
    best: dict[tuple[bool, int], int] = {}
    for play, points in turns.items():
        which = kind(view, play)
        best[which] = max(best.get(which, -(10**9)), equity(view, play, points, leaves))
    search = BestOfKinds(view, words, leaves, count)
    assert search.run(10**9, bytearray(1))
    found = search.best_first()
    assert [turn.equity for turn in found] == sorted(best.values(), reverse=True)[:count]
    assert all(turns[turn.play] == turn.points for turn in found)
    assert all(best[kind(view, turn.play)] == turn.equity for turn in found)
    assert len({kind(view, turn.play) for turn in found}) == len(found)


@given(seed=st.integers(0, 2**32), count=st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_no_turn_shown_is_a_shade_of_a_better_one(seed: int, count: int) -> None:
    view, words, leaves = _with_leaves(seed, "any")
    top = top_turns(view, words, leaves, count=count)
    assert top.exact
    assert len(top.turns) <= count
    best = best_turn(view, words, leaves=leaves)
    assert [turn.equity for turn in top.turns[:1]] == [best.equity] * (best.play is not None)
    for better, turn in combinations(top.turns, 2):
        assert better.equity >= turn.equity
        assert kind(view, better.play) != kind(view, turn.play)
        assert 2 * len(better.play.laid & turn.play.laid) <= len(turn.play.laid)


@pytest.mark.parametrize("row", range(2, 40, 4))
def test_on_real_boards_nothing_better_is_passed_over(row: int) -> None:
    variant = house("classic", lines_per_turn="any")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
    lines = [line for line in BOARDS.read_text("utf-8").splitlines() if line[0] != "#"]
    board, rack = lines[row].split()[:2]
    codes = read_tiles(variant.alphabet, rack.strip("/")).codes
    view = seen(variant, read_board(variant, board), Tiles.of(codes[-5:]))
    leaves = random_leaves(Random(row), variant, 4) if row % 8 == 6 else None
    # so many kinds there are not, so nothing is too bad to be kept
    whole = BestOfKinds(view, words, leaves, 600)
    assert whole.run(10**9, bytearray(1))
    right = [turn.equity for turn in whole.best_first()]
    assert len(right) < 600
    for most in (1, 3, 10):
        search = BestOfKinds(view, words, leaves, most)
        assert search.run(10**9, bytearray(1))
        assert [turn.equity for turn in search.best_first()] == right[:most]


@given(seed=st.integers(0, 2**32), turns=st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_a_search_stopped_from_outside_keeps_what_it_has(seed: int, turns: int) -> None:
    view, words = _small(seed, "any")
    legal = all_turns(view, words)
    position = position_of(view, words_of(view, words))
    stop = bytearray(1)
    found: list[int] = []

    def note(laid: list[tuple[int, int]]) -> bool:
        play = play_of([square << 8 | tile for square, tile in laid])
        found.append(legal.get(play, 0))
        stop[0] = len(found) >= turns
        return play in legal

    position.prepare_search(note, stop=stop)
    position.survey_hand()
    complete, _ = position.search(10**9)
    kept = [points for _, points, _, _ in position.kept()]
    assert kept == ([max(found)] if any(found) or kept else [])
    if complete:
        best = max((p for play, p in legal.items() if not play.swapped), default=0)
        assert max(kept, default=0) == best


def test_no_seconds_leave_what_the_quick_search_has() -> None:
    view, words = _together()
    best = best_turn(view, words, seconds=0.0)
    assert (best.play, best.exact) == (None, False)


@given(st.integers(0, 2**32), st.integers(0, 6))
@settings(max_examples=35, deadline=None)
def test_a_search_cut_short_never_claims_what_is_not_so(seed: int, nodes: int) -> None:
    view, words = _small(seed, "any")
    turns = all_turns(view, words)
    best = best_turn(view, words, nodes=nodes)
    assert best.nodes <= nodes
    assert best.play is None or turns[best.play] == best.points
    if best.exact:
        assert best.points == max(turns.values(), default=0)


def test_a_search_cut_short_says_so() -> None:
    view, words = _together()
    assert not best_turn(view, words, nodes=0).exact


def _together() -> tuple[View, Listed]:
    """A position with one legal turn, whose three tiles make words only together."""
    variant = replace(house("classic", lines_per_turn="any"), layout=LOW)
    board = read_board(variant, "5/3X1/2Y2/5")
    words = listed(variant.alphabet, ("XCD", "YCE"))
    return seen(variant, board, read_tiles(variant.alphabet, "CDEQ")), words


def test_words_that_are_legal_only_together_are_found() -> None:
    view, words = _together()
    best = best_turn(view, words)
    assert best.play == read_play(view.variant, view.board, "D3;E3;D4 C;E;D")
    assert best.exact
    assert turns_by_words(view, words) == []


def test_a_star_is_taken_where_it_gains_points() -> None:
    variant = replace(
        house("wordsmith", full_rack_bonus="0"), layout=parse_layout("plain", "....\n.**.\n....")
    )
    board = read_board(variant, "4/КОт1/4")
    words = listed(variant.alphabet, ("КОТ", "КОТЫ"))
    best = best_turn(seen(variant, board, read_tiles(variant.alphabet, "Т")), words)
    # the T repairs КОТ, and the star is the Ы: 2 + 1 + 2 + 5
    assert best.play == read_play(variant, board, "*C2;D2 Т;ы")
    assert (best.points, best.exact) == (10, True)


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_the_same_view_has_the_same_best_turn(seed: int) -> None:
    view, words = _small(seed, "any")
    assert best_turn(view, words, nodes=50) == best_turn(view, words, nodes=50)


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_turns_built_word_by_word_are_legal_and_rightly_counted(seed: int) -> None:
    view, words = _small(seed, "any")
    turns = all_turns(view, words)
    found = turns_by_words(view, words, width=10_000)
    assert all(turns[turn.play] == turn.points for turn in found)
    assert len({turn.play for turn in found}) == len(found)


def test_letters_of_the_hand_may_be_named_in_any_order() -> None:
    random = Random(7)
    view, words = small_view(random, {"lines_per_turn": "any"}, tiles=4, wild=0.3)
    codes = list(view.rack.codes)
    random.shuffle(codes)
    position, shuffled = (position_of(view, words.graph) for _ in range(2))
    shuffled.set_up(view.board.cells, bytes(codes), int(view.board.is_empty), 0)
    position.set_up(view.board.cells, view.rack.codes, int(view.board.is_empty), 0)
    assert position.generate(()) == shuffled.generate(())


def test_a_set_of_no_points_with_a_star_still_to_be_laid_is_looked_beyond() -> None:
    variant = replace(
        house("classic", lines_per_turn="any", wild_value="zero", wild_swap="any_player"),
        layout=LOW,
    )
    words = listed(variant.alphabet, ("QC", "AB", "ABA", "CQ", "QQ", "AQ"))
    board = read_board(variant, "a3b/5/5/2c2")
    view = seen(variant, board, read_tiles(variant.alphabet, "AB"))
    best = best_turn(view, words)
    assert best.exact
    assert best.points == max(all_turns(view, words).values())
