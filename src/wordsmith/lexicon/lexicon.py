"""A word list at a table: which words count, why others do not, and what is known of each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from wordsmith.lexicon import glosses, reasons
from wordsmith.lexicon.anagrams import AnagramTable, build_anagrams, table_of_bytes
from wordsmith.lexicon.cache import is_cached, load_checked
from wordsmith.lexicon.groups import UNFIT
from wordsmith.lexicon.tables import Fits, Table, folded
from wordsmith.lexicon.wordgraph import WordGraph, build_graph, graph_of_bytes
from wordsmith.rules.reasons import WhyNot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordsmith.rules.alphabet import Alphabet

_GRAPH_FORMAT = 1  # raise it when the same words would give other nodes
_ANAGRAMS_FORMAT = 1  # and this, when they would give another table


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words that count at a table, in capitals as the tiles of ``alphabet`` spell them."""

    name: str  # that of a shipped lexicon, or of the file
    alphabet: Alphabet
    groups: frozenset[str] | None  # those that are on; None for a list of somebody's own
    table: Table  # what is known of the words of this language
    spelt: Callable[[Fits | None], Iterable[str]]  # the words that count, of entries that fit
    key: str  # tells these words from those of every other lexicon

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        try:
            return self.alphabet.encode(word) in self.graph
        except KeyError:
            return False

    def __len__(self) -> int:
        return len(self.graph)

    @cached_property
    def graph(self) -> WordGraph:
        """The compiled words; built at the first use on this machine, then read from the cache."""
        return self._cached_graph("", None)

    @cached_property
    def anagrams(self) -> AnagramTable:
        """The words by their letters; built and kept as ``graph`` is."""
        return self._cached_anagrams("", lambda: self.graph)

    @property
    def is_built(self) -> bool:
        """Whether ``graph`` is in the cache, so that asking for it takes no time."""
        return is_cached(self._name("graph", _GRAPH_FORMAT, ""))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every word that counts, in the order of the alphabet."""
        return tuple(map(self.alphabet.decode, self.graph))

    def everyday_graph(self, zipf: float) -> WordGraph:
        """The compiled words of at least this frequency, without the offensive ones.

        For bots of a small vocabulary; with 0, every word that is fit for a family.
        """
        return self._cached_graph(
            f"everyday {zipf}", lambda entry: entry.zipf >= zipf and not entry.groups & UNFIT
        )

    def everyday_anagrams(self, zipf: float) -> AnagramTable:
        """The words of ``everyday_graph`` by their letters."""
        return self._cached_anagrams(f"everyday {zipf}", lambda: self.everyday_graph(zipf))

    def why_not(self, word: str) -> WhyNot:
        """Why ``word`` does not count."""
        if self.groups is None:
            return WhyNot("not_in_list")
        return reasons.why_not(word, self.table, self.groups)

    def shown(self, word: str) -> str:
        """``word`` as a dictionary spells it: with Ё."""
        spellings = self.table.spellings(word)
        return word if not spellings or word.lower() in spellings else spellings[0].upper()

    def zipf(self, word: str) -> float:
        """How common a word is: log10 of its uses in a milliard words of print, 0 if not met."""
        entry = self.table.find(word)
        return entry.zipf if entry else 0.0

    def is_offensive(self, word: str) -> bool:
        """Whether ``word`` is vulgar, a slur or rude, so no hint; whatever groups are on."""
        entry = self.table.find(word)
        return entry is not None and bool(entry.groups & UNFIT)

    def gloss(self, word: str) -> str:
        """What ``word`` means, a sense a line; empty if we do not know."""
        return glosses.gloss(self.table.name, folded(word))

    def _cached_graph(self, part: str, fits: Fits | None) -> WordGraph:
        return load_checked(
            self._name("graph", _GRAPH_FORMAT, part),
            lambda: build_graph(map(self.alphabet.encode, self.spelt(fits))).to_bytes(),
            lambda kept: graph_of_bytes(kept, len(self.alphabet)),
        )

    def _cached_anagrams(self, part: str, words: Callable[[], WordGraph]) -> AnagramTable:
        return load_checked(
            self._name("anagrams", _ANAGRAMS_FORMAT, part),
            lambda: build_anagrams(words()).to_bytes(),
            lambda kept: table_of_bytes(kept, len(self.alphabet)),
        )

    def _name(self, kind: str, format_: int, part: str) -> str:
        told = f"{format_}\n{self.key}\n{self.alphabet.letters}\n{part}"
        digest = hashlib.sha256(told.encode()).hexdigest()
        return f"{self.table.name}-{kind}-{digest[:24]}"
