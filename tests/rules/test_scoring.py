"""What the golden file of scores does not ask."""

import pytest

from tests.positions import at, play, position
from wordsmith.rules.scoring import score_play, words_formed
from wordsmith.rules.variant import load_variant

CLASSIC = load_variant("classic")
WORDSMITH = load_variant("wordsmith")


@pytest.mark.parametrize(("hand", "bonus"), [(6, 0), (7, 50), (8, 0)])
def test_the_bonus_asks_that_the_hand_was_full_and_all_of_it_was_laid(
    hand: int, bonus: int
) -> None:
    state = position(CLASSIC, ["READING", ""])
    reading = play(CLASSIC, state, "8F READING")
    assert score_play(CLASSIC, state.board, reading, hand).bonus == bonus


def test_words_across_come_before_words_down_each_with_its_first_cell() -> None:
    board = "15/15/15/15/15/15/15/7HORN4/15/15/15/15/15/15/15"
    state = position(CLASSIC, ["AM", ""], board)
    made = score_play(CLASSIC, state.board, play(CLASSIC, state, "9H AM"), 2).words
    h9, h8, i8 = at(CLASSIC, "H9", "H8", "I8")
    assert [(word.word, word.square, word.across) for word in made] == [
        ("AM", h9, True),
        ("HA", h8, False),
        ("OM", i8, False),
    ]


def test_a_run_that_was_only_mended_is_not_formed() -> None:
    board = "16/16/16/16/8кОТ5/6С3Е5/6О3М5/6КАРТА5/16/16/16/16/16/16/16/16"
    state = position(WORDSMITH, ["ИКННОЬА", ""], board)
    runs = words_formed(state.board, play(WORDSMITH, state, "*I5;J8 К;.ОНИк"))
    assert [(run.start, run.across) for run in runs] == [(at(WORDSMITH, "J8")[0], False)]


def test_a_lone_letter_makes_no_word_and_no_points() -> None:
    state = position(CLASSIC, ["Q", ""])
    score = score_play(CLASSIC, state.board, play(CLASSIC, state, "8H Q"), 1)
    assert (score.words, score.points) == ((), 0)
