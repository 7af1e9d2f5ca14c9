"""What is shown to somebody who asks, and the reason that is given."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.positions import read_board, read_play, read_tiles
from wordsmith.bots.candidates import leave_of
from wordsmith.bots.hints import CODES, Why, best_hints, hints_of, is_unlike, whys
from wordsmith.engine import generate, turns_by_words
from wordsmith.engine.leave_weights import LeaveWeights
from wordsmith.engine.leaves import Leaves, leaves_of, most_kept
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.game import Game
from wordsmith.rules.scoring import score_play
from wordsmith.rules.state import initial_state
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View
from wordsmith.texts import load_catalogue

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon

CAT = "15/" * 7 + "7CAT5/" + "15/" * 6 + "15"
KOT = "16/" * 8 + "7КОТ6/" + "16/" * 6 + "16"


@cache
def _known(variant_id: str) -> tuple[Variant, Lexicon, Leaves]:
    """Words, and leaves in which vowels are worth 4 points, and Q and Щ cost 6."""
    variant = load_variant(variant_id)
    words = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    good, hard = ("АИО", "Щ") if variant.language == "ru" else ("AIO", "Q")
    parts = {bytes([0]): 20_000}
    parts |= {variant.alphabet.encode(letter): 4_000 for letter in good}
    parts |= {variant.alphabet.encode(hard): -6_000}
    symbols = len(variant.alphabet) + 1
    return variant, words, leaves_of(LeaveWeights(parts), symbols, most_kept(variant))


def _view(variant_id: str, board: str, rack: str, bag: str) -> View:
    variant, _, _ = _known(variant_id)
    state = initial_state(variant, 2)._replace(
        board=read_board(variant, board),
        racks=tuple(read_tiles(variant.alphabet, held) for held in (rack, rack[:1])),
        bag=read_tiles(variant.alphabet, bag),
        scores=(20, 20),
    )
    return View.of(Game.replay(variant, state, ()), 0)


def _reasons(view: View, play_text: str) -> list[Why]:
    _, _, leaves = _known(view.variant.id)
    play = read_play(view.variant, view.board, play_text)
    return whys(view, play, score_play(view.variant, view.board, play, len(view.rack)), leaves)


@pytest.mark.parametrize(
    ("rack", "bag", "play", "why"),
    [
        ("S", "", "K8 S", Why("out")),
        ("SERVING", "EEEEEEEE", "K8 SERVING", Why("full_hand", n=50)),
        ("SU", "EEEEEEEE", "K8 SU", Why("several", ("CATS", "SU"))),
        ("SQ", "EEEEEEEE", "H9 Q", Why("sheds", ("Q",))),
        ("?ASEE", "EEEEEEEE", "K8 S", Why("keeps_star_and", ("A",))),
        ("?SEE", "EEEEEEEE", "K8 S", Why("keeps_star")),
        ("SEEAO", "EEEEEEEE", "K8 S", Why("keeps", ("A", "O"))),
        ("SEE", "EEEEEEEE", "K8 S", Why("points", n=6)),
        ("ESQ", "EEEEEEEE", "K8 S", Why("points", n=6)),  # the awkward letter stays
        ("SQI", "EEEEEEEE", "H9 QI", Why("dear", ("Q",), 10)),  # it is gone, a good one as well
        ("EESF", "EEEEEEEE", "H9 F", Why("dear", ("F",), 4)),
    ],
)
def test_the_reason_is_read_off_the_turn(rack: str, bag: str, play: str, why: Why) -> None:
    reasons = _reasons(_view("classic", CAT, rack, bag), play)
    assert reasons[0] == why, reasons


def test_a_star_that_is_taken_is_told() -> None:
    variant, words, _ = _known("wordsmith")
    view = _view("wordsmith", KOT.replace("О", "о"), "ОКРАНСЯ", "ЕЕЕЕЕЕЕЕ")
    taking = [turn for turn in turns_by_words(view, words, width=2) if turn.play.swapped]
    assert taking
    _, _, leaves = _known(variant.id)
    for turn in taking[:20]:
        score = score_play(variant, view.board, turn.play, len(view.rack))
        assert "star" in [why.code for why in whys(view, turn.play, score, leaves)]


@pytest.mark.parametrize(
    ("variant_id", "board", "rack"),
    [("classic", CAT, "?AEQZIO"), ("wordsmith", KOT, "АИЩОРНС"), ("friends", CAT, "AEINRST")],
)
def test_no_reason_is_given_that_is_not_so(variant_id: str, board: str, rack: str) -> None:
    variant, words, leaves = _known(variant_id)
    view = _view(variant_id, board, rack, "ЕЕЕЕЕЕЕЕ" if variant.language == "ru" else "EEEEEEEE")
    told = set()
    for turn in generate(view, words)[::7]:
        score = score_play(variant, view.board, turn.play, len(view.rack))
        found = {why.code: why for why in whys(view, turn.play, score, leaves)}
        told |= set(found)
        made = {word.word for word in score.words}
        assert ("full_hand" in found) == bool(score.bonus) == (len(turn.play.laid) == 7)
        assert ("several" in found) == (len(made) > 1 or len(score.words) > 1)
        assert ("keeps_star" in found or "keeps_star_and" in found) == (
            "?" in rack and not any(tile & 128 for _, tile in turn.play.laid)
        )
        factors = [variant.layout.word_factors[square] for square in turn.play.squares]
        assert ("word_premium" in found) == any(factor > 1 for factor in factors)
        for code in ("word_premium", "twice"):
            assert set(found[code].words) <= made if code in found else True
        assert "out" not in found
        assert "star" not in found
        assert "points" in found
    assert len(told) > 4


def test_hints_are_unlike_one_another_and_say_different_things() -> None:
    _, words, leaves = _known("classic")
    view = _view("classic", CAT, "AEINRSQ", "EEEEEEEE")
    scored = [
        (turn.play, score_play(view.variant, view.board, turn.play, len(view.rack)))
        for turn in generate(view, words)
    ]
    hints = hints_of(view, scored, leaves)
    assert [(hint.play, hint.score) for hint in hints][:1] == scored[:1]
    assert len(hints) == 3
    for one, other in combinations(hints, 2):
        assert is_unlike(one.play, other.play)
        assert one.why.code != other.why.code
    for hint in hints:
        assert hint.leave == leave_of(view, hint.play, leaves)
        assert hint.equity == 1000 * hint.score.points + hint.leave
    assert hints_of(view, [], leaves) == ()


def test_a_part_of_a_hint_is_no_other_hint_though_it_lies_elsewhere() -> None:
    twice = "16/" * 8 + "7КОТ6/" + "16/" * 3 + "7КОТ6/" + "16/" * 2 + "16"
    view = _view("wordsmith", twice, "РООННСА", "ЕЕЕЕЕЕ")
    _, _, leaves = _known("wordsmith")
    plays = [
        read_play(view.variant, view.board, text) for text in ("H7;J10 РО;ОН", "J14 ОН", "I8 С.Н")
    ]
    scored = [(play, score_play(view.variant, view.board, play, len(view.rack))) for play in plays]
    assert is_unlike(plays[0], plays[1])
    assert [hint.play for hint in hints_of(view, scored, leaves)] == [plays[0], plays[2]]


def test_a_turn_is_not_unlike_itself_with_a_tile_more() -> None:
    variant, _, _ = _known("classic")
    board = read_board(variant, CAT)
    short, long, elsewhere = (
        read_play(variant, board, text) for text in ("K8 S", "K8 SO", "H9 AB")
    )
    assert not is_unlike(short, long)
    assert not is_unlike(long, short)
    assert is_unlike(short, elsewhere)
    other_word, moved = (read_play(variant, board, text) for text in ("K8 BA", "H9 SO"))
    assert not is_unlike(long, other_word)
    assert not is_unlike(long, moved)


def test_the_strongest_bot_tells_the_chances_of_its_hints() -> None:
    _, words, _ = _known("friends")
    view = _view("friends", CAT, "AEINRSV", "EEEEEEEEAAAAIIIOOO")
    hints = best_hints(view, words, seed=2)
    assert hints
    assert all(hint.chance is not None and 0 < hint.chance < 1 for hint in hints)
    lost = replace(view, scores=(0, 400))
    assert (best_hints(lost, words, seed=2)[0].chance or 0) < (hints[0].chance or 0)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_reason_is_a_sentence_in_both_languages(language: str) -> None:
    lines = load_catalogue(language)
    for code in CODES:
        sentence = lines[f"hint.why.{code}"]
        assert isinstance(sentence, str)
        assert sentence.endswith(".")
        assert set(re.findall(r"{(\w+)}", sentence)) <= {"words", "n"}
    assert {key for key in lines if key.startswith("hint.why.")} == {
        f"hint.why.{code}" for code in CODES
    }
