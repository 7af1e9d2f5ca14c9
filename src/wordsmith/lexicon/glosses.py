"""What words mean, offline: Russian from Wiktionary, English from WordNet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wordsmith.lexicon.tables import folded, load_shipped_lines

if TYPE_CHECKING:
    from wordsmith.lexicon.lines import SortedLines

FORM_OF = "="
"""Marks a field that names the word whose glosses are meant: the base of an English form."""


@lru_cache
def _lines(language: str) -> SortedLines:
    return load_shipped_lines(language, "glosses.tsv.xz")[1]


def gloss(language: str, word: str) -> str:
    """What ``word`` means, a sense a line; empty if we do not know."""
    return "\n".join(_senses(language, folded(word)))


def _senses(language: str, word: str) -> list[str]:
    senses = []
    for field in (_lines(language).find(word) or [])[1:]:
        if field.startswith(FORM_OF):
            base = field.removeprefix(FORM_OF)
            senses += [f"{base}: {sense}" for sense in _senses(language, base)]
        else:
            senses.append(field)
    return senses
