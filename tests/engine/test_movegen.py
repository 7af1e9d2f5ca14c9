"""The compiled generator against the reference, on positions of every kind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.situations import Listed, babble, hand, listed, scattered, seen, small_view
from tests.positions import house, read_board, read_play, read_tiles
from wordsmith.engine import Candidate, generate
from wordsmith.engine.reference import one_line_plays
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.actions import Play
from wordsmith.rules.board import Board
from wordsmith.rules.layout import Layout, parse_layout
from wordsmith.rules.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from wordsmith.rules.view import View

ENABLE = Path(__file__).with_name("classic-enable-40.tsv")


def _assert_same(view: View, words: Listed) -> None:
    found = generate(view, words)
    plays = {candidate.play: candidate.points for candidate in found}
    assert len(plays) == len(found), "a play came twice"
    assert plays == one_line_plays(view, words)


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_generated_plays_are_those_of_the_reference(seed: int) -> None:
    random = Random(seed)
    rack_size = random.randint(1, 7)
    rules = {
        "lines_per_turn": random.choice(("one", "any")),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
        "rack_size": str(rack_size),
        "repeat_words": random.choice(("yes", "yes", "no")),
    }
    tiles = random.randint(0, rack_size)
    wild = 0.3 if tiles < 5 else random.choice((0.0, 0.15))
    _assert_same(*small_view(random, rules, tiles=tiles, wild=wild, longest_side=8))


@pytest.mark.parametrize("variant_id", variant_ids())
def test_generated_plays_are_those_of_the_reference_on_the_board_that_ships(
    variant_id: str,
) -> None:
    random = Random(variant_id)
    variant = load_variant(variant_id)
    for share in (0.0, 0.15):
        letters = "".join(random.sample(variant.alphabet.letters, 5))
        words = babble(random, variant.alphabet, letters, longest=6)
        view = seen(
            variant,
            scattered(random, variant, letters, share),
            hand(random, variant, letters, 4, 0.2),
        )
        _assert_same(view, words)


def test_hands_of_sixteen_tiles_have_all_their_plays() -> None:
    random = Random(16)
    variant = replace(
        house("classic", rack_size="16", seats="2"), layout=parse_layout("long", "+" + "." * 19)
    )
    letters = "AB"
    words = listed(variant.alphabet, ("AB" * 8, "ABA", "BA", "A" * 16, "A" * 5))
    rack = hand(random, variant, letters, 8, 0.0) + hand(random, variant, letters, 8, 0.0)
    view = seen(variant, Board.empty(20, 1), rack)
    _assert_same(view, words)


def test_word_premiums_multiply_or_add_and_count_in_one_word_or_in_every() -> None:
    layout = parse_layout("premiums", "WLw\nl*W\n...")
    points = {}
    for premium_words in ("every", "one"):
        for word_premiums in ("multiply", "add"):
            variant = replace(
                house(
                    "classic",
                    premium_words=premium_words,
                    word_premiums=word_premiums,
                    full_rack_bonus="0",
                ),
                layout=layout,
            )
            view = seen(
                variant, read_board(variant, "3/BAB/3"), read_tiles(variant.alphabet, "DDD")
            )
            words = listed(variant.alphabet, ("DDD", "DB", "DA", "DBD"))
            _assert_same(view, words)
            play = read_play(variant, view.board, "1A DDD")
            points[premium_words, word_premiums] = {
                found.play: found.points for found in generate(view, words)
            }[play]
    # the row DDD on x3, letter x3 and x2; below it the columns DB, DA and DB
    assert points == {
        # the row 10 * 6, the columns 5 * 3, 7 and 5 * 2
        ("every", "multiply"): 92,
        # the row 10 * 5, and as before
        ("every", "add"): 82,
        # all three in the row, 10 * 6; the columns 5, 3 and 5
        ("one", "multiply"): 73,
        # all three in the row, 10 * 5; the columns 5, 3 and 5
        ("one", "add"): 63,
    }


def _tables() -> list[tuple[str, int, int]]:
    rows = [line.split("\t") for line in ENABLE.read_text("utf-8").splitlines() if line[0] != "#"]
    return [(cgp, int(plays), int(best)) for cgp, plays, best in rows]


@pytest.mark.parametrize(("cgp", "plays", "best"), _tables())
def test_other_engines_find_as_many_plays_and_the_same_best_score(
    cgp: str, plays: int, best: int
) -> None:
    variant = load_variant("classic")
    # together these are ENABLE, word for word
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
    board, rack = cgp.split()[:2]
    view = seen(
        variant,
        read_board(variant, board),
        read_tiles(variant.alphabet, rack.strip("/")),
    )
    found = generate(view, words)
    assert (len(found), found[0].points) == (plays, best)


def _turned(view: View) -> View:
    """The same position with rows and columns changed about."""
    board, layout = view.board, view.variant.layout
    order = [
        row * board.width + column for column in range(board.width) for row in range(board.height)
    ]
    turned = Layout(
        layout.id,
        layout.height,
        layout.width,
        "".join(layout.picture[square] for square in order),
        tuple(layout.letter_factors[square] for square in order),
        tuple(layout.word_factors[square] for square in order),
        frozenset(order.index(square) for square in layout.starts),
    )
    cells = bytes(board.cells[square] for square in order)
    return replace(
        view,
        variant=replace(view.variant, layout=turned),
        board=Board(board.height, board.width, cells),
    )


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_turned_board_has_the_turned_plays_with_the_same_points(seed: int) -> None:
    view, words = small_view(Random(seed), {}, tiles=4, wild=0.2)
    width, height = view.board.width, view.board.height

    def turned(play: Play) -> Play:
        return Play(
            frozenset(
                (square % width * height + square // width, tile) for square, tile in play.laid
            )
        )

    found = {turned(candidate.play): candidate.points for candidate in generate(view, words)}
    assert found == {c.play: c.points for c in generate(_turned(view), words)}


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_the_best_points_come_first_and_always_in_the_same_order(seed: int) -> None:
    view, words = small_view(Random(seed), {}, tiles=4, wild=0.2)
    found = generate(view, words)
    assert found == generate(view, words)
    assert [c.points for c in found] == sorted((c.points for c in found), reverse=True)
    few = generate(view, words, most=5)
    assert [c.points for c in few] == [c.points for c in found[:5]]
    assert set(few) <= set(found)


def test_a_word_let_in_by_a_vote_may_be_laid() -> None:
    variant = house("classic", check="vote")
    words = listed(variant.alphabet, ("CAT",))
    board = read_board(variant, "15/" * 7 + "7CAT5/" + "15/" * 7)
    rack = read_tiles(variant.alphabet, "S")
    refused = seen(variant, board, rack)
    accepted = seen(variant, board, rack, accepted=frozenset({"CATS"}))
    assert generate(refused, words) == []
    assert generate(accepted, words) == [Candidate(read_play(variant, board, "K8 S"), 6)]


def test_words_do_not_repeat_where_the_house_forbids_it() -> None:
    variant = house("classic", repeat_words="no")
    words = listed(variant.alphabet, ("CAT", "CATS", "AS"))
    board = read_board(variant, "15/" * 7 + "7CAT5/" + "15/" * 7)
    rack = read_tiles(variant.alphabet, "S")
    made = frozenset({"CATS"})
    found = generate(seen(variant, board, rack, words_made=made), words)
    assert [candidate.play for candidate in found] == [read_play(variant, board, "I9 S")]


def test_a_lexicon_without_words_and_a_hand_without_tiles_have_no_plays() -> None:
    variant = load_variant("classic")
    empty = Board.empty(15, 15)
    none, some = listed(variant.alphabet, ()), listed(variant.alphabet, ("AB",))
    assert generate(seen(variant, empty, read_tiles(variant.alphabet, "AB")), none) == []
    assert generate(seen(variant, empty, read_tiles(variant.alphabet, "")), some) == []


def test_threads_do_not_disturb_each_other() -> None:
    views = [small_view(Random(seed), {}, tiles=5, wild=0.2) for seed in range(40)]
    alone = [generate(view, words) for view, words in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda pair: generate(*pair), views))
    assert together == alone


def test_a_hand_too_large_for_the_kernel_is_refused_with_its_size() -> None:
    variant = load_variant("classic")
    view = seen(variant, Board.empty(15, 15), read_tiles(variant.alphabet, "A" * 31))
    with pytest.raises(ValueError, match="31 tiles"):
        generate(view, listed(variant.alphabet, ("AA",)))
