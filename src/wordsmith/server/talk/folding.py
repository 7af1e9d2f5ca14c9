"""Text as it is looked at for words: how it reads, whatever signs it is written with."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ALPHABETS = {"ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя", "en": "abcdefghijklmnopqrstuvwxyz"}

_STAND_INS = {  # what the tables of Unicode do not call alike, and people use all the same
    "ru": dict(zip("ё0346@$bdhikmnrtu", "еозчбасьдникмпгти", strict=True)),
    "en": dict(zip("013457@$", "oieastas", strict=True)),
}
_SIGNS = re.compile(r"(?:[^\W_]|[@$\u0300-\u036f])+")
_LONG_RUN = re.compile(r"(.)\1{2,}")
_RUN = re.compile(r"(.)\1+")
_WIDEST_GAP = 3  # signs between letters that are written apart
_SPACED = 3  # letters, or more, of a word that is written so


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text that may be read as a word."""

    start: int
    end: int  # one after the last sign


def written_words(text: str) -> Iterator[Span]:
    """The words of a text, and those that single letters with gaps between them may spell.

    A short word of one letter may stand before or after such a one.
    """
    spans = [Span(*found.span()) for found in _SIGNS.finditer(text)]
    yield from spans
    run: list[Span] = []
    for span in spans:
        gap = span.start - run[-1].end if run else 0
        single = span.end - span.start == 1
        if not single or gap > _WIDEST_GAP:
            yield from _spelled(run)
            run = []
        if single:
            run.append(span)
    yield from _spelled(run)


def _spelled(run: list[Span]) -> Iterator[Span]:
    for first, last in ((0, -1), (1, -1), (0, -2), (1, -2)):
        if len(run) - first + last + 1 >= _SPACED:
            yield Span(run[first].start, run[last].end)


def readings(written: str, language: str) -> set[str]:
    """How a piece of text may read in the letters of a language; nothing if it cannot."""
    found = set()
    for signs in (written, "".join(sign for sign in written if not sign.isdecimal())):
        folded = _folded(signs, language)
        if folded:
            found |= {folded, _LONG_RUN.sub(r"\1\1", folded)}
            if _LONG_RUN.search(folded):
                found.add(_RUN.sub(r"\1", folded))
    return found


def _folded(written: str, language: str) -> str:
    """The letters, without what stands between them. Empty if a letter is of another alphabet."""
    letters = []
    for sign in written:
        letter = _letter(sign, language)
        if letter is None and sign.isalpha():
            return ""
        letters.append(letter or "")
    return "".join(letters)


@cache
def _letter(sign: str, language: str) -> str | None:
    """The letter that a sign is, or looks like."""
    for like in (sign, sign.lower(), unicodedata.normalize("NFKD", sign)[0].lower()):
        if like in ALPHABETS[language]:
            return like
        if like in _STAND_INS[language]:
            return _STAND_INS[language][like]
    # large, and not needed by a site that starts
    from confusable_homoglyphs import confusables  # noqa: PLC0415

    alike = [found["c"].lower() for found in confusables.confusables_data.get(sign, ())]
    letters = [letter for letter in alike if letter in ALPHABETS[language]]
    return letters[0] if letters else None
