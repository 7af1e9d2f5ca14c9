"""Groups of words: what a table may switch on or off.

A word counts when every group it is in is on. A word without a label is in the first group alone.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

OFFENSIVE = "offensive"
"""Vulgar words and slurs."""

UNFIT = frozenset({OFFENSIVE, "rude"})
"""Words of these groups are never shown as a hint, nor played by a bot among a family."""

GROUPS = MappingProxyType(
    {
        "ru": (
            "nouns",  # without any label
            "plural_only",  # ножницы, выборы: no singular
            "plural_own_meaning",  # часы, весы: a singular of another meaning
            "diminutive",  # хвостик: a small tail and no more
            "diminutive_own_meaning",  # мостик: on a ship, too
            "spelling_variants",  # зашиванье beside зашивание
            "proper",  # first names and places
            "abbreviations",
            "colloquial",
            "slang",
            "regional",
            "rude",
            OFFENSIVE,
            "terms",  # of a trade or a science
            "archaic",
            "rare",  # hardly ever met in print
            "substantivised",  # adjectives that have become nouns: больной
            "modern",  # younger than the dictionaries
        ),
        "en": ("words", "modern", OFFENSIVE),
    }
)
"""The groups of each shipped lexicon, the unlabelled words first."""

_OFF = {
    "ru": {
        "diminutive",
        "spelling_variants",
        "proper",
        "abbreviations",
        "slang",
        "regional",
        OFFENSIVE,
    },
    "en": {OFFENSIVE},
}

DEFAULT_GROUPS = MappingProxyType(
    {name: frozenset(groups) - _OFF[name] for name, groups in GROUPS.items()}
)
"""The groups that count where a table does not say otherwise."""


def labelled(name: str, labels: Iterable[str]) -> frozenset[str]:
    """The groups of a word of the lexicon ``name`` that bears ``labels``."""
    return frozenset(labels) or frozenset(GROUPS[name][:1])


def check_groups(name: str, groups: Iterable[str]) -> frozenset[str]:
    """``groups`` as a set. ParseError if the lexicon ``name`` has no such group."""
    chosen = frozenset(groups)
    foreign = sorted(chosen - set(GROUPS[name]))
    if foreign:
        known = ", ".join(GROUPS[name])
        raise ParseError("groups.unknown", name=name, groups=", ".join(foreign), known=known)
    return chosen
