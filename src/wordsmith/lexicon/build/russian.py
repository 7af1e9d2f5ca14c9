"""The Russian table: nouns in the nominative, with the groups each is in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.lexicon.build import wiktionary
from wordsmith.lexicon.build.curated import read_changes, read_pairs, read_words
from wordsmith.lexicon.build.frequency import read_zipf
from wordsmith.lexicon.build.homographs import noun_zipf
from wordsmith.lexicon.build.hunspell import HunspellNouns, read_dictionary
from wordsmith.lexicon.build.opencorpora import NounForm, read_nouns
from wordsmith.lexicon.groups import OFFENSIVE, labelled
from wordsmith.lexicon.tables import Entry, folded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wordsmith.lexicon.build.curated import Change
    from wordsmith.lexicon.build.sources import Sources

_FITS_A_BOARD = re.compile("[а-я]{2,16}").fullmatch
_ERRORS = {"Erro", "Dist"}
_PROPER = {"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Init"}
_PLAYABLE_PROPER = {"Name", "Geox"}  # surnames and patronymics would double the list
_STYLES = {
    "colloquial": {"Infr"},
    "slang": {"Slng"},
    "archaic": {"Arch", "Litr"},
}
_RARE_BELOW, _EVERYDAY_FROM = 100, 300  # hundredths of Zipf
_DEFINES_MANY = 8


@dataclass(slots=True)
class Word:
    """A word on its way into the table."""

    labels: set[str] = field(default_factory=set)
    spellings: set[str] = field(default_factory=set)
    lemma: str = ""


@dataclass(frozen=True, slots=True)
class Lexemes:
    """The nominatives of OpenCorpora, sorted out by kind; each with its spellings."""

    singular: dict[str, set[str]] = field(default_factory=dict)
    plural_only: dict[str, set[str]] = field(default_factory=dict)
    plural_forms: dict[str, set[str]] = field(default_factory=dict)
    variants: dict[str, set[str]] = field(default_factory=dict)  # зашиванье
    proper: dict[str, set[str]] = field(default_factory=dict)
    abbreviations: dict[str, set[str]] = field(default_factory=dict)
    lemmas: dict[str, str] = field(default_factory=dict)  # of variants
    tags: dict[str, list[frozenset[str]]] = field(default_factory=dict)  # of each lexeme

    def known(self, word: str) -> bool:
        """Whether ``word`` is a common noun in the nominative."""
        return word in self.singular or word in self.plural_only or word in self.plural_forms


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What tells the groups of a word, beside its grammar."""

    senses: wiktionary.Senses
    defines: dict[str, int]
    zipf: dict[str, int]
    diminutives: dict[str, str]
    own_meaning: set[str]


def russian_entries(sources: Sources, senses: wiktionary.Senses) -> list[Entry]:
    """The whole Russian table, in order."""
    curated = sources.curated / "ru" / "curated"
    lexemes = sort_out(read_nouns(sources.opencorpora))
    words = _common_nouns(lexemes, read_dictionary(sources.hunspell), curated)
    witnesses = Witnesses(
        senses,
        wiktionary.defining_words(senses),
        noun_zipf(sources.opencorpora, read_zipf(sources.frequency_ru), words),
        read_pairs(curated / "diminutives.txt"),
        read_words(curated / "diminutives_of_own_meaning.txt"),
    )
    offensive = read_words(curated / "offensive.txt")
    for name, word in words.items():
        _label(name, word, witnesses)
        word.labels |= _styles(lexemes.tags.get(name, []))
        if name in offensive:
            word.labels.add(OFFENSIVE)
    _add(words, lexemes.proper, "proper")
    _add(words, lexemes.abbreviations, "abbreviations")
    for change in read_changes(curated / "changes.tsv"):
        apply_change(words, change)
    return [_entry(name, words[name], witnesses.zipf) for name in sorted(words)]


def sort_out(forms: Iterable[NounForm]) -> Lexemes:
    """The forms that fit a board, by kind."""
    lexemes = Lexemes()
    for form in forms:
        word = folded(form.form)
        if not _FITS_A_BOARD(word) or form.tags & _ERRORS:
            continue
        kind = _kind(lexemes, form)
        if kind is None:
            continue
        kind.setdefault(word, set()).add(form.form)
        if kind is lexemes.variants:
            lexemes.lemmas[word] = folded(form.lemma)
        elif kind is lexemes.singular or kind is lexemes.plural_only:
            lexemes.tags.setdefault(word, []).append(form.tags)
    return lexemes


