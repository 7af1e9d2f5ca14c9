"""How common a word is as a noun: print counts the forms of other words too."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pymorphy3
from pymorphy3.units import DictionaryAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LEAST_SHARE = 0.001
_FUNCTION_WORDS = {"PREP", "NPRO"}
_MOSTLY = 0.5


def noun_zipf(folder: Path, zipf: dict[str, int], words: Iterable[str]) -> dict[str, int]:
    """Hundredths of Zipf of the words, each times the share of its uses that are a noun.

    So стать, весь and обо are not taken for everyday nouns. The shares are those of the texts that
    OpenCorpora has tagged; a word that is no noun there at all has the least.
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
    nouns = sum(parse.score for parse in parses if parse.tag.POS == "NOUN")
    total = sum(parse.score for parse in parses)
    if not nouns:  # of another dictionary: no share is known
        return 1.0
    share = nouns / total
    if share <= _MOSTLY and any(parse.tag.POS in _FUNCTION_WORDS for parse in parses):
        return _LEAST_SHARE  # обо: tagged too seldom for a share, met too often for a noun
    return float(max(share, _LEAST_SHARE))
