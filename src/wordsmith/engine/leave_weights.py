"""What kept tiles are worth, in its short form: a weight for one tile, for two, for three together.

A leave is worth the weights of all its parts. Parts are counted by the tiles that make them: of
three E there are three single ones, three pairs and one triple. Weights are whole millipoints.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import WILD, WILD_SIGNS
from wordsmith.rules.parameters import format_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

LARGEST_PART = 3
"""Tiles of the largest part that has a weight."""

_TITLE = "wordsmith leaves 1"
_HEAVIEST_MP = 1_000_000
_STAR_PRICE = "star_price"
_MATTERS = (
    "rack_size",
    "lines_per_turn",
    "full_rack_bonus",
    "premium_words",
    "word_premiums",
    "wild_value",
    "wild_swap",
    "exchange_minimum",
)
"""The rules that leaves depend on."""


@dataclass(frozen=True, slots=True)
class LeaveWeights:
    """Weights, and how they came about."""

    parts: Mapping[bytes, int] = field(default_factory=dict)
    """Millipoints by the codes of a part, ascending; a part that is not here weighs nothing."""
    star_price_mp: int = 0
    """What the next seat gains by each wild tile that lies on the board and may be taken."""
    origin: Mapping[str, str] = field(default_factory=dict)
    """What they were learnt for, and how: variant, rules, lexicon, command, seed, games, ..."""

    def value(self, tiles: Tiles) -> int:
        """What a leave is worth, in millipoints, straight from the weights."""
        held = Counter(tiles.codes)
        return sum(
            weight * prod([comb(held[code], count) for code, count in Counter(part).items()])
            for part, weight in self.parts.items()
        )


def rules_fingerprint(variant: Variant) -> str:
    """Equal for two games if leaves learnt for one are those of the other."""
    rules = format_rules(variant.rules)
    layout = variant.layout
    told = [
        *[rules[name] for name in _MATTERS],
        variant.alphabet.letters,
        variant.tiles.codes.hex(),
        list(variant.values),
        (layout.width, layout.height, sorted(layout.starts)),
        (list(layout.letter_factors), list(layout.word_factors)),
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def format_leaves(weights: LeaveWeights, alphabet: Alphabet) -> str:
    """The text of a file of leaves; the same weights give the same text."""
    head = {**weights.origin, _STAR_PRICE: str(weights.star_price_mp)}
    lines = [f"# {_TITLE}", *[f"{name}\t{said}" for name, said in head.items()], ""]
    parts = sorted(weights.parts, key=lambda part: (len(part), part))
    lines += [
        f"{''.join(map(alphabet.letter, part))}\t{weights.parts[part]}"
        for part in parts
        if weights.parts[part]
    ]
    return "\n".join([*lines, ""])


def parse_leaves(text: str, alphabet: Alphabet, name: str = "leaves") -> LeaveWeights:
    """The weights of such a text. ParseError names the line that is none; ``name``: of the file."""
    lines = text.splitlines()
    if not lines or lines[0] != f"# {_TITLE}":
        raise ParseError(f"{name}: no file of leaves; it would begin with '# {_TITLE}'")
    parts: dict[bytes, int] = {}
    origin: dict[str, str] = {}
    in_head = True
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            in_head = False
            continue
        left, tab, right = line.partition("\t")
        if not tab:
            raise ParseError(f"{name}, line {number}: {line[:40]!r} has no tab")
        if in_head:
            origin[left] = right
        else:
            parts[_part(left, alphabet, f"{name}, line {number}")] = _weight(
                right, f"{name}, line {number}"
            )
    price = _weight(origin.pop(_STAR_PRICE, "0"), f"{name}, {_STAR_PRICE}")
    return LeaveWeights(parts, price, origin)


def _part(letters: str, alphabet: Alphabet, where: str) -> bytes:
    codes = [WILD if letter == WILD_SIGNS[0] else alphabet.code(letter) for letter in letters]
    known = [code for code in codes if code is not None]
    if len(known) < len(codes) or not 1 <= len(codes) <= LARGEST_PART:
        raise ParseError(
            f"{where}: {letters[:40]!r} is not one to {LARGEST_PART} tiles of {alphabet.id}"
        )
    return bytes(sorted(known))


def _weight(text: str, where: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(_HEAVIEST_MP))):
        raise ParseError(f"{where}: {text[:40]!r} is no number of millipoints")
    return max(-_HEAVIEST_MP, min(int(text), _HEAVIEST_MP))
