"""What words mean."""

import pytest

from wordsmith.lexicon import Lexicon


def test_a_russian_word_has_its_senses_a_line_each(russian: Lexicon) -> None:
    senses = russian.gloss("МОСТИК").splitlines()
    assert len(senses) > 1
    assert senses[0] == "уменьш. к мост"


def test_yo_makes_no_difference(russian: Lexicon, russian_with_yo: Lexicon) -> None:
    assert russian.gloss("ЕЛКА") == russian_with_yo.gloss("ЁЛКА") != ""


def test_an_english_form_is_explained_by_its_base(english: Lexicon) -> None:
    assert english.gloss("HOUSE").startswith("(n) a dwelling")
    assert english.gloss("MICE").startswith("mouse: (n) ")
    assert english.gloss("RUNNING").splitlines()[0].startswith("(")


@pytest.mark.parametrize("word", ["AE", "EH", "QI", "ZA", "DE"])
def test_the_short_english_words_that_wordnet_lacks_have_glosses_of_ours(
    english: Lexicon, word: str
) -> None:
    assert word in english
    assert english.gloss(word)


def test_every_two_letter_word_has_a_gloss(english: Lexicon, russian: Lexicon) -> None:
    for lexicon in (english, russian):
        short = [word for word in lexicon.words if len(word) == 2]
        assert len(short) > 50
        assert [word for word in short if not lexicon.gloss(word)] == []


def test_a_word_we_do_not_know_has_none(russian: Lexicon, english: Lexicon) -> None:
    assert russian.gloss("АБВГД") == ""
    assert english.gloss("QQ") == ""


def test_glosses_are_plain_text(russian: Lexicon) -> None:
    for word in russian.words[::50]:
        assert not set(russian.gloss(word)) & set("{}|\t")
