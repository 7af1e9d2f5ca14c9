"""Sentences out of the catalogue."""

import pytest

from wordsmith.texts import plural_category, say, say_why


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (0, "0 очков"),
        (1, "1 очко"),
        (2, "2 очка"),
        (5, "5 очков"),
        (11, "11 очков"),
        (12, "12 очков"),
        (21, "21 очко"),
        (22, "22 очка"),
        (111, "111 очков"),
        (-1, "−1 очко"),
    ],
)
def test_a_russian_number_takes_its_form(n: int, sentence: str) -> None:
    assert say("ru", "n.points", n=n) == sentence


@pytest.mark.parametrize(
    ("n", "sentence"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (21, "21 points")]
)
def test_an_english_number_takes_its_form(n: int, sentence: str) -> None:
    assert say("en", "n.points", n=n) == sentence


def test_the_particulars_stand_in_their_places() -> None:
    sentence = say("en", "news.turn", name="Ann", what="CATS", points="6 points")
    assert sentence == "Ann: CATS, 6 points."


def test_a_particular_that_is_not_given_stays_as_it_is_written() -> None:
    assert "{name}" in say("en", "news.turn", what="CATS", points="6 points")


def test_a_particular_may_have_the_name_of_a_parameter() -> None:
    assert say("en", "turn.spoken_word", word="key", n=3, key="x", language="y") == "key, 3"


def test_there_is_no_sentence_without_a_key() -> None:
    with pytest.raises(LookupError, match=r"no\.such\.key"):
        say("ru", "no.such.key")


def test_there_is_no_third_language() -> None:
    with pytest.raises(LookupError, match="'fr'"):
        say("fr", "n.points")


def test_why_a_word_does_not_count_names_its_lemma() -> None:
    assert say_why("ru", "plural", "ДОМ") == "множественное число от ДОМ"
    assert say_why("en", "diminutive", "ХВОСТ") == "diminutive of ХВОСТ"


def test_why_a_word_does_not_count_names_the_case_and_the_group_in_words() -> None:
    assert say_why("ru", "not_nominative", "ДОМ", "instrumental") == "творительный падеж от ДОМ"
    assert say_why("en", "group_off", detail="slang") == "not counted at this table: slang"


def test_a_reason_of_tomorrow_is_an_unknown_word_today() -> None:
    assert say_why("en", "some_new_code", "X", "y") == "not in the word list"


@pytest.mark.parametrize(
    ("n", "category"), [(1, "one"), (3, "few"), (14, "many"), (104, "few"), (1011, "many")]
)
def test_russian_has_three_plural_categories_of_whole_numbers(n: int, category: str) -> None:
    assert plural_category("ru", n) == category
