"""``word``: whether a word counts at a table, why not, what it is worth and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError
from wordsmith.server.words.entries import word_entry
from wordsmith.texts import say, say_why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant
    from wordsmith.server.messages.outbound import WordEntry


LONGEST = 64
"""Letters of a word that one may ask about: more than any list and any board holds."""


def likely_variant(word: str) -> str:
    """The game that a word is asked about where nobody says: by its letters."""
    return "friends" if word.isascii() else "wordsmith"


def entry_of(word: str, variant: Variant, lexicon: Lexicon) -> WordEntry:
    """What is known of a word. ParseError if there is nothing to ask about, or far too much."""
    if not word.strip():
        raise ParseError("word.none")
    if len(word) > LONGEST:
        raise ParseError("word.long", word=word[:12], count=len(word), most=LONGEST)
    return word_entry(variant, lexicon, word)


def word_answer(entry: WordEntry) -> dict[str, Any]:
    """What is known of a word, for programs."""
    why = entry.why and {
        "code": entry.why.code,
        "lemma": entry.why.lemma,
        "detail": entry.why.detail,
    }
    return {
        "word": entry.word,
        "shown": entry.shown,
        "legal": entry.legal,
        "points": entry.points,
        "why": why,
        "gloss": entry.gloss,
    }


def word_sentences(entry: WordEntry, variant: Variant, language: str) -> Iterator[str]:
    """What is known of a word, in words."""
    foreign = sorted({letter for letter in entry.word if variant.alphabet.code(letter) is None})
    if entry.legal:
        points = say(language, "n.points", n=entry.points)
        yield say(language, "cli.word.legal", word=entry.shown, points=points)
    elif foreign:
        yield say(language, "cli.word.letters", word=entry.word, letters=" ".join(foreign))
    elif entry.why:
        why = say_why(language, entry.why.code, entry.why.lemma, entry.why.detail)
        yield say(language, "cli.word.not_legal", word=entry.shown, why=why)
    for sense in (entry.gloss or "").splitlines():
        yield f"  {sense}"
