"""English glosses, from the files of WordNet 3.0; inflected words lead to their base."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.lexicon.glosses import FORM_OF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_PARTS = {"noun": "n", "verb": "v", "adj": "adj", "adv": "adv"}
_SENSES_OF_A_PART, _SENSES, _FORMS = 2, 5, 2

# Source: the rules of detachment of morphy(7WN).
_ENDINGS = {
    "noun": "ses>s ves>f xes>x zes>z ches>ch shes>sh men>man ies>y s>",
    "verb": "ies>y es>e es> s> ed>e ed> ing>e ing>",
    "adj": "er> est> er>e est>e",
    "adv": "",
}
_RULES = {
    part: [tuple(rule.split(">")) for rule in rules.split()] for part, rules in _ENDINGS.items()
}


@dataclass(frozen=True, slots=True)
class WordNet:
    """The words of WordNet, and what they mean."""

    senses: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # word, part: places
    glosses: dict[tuple[str, str], str] = field(default_factory=dict)  # part, place
    irregular: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # form: part, base

    def lines(self, word: str) -> list[str]:
        """The fields that follow a word in the file of glosses; empty if it is unknown."""
        own = [
            f"({_PARTS[part]}) {self.glosses[part, place]}"
            for part, places in self.senses.get(word, {}).items()
            for place in places[:_SENSES_OF_A_PART]
        ]
        bases = list(dict.fromkeys(base for base in self._bases(word) if base != word))
        return own[:_SENSES] + [FORM_OF + base for base in bases[:_FORMS]]

    def bases(self, words: Iterable[str]) -> set[str]:
        """The base words that the fields of ``words`` lead to."""
        return {
            line.removeprefix(FORM_OF)
            for word in words
            for line in self.lines(word)
            if line.startswith(FORM_OF)
        }

    def _bases(self, word: str) -> Iterator[str]:
        for part, base in self.irregular.get(word, []):
            if part in self.senses.get(base, {}):
                yield base
        for part, rules in _RULES.items():
            for ending, replacement in rules:
                stem = word.removesuffix(ending)
                if stem != word and len(stem) > 1:
                    yield from self._known(part, stem, replacement)

    def _known(self, part: str, stem: str, replacement: str) -> Iterator[str]:
        bases = [stem + replacement]
        if not replacement and len(stem) > 2 and stem[-1] == stem[-2]:
            bases.append(stem[:-1])  # hopping
        yield from (base for base in bases if part in self.senses.get(base, {}))


def read_wordnet(folder: Path) -> WordNet:
    """WordNet, out of its folder of ``data.noun``, ``index.noun``, ``noun.exc`` ..."""
    wordnet = WordNet()
    for part in _PARTS:
        for line in _lines(folder / f"data.{part}"):
            gloss = line.split(" | ", 1)[1].strip()
            wordnet.glosses[part, line[:8]] = gloss.split('; "')[0]
        for line in _lines(folder / f"index.{part}"):
            fields = line.split()
            wordnet.senses.setdefault(fields[0], {})[part] = fields[-int(fields[2]) :]
        for line in _lines(folder / f"{part}.exc"):
            form, *bases = line.split()
            wordnet.irregular.setdefault(form, []).extend((part, base) for base in bases)
    return wordnet


def _lines(path: Path) -> list[str]:
    """The lines of a file without its licence, which is indented."""
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith(" ")]
