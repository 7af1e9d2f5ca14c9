"""What arguments mean: a variant with house rules, and the words of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.cli.output import warn
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
            raise ParseError("set.form", setting=repr(setting))
        overrides[key.strip()] = value.strip()
    return with_house_rules(load_variant(variant_id), overrides)


def chosen_words(name: str | None, variant: Variant, beside: Path | None = None) -> Lexicon:
    """The words of a file, a shipped or an imported list, or, without a name, the variant's.

    A file is looked for in the folder ``beside`` too. ParseError if there is no such thing.
    """
    from wordsmith.cli.own_lists import own_list
    from wordsmith.lexicon import SHIPPED, load_lexicon, load_word_file

    if name is None or name in SHIPPED:
        groups = frozenset(variant.rules.word_groups)
        own = name is None or name == variant.lexicon
        return load_lexicon(name or variant.lexicon, variant.alphabet, groups if own else None)
    places = [Path(name), *([beside / name] if beside else [])]
    path = next((place for place in places if place.exists()), None) or own_list(name)
    if path is None:
        raise ParseError("words.nowhere", name=name, known=", ".join(SHIPPED))
    if path.is_dir():
        raise ParseError("words.folder", name=name)
    return load_word_file(path, variant.alphabet)


def warn_of_slow_kernels() -> None:
    """Say so where what thinks is not compiled: it looks as if nothing happened."""
    from wordsmith.server.kernels import uncompiled_kernels

    warn([f"not compiled, bots think slowly: {name}" for name in uncompiled_kernels()])
