"""What is said to people, page and terminal alike: sentences by key, in Russian and in English.

A line is a text, or the forms of one for the number ``n``; ``{word}`` stands for a particular.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("ru", "en")
"""The languages there are."""

_PARTICULAR = re.compile(r"\{(\w+)\}")


def say(language: str, key: str, **particulars: object) -> str:
    """The sentence of a key. KeyError if the catalogue has none."""
    line = _lines(language)[key]
    if isinstance(line, dict):
        form = _plural_form(language, int(str(particulars.get("n", 0))))
        line = line.get(form, line["other"])
    return _PARTICULAR.sub(lambda found: str(particulars.get(found[1], found[0])), line)


def has_text(language: str, key: str) -> bool:
    """Whether the catalogue has a sentence of this key."""
    return key in _lines(language)


@cache
def _lines(language: str) -> dict[str, Any]:
    text = (files("wordsmith.texts") / f"{language}.json").read_text("utf-8")
    lines: dict[str, Any] = json.loads(text)
    return lines


def _plural_form(language: str, n: int) -> str:
    """The form that a whole number asks for. Source: Unicode CLDR, plural rules."""
    if language != "ru":
        return "one" if n == 1 else "other"
    last, teens = abs(n) % 10, 10 < abs(n) % 100 < 20
    if last == 1 and not teens:
        return "one"
    return "few" if 2 <= last <= 4 and not teens else "many"
