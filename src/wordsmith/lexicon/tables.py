"""The shipped tables: every word we know, with its groups, frequency, lemma and spellings.

They lie compressed in ``data/<language>/``, made by ``wordsmith.lexicon.build``; a lookup reads
the unpacked copy in the cache folder.
"""

from __future__ import annotations

import hashlib
import lzma
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wordsmith.lexicon.cache import load_checked
from wordsmith.lexicon.groups import labelled
from wordsmith.lexicon.lines import SortedLines, compile_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHIPPED_FILES = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a table says of a word."""

    word: str  # small letters, Ё folded into Е
    groups: frozenset[str]
    zipf: float = 0.0  # log10 of uses in a milliard words of print; 0 if not met
    lemma: str = ""  # the word it is made from: of a diminutive, of a spelling variant
    spellings: tuple[str, ...] = ()  # how dictionaries spell it, if not as ``word``: with Ё


Fits: TypeAlias = "Callable[[Entry], bool]"
"""A choice of entries."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All words of a shipped lexicon."""

    name: str  # "ru", "en"
    digest: str  # of the shipped file
    lines: SortedLines

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Entry]:
        return (self._entry(fields) for fields in self.lines)

    def find(self, word: str) -> Entry | None:
        """The entry of a word in any case, with or without Ё."""
        fields = self.lines.find(folded(word))
        return self._entry(fields) if fields else None

    def spellings(self, word: str) -> tuple[str, ...]:
        """How dictionaries spell a word, if not as tiles do: with Ё. Without Е there is no Ё."""
        key = folded(word)
        fields = self.lines.find(key) if "е" in key else None
        return tuple(fields[4].split(",")) if fields and len(fields) > 4 else ()

    def _entry(self, fields: list[str]) -> Entry:
        word, labels, zipf, lemma, spellings = [*fields, "", "", "", ""][:5]
        return Entry(
            word,
            _groups(self.name, labels),
            int(zipf[:4]) / 100 if zipf.isdecimal() else 0.0,
            lemma,
            tuple(spellings.split(",")) if spellings else (),
        )


def format_entry(name: str, entry: Entry) -> str:
    """A line of the table of the lexicon ``name``."""
    labels = ",".join(sorted(entry.groups - labelled(name, ())))
    zipf = str(round(entry.zipf * 100)) if entry.zipf else ""
    return "\t".join([entry.word, labels, zipf, entry.lemma, ",".join(entry.spellings)]).rstrip(
        "\t"
    )


def folded(word: str) -> str:
    """The key of a word in every table: small letters, Ё folded into Е."""
    return word.lower().replace("ё", "е")


@lru_cache(maxsize=4096)
def _groups(name: str, labels: str) -> frozenset[str]:
    return labelled(name, labels.split(",") if labels else ())


@lru_cache
def load_table(name: str) -> Table:
    """The shipped table of a language."""
    digest, lines = load_shipped_lines(name, "words.tsv.xz", f"../frequency/{name}.tsv.xz")
    return Table(name, digest, lines)


def load_shipped_lines(name: str, file: str, joined: str = "") -> tuple[str, SortedLines]:
    """The digest and the lines of a shipped file of a language, unpacked into the cache once.

    Where there is a file ``joined``, its lines go on with those of ``file``, word by word.
    """
    paths = [SHIPPED_FILES / name / file, SHIPPED_FILES / name / joined]
    packed = [path.read_bytes() for path in paths if path.is_file()]
    digest = hashlib.sha256(b"".join(packed)).hexdigest()
    lines = load_checked(
        f"{name}-{file.partition('.')[0]}-{digest[:24]}",
        lambda: compile_lines(_joined([lzma.decompress(text) for text in packed])),
        SortedLines,
    )
    return digest, lines


def _joined(texts: list[bytes]) -> bytes:
    """The lines of the first text, each followed by what the second says of the same word."""
    if len(texts) == 1:
        return texts[0]
    more = dict(line.split(b"\t", 1) for line in texts[1].splitlines())
    lines = []
    for line in texts[0].splitlines():
        word, _, labels = line.partition(b"\t")
        lines.append(b"\t".join([word, labels, more.get(word, b"")]) + b"\n")
    return b"".join(lines)
