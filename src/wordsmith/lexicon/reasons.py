"""Why a string of letters is no word at a table.

Codes: ``group_off`` (detail: the group), ``diminutive`` and ``variant_spelling`` (lemma: of what),
``proper``, ``abbreviation``, ``plural`` (lemma: the singular), ``not_nominative`` (lemma; detail:
the case), ``not_noun`` (lemma; detail: the part of speech), ``unknown``. For the forms of words we
ask pymorphy3; without it they are ``unknown`` too.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from wordsmith.lexicon.groups import GROUPS
from wordsmith.rules.reasons import WhyNot

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pymorphy3
    from pymorphy3.analyzer import Parse

    from wordsmith.lexicon.tables import Entry, Table

_NAMES = {"proper": "proper", "abbreviations": "abbreviation"}
_MADE_OF_ANOTHER = {"diminutive": "diminutive", "spelling_variants": "variant_spelling"}

_PROPER = {"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Init"}
_CASES = {
    "gent": "genitive",
    "gen1": "genitive",
    "gen2": "genitive",
    "datv": "dative",
    "accs": "accusative",
    "acc2": "accusative",
    "ablt": "instrumental",
    "loct": "prepositional",
    "loc1": "prepositional",
    "loc2": "prepositional",
    "voct": "vocative",
}
_PARTS = {
    "ADJF": "adjective",
    "ADJS": "adjective",
    "COMP": "comparative",
    "VERB": "verb",
    "INFN": "verb",
    "PRTF": "participle",
    "PRTS": "participle",
    "GRND": "gerund",
    "NUMR": "numeral",
    "ADVB": "adverb",
    "NPRO": "pronoun",
    "PRED": "predicative",
    "PREP": "preposition",
    "CONJ": "conjunction",
    "PRCL": "particle",
    "INTJ": "interjection",
}


def why_not(word: str, table: Table, groups: frozenset[str]) -> WhyNot:
    """Why ``word``, in capitals, does not count where these groups are on."""
    entry = table.find(word)
    off = entry.groups - groups if entry else frozenset()
    if entry and off - set(_NAMES):
        return _label_off(table.name, entry, off)
    found = _analysis(word) if table.name == "ru" else None
    name = next((_NAMES[group] for group in off), None)
    if name and (found is None or found.code != "plural"):  # КЛЮЧИ: a place, but plainly a plural
        return WhyNot(name, word)
    return found or WhyNot("unknown")


def _label_off(name: str, entry: Entry, off: frozenset[str]) -> WhyNot:
    for group, code in _MADE_OF_ANOTHER.items():
        if group in off:
            return WhyNot(code, entry.lemma.upper())
    return WhyNot("group_off", detail=min(off - set(_NAMES), key=GROUPS[name].index))


def _analysis(word: str) -> WhyNot | None:
    """What the forms of all Russian words tell; the reasons that help most come first."""
    morphology = _morphology()
    if morphology is None:
        return None
    parses = [parse for parse in morphology.parse(word.lower()) if parse.is_known]
    common = [parse for parse in parses if _is_common_noun(parse)]
    for reason in (*_plurals(common), *_cases(common)):
        return reason
    others = [parse for parse in parses if parse not in common]
    return _other(others[0]) if others else None


@cache
def _morphology() -> pymorphy3.MorphAnalyzer | None:
    try:
        import pymorphy3  # noqa: PLC0415 - a tenth of a second, and only for reasons

        return pymorphy3.MorphAnalyzer(lang="ru")
    except (ImportError, ValueError):  # not installed, or its dictionary is not
        return None


def _is_common_noun(parse: Parse) -> bool:
    tags = parse.tag.grammemes
    return "NOUN" in tags and not tags & (_PROPER | {"Abbr"})


def _plurals(nouns: list[Parse]) -> Iterator[WhyNot]:
    for noun in nouns:
        tags = noun.tag.grammemes
        if {"nomn", "plur"} <= tags and "Pltm" not in tags and not _is_lemma(noun):
            yield WhyNot("plural", noun.normal_form.upper())


def _cases(nouns: list[Parse]) -> Iterator[WhyNot]:
    for noun in nouns:
        if noun.tag.case in _CASES and not _is_lemma(noun):
            yield WhyNot("not_nominative", noun.normal_form.upper(), _CASES[noun.tag.case])


def _is_lemma(noun: Parse) -> bool:
    return bool(noun.word == noun.normal_form)


def _other(parse: Parse) -> WhyNot | None:
    tags, lemma = parse.tag.grammemes, parse.normal_form.upper()
    if "Abbr" in tags:
        return WhyNot("abbreviation", lemma)
    if tags & _PROPER:
        return WhyNot("proper", lemma)
    if "Apro" in tags:
        return WhyNot("not_noun", lemma, "pronoun")
    if parse.tag.POS in _PARTS:
        return WhyNot("not_noun", lemma, _PARTS[parse.tag.POS])
    return None
