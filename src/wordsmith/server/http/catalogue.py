"""What can be played here, as the page shows it to choose from."""

from __future__ import annotations

from functools import cache

import wordsmith
from wordsmith.bots.averages import AVERAGES
from wordsmith.bots.levels import LEVELS
from wordsmith.lexicon import GROUPS
from wordsmith.rules.alphabet import WILD
from wordsmith.rules.parameters import PARAMETERS, Parameter, format_rules
from wordsmith.rules.variant import Variant, load_variant, variant_ids
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.messages import offer


@cache
def catalogue() -> offer.Catalogue:
    """Everything on offer; it stays the same while the program runs."""
    return offer.Catalogue(
        version=wordsmith.__version__,
        compiled=not uncompiled_kernels(),
        levels=tuple(LEVELS),
        averages=AVERAGES,
        variants=[_variant(load_variant(name)) for name in variant_ids()],
        parameters=[_parameter(name, parameter) for name, parameter in PARAMETERS.items()],
    )


def _variant(variant: Variant) -> offer.ShownVariant:
    alphabet, layout = variant.alphabet, variant.layout
    tiles = [
        (alphabet.letter(code), variant.tiles.count(code), variant.values[code])
        for code in [*range(1, len(alphabet) + 1), WILD]
        if code in variant.tiles
    ]
    return offer.ShownVariant(
        id=variant.id,
        language=variant.language,
        alphabet=alphabet.letters,
        width=layout.width,
        height=layout.height,
        premiums=layout.picture,
        tiles=tiles,
        seats=variant.rules.seats,
        groups=GROUPS[variant.lexicon],
        defaults=format_rules(variant.rules),
    )


def _parameter(name: str, parameter: Parameter) -> offer.ShownParameter:
    if parameter.least is None:
        return offer.ShownParameter(name, "choice", parameter.choices)
    return offer.ShownParameter(
        name, "number", parameter.choices or None, parameter.least, parameter.most
    )
