"""What somebody has written, as it is kept: one line, nothing that cannot be seen, no links."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from linkify_it import LinkifyIt

LONGEST = 400  # signs
NO_LINK = "[…]"
"""Stands where a link stood."""

_MOST_MARKS = 2  # on one letter; more are piled up to spoil other lines
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # seen as nothing
_JOINER = "\u200d"
_PICTURE = "\u2194\u2195\u2600-\u27bf\u2b1b\U0001f300-\U0001faff"
_STRAY_JOINER = re.compile(f"(?<![{_PICTURE}\ufe0f]){_JOINER}|{_JOINER}(?![{_PICTURE}])")
"""A joiner that makes no one picture of two: a family is four faces and three joiners."""
_ANY_SCHEME = re.compile(r"\b[\w+.-]+\s?:\s?//\S+")  # also those that no browser knows


def fit_text(written: str) -> str:
    """One line of composed letters, of ``LONGEST`` signs at most; empty if nothing can be seen."""
    composed = unicodedata.normalize("NFC", written)
    spaced = [" " if sign.isspace() else sign for sign in composed]
    seen = "".join(sign for sign in spaced if _is_seen(sign))
    joined = _STRAY_JOINER.sub("", _without_piles(seen))
    return " ".join(joined.split())[:LONGEST].rstrip(f" {_JOINER}")


def without_links(text: str) -> str:
    """The text with ``NO_LINK`` for everything that leads to another site, or to a mailbox."""
    bare = _ANY_SCHEME.sub(NO_LINK, text)
    for link in reversed(_links().match(bare) or []):
        bare = bare[: link.index] + NO_LINK + bare[link.last_index :]
    return bare


def _is_seen(sign: str) -> bool:
    is_shown = unicodedata.category(sign)[0] != "C" or sign == _JOINER
    return is_shown and sign not in _BLANK_LETTERS


def _without_piles(text: str) -> str:
    kept: list[str] = []
    pile = 0
    for sign in text:
        pile = pile + 1 if unicodedata.combining(sign) else 0
        if pile <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


@cache
def _links() -> LinkifyIt:
    """Finds addresses with and without a scheme; of top-level domains those in common use."""
    return LinkifyIt()
