"""``verify``: what there is to find in the record of a game."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import SealedGame, sealed_game, short_words, table
from wordsmith.notation.records import format_record
from wordsmith.rules.events import ChallengeUpheld, Played
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.sealed_bag import format_order, seal_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tests.cli.conftest import Command, Outcome


@cache
def a_game(variant_id: str = "wordsmith", seats: int = 2, check: str = "refuse") -> SealedGame:
    return sealed_game(table(variant_id, seats, {"check": check}), seats, seed=2)


def a_record(*args: Any) -> dict[str, Any]:
    game, seal = a_game(*args)
    names = ("Аня", "Bob", "Вера", "Дан")[: len(game.state.racks)]
    record = json.loads(json.dumps(format_record(game, names, seal)))
    assert isinstance(record, dict)
    return record


@pytest.fixture
def known(tmp_path: Path) -> Callable[[str, Iterable[str]], str]:
    """A file with the words that random games know, and more."""

    def write(alphabet: str, more: Iterable[str] = (), less: Iterable[str] = ()) -> str:
        path = tmp_path / "list.txt"
        words = (short_words(alphabet).words | set(more)) - set(less)
        path.write_text("\n".join(sorted(words)), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def verify(command: Command, tmp_path: Path, known: Callable[..., str]) -> Callable[..., Outcome]:
    def run_verify(record: Any, *arguments: str, words: str | None = None) -> Outcome:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        alphabet = {"wordsmith": "ru", "classic-ru": "ru-yo"}.get(record.get("variant"), "en")
        listed = words or known(alphabet)
        return command("verify", str(path), "--words", listed, *arguments)

    return run_verify


def answer_of(outcome: Outcome) -> dict[str, Any]:
    found = json.loads(outcome.out)
    assert isinstance(found, dict)
    assert outcome.status == (0 if found["ok"] else 1), outcome.err
    return found


@pytest.mark.parametrize(
    ("variant_id", "seats"), [("wordsmith", 2), ("friends", 3), ("classic-ru", 4)]
)
def test_a_whole_game_by_the_rules_follows_in_everything(
    verify: Callable[..., Outcome], variant_id: str, seats: int
) -> None:
    game, seal = a_game(variant_id, seats)
    answer = answer_of(verify(a_record(variant_id, seats), "--json", "--hash", seal.hash))
    assert answer == {
        "ok": True,
        "names": ["Аня", "Bob", "Вера", "Дан"][:seats],
        "scores": list(game.state.scores),
        "ended": True,
        "rules": {
            "ok": True,
            "events": len(game.events),
            "event": None,
            "found": None,
            "due": None,
            "reasons": [],
        },
        "bag": {"ok": True, "sealed": True, "hash": seal.hash, "flaw": None, "event": None},
        "words": {"ok": True, "found": []},
    }


def test_it_is_told_in_words_in_both_languages(verify: Callable[..., Outcome]) -> None:
    game, seal = a_game()
    english = verify(a_record(), "--language", "en")
    assert english.status == 0
    assert english.out.splitlines() == [
        f"Scores: Аня {game.state.scores[0]}, Bob {game.state.scores[1]}",
        f"Rules: {len(game.events)} events, and all follow.",
        "Bag: every tile was drawn in the order that was sealed at the start.",
        f"  Hash: {seal.hash}",
        "Words: all are in the list, or were let in at the table.",
    ]
    russian = verify(a_record(), "--language", "ru")
    assert "Мешок: каждая фишка взята в том порядке" in russian.out


def test_the_shipped_words_of_the_game_are_asked_where_nobody_names_others(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record()), encoding="utf-8")
    assert command("verify", str(path), "--json").answer["words"] == {"ok": True, "found": []}


# -- the bag ---------------------------------------------------------------------------------------


def test_a_tile_changed_in_the_order_is_found_by_the_hash(verify: Callable[..., Outcome]) -> None:
    record = a_record()
    order = record["seal"]["order"]
    record["seal"]["order"] = order[1:] + order[0]
    outcome = verify(record)
    assert outcome.status == 1
    assert "Bag: order and salt are not those whose hash was shown." in outcome.out


def test_a_seal_made_afterwards_is_found_by_the_hash_that_was_shown(
    verify: Callable[..., Outcome],
) -> None:
    _, seal = a_game()
    record = a_record()
    record["seal"]["salt"] = "0" * 64
    record["seal"]["hash"] = seal_hash(record["seal"]["order"], "0" * 64)
    answer = answer_of(verify(record, "--json", "--hash", f" {seal.hash.upper()}\n"))
    assert answer["bag"]["flaw"] == "hash"
    assert answer["rules"]["ok"]


def test_a_draw_that_was_not_next_is_found_where_it_happened(
    verify: Callable[..., Outcome],
) -> None:
    game, seal = a_game()
    order = bytearray(seal.order)
    other = next(n for n in range(7, len(order)) if order[n] != order[0])
    order[0], order[other] = order[other], order[0]
    record = a_record()
    record["seal"]["order"] = format_order(bytes(order), game.variant.alphabet)
    record["seal"]["hash"] = seal_hash(record["seal"]["order"], seal.salt)
    outcome = verify(record)
    assert outcome.status == 1
    assert "Bag: event 1 drew other tiles than were next." in outcome.out
    assert answer_of(verify(record, "--json"))["bag"]["event"] == 1


def test_a_bag_that_was_not_sealed_is_said_and_is_no_fault(verify: Callable[..., Outcome]) -> None:
    record = a_record()
    del record["seal"]
    outcome = verify(record)
    assert outcome.status == 0
    assert "Bag: not sealed, so its draws cannot be checked." in outcome.out
    assert verify(record, "--hash", "0" * 64).status == 1  # a hash was shown, and nothing bears it


def test_an_order_of_other_tiles_is_found(verify: Callable[..., Outcome]) -> None:
    record = a_record()
    record["seal"]["order"] = "А" * len(record["seal"]["order"])
    record["seal"]["hash"] = seal_hash(record["seal"]["order"], record["seal"]["salt"])
    assert answer_of(verify(record, "--json"))["bag"]["flaw"] == "tiles"


# -- the rules -------------------------------------------------------------------------------------


def test_points_out_of_nothing_are_found_and_the_true_ones_told(
    verify: Callable[..., Outcome],
) -> None:
    record = a_record()
    at = next(n for n, event in enumerate(record["events"]) if event["event"] == "played")
    true = json.loads(json.dumps(record["events"][at]))
    record["events"][at]["words"][0]["points"] += 10
    answer = answer_of(verify(record, "--json"))
    assert answer["rules"]["event"] == at + 1
    assert answer["rules"]["due"] == true
    said = verify(record).out
    assert f"Rules: event {at + 1} (played) does not follow from them." in said
    assert "By the rules it would be: {" in said


def test_an_act_that_the_rules_refuse_is_found_with_the_reasons(
    verify: Callable[..., Outcome],
) -> None:
    record = a_record()
    record["events"] = [*record["events"][:2], {"event": "passed", "seat": 1}]
    answer = answer_of(verify(record, "--json"))
    assert answer["rules"]["event"] == 3
    assert answer["rules"]["reasons"] == ["not_on_turn"]


def test_a_game_that_is_not_over_follows_as_far_as_it_goes(verify: Callable[..., Outcome]) -> None:
    record = a_record()
    record["events"] = record["events"][:2]
    answer = answer_of(verify(record, "--json"))
    assert (answer["ok"], answer["ended"]) == (True, False)


def test_what_is_left_out_at_the_end_is_found(verify: Callable[..., Outcome]) -> None:
    record = a_record()
    ended = record["events"].pop()
    answer = answer_of(verify(record, "--json"))
    assert answer["rules"]["found"] is None
    assert answer["rules"]["due"] == ended


# -- the words -------------------------------------------------------------------------------------


def words_made(game: Game) -> list[str]:
    return [made.word for event in game.events if isinstance(event, Played) for made in event.words]


def test_a_word_that_is_not_in_the_list_is_found(
    verify: Callable[..., Outcome], known: Callable[..., str]
) -> None:
    game, _ = a_game()
    word = words_made(game)[3]
    outcome = verify(a_record(), words=known("ru", less=[word]))
    assert outcome.status == 1
    assert f"Words: {word} is not in the list (event " in outcome.out


def test_a_word_that_counted_from_the_beginning_is_in_order(
    verify: Callable[..., Outcome], known: Callable[..., str]
) -> None:
    game, _ = a_game()
    word = words_made(game)[3]
    record = a_record()
    record["start"]["accepted"] = [word]
    assert verify(record, words=known("ru", less=[word])).status == 0


def test_words_that_a_vote_let_in_are_told_and_are_in_order(verify: Callable[..., Outcome]) -> None:
    answer = answer_of(verify(a_record("wordsmith", 3, "vote"), "--json"))
    assert answer["ok"]
    assert {found["code"] for found in answer["words"]["found"]} == {"voted_in"}


def test_a_phony_that_nobody_challenged_is_told_and_is_in_order(
    verify: Callable[..., Outcome],
) -> None:
    outcome = verify(a_record("friends", 2, "challenge_5"))
    assert outcome.status == 0
    told = [line for line in outcome.out.splitlines() if "nobody challenged it" in line]
    assert told
    assert all(line.startswith("  ") for line in told)


def test_a_good_word_that_was_challenged_off_is_found(
    verify: Callable[..., Outcome], known: Callable[..., str]
) -> None:
    game, _ = a_game("friends", 2, "challenge_5")
    off = next(event for event in game.events if isinstance(event, ChallengeUpheld))
    outcome = verify(a_record("friends", 2, "challenge_5"), words=known("en", more=[off.words[0]]))
    assert outcome.status == 1
    assert f"Words: {off.words[0]} was challenged off, and is in the list" in outcome.out


# -- files that are no records ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "record: 'format' is missing"),
        ({"format": 9}, "format: 9 is not known"),
        ([], "record: [] is no object"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_its_place(
    command: Command, tmp_path: Path, value: Any, said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(value))
    outcome = command("verify", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"wordsmith: {path}: ")
    assert said in outcome.err


def test_gcg_is_refused_with_what_to_take_instead(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#character-encoding UTF-8\n")
    outcome = command("verify", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"wordsmith: {path}: ")
    assert "take the record that ends in .json" in outcome.err


def test_a_record_of_plain_chance_goes_by_the_rules(verify: Callable[..., Outcome]) -> None:
    game = Game.begin(table("classic", 2), 2, Shuffle(Random(1)))
    assert verify(format_record(game, ("", ""))).status == 0
