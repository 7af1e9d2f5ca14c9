import pytest

from tests.golden.playthroughs import FOLDER, SEATS, format_playthrough, parse_playthrough, replayed
from tests.positions import ANY_WORD, FromList
from wordsmith.rules.variant import variant_ids


@pytest.mark.parametrize("variant_id", variant_ids())
def test_a_recorded_game_replays_to_its_scores_and_boards(variant_id: str) -> None:
    text = (FOLDER / f"{variant_id}.txt").read_text("utf-8")
    told = parse_playthrough(text)
    chance = FromList(told.variant.alphabet, list(told.draws))
    game = replayed(told, ANY_WORD, chance)
    assert format_playthrough(game) == text
    assert game.state.ended is not None
    assert chance.draws == []


def test_every_variant_has_its_recorded_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(variant_ids()) == set(SEATS)


def test_the_recorded_game_of_wordsmith_lays_words_apart_in_one_turn_and_takes_a_star() -> None:
    moves = parse_playthrough((FOLDER / "wordsmith.txt").read_text("utf-8")).moves
    assert any(";" in move and "*" not in move for move in moves)
    assert any(move.startswith("play *") for move in moves)
