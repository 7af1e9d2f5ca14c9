"""The compiled word graph: a DAWG of the words and a GADDAG over it, in one flat array of nodes.

A node is ``pointer << 10 | accepts << 9 | last << 8 | code``. ``pointer`` is the index of its first
child, 0 for none; siblings lie side by side in ascending code, ``last`` marks the last of them;
``accepts`` means that a word ends here. ``nodes[0]`` points to the words read forward,
``nodes[1]`` to the GADDAG: for every word w and i >= 1 it holds w[:i] reversed, the separator
(code 0) and w[i:]; where i is the whole length there is no separator.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import _graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SEPARATOR = 0
LAST = 1 << 8
ACCEPTS = 1 << 9
POINTER_SHIFT = 10
CODE = 0xFF
LARGEST = 1 << 22
"""A graph has fewer nodes than this: pointers have 22 bits."""
LARGEST_CODE = 127
"""A letter has a code from 1 to this; the bit above marks a wild tile on the board."""
LONGEST = 64
"""Longer words fit no board, and are left out of the graph."""


@dataclass(frozen=True, slots=True, eq=False)
class WordGraph:
    """A set of words as tile codes, in the shape that move generation walks."""

    nodes: memoryview  # of unsigned 32-bit integers, read-only
    size: int  # how many words

    @property
    def dawg_root(self) -> int:
        """Where the first letters of the words begin; 0 if there are no words."""
        return int(self.nodes[0]) >> POINTER_SHIFT

    @property
    def gaddag_root(self) -> int:
        """Where the GADDAG begins; 0 if there are no words."""
        return int(self.nodes[1]) >> POINTER_SHIFT

    def __len__(self) -> int:
        return self.size

    def __contains__(self, codes: object) -> bool:
        if not isinstance(codes, bytes):
            return False
        nodes = self.nodes
        node = nodes[0]  # its pointer alone
        for code in codes:
            index = node >> POINTER_SHIFT
            if not index:
                return False
            node = nodes[index]
            while node & CODE < code and not node & LAST:
                index += 1
                node = nodes[index]
            if node & CODE != code:
                return False
        return bool(node & ACCEPTS)

    def __iter__(self) -> Iterator[bytes]:
        return self.strings(self.dawg_root)

    def strings(self, root: int) -> Iterator[bytes]:
        """Every string that is accepted from the list at ``root``, in ascending order."""
        open_nodes = [root] if root else []
        path = bytearray()
        while open_nodes:
            index = open_nodes.pop()
            node = self.nodes[index]
            del path[len(open_nodes) :]
            path.append(node & CODE)
            if node & ACCEPTS:
                yield bytes(path)
            # A 0 keeps the place of a letter that has no sibling left.
            open_nodes.append(0 if node & LAST else index + 1)
            if node >> POINTER_SHIFT:
                open_nodes.append(node >> POINTER_SHIFT)
            while open_nodes and not open_nodes[-1]:
                open_nodes.pop()

    def to_bytes(self) -> bytes:
        """The graph as it is kept on disk, in the byte order of this machine."""
        return self.nodes.tobytes() + self.size.to_bytes(4, sys.byteorder)


def graph_of_bytes(kept: memoryview, letters: int = LARGEST_CODE) -> WordGraph:
    """The graph that ``to_bytes`` gave, of codes up to ``letters``; ``kept`` is not copied.

    WordsmithError if it is none. Whatever bytes pass, no walk through the graph leaves it.
    """
    if len(kept) % 4 or len(kept) < 12:
        raise WordsmithError("a word graph has an impossible size")
    numbers = kept.toreadonly().cast("I")
    graph = WordGraph(numbers[:-1], numbers[-1])
    if not _graph.is_sound(graph.nodes, graph.size, letters, LONGEST + 1):
        raise WordsmithError("a word graph leads astray")
    return graph


def build_graph(words: Iterable[bytes]) -> WordGraph:
    """The graph of words in tile codes, in any order.

    WordsmithError if the list is too long for 22-bit pointers (several million words).
    """
    chosen = sorted({word for word in words if 0 < len(word) <= LONGEST})
    nodes, dawg_root, prefixes = _dawg(chosen)
    nodes, gaddag_root = _gaddag(nodes, prefixes)
    nodes[0], nodes[1] = dawg_root << POINTER_SHIFT, gaddag_root << POINTER_SHIFT
    return WordGraph(memoryview(nodes).toreadonly(), len(chosen))


def _dawg(words: list[bytes]) -> tuple[array[int], int, list[bytes]]:
    """The nodes of the DAWG, its root, and every prefix of the words as the kernel tells it."""
    text = b"\0".join([*words, b""])
    most, size = _graph.measure(text, 1)
    nodes, told = array("I", bytes(4 * (most + 2))), bytearray(size + 6 * most)
    minimiser = _graph.Minimiser(nodes, 2, _slots(most), LONGEST + 2)
    root, used, written = minimiser.add_words(text, told)
    _check_size(used)
    return nodes[:used], root, bytes(memoryview(told)[:written]).split(b"\xff")[:-1]


def _gaddag(nodes: array[int], prefixes: list[bytes]) -> tuple[array[int], int]:
    """The nodes of both graphs, and the root of the GADDAG.

    A prefix that has been left behind goes on as in the DAWG. So the GADDAG is the graph of the
    reversed prefixes alone, each with a separator that points to its list in the DAWG.
    """
    used = len(nodes)
    prefixes.sort()
    text = b"\xff".join([*prefixes, b""])
    most, _ = _graph.measure(text, 6)
    nodes = nodes + array("I", bytes(4 * (most + len(prefixes))))
    minimiser = _graph.Minimiser(nodes, used, _slots(len(nodes)), LONGEST + 2)
    root, used = minimiser.add_prefixes(text)
    _check_size(used)
    return nodes[:used], root


def _slots(lists: int) -> array[int]:
    """A free hash table for so many lists, at most half full."""
    return array("I", bytes(4 << (2 * lists).bit_length()))


def _check_size(nodes: int) -> None:
    if nodes >= LARGEST:
        raise WordsmithError("words.graph", count=nodes)
