"""Words that are masked in what people say: the lists that ship, and what a site's moderators say.

Nothing that is played ever comes here: a word on the board is judged by the lexicon alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from wordsmith.server.talk.folding import ALPHABETS, Span, readings, written_words

MASK = "***"
LANGUAGES = tuple(ALPHABETS)

_LISTS = {"ru": ("ru",), "en": ("en", "ru_latin")}  # by the letters they are written in
_ENDINGS = {
    "ru": "а|я|ы|и|у|ю|е|о|ь|й|ой|ей|ою|ею|ом|ем|ам|ям|ами|ями|ах|ях|ов|ев|ый|ий|ая|яя|ое|ее|ые|ие"
    "|ого|его|ому|ему|ым|им|ыми|ими|ых|их|ую|юю|ть|ешь|ет|ете|ют|ут|ишь|ит|ите|ят|ат|л|ла|ло|ли",
    "en": "s|es|ed|d|er|ers|ing|y|ies",
}
_LAST_LETTER = {"ru": "[аеийоуыьэюя]", "en": "[ey]"}


@dataclass(frozen=True, slots=True)
class OwnWord:
    """A word that moderators have added, or excepted. ``*`` at its end stands for any ending."""

    language: str
    word: str
    allowed: bool = False


class Offensive:
    """What is to be masked at a site."""

    def __init__(self, own: tuple[OwnWord, ...] = ()) -> None:
        self._masked: dict[str, re.Pattern[str]] = {}
        self._allowed: dict[str, re.Pattern[str]] = {}
        for language in LANGUAGES:
            masked, allowed = _shipped(language)
            mine = [word for word in own if word.language == language]
            added = [_forms(word) for word in mine if not word.allowed]
            excepted = [_forms(word) for word in mine if word.allowed]
            self._masked[language] = _any_of([*masked, *added])
            self._allowed[language] = _any_of([*allowed, *excepted])
        self._offends = lru_cache(maxsize=20_000)(self._judge)  # people use few words

    def mask(self, text: str) -> str:
        """The text with three stars for each word that offends."""
        masked, end = [], 0
        for span in self._found(text):
            if span.start >= end:
                masked += [text[end : span.start], MASK]
            end = max(end, span.end)
        return "".join([*masked, text[end:]])

    def is_in(self, text: str) -> bool:
        """Whether a word of the text offends: it would be no good name."""
        return bool(self._found(text))

    def _found(self, text: str) -> list[Span]:
        found = [span for span in written_words(text) if self._offends(text[span.start : span.end])]
        return sorted(found, key=lambda span: (span.start, -span.end))

    def _judge(self, written: str) -> bool:
        return any(
            self._masked[language].fullmatch(reading)
            and not self._allowed[language].fullmatch(reading)
            for language in LANGUAGES
            for reading in readings(written, language)
        )


def fold_word(language: str, word: str) -> str:
    """A word as moderators list it: small letters, ё as е. Empty if it is none of the language."""
    written = word.strip().lower().replace("ё", "е")
    stem = written.removesuffix("*")
    return written if stem and set(stem) <= set(ALPHABETS[language]) else ""


@cache
def _shipped(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The patterns that ship with the program, and their exceptions."""
    folder = files("wordsmith.server.talk.data")
    texts = [(folder / f"{name}.txt").read_text("utf-8") for name in _LISTS[language]]
    lines = [line for line in "".join(texts).splitlines() if line and not line.startswith("#")]
    excepted = tuple(line.removeprefix("- ") for line in lines if line.startswith("- "))
    return tuple(line for line in lines if not line.startswith("- ")), excepted


def _forms(own: OwnWord) -> str:
    """A pattern for a word in all its forms, by its endings."""
    if own.word.endswith("*"):
        return re.escape(own.word.removesuffix("*")) + r"\w*"
    stem = own.word
    if len(stem) > 3:
        stem = re.sub(_LAST_LETTER[own.language] + "$", "", stem)
    return f"{re.escape(own.word)}|{re.escape(stem)}(?:{_ENDINGS[own.language]})?"


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")
