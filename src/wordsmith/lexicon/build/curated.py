"""Our own lists: words read and judged one by one, and changes to what the sources say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ADD, DROP = "add", "drop"


@dataclass(frozen=True, slots=True)
class Change:
    """One change to the table, with its reason."""

    word: str
    added: bool  # a word that no source has
    dropped: bool  # a word that is none
    labels_on: frozenset[str]
    labels_off: frozenset[str]
    reason: str


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a list that are neither empty nor a comment."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def read_words(path: Path) -> set[str]:
    """The words of a list, several to a line."""
    return {word for _, line in read_lines(path) for word in line.split()}


def read_pairs(path: Path) -> dict[str, str]:
    """A list of two words a line, the second by the first."""
    pairs = {}
    for number, line in read_lines(path):
        try:
            first, second = line.split()
        except ValueError:
            raise ParseError(f"{path}, line {number}: not two words: {line}") from None
        pairs[first] = second
    return pairs


def read_changes(path: Path) -> list[Change]:
    """A list of changes: word, change and reason, parted by tabs; a change is as ``add +terms``."""
    return [_parse_change(path, number, line) for number, line in read_lines(path)]


def _parse_change(path: Path, number: int, line: str) -> Change:
    try:
        word, orders, reason = line.split("\t")
    except ValueError:
        raise ParseError(f"{path}, line {number}: not three fields: {line}") from None
    parts = orders.split()
    on = frozenset(part[1:] for part in parts if part.startswith("+"))
    off = frozenset(part[1:] for part in parts if part.startswith("-"))
    if not parts or {part for part in parts if part[0] not in "+-"} - {ADD, DROP}:
        raise ParseError(f"{path}, line {number}: no such change: {orders}")
    return Change(word, ADD in parts, DROP in parts, on, off, reason)
