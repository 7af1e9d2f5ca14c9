"""A variant: all rules of one game as frozen values, read from ``data/``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import ALPHABETS, WILD, WILD_SIGNS, Alphabet
from wordsmith.rules.layout import Layout, parse_layout
from wordsmith.rules.parameters import (
    PARAMETERS,
    Opening,
    Rules,
    format_rules,
    parse_rule,
    parse_rules,
)
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

_DATA = files("wordsmith.rules") / "data"


@dataclass(frozen=True, slots=True)
class Variant:
    """One game to play: its board, tiles, words and rules."""

    id: str
    language: str  # of its words: "ru", "en"
    alphabet: Alphabet
    layout: Layout
    tiles: Tiles  # all tiles of the box
    values: tuple[int, ...]  # points by code; the wild tile's is 0
    lexicon: str  # the id of its word list
    rules: Rules

    def __hash__(self) -> int:
        return hash((self.id, self.rules))

    def letter_value(self, tile: int) -> int:
        """The points of a tile on the board by ``wild_value``."""
        if tile < len(self.values):
            return self.values[tile]
        return self.values[tile & 0x7F] if self.rules.wild_value == "letter" else 0


def variant_ids() -> tuple[str, ...]:
    """The ids of the variants that ship, in the order they are offered."""
    found = {entry.name.removesuffix(".toml") for entry in (_DATA / "variants").iterdir()}
    first = ("wordsmith", "erudit", "friends", "classic", "classic-ru")
    return (*(name for name in first if name in found), *sorted(found - set(first)))


@cache
def load_variant(variant_id: str) -> Variant:
    """The preset of a variant that ships. ParseError if there is none of that id."""
    if variant_id not in variant_ids():
        raise ParseError(
            "variant.unknown", variant=repr(variant_id), known=", ".join(variant_ids())
        )
    written = _load_toml(_DATA / "variants" / f"{variant_id}.toml")
    alphabet, tiles, values = _load_tiles(written["tiles"])
    layout_file = _DATA / "layouts" / f"{written['layout']}.txt"
    variant = Variant(
        variant_id,
        written["language"],
        alphabet,
        parse_layout(written["layout"], layout_file.read_text("utf-8")),
        tiles,
        values,
        written["lexicon"],
        parse_rules({key: str(value) for key, value in written["rules"].items()}),
    )
    _demand_coherent(variant)
    return variant


def with_house_rules(variant: Variant, overrides: Mapping[str, str]) -> Variant:
    """A copy with some parameters changed. ParseError names the key and what it allows."""
    parsed = {key: parse_rule(key, text) for key, text in overrides.items()}
    changed = replace(variant, rules=replace(variant.rules, **parsed))
    _demand_coherent(changed)
    return changed


def differences(variant: Variant) -> dict[str, str]:
    """The house rules: parameters that are not those of the preset of the same id, as text."""
    preset, now = format_rules(load_variant(variant.id).rules), format_rules(variant.rules)
    return {key: now[key] for key in PARAMETERS if now[key] != preset[key]}


def _demand_coherent(variant: Variant) -> None:
    """ParseError where parameters contradict the board or the tiles."""
    rules, layout = variant.rules, variant.layout
    if not layout.starts:
        raise ParseError("layout.no_start", layout=layout.id)
    pairs = any(
        (square + 1 in layout.starts and (square + 1) % layout.width)
        or square + layout.width in layout.starts
        for square in layout.starts
    )
    if rules.opening is Opening.TWO_START_CELLS and not pairs:
        others = [str(opening) for opening in Opening if opening is not rules.opening]
        raise ParseError("rule.opening", layout=layout.id, allowed=", ".join(others))
    if rules.rack_size * rules.seats[1] > len(variant.tiles):
        raise ParseError(
            "rule.rack_size",
            size=rules.rack_size,
            seats=rules.seats[1],
            tiles=len(variant.tiles),
            allowed=f"1-{len(variant.tiles) // rules.seats[1]}",
        )


def _load_toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _load_tiles(tiles_id: str) -> tuple[Alphabet, Tiles, tuple[int, ...]]:
    written = _load_toml(_DATA / "tiles" / f"{tiles_id}.toml")
    alphabet = ALPHABETS[written["alphabet"]]
    codes: list[int] = []
    values = [0] * (len(alphabet) + 1)
    for letter, (count, value) in written["tiles"].items():
        code = WILD if letter in WILD_SIGNS else alphabet.code(letter)
        if code is None:
            raise ParseError(f"tiles {tiles_id}: {letter!r} is no letter of {alphabet.id}")
        codes += [code] * count
        values[code] = value
    return alphabet, Tiles.of(codes), tuple(values)
