"""Nouns of OpenCorpora, read out of the compiled dictionary that pymorphy3-dicts-ru carries.

The dictionary is a double-array trie (libdawg) of ``form <1> payload``; a payload is the base64 of
a paradigm number and a place in that paradigm. We walk only the branches that lead to a nominative
of a noun: a tenth of the time of walking all five million forms.
"""

from __future__ import annotations

import base64
import json
import struct
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAYLOAD = 1  # the byte between a form and its payload
_IS_LEAF = 1 << 8


@dataclass(frozen=True, slots=True)
class NounForm:
    """A nominative of a noun."""

    form: str
    lemma: str
    tags: frozenset[str]  # grammemes of OpenCorpora
    is_lemma: bool  # whether it is the dictionary form of its lexeme


def read_nouns(folder: Path) -> Iterator[NounForm]:
    """Every nominative of a noun, in the order of the trie."""
    return _Walk(_Trie(folder / "words.dawg"), _Paradigms(folder)).forms()


class _Trie:
    """The double-array trie of words.dawg."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self.units = array("I")
            self.units.frombytes(file.read(4 * struct.unpack("=I", file.read(4))[0]))
            self.guide = file.read(2 * struct.unpack("=I", file.read(4))[0])  # child, sibling

    def children(self, node: int) -> Iterator[tuple[int, int]]:
        """The labels and places of a node's children."""
        label = self.guide[2 * node]
        unit = self.units[node]
        offset = unit >> 10 << ((unit & 1 << 9) >> 6)
        while label:
            child = (node ^ offset ^ label) & 0xFFFFFFFF
            yield label, child
            label = self.guide[2 * child + 1]

    def payloads(self, node: int) -> Iterator[bytes]:
        """Every string below a node that ends a form."""
        rest = [(node, b"")]
        while rest:
            place, read = rest.pop()
            if self.units[place] & _IS_LEAF:
                yield base64.b64decode(read)
                continue
            rest += [(child, read + bytes([label])) for label, child in self.children(place)]


class _Paradigms:
    """How the forms of a lexeme are spelt and tagged."""

    def __init__(self, folder: Path) -> None:
        self.suffixes = _read_json(folder / "suffixes.json")
        self.tags = _read_json(folder / "gramtab-opencorpora-int.json")
        meta = dict(_read_json(folder / "meta.json"))
        self.prefixes = meta["compile_options"]["paradigm_prefixes"]
        self.rows = _read_paradigms(folder / "paradigms.array")
        self.wanted = {
            (paradigm, place): frozenset(tag.replace(" ", ",").split(","))
            for paradigm, row in enumerate(self.rows)
            for place, tag in enumerate(self._tags_of(row))
            if tag.startswith("NOUN") and "nomn" in tag
        }

    def _tags_of(self, row: array[int]) -> list[str]:
        forms = len(row) // 3
        return [self.tags[number] for number in row[forms : 2 * forms]]

    def noun(self, form: str, key: tuple[int, int]) -> NounForm:
        """The noun form at a place of a paradigm."""
        paradigm, place = key
        row = self.rows[paradigm]
        forms = len(row) // 3
        prefix, suffix = self.prefixes[row[2 * forms + place]], self.suffixes[row[place]]
        stem = form[len(prefix) : len(form) - len(suffix)]
        lemma = self.prefixes[row[2 * forms]] + stem + self.suffixes[row[0]]
        return NounForm(form, lemma, self.wanted[key], place == 0)


@dataclass(slots=True)
class _Walk:
    trie: _Trie
    paradigms: _Paradigms
    found: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    leads: dict[int, bool] = field(default_factory=dict)

    def forms(self) -> Iterator[NounForm]:
        """Every wanted form, depth first; ``None`` on the stack takes a letter back."""
        spelt = bytearray()
        rest: list[tuple[int, int] | None] = []
        rest += reversed(list(self.trie.children(0)))
        while rest:
            step = rest.pop()
            if step is None:
                spelt.pop()
                continue
            label, node = step
            if label == _PAYLOAD:
                form = spelt.decode()
                yield from (self.paradigms.noun(form, key) for key in self._keys(node))
            elif self._leads_on(node):
                spelt.append(label)
                rest.append(None)
                rest += reversed(list(self.trie.children(node)))

    def _keys(self, node: int) -> list[tuple[int, int]]:
        if node not in self.found:
            keys = [struct.unpack(">HH", payload[:4]) for payload in self.trie.payloads(node)]
            self.found[node] = [key for key in keys if key in self.paradigms.wanted]
        return self.found[node]

    def _leads_on(self, node: int) -> bool:
        """Whether a wanted form lies below ``node``; as deep as the longest word."""
        if node not in self.leads:
            self.leads[node] = any(
                bool(self._keys(child)) if label == _PAYLOAD else self._leads_on(child)
                for label, child in self.trie.children(node)
            )
        return self.leads[node]


def _read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _read_paradigms(path: Path) -> list[array[int]]:
    rows = []
    with path.open("rb") as file:
        for _ in range(struct.unpack("<H", file.read(2))[0]):
            row = array("H")
            row.frombytes(file.read(2 * struct.unpack("<H", file.read(2))[0]))
            rows.append(row)
    return rows
