"""Everything a person reads, in both languages: one catalogue for the terminal and the page.

A line is a sentence with ``{particulars}``, or its plural forms by the rules of Unicode (CLDR),
of which the particular ``n`` chooses.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("ru", "en")

_PARTICULAR = re.compile(r"\{(\w+)\}")


def say(language: str, key: str, /, **particulars: str | int) -> str:
    """The sentence of ``key``. A particular the sentence asks for and does not get stays as it is.

    LookupError if the catalogue has no such language or key.
    """
    line = load_catalogue(language).get(key)
    if line is None:
        raise LookupError(f"the catalogue of texts has no {key!r}")
    text = line if isinstance(line, str) else _form(line, language, particulars.get("n", 0))
    return _PARTICULAR.sub(lambda found: _told(found, particulars), text)


def say_why(language: str, code: str, lemma: str = "", detail: str = "") -> str:
    """Why a word does not count, from the parts of a ``WhyNot``; a detail is named in words."""
    lines = load_catalogue(language)
    names = (name for name in (f"detail.{detail}", f"group.{detail}") if name in lines)
    key = f"why.{code}" if f"why.{code}" in lines else "why.unknown"
    named = next((say(language, name) for name in names), detail)
    return say(language, key, lemma=lemma, detail=named)


@cache
def load_catalogue(language: str) -> Mapping[str, str | Mapping[str, str]]:
    """All lines of a language by key. LookupError if there is no such language."""
    if language not in LANGUAGES:
        raise LookupError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
    written = (files("wordsmith.texts") / f"{language}.json").read_text("utf-8")
    return cast("Mapping[str, str | Mapping[str, str]]", json.loads(written))


def plural_category(language: str, n: int) -> str:
    """Which plural form a whole number takes. Source: CLDR, cardinal rules of ru and en."""
    count = abs(n)
    if language == "en":
        return "one" if count == 1 else "other"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    if count % 10 in {2, 3, 4} and count % 100 not in {12, 13, 14}:
        return "few"
    return "many"


def _form(forms: Mapping[str, str], language: str, n: str | int) -> str:
    return forms.get(plural_category(language, int(n)), forms["other"])


def _told(found: re.Match[str], particulars: Mapping[str, str | int]) -> str:
    value = particulars.get(found[1])
    if value is None:
        return found[0]
    return value if isinstance(value, str) else str(value).replace("-", "−")
