"""``word``: legal or why not, worth, meaning."""

import pytest

from tests.cli.conftest import Command


def test_a_diminutive_is_refused_with_the_word_it_comes_from(command: Command) -> None:
    outcome = command("word", "хвостик", "--variant", "wordsmith")
    assert outcome.status == 1
    assert outcome.out.splitlines()[0] == "ХВОСТИК: не годится, уменьшительное от ХВОСТ"


@pytest.mark.parametrize("word", ["мостик", "весы", "выборы", "ножницы", "Мостик", "НОЖНИЦЫ"])
def test_words_with_a_meaning_of_their_own_count(command: Command, word: str) -> None:
    outcome = command("word", word, "--variant", "wordsmith")
    assert outcome.status == 0
    assert outcome.out.startswith(f"{word.upper()}: годится, ")


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("дома", "множественное число от ДОМ"),
        ("домом", "творительный падеж от ДОМ"),
        ("Москва", "имя собственное"),
        ("бежать", "глагол БЕЖАТЬ"),
        ("абв", "такого слова нет в списке"),
    ],
)
def test_the_reason_is_told(command: Command, word: str, reason: str) -> None:
    outcome = command("word", word, "--variant", "wordsmith")
    assert outcome.status == 1
    assert reason in outcome.out


@pytest.mark.parametrize("word", ["ёлка", "елка", "Е\u0308ЛКА"])
def test_a_word_is_shown_with_yo(command: Command, word: str) -> None:
    outcome = command("word", word, "--variant", "wordsmith")
    assert outcome.status == 0
    assert outcome.out.startswith("ЁЛКА: годится, 6 очков")  # Е1 Л2 К2 А1


def test_an_english_word_is_told_of_in_english_with_its_meaning(command: Command) -> None:
    outcome = command("word", "QI", "--variant", "friends")
    assert outcome.status == 0
    first, *senses = outcome.out.splitlines()
    assert first == "QI: counts, 11 points"
    assert senses


def test_the_variant_is_guessed_from_the_letters(command: Command) -> None:
    assert command("word", "кот").out.startswith("КОТ: годится")
    assert command("word", "cat").out.startswith("CAT: counts")


def test_the_language_may_be_chosen(command: Command) -> None:
    said = command("word", "дома", "--language", "en").out
    assert said.startswith("ДОМА: does not count, plural of ДОМ")


def test_letters_without_tiles_are_named(command: Command) -> None:
    outcome = command("word", "qi", "--variant", "wordsmith")
    assert outcome.status == 1
    assert outcome.out == "QI: не годится, этого не выложить фишками: I Q\n"


def test_groups_may_be_switched_on_by_a_house_rule(command: Command) -> None:
    groups = "word_groups=nouns+diminutive"
    outcome = command("word", "хвостик", "--variant", "wordsmith", "--set", groups)
    assert outcome.status == 0


def test_a_program_gets_one_object_and_the_same_status(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    legal = command("word", "кот", "--json")
    assert legal.answer | {"gloss": ""} == {
        "word": "КОТ",
        "shown": "КОТ",
        "legal": True,
        "points": 5,  # К2 О1 Т2
        "why": None,
        "gloss": "",
    }
    refused = command("word", "дома", "--json")
    assert refused.status == 1
    assert '"why": {"code": "plural", "lemma": "ДОМ", "detail": ""}' in refused.out
