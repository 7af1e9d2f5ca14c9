"""Names as they may be shown: one line of signs that can be seen, and no two that look alike.

Two names look alike if they have a shape in common: the letters without accents and gaps, each as
the first of those that Unicode's list of confusables has for it, as typed, small and capital.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

LONGEST_NAME = 40  # signs
LONGEST_LOGIN = 24
_MOST_MARKS = 2  # accents on one letter
_LOGIN = re.compile(r"[a-zа-яё](?:[._-]?[a-zа-яё0-9])+")
_LATIN, _CYRILLIC = re.compile(r"[a-z]"), re.compile(r"[а-яё]")


def fit_name(name: str) -> str:
    """A name in one line, without signs that cannot be seen and heaps of accents; "" is none."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFKC", name):
        category = unicodedata.category(sign)
        marks = marks + 1 if category == "Mn" else 0
        if sign.isspace():
            kept.append(" ")
        elif category[0] != "C" and marks <= _MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())[:LONGEST_NAME].rstrip()


def fit_login(text: str) -> str:
    """A log-in as it is kept. Refusal if it cannot be one.

    Small letters of one script, digits, and single ``.`` ``_`` ``-`` between them; 3 to 24 signs.
    """
    login = unicodedata.normalize("NFKC", text).strip().casefold()
    if not 3 <= len(login) <= LONGEST_LOGIN:
        raise Refusal(422, "bad_name", why="length", least=3, most=LONGEST_LOGIN)
    if _LATIN.search(login) and _CYRILLIC.search(login):
        raise Refusal(422, "bad_name", why="mixed")
    if not _LOGIN.fullmatch(login):
        raise Refusal(422, "bad_name", why="signs")
    return login


def shape(text: str) -> str:
    """How a text looks, roughly: texts of one shape are easily taken for each other."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
    kept = [sign for sign in plain if unicodedata.category(sign)[0] in "LNS"]
    return "".join([_look_alikes().get(sign, sign) for sign in kept])


def look_alike(name: str, other: str) -> bool:
    """Whether one name can be taken for the other."""
    return not _shapes(name).isdisjoint(_shapes(other))


def apart(name: str, others: Collection[str]) -> str:
    """The name, with a number where one of ``others`` looks like it: everybody is told apart."""
    numbered = (f"{name[: LONGEST_NAME - 4]} {number}" for number in itertools.count(2))
    for tried in itertools.chain([name], numbered):
        if not name or not any(look_alike(tried, other) for other in others if other):
            return tried
    raise AssertionError("numbers do not end")


class Names:
    """Names as this site takes them; ``is_offensive`` says which words it does not."""

    def __init__(self, is_offensive: Callable[[str], bool]) -> None:
        self._is_offensive = is_offensive

    def shown(self, name: str) -> str:
        """A name as it is shown, "" for none. Refusal if it is an offensive one."""
        fitted = fit_name(name)
        self._check(fitted)
        return fitted

    def login(self, text: str) -> str:
        """A log-in as it is kept. Refusal if it cannot be one, or is offensive."""
        login = fit_login(text)
        self._check(login)
        return login

    def _check(self, text: str) -> None:
        if text and self._is_offensive(text):
            raise Refusal(422, "bad_name", why="offensive")


def _shapes(name: str) -> frozenset[str]:
    return frozenset([shape(name), shape(name.lower()), shape(name.upper())])


@cache
def _look_alikes() -> Mapping[str, str]:
    """For each sign that looks like others, the one that stands for all of them."""
    # large, and not needed by a site that starts
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    parents: dict[str, str] = {}

    def stands_for(sign: str) -> str:
        while parents.setdefault(sign, sign) != sign:
            sign = parents[sign]
        return sign

    for sign, likes in confusables_data.items():
        for like in likes:
            if len(sign) == len(like["c"]) == 1:
                parents[stands_for(sign)] = stands_for(like["c"])
    return {sign: stands_for(sign) for sign in parents}
