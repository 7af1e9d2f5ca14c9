"""The words a bot lays; it recognises every word that counts at its table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from wordsmith.lexicon.anagrams import AnagramTable, build_anagrams
from wordsmith.lexicon.cache import load_checked
from wordsmith.lexicon.groups import OFFENSIVE
from wordsmith.lexicon.wordgraph import WordGraph, build_graph, graph_of_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.bots.levels import Level
    from wordsmith.lexicon.lexicon import Lexicon

_FEW = 0.02
"""Of a list with a smaller share of everyday words than this a bot knows every decent word."""

_LONG = 4
"""Letters from which on a frequency can be believed."""

_FORMAT = 1  # raise it when the same lexicon would give other plain words


@dataclass(frozen=True, eq=False)
class KnownWords:
    """A part of a lexicon, in the shapes the engine walks."""

    graph: WordGraph
    by_letters: Callable[[], AnagramTable]

    @cached_property
    def anagrams(self) -> AnagramTable:
        """The words by their letters; made or loaded when they are first asked for."""
        return self.by_letters()


def words_known(lexicon: Lexicon, level: Level) -> KnownWords:
    """The words that a level lays at a table with this lexicon.

    A level that knows all words still leaves out the offensive ones where the table, like a family,
    has shut out the worst of them.
    """
    if level.all_words and OFFENSIVE in (lexicon.groups or ()):
        return known_words(lexicon, None)
    return known_words(lexicon, level.zipf, level.short, level.longest)


def all_known(lexicon: Lexicon, level: Level) -> Iterator[KnownWords]:
    """Whatever words a level may ever lay with this lexicon, those it hardly thinks of included."""
    yield words_known(lexicon, level)
    rarer = words_of_rescue(lexicon, level)
    if rarer is not None:
        yield rarer


def words_of_rescue(lexicon: Lexicon, level: Level) -> KnownWords | None:
    """The rarer words of which a level thinks when it finds no turn, none longer than it likes.

    None for a level that has no others.
    """
    if level.rescue is None:
        return None
    return known_words(lexicon, level.rescue, level.short, level.longest)


@lru_cache(maxsize=64)
def known_words(
    lexicon: Lexicon, zipf: float | None, short: float = 0.0, longest: int | None = None
) -> KnownWords:
    """The words of at least this frequency, without the offensive ones; None: all that count.

    For each letter that a word has less than four, ``short`` more is asked of it: print is full
    of names and initials that look like short words. A list of somebody's own may hold few words
    that are met in print: then all decent ones.
    """
    if zipf is None:
        return KnownWords(lexicon.graph, lambda: lexicon.anagrams)
    everyday = lexicon.everyday_graph(zipf)
    if len(everyday) < _FEW * len(lexicon):
        zipf = 0.0
        everyday = lexicon.everyday_graph(zipf)
    elif short or longest is not None:
        return _plain(lexicon, everyday, zipf, short, longest)
    return KnownWords(everyday, lambda: lexicon.everyday_anagrams(zipf))


def _plain(
    lexicon: Lexicon, everyday: WordGraph, zipf: float, short: float, longest: int | None
) -> KnownWords:
    """Those that are not too long, and, if they are short, more common than the others."""

    def words() -> Iterator[bytes]:
        decode = lexicon.alphabet.decode
        for word in everyday:
            missing = max(0, _LONG - len(word))
            if longest is not None and len(word) > longest:
                continue
            if not missing or lexicon.zipf(decode(word)) >= zipf + short * missing:
                yield word

    told = f"{_FORMAT}\n{lexicon.key}\n{lexicon.alphabet.letters}\n{zipf} {short} {longest}"
    digest = hashlib.sha256(told.encode()).hexdigest()[:24]
    plain = load_checked(
        f"{lexicon.table.name}-plain-{digest}",
        lambda: build_graph(words()).to_bytes(),
        lambda kept: graph_of_bytes(kept, len(lexicon.alphabet)),
    )
    return KnownWords(plain, lambda: build_anagrams(plain))
