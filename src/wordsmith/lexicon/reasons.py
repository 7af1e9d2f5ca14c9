"""Why a string of letters is no word at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.rules.reasons import WhyNot

if TYPE_CHECKING:
    from wordsmith.lexicon.tables import Table


def why_not(word: str, table: Table, groups: frozenset[str]) -> WhyNot:
    """Why ``word`` does not count where these groups are on."""
    return WhyNot("unknown")
