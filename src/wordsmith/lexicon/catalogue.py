"""The lexicons there are: those shipped, and lists that somebody brings in a file."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.lexicon.groups import DEFAULT_GROUPS, GROUPS, check_groups
from wordsmith.lexicon.lexicon import Lexicon
from wordsmith.lexicon.tables import Entry, Fits, Table, load_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wordsmith.rules.alphabet import Alphabet

SHIPPED = tuple(GROUPS)
"""The names of the shipped lexicons."""

SHORTEST = 2
"""A single letter makes no word on a board: shorter lines of a word file are left out."""


def load_lexicon(name: str, alphabet: Alphabet, groups: Iterable[str] | None = None) -> Lexicon:
    """A shipped lexicon with these groups on, or its default ones.

    ParseError if there is no such lexicon or group, or the alphabet is of another language.
    """
    if name not in SHIPPED:
        raise ParseError("lexicon.unknown", name=name, known=", ".join(SHIPPED))
    if _language(alphabet) != name:
        raise ParseError("lexicon.alphabet", name=name, alphabet=alphabet.id)
    chosen = DEFAULT_GROUPS[name] if groups is None else check_groups(name, groups)
    return _load_shipped(name, alphabet, chosen)


@lru_cache(maxsize=32)
def _load_shipped(name: str, alphabet: Alphabet, groups: frozenset[str]) -> Lexicon:
    table = load_table(name)
    return Lexicon(
        name,
        alphabet,
        groups,
        table,
        spelt=lambda fits: _spelt(table, alphabet, groups, fits),
        key=f"{table.digest} {' '.join(sorted(groups))}",
    )


def load_word_file(path: Path, alphabet: Alphabet) -> Lexicon:
    """The lexicon of a text file: a word a line, in any case; ``#`` begins a comment.

    ParseError names the file, the line and the letter if a word cannot be spelt with the alphabet.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParseError("cannot_read", path=path, why=error) from error
    except UnicodeDecodeError as error:
        raise ParseError("not_utf8", path=path, byte=error.start + 1) from error
    words = sorted(set(_words_of_text(str(path), text, alphabet)))
    table = load_table(_language(alphabet))

    def spelt(fits: Fits | None) -> list[str]:
        if fits is None:
            return words
        return [word for word in words if fits(table.find(word) or Entry(word, frozenset()))]

    return Lexicon(
        path.stem,
        alphabet,
        groups=None,
        table=table,
        spelt=spelt,
        key=hashlib.sha256("\n".join(words).encode()).hexdigest(),
    )


def _words_of_text(name: str, text: str, alphabet: Alphabet) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), start=1):
        word = alphabet.fold(line.partition("#")[0].strip())
        for letter in word:
            if alphabet.code(letter) is None:
                raise ParseError(
                    "words.letter",
                    name=name,
                    line=number,
                    letter=repr(letter),
                    known=unicodedata.name(letter, "no name"),
                    alphabet=alphabet.id,
                )
        if len(word) >= SHORTEST:
            yield word


def _language(alphabet: Alphabet) -> str:
    """The shipped lexicon of an alphabet's language: "ru" of "ru-yo"."""
    return alphabet.id.partition("-")[0]


def _spelt(
    table: Table, alphabet: Alphabet, groups: frozenset[str], fits: Fits | None
) -> Iterator[str]:
    """Every word that counts, in capitals, in every way the alphabet lets it be laid."""
    for entry in table:
        if entry.groups <= groups and (fits is None or fits(entry)):
            yield from _laid(entry, alphabet)


def _laid(entry: Entry, alphabet: Alphabet) -> set[str]:
    """The ways to lay a word: each Ё of it as Ё, where there is such a tile, or as Е."""
    ways = {alphabet.fold(entry.word)}
    if alphabet.code("Ё"):
        for spelling in entry.spellings:
            choices = ["ЁЕ" if letter == "Ё" else letter for letter in spelling.upper()]
            ways.update(map("".join, product(*choices)))
    return ways
