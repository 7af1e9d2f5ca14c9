import pytest

from wordsmith.errors import IllegalAction
from wordsmith.rules.reasons import Code, Reason

CONTRACT = [
    "bad_notation", "off_board", "occupied", "gap", "not_one_line", "no_tiles", "not_in_rack",
    "start_cell", "too_short", "not_joined", "not_a_word", "repeated_word", "swap_not_allowed",
    "swap_no_wild", "swap_wrong_letter", "swap_not_laid", "bag_too_small", "exchange_too_many",
    "not_on_turn", "game_over", "resigned", "bag_closed",
]  # fmt: skip


def test_the_codes_of_the_machine_readable_commands_stay_as_they_are() -> None:
    assert list(map(str, Code))[: len(CONTRACT)] == CONTRACT


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([Reason(Code.GAP, (3,))], "gap"),
        ([Reason(Code.NOT_A_WORD, word="XQ"), Reason(Code.GAP)], "not_a_word XQ; gap"),
    ],
)
def test_a_refusal_says_every_reason(reasons: list[Reason], said: str) -> None:
    assert str(IllegalAction(*reasons)) == said
