"""The words a bot lays; it recognises every word that counts at its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.lexicon.wordgraph import WordGraph

_FEW = 0.02
"""Of a list with a smaller share of everyday words than this a bot knows every decent word."""


@dataclass(frozen=True, slots=True)
class KnownWords:
    """A part of a lexicon, in the shape the engine walks."""

    graph: WordGraph


def known_words(lexicon: Lexicon, zipf: float | None) -> KnownWords:
    """The words of at least this frequency, without the offensive ones; None: all that count.

    A list of somebody's own may hold few words that are met in print: then all decent ones.
    """
    if zipf is None:
        return KnownWords(lexicon.graph)
    everyday = lexicon.everyday_graph(zipf)
    if len(everyday) < _FEW * len(lexicon):
        everyday = lexicon.everyday_graph(0)
    return KnownWords(everyday)
