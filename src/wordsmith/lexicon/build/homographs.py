"""How common a word is as a noun: print counts the forms of other words too."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pymorphy3
from pymorphy3.units import DictionaryAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pymorphy3.analyzer import Parse

_LEAST_SHARE = 0.001
_SHARE_OF_ADJECTIVES = 0.3  # больной, знакомый: OpenCorpora knows no noun of this spelling
_ADJECTIVES, _FUNCTION_WORDS = {"ADJF", "PRTF"}, {"PREP", "NPRO"}
_MOSTLY = 0.5


def noun_zipf(folder: Path, zipf: dict[str, int], words: Iterable[str]) -> dict[str, int]:
    """Hundredths of Zipf of the words, each times the share of its uses that are a noun.

    So стать, весь and обо are not taken for everyday nouns. The shares are those of the texts that
    OpenCorpora has tagged; a word that is another part of speech there has the least.
    """
    morphology = pymorphy3.MorphAnalyzer(path=str(folder), units=[DictionaryAnalyzer()])
    found = {}
    for word in words:
        if word in zipf:
            loss = round(100 * math.log10(_noun_share(morphology, word)))
            found[word] = max(zipf[word] + loss, 1)
    return found


def _noun_share(morphology: pymorphy3.MorphAnalyzer, word: str) -> float:
    parses = morphology.parse(word)
    if not parses:  # of another dictionary: no share is known
        return 1.0
    if all(parse.tag.POS in _ADJECTIVES for parse in parses):
        return _SHARE_OF_ADJECTIVES
    nouns = sum(parse.score for parse in parses if _is_that_noun(parse))
    share = nouns / sum(parse.score for parse in parses)
    if share <= _MOSTLY and any(parse.tag.POS in _FUNCTION_WORDS for parse in parses):
        return _LEAST_SHARE  # обо: tagged too seldom for a share, met too often for a noun
    return float(max(share, _LEAST_SHARE))


def _is_that_noun(parse: Parse) -> bool:
    """Whether a reading is of a noun in its dictionary form: лет is also a genitive of год."""
    tag = parse.tag
    return tag.POS == "NOUN" and (tag.case in {"nomn", "accs"} or "Fixd" in tag)
