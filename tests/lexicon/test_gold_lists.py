"""The Russian lists, measured by words judged before the lists were made."""

import tomllib
from pathlib import Path

import pytest

from wordsmith.lexicon import Lexicon

GOLD = tomllib.loads(Path(__file__).with_name("gold.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["own_meaning", "plurals_of_own_meaning"])
def test_words_with_a_meaning_of_their_own_count(russian: Lexicon, name: str) -> None:
    words = GOLD[name].upper().split()
    assert [word for word in words if word not in russian] == []


@pytest.mark.parametrize("name", ["plain", "augmentative", "plurals"])
def test_mere_forms_of_other_words_do_not(russian: Lexicon, name: str) -> None:
    words = GOLD[name].upper().split()
    assert [word for word in words if word in russian] == []


@pytest.mark.parametrize("name", ["plain", "augmentative"])
def test_a_diminutive_is_refused_as_one(russian: Lexicon, name: str) -> None:
    words = GOLD[name].upper().split()
    # проблемка is in no dictionary; людишки is a diminutive of a plural
    odd = [word for word in words if russian.why_not(word).code != "diminutive"]
    assert odd in ([], ["ПРОБЛЕМКА"])


def test_a_plural_is_refused_with_its_singular(russian: Lexicon) -> None:
    for word in GOLD["plurals"].upper().split():
        why = russian.why_not(word)
        assert why.code == "plural", word
        assert why.lemma
        assert why.lemma.replace("Ё", "Е") != word
