"""What is known of one word at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages import outbound, shown

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant

LONGEST = 64  # letters


def word_entry(
    variant: Variant, lexicon: Lexicon, text: str, accepted: frozenset[str] = frozenset()
) -> outbound.WordEntry:
    """Whether a word counts, why not, what it means, and what its letters are worth.

    ``accepted``: words that count at the table beyond the list.
    """
    word = variant.alphabet.fold(text.strip())
    legal = word in lexicon or word in accepted
    why = None
    if not legal:
        told = lexicon.why_not(word)
        why = shown.WhyNot(told.code, told.lemma, told.detail)
    codes = [variant.alphabet.code(letter) for letter in word]
    points = sum([variant.values[code] for code in codes if code is not None])
    return outbound.WordEntry(
        word, lexicon.shown(word), legal, why, lexicon.gloss(word) or None, points
    )
