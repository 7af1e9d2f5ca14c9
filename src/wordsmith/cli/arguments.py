"""What arguments mean: a variant with house rules, and the words of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.rules.variant import load_variant, with_house_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant


def chosen_variant(variant_id: str, settings: Iterable[str] = ()) -> Variant:
    """A variant with house rules written ``KEY=VALUE``. ParseError if there is no such thing."""
    overrides = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise ParseError(f"--set {setting!r}: write KEY=VALUE, as in full_rack_bonus=50")
        overrides[key.strip()] = value.strip()
    return with_house_rules(load_variant(variant_id), overrides)


def chosen_words(name: str | None, variant: Variant, beside: Path | None = None) -> Lexicon:
    """The words of a file, of a shipped lexicon, or, without a name, those of the variant.

    A file is looked for in the folder ``beside`` too. ParseError if there is no such thing.
    """
    from wordsmith.lexicon import SHIPPED, load_lexicon, load_word_file

    if name is None or name in SHIPPED:
        groups = frozenset(variant.rules.word_groups)
        own = name is None or name == variant.lexicon
        return load_lexicon(name or variant.lexicon, variant.alphabet, groups if own else None)
    path = Path(name)
    if beside is not None and not path.exists() and (beside / path).exists():
        path = beside / path
    if not path.is_file():
        there = "is a folder" if path.is_dir() else "there is no such file"
        raise ParseError(
            f"words {name}: {there}, and no such shipped lexicon ({', '.join(SHIPPED)})"
        )
    return load_word_file(path, variant.alphabet)
