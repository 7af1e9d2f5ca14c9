"""The English table: ENABLE, two-letter words and modern words of SCOWL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordsmith.lexicon.build.curated import read_words
from wordsmith.lexicon.groups import OFFENSIVE, labelled
from wordsmith.lexicon.tables import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordsmith.lexicon.build.sources import Sources

_FITS_A_BOARD = re.compile("[a-z]{2,16}").fullmatch
_MODERN = re.compile("[a-z]{4,16}").fullmatch  # SCOWL's shorter ones are letters and signs: cs, kb
_SCOWL_LIST = re.compile(r"(?:english|american)-words\.(\d+)").fullmatch
_SCOWL_LEVEL = 60
"""Words of higher levels are rarer than those that players expect."""


def english_entries(sources: Sources) -> list[Entry]:
    """The whole English table, in order, without frequencies."""
    curated = sources.curated / "en" / "curated"
    enable = set(filter(_FITS_A_BOARD, sources.enable.read_text(encoding="ascii").split()))
    modern = set(_scowl_words(sources.scowl)) | read_words(curated / "modern.txt")
    offensive = read_words(curated / "offensive.txt")
    entries = []
    for word in sorted(enable | modern):
        labels = {"modern"} if word not in enable else set()
        if word in offensive:
            labels.add(OFFENSIVE)
        entries.append(Entry(word, labelled("en", labels)))
    return entries


def _scowl_words(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        named = _SCOWL_LIST(path.name)
        if named and int(named[1]) <= _SCOWL_LEVEL:
            yield from filter(_MODERN, path.read_text(encoding="latin-1").split())
