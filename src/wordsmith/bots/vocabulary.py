"""The words a bot lays; it recognises every word that counts at its table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from wordsmith.lexicon.wordgraph import WordGraph, build_graph

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon

_FEW = 0.02
"""Of a list with a smaller share of everyday words than this a bot knows every decent word."""

_LONG = 4
"""Letters from which on a frequency can be believed."""


@dataclass(frozen=True, slots=True)
class KnownWords:
    """A part of a lexicon, in the shape the engine walks."""

    graph: WordGraph


@lru_cache(maxsize=16)
def known_words(lexicon: Lexicon, zipf: float | None, short: float = 0.0) -> KnownWords:
    """The words of at least this frequency, without the offensive ones; None: all that count.

    For each letter that a word has less than four, ``short`` more is asked of it: print is full
    of names and initials that look like short words. A list of somebody's own may hold few words
    that are met in print: then all decent ones.
    """
    if zipf is None:
        return KnownWords(lexicon.graph)
    everyday = lexicon.everyday_graph(zipf)
    if len(everyday) < _FEW * len(lexicon):
        return KnownWords(lexicon.everyday_graph(0))
    if not short:
        return KnownWords(everyday)
    decode = lexicon.alphabet.decode
    plain = build_graph(
        word
        for word in everyday
        if len(word) >= _LONG or lexicon.zipf(decode(word)) >= zipf + short * (_LONG - len(word))
    )
    return KnownWords(plain)
