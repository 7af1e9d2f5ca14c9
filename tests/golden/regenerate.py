"""Writes the golden files that are made from the code: ``python -m tests.golden.regenerate``.

Look at the diff as at code before you commit it.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.golden.sealing import sealed_bags_text
from wordsmith.lexicon.groups import GROUPS
from wordsmith.rules.parameters import format_rules
from wordsmith.rules.variant import Variant, load_variant, variant_ids

GOLDEN = Path(__file__).parent
VARIANTS = GOLDEN / "variants.json"
SEALED_BAGS = GOLDEN / "sealed_bags.json"


def variant_for_page(variant: Variant) -> dict[str, Any]:
    """A variant in the shape of ``Variant`` in docs/protocol.md."""
    layout, alphabet = variant.layout, variant.alphabet
    counts = Counter(variant.tiles)
    letters_first = sorted(counts, key=lambda code: (not code, code))
    return {
        "id": variant.id,
        "language": variant.language,
        "alphabet": alphabet.letters,
        "width": layout.width,
        "height": layout.height,
        "premiums": layout.picture,
        "tiles": [
            [alphabet.letter(code), counts[code], variant.values[code]] for code in letters_first
        ],
        "seats": list(variant.rules.seats),
        "groups": list(GROUPS[variant.lexicon]),
        "defaults": format_rules(variant.rules),
    }


def variants_text() -> str:
    """What ``variants.json`` must say: one variant after the other, a list of tiles on one line."""
    variants = [variant_for_page(load_variant(variant_id)) for variant_id in variant_ids()]
    lines = []
    for variant in variants:
        fields = [
            f'  "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in variant.items()
        ]
        lines.append("{\n" + ",\n".join(fields) + "\n}")
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    """Write every file."""
    VARIANTS.write_text(variants_text(), "utf-8")
    SEALED_BAGS.write_text(sealed_bags_text(), "utf-8")


if __name__ == "__main__":
    main()