def _kind(lexemes: Lexemes, form: NounForm) -> dict[str, set[str]] | None:
    plural_form = "plur" in form.tags and "Pltm" not in form.tags and not form.is_lemma
    if form.tags & _PROPER:
        return lexemes.proper if form.tags & _PLAYABLE_PROPER and not plural_form else None
    if "Abbr" in form.tags:
        return lexemes.abbreviations
    if plural_form:
        return lexemes.plural_forms
    if form.tags & {"V-be", "V-ie"} and not form.is_lemma:
        return lexemes.variants
    return lexemes.plural_only if "plur" in form.tags else lexemes.singular


def _common_nouns(lexemes: Lexemes, hunspell: HunspellNouns, curated: Path) -> dict[str, Word]:
    """Every common noun, with the label that its grammar or a list gives it."""
    words: dict[str, Word] = {}
    _add(words, lexemes.singular)
    _add(words, {w: s for w, s in hunspell.singular.items() if _FITS_A_BOARD(w)})
    both = {w: s for w, s in lexemes.plural_only.items() if w in lexemes.plural_forms}
    _add(words, both, "plural_own_meaning")
    _add(words, lexemes.plural_only, "plural_only")
    own_meaning = read_words(curated / "plurals_of_own_meaning.txt")
    plurals = {w: s for w, s in lexemes.plural_forms.items() if w in own_meaning}
    _add(words, plurals, "plural_own_meaning")
    plurals_only = read_words(curated / "plurals_only.txt")
    _add(words, {w: s for w, s in hunspell.plural.items() if w in plurals_only}, "plural_only")
    for name in ("substantivised", "modern"):
        _add(words, {w: {w} for w in read_words(curated / f"{name}.txt")}, name)
    _add(words, lexemes.variants, "spelling_variants")
    for name, lemma in lexemes.lemmas.items():
        if "spelling_variants" in words[name].labels:
            words[name].lemma = lemma
    return words


def _add(words: dict[str, Word], found: dict[str, set[str]], label: str = "") -> None:
    """Add the words that are not there yet."""
    for name, spellings in found.items():
        if name not in words:
            words[name] = Word({label} if label else set(), set(spellings))


def _label(name: str, word: Word, witnesses: Witnesses) -> None:
    senses, zipf = witnesses.senses.get(name, []), witnesses.zipf.get(name, 0)
    found = wiktionary.labels_of(senses)
    if zipf >= _EVERYDAY_FROM or witnesses.defines.get(name, 0) >= _DEFINES_MANY:
        found -= {"terms", "archaic", "regional"}  # пальма, царь, кум
    word.labels |= found
    if name in witnesses.diminutives:
        word.labels.add("diminutive")
        word.lemma = witnesses.diminutives[name]
    elif name in witnesses.own_meaning:
        word.labels.add("diminutive_own_meaning")
    if zipf < _RARE_BELOW and not senses:
        word.labels.add("rare")


def _styles(lexemes: list[frozenset[str]]) -> set[str]:
    """The groups that the style marks of every lexeme put a word in."""
    return {
        group
        for group, marks in _STYLES.items()
        if lexemes and all(tags & marks for tags in lexemes)
    }


def apply_change(words: dict[str, Word], change: Change) -> None:
    """Mend the table by hand. ParseError if the change changes nothing: it is out of date."""
    name = folded(change.word)
    if change.added:
        words.setdefault(name, Word(spellings={change.word}))
    elif name not in words:
        raise ParseError(f"the list of changes names {change.word}, which no source has")
    if change.dropped:
        del words[name]
        return
    word = words[name]
    before = set(word.labels)
    word.labels = (before | change.labels_on) - change.labels_off
    if word.labels == before and not change.added:
        raise ParseError(f"the list of changes says of {change.word} what the sources say too")


def _entry(name: str, word: Word, zipf: dict[str, int]) -> Entry:
    spellings = () if word.spellings <= {name} else tuple(sorted(word.spellings))
    groups = labelled("ru", word.labels)
    return Entry(name, groups, zipf.get(name, 0) / 100, word.lemma, spellings)
