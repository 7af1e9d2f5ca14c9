"""The rules of a table as pages get them; many tables have the same, and none changes its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wordsmith.rules.parameters import Rules, format_rules
from wordsmith.rules.variant import load_variant

if TYPE_CHECKING:
    from wordsmith.rules.variant import Variant

Texts = dict[str, str]


def told_rules(variant: Variant) -> tuple[Texts, Texts]:
    """Every rule as text, and those that are not the preset's. Not to be changed."""
    return _told(variant.id, variant.rules)


@lru_cache(maxsize=1024)
def _told(variant: str, rules: Rules) -> tuple[Texts, Texts]:
    preset, now = format_rules(load_variant(variant).rules), format_rules(rules)
    return now, {key: text for key, text in now.items() if text != preset[key]}
