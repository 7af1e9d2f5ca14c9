"""Why a word does not count."""

import builtins
from collections.abc import Iterator
from typing import Any

import pytest

from wordsmith.lexicon import DEFAULT_GROUPS, GROUPS, Lexicon, load_lexicon, reasons
from wordsmith.rules.alphabet import ALPHABETS
from wordsmith.rules.reasons import WhyNot, Words

TABLE = [
    ("БЕЖАТЬ", "not_noun", "БЕЖАТЬ", "verb"),
    ("БЕЖИТ", "not_noun", "БЕЖАТЬ", "verb"),
    ("КРАСИВЫЙ", "not_noun", "КРАСИВЫЙ", "adjective"),
    ("СДЕЛАН", "not_noun", "СДЕЛАТЬ", "participle"),
    ("ИДЯ", "not_noun", "ИДТИ", "gerund"),
    ("БЫСТРО", "not_noun", "БЫСТРО", "adverb"),
    ("МОЕЙ", "not_noun", "МОЙ", "pronoun"),
    ("ПЯТЬ", "not_noun", "ПЯТЬ", "numeral"),
    ("ОЙ", "not_noun", "ОЙ", "interjection"),
    ("ДОМОМ", "not_nominative", "ДОМ", "instrumental"),
    ("СТОЛА", "not_nominative", "СТОЛ", "genitive"),
    ("КНИГУ", "not_nominative", "КНИГА", "accusative"),
    ("ЛЮДЯМ", "not_nominative", "ЧЕЛОВЕК", "dative"),
    ("ДОМАХ", "not_nominative", "ДОМ", "prepositional"),
    ("ЕЖИКОМ", "not_nominative", "ЁЖИК", "instrumental"),
    ("ДОМА", "plural", "ДОМ", ""),  # the genitive of ДОМ, too
    ("СТЕКЛА", "plural", "СТЕКЛО", ""),
    ("ЕЛКИ", "plural", "ЁЛКА", ""),
    ("КЛЮЧИ", "plural", "КЛЮЧ", ""),  # a place, too
    ("ХВОСТИКИ", "plural", "ХВОСТИК", ""),
    ("ХВОСТИК", "diminutive", "ХВОСТ", ""),
    ("ДОМИЩЕ", "diminutive", "ДОМ", ""),
    ("СОЛНЫШКО", "diminutive", "СОЛНЦЕ", ""),
    ("МОСКВА", "proper", "МОСКВА", ""),
    ("ИВАНОМ", "proper", "ИВАН", ""),
    ("ПЕТРОВ", "proper", "ПЕТРОВ", ""),
    ("НЛО", "abbreviation", "НЛО", ""),
    ("ЗАШИВАНЬЕ", "variant_spelling", "ЗАШИВАНИЕ", ""),
    ("БАБЛО", "group_off", "", "slang"),
    ("ХАЧ", "group_off", "", "offensive"),
    ("АБРАКАДЫБРА", "unknown", "", ""),
    ("ЪЪЪ", "unknown", "", ""),
    ("НЭК", "unknown", "", ""),
]


@pytest.mark.parametrize(("word", "code", "lemma", "detail"), TABLE)
def test_a_russian_word_is_refused_with_the_reason_that_helps_most(
    russian: Lexicon, word: str, code: str, lemma: str, detail: str
) -> None:
    assert word not in russian
    assert russian.why_not(word) == WhyNot(code, lemma, detail)


@pytest.mark.parametrize(
    ("word", "group"),
    [
        ("СТОЛ", "nouns"),
        ("НОЖНИЦЫ", "plural_only"),
        ("МОСТИК", "diminutive_own_meaning"),
        ("СТЕРВЕЦ", "rude"),
        ("СМУЗИ", "modern"),
        ("БОЛЬНОЙ", "substantivised"),
    ],
)
def test_a_group_that_the_table_has_off_is_named(word: str, group: str) -> None:
    lexicon = load_lexicon("ru", ALPHABETS["ru"], DEFAULT_GROUPS["ru"] - {group})
    assert lexicon.why_not(word) == WhyNot("group_off", "", group)


def test_with_every_group_on_diminutives_names_and_abbreviations_count() -> None:
    lexicon = load_lexicon("ru", ALPHABETS["ru"], GROUPS["ru"])
    for word in ["ХВОСТИК", "МОСКВА", "НЛО", "ЗАШИВАНЬЕ", "БАБЛО", "ХАЧ"]:
        assert word in lexicon
    assert lexicon.why_not("ДОМА").code == "plural"


def test_an_english_word_is_refused_for_its_group_or_is_unknown(english: Lexicon) -> None:
    assert english.why_not("FUCK") == WhyNot("group_off", "", "offensive")
    assert english.why_not("QQ") == WhyNot("unknown")
    classic = load_lexicon("en", ALPHABETS["en"], ["words"])
    assert classic.why_not("QI") == WhyNot("group_off", "", "modern")


def test_a_word_laid_with_yo_is_explained_like_the_word_with_e(russian_with_yo: Lexicon) -> None:
    assert russian_with_yo.why_not("ЁЛКИ") == WhyNot("plural", "ЁЛКА")
    assert russian_with_yo.why_not("МЁСТО") == WhyNot("unknown")


@pytest.fixture
def _no_morphology(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    real = builtins.__import__

    def refusing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "pymorphy3":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    reasons._morphology.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refusing)
    yield
    reasons._morphology.cache_clear()


@pytest.mark.usefixtures("_no_morphology")
def test_without_the_forms_of_words_only_the_table_speaks(russian: Lexicon) -> None:
    assert russian.why_not("ДОМА") == WhyNot("unknown")
    assert russian.why_not("БЕЖАТЬ") == WhyNot("unknown")
    assert russian.why_not("ХВОСТИК") == WhyNot("diminutive", "ХВОСТ")
    assert russian.why_not("МОСКВА") == WhyNot("proper", "МОСКВА")


def test_a_lexicon_is_what_the_rules_ask_of_words(russian: Lexicon) -> None:
    words: Words = russian
    assert "СТОЛ" in words
    assert words.why_not("ДОМОМ").detail == "instrumental"
