"""Membership, spellings with Ё, frequencies and groups of the shipped lexicons."""

import tomllib
from pathlib import Path

import pytest

from wordsmith.errors import ParseError
from wordsmith.lexicon import DEFAULT_GROUPS, GROUPS, SHIPPED, Lexicon, load_lexicon
from wordsmith.lexicon.groups import UNFIT, check_groups
from wordsmith.lexicon.tables import load_table
from wordsmith.rules.alphabet import ALPHABETS

WORDS = tomllib.loads(Path(__file__).with_name("gold.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("word", WORDS["russian"].split())
def test_a_russian_noun_counts(russian: Lexicon, word: str) -> None:
    assert word in russian


@pytest.mark.parametrize("word", WORDS["not_russian"].split())
def test_what_is_no_noun_of_the_default_groups_does_not(russian: Lexicon, word: str) -> None:
    assert word not in russian


@pytest.mark.parametrize("word", WORDS["english"].split())
def test_an_english_word_counts(english: Lexicon, word: str) -> None:
    assert word in english


@pytest.mark.parametrize("word", WORDS["not_english"].split())
def test_what_is_no_english_word_does_not(english: Lexicon, word: str) -> None:
    assert word not in english


def test_membership_is_that_of_the_list_of_words(russian: Lexicon) -> None:
    words = russian.words
    assert len(words) == len(russian) == len(set(words))
    assert all(word in russian for word in words[::97])
    assert list(words) == sorted(words)


def test_only_strings_of_the_alphabet_are_asked_for(russian: Lexicon) -> None:
    assert "ЁЛКА" not in russian  # this alphabet has no Ё tile: words come folded
    assert "" not in russian
    assert 5 not in russian
    assert "елка" not in russian


def test_the_words_are_read_only_when_asked_for() -> None:
    lexicon = load_lexicon("ru", ALPHABETS["ru"], ["plural_only"])
    assert "graph" not in vars(lexicon)
    assert "НОЖНИЦЫ" in lexicon
    assert "graph" in vars(lexicon)


# -- Ё ----------------------------------------------------------------------


def test_without_a_yo_tile_a_word_is_laid_with_e_and_shown_with_yo(russian: Lexicon) -> None:
    assert "ЕЛКА" in russian
    assert russian.shown("ЕЛКА") == "ЁЛКА"
    assert russian.shown("СТОЛ") == "СТОЛ"
    assert russian.shown("АБВГД") == "АБВГД"


def test_with_a_yo_tile_a_word_is_laid_with_either(russian_with_yo: Lexicon) -> None:
    assert "ЁЛКА" in russian_with_yo
    assert "ЕЛКА" in russian_with_yo
    assert russian_with_yo.shown("ЕЛКА") == "ЁЛКА"
    assert russian_with_yo.shown("ЁЛКА") == "ЁЛКА"


def test_a_word_with_e_is_not_laid_with_yo(russian_with_yo: Lexicon) -> None:
    assert "МЕСТО" in russian_with_yo
    assert "МЁСТО" not in russian_with_yo


def test_two_words_that_differ_in_yo_alone_are_both_there(russian_with_yo: Lexicon) -> None:
    assert "НЕБО" in russian_with_yo
    assert "НЁБО" in russian_with_yo
    assert russian_with_yo.shown("НЕБО") == "НЕБО"
    assert russian_with_yo.shown("НЁБО") == "НЁБО"


def test_each_yo_of_a_word_is_free_to_be_either(russian_with_yo: Lexicon) -> None:
    entry = load_table("ru").find("трехверстка")
    assert entry is not None
    assert entry.spellings == ("трёхвёрстка",)
    for word in ("ТРЁХВЁРСТКА", "ТРЁХВЕРСТКА", "ТРЕХВЁРСТКА", "ТРЕХВЕРСТКА"):
        assert word in russian_with_yo


def test_every_word_of_the_one_alphabet_folds_into_the_other(
    russian: Lexicon, russian_with_yo: Lexicon
) -> None:
    fold = ALPHABETS["ru"].fold
    assert {fold(word) for word in russian_with_yo.words} == set(russian.words)


# -- what is known of a word ------------------------------------------------


def test_frequency_tells_everyday_words_from_rare_ones(russian: Lexicon, english: Lexicon) -> None:
    assert russian.zipf("ВРЕМЯ") > 5 > russian.zipf("МОСТИК") > 3 > russian.zipf("ФИШЮ")
    assert russian.zipf("АБВГД") == 0
    assert english.zipf("HOUSE") > 5 > english.zipf("BRIDGE") > 3 > english.zipf("ZYMURGY")


def test_the_frequency_of_a_preposition_is_not_that_of_the_noun_it_looks_like(
    russian: Lexicon,
) -> None:
    assert "ПЕРЕД" in russian
    assert russian.zipf("ПЕРЕД") < 3
    assert russian.zipf("ОБО") < 3
    assert russian.zipf("СТАТЬ") < 4
    assert russian.zipf("ДО") < 4
    assert russian.zipf("ЛЕТ") < 4  # лёт; the genitive of год is among the commonest words
    assert russian.zipf("ТАКСИ") > 4  # no other case lowers an indeclinable noun


def test_vulgar_rude_and_slurs_are_offensive_and_plain_words_are_not(
    russian: Lexicon, english: Lexicon
) -> None:
    for word in ["ХАЧ", "ЖИД", "ХУЙ", "ЖОПА", "СТЕРВА"]:
        assert russian.is_offensive(word)
    for word in ["СТОЛ", "ХОХОЛ", "НЕГР", "АБВГД"]:
        assert not russian.is_offensive(word)
    assert english.is_offensive("FUCKING")
    assert not english.is_offensive("CHINK")


def test_the_everyday_words_are_common_and_fit_for_a_family(russian: Lexicon) -> None:
    graph = russian.everyday_graph(4.0)
    words = [ALPHABETS["ru"].decode(codes) for codes in graph]
    assert "ВРЕМЯ" in words
    assert "СТЕРВА" not in words
    assert all(russian.zipf(word) >= 4 and word in russian for word in words)
    assert not any(russian.is_offensive(word) for word in words)


def test_all_words_fit_for_a_family_are_those_that_count_but_the_offensive(
    english: Lexicon,
) -> None:
    everybody = load_lexicon("en", ALPHABETS["en"], GROUPS["en"])
    clean = everybody.everyday_graph(0)
    assert len(clean) == len(english.graph) < len(everybody.graph)


# -- groups -----------------------------------------------------------------


def test_a_word_counts_when_all_its_groups_are_on() -> None:
    ground = load_lexicon("ru", ALPHABETS["ru"], ["nouns"])
    plural = load_lexicon("ru", ALPHABETS["ru"], ["nouns", "plural_only"])
    assert "СТОЛ" in ground
    assert "НОЖНИЦЫ" not in ground
    assert "НОЖНИЦЫ" in plural
    entry = load_table("ru").find("пердянка")
    assert entry is not None
    assert entry.groups == {"rare", "slang"}
    assert "ПЕРДЯНКА" not in load_lexicon("ru", ALPHABETS["ru"], ["slang"])
    assert "ПЕРДЯНКА" in load_lexicon("ru", ALPHABETS["ru"], ["slang", "rare"])


@pytest.mark.parametrize("name", SHIPPED)
def test_every_word_is_in_known_groups_and_each_group_has_words(name: str) -> None:
    found = {group for entry in load_table(name) for group in entry.groups}
    assert found == set(GROUPS[name])


@pytest.mark.parametrize("name", SHIPPED)
def test_the_default_groups_count_no_offensive_word(name: str) -> None:
    assert "offensive" in UNFIT
    assert "offensive" in set(GROUPS[name]) - DEFAULT_GROUPS[name]
    assert DEFAULT_GROUPS[name] < set(GROUPS[name])
    assert GROUPS[name][0] in DEFAULT_GROUPS[name]


def test_an_unknown_group_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(ParseError, match="no such group of words in the lexicon en: nouns; it has"):
        check_groups("en", ["words", "nouns"])
    with pytest.raises(ParseError, match="words, modern, offensive"):
        load_lexicon("en", ALPHABETS["en"], ["verbs"])
