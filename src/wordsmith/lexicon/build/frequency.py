"""How common words are, from the tables of wordfreq."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import msgspec

from wordsmith.errors import ParseError
from wordsmith.lexicon.tables import folded

if TYPE_CHECKING:
    from pathlib import Path

_MILLIARD = 900  # wordfreq counts centibels below certainty; Zipf is log10 of uses in a milliard


def read_zipf(path: Path) -> dict[str, int]:
    """Hundredths of Zipf for each word form, Ё folded into Е.

    wordfreq keeps a list for each centibel: all words that are so far below certainty.
    """
    content = msgspec.msgpack.decode(gzip.decompress(path.read_bytes()))
    if not isinstance(content, list) or content[0].get("format") != "cB":
        raise ParseError(f"{path}: no frequency table of wordfreq")
    zipf: dict[str, int] = {}
    for centibels, words in enumerate(content[1:]):
        for word in words:
            zipf.setdefault(folded(word), _MILLIARD - centibels)
    return zipf
