"""A training that takes moments: a short list of words, few games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.lexicon.catalogue import load_word_file
from wordsmith.rules.variant import load_variant, with_house_rules
from wordsmith.training import Plan

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (
    "AA AB AD AE AH AI AL AM AN AR AS AT AX AY BE BY DO ED EF EH EL EM EN ER ES EX FA GO HA HE HI"
    " HM HO ID IF IN IS IT JO KA LA LI LO MA ME MI MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW"
    " OX PA PE PI QI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE ZA QUA QUIT QUEEN"
    " TEA EAT ATE SEA OAT OUR ONE TEN NET RED LEAD DEAL STONE NOTES TRAIN RETAIN NASTIER RAINS"
)


SLOW = "premium_words=one"
"""A house rule that the kernel does not know: games take a while."""


def small_plan(folder: Path, *, games: int = 8, seed: int = 5, slow: bool = False) -> Plan:
    """Two generations of a few games; ``slow``: by a house rule that the kernel does not know."""
    file = folder / "words.txt"
    file.write_text("\n".join(WORDS.split()), encoding="utf-8")
    name, _, value = SLOW.partition("=")
    chosen = with_house_rules(load_variant("friends"), {name: value} if slow else {})
    lexicon = load_word_file(file, chosen.alphabet)
    return Plan(chosen, lexicon, games, 2, seed, "wordsmith train as in a test")
