"""Nouns of the spelling dictionary hunspell-ru: its affix flags tell the declension."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.lexicon.tables import folded

if TYPE_CHECKING:
    from pathlib import Path

_WORD = re.compile("[а-яё]+").fullmatch
_MASCULINE_OR_NEUTER, _FEMININE = frozenset("KJG"), frozenset("IN")


@dataclass(frozen=True, slots=True)
class HunspellNouns:
    """What hunspell-ru knows, each word with its spellings with Ё."""

    singular: dict[str, set[str]] = field(default_factory=dict)
    plural: dict[str, set[str]] = field(default_factory=dict)  # entered in the plural


def read_dictionary(path: Path) -> HunspellNouns:
    """The nouns of ru_RU.dic, proper names left out."""
    nouns = HunspellNouns()
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        word, _, flag = line.strip().partition("/")
        if not _WORD(word):
            continue
        if _is_singular(word, flag):
            nouns.singular.setdefault(folded(word), set()).add(word)
        elif flag == "O" and word[-1] in "ыиая":
            nouns.plural.setdefault(folded(word), set()).add(word)
    for spellings in (*nouns.singular.values(), *nouns.plural.values()):
        with_yo = {spelling for spelling in spellings if "ё" in spelling}
        if with_yo:  # every word with Ё is entered with Е too
            spellings.intersection_update(with_yo)
    return nouns


def _is_singular(word: str, flag: str) -> bool:
    if flag in _MASCULINE_OR_NEUTER or flag in _FEMININE:
        return True
    if flag == "H":  # also the instrumentals корицей, грыжей, entered as words
        return not word.endswith(("ей", "ой"))
    if flag == "F":
        return word.endswith("ость")
    return flag == "O" and word[-1] not in "ыиая" and not word.endswith("ий")  # барсучий
