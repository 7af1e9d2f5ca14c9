"""The builder of word graphs, in Cython's pure-Python mode: this file runs compiled and uncompiled."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

# A node: pointer << 10 | accepts << 9 | last << 8 | code (wordgraph.py tells the whole story).


@cython.final
@cython.cclass
class Minimiser:
    """Takes strings in ascending order and writes the sibling lists of their graph, equal lists once.

    Source: Daciuk, Mihov, Watson, Watson (2000), incremental construction from sorted strings;
    here the unit that is shared is a list of siblings, not a state.
    """

    nodes: cython.uint[::1]
    used: cython.uint  # nodes written so far; two roots lie before the first list
    slots: cython.uint[::1]  # hash table of the lists written: where each begins, 0 = free
    open: cython.uint[::1]  # the lists not yet written, 256 places for each depth
    counts: cython.int[::1]  # siblings in each of them
    path: cython.uchar[::1]  # the string read last
    out: cython.uchar[::1]  # every prefix of the strings read, reversed, with its list
    written: cython.Py_ssize_t  # bytes in out

    def __init__(self, nodes, used, slots, depth):
        """Write into ``nodes`` after the ``used`` first; strings are shorter than ``depth``."""
        self.nodes = memoryview(nodes)
        self.used = used
        self.slots = memoryview(slots)
        self.open = bytes_of(4 * 256 * (depth + 1)).cast("I")
        self.counts = bytes_of(4 * (depth + 1)).cast("i")
        self.path = bytes_of(depth + 1)
        self.out = self.path
        self.written = 0
        with cython.nogil:
            self.register()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def register(self) -> cython.int:
        """Enter the lists that stand in ``nodes`` already."""
        first: cython.uint = 2
        node: cython.uint
        for node in range(2, self.used):
            if self.nodes[node] & 256:
                self.slots[self.free_slot(first, node + 1 - first)] = first
                first = node + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def free_slot(self, first: cython.uint, count: cython.uint) -> cython.int:
        """Where the list at ``first`` stands in the table, or is to stand."""
        mask: cython.uint = self.slots.shape[0] - 1
        full: cython.uint = 0xFFFFFFFF
        prime: cython.uint = 16777619
        mixed: cython.uint = 2166136261
        k: cython.uint
        there: cython.uint
        for k in range(count):
            mixed = ((mixed ^ self.nodes[first + k]) * prime) & full
            mixed ^= mixed >> 15
        prime = 2246822519
        mixed = (mixed * prime) & full
        mixed ^= mixed >> 13
        slot: cython.uint = mixed & mask
        while True:
            there = self.slots[slot]
            if there == 0:
                return slot
            k = 0
            while k < count and self.nodes[there + k] == self.nodes[first + k]:
                k += 1
            if k == count:  # the last sibling is marked in its node, so the lengths agree too
                return slot
            slot = (slot + 1) & mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def write(self, depth: cython.int) -> cython.int:
        """Write the open list at ``depth``, or find its equal; where it begins, 0 if it is empty."""
        count: cython.uint = self.counts[depth]
        first: cython.uint = self.used
        k: cython.uint
        slot: cython.uint
        if count == 0:
            return 0
        for k in range(count):
            self.nodes[first + k] = self.open[depth * 256 + k]
        self.nodes[first + count - 1] |= 256
        self.counts[depth] = 0
        slot = self.free_slot(first, count)
        if self.slots[slot] == 0:
            self.slots[slot] = first
            self.used += count
        return self.slots[slot]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def tell(self, depth: cython.int, first: cython.uint, accepts: cython.uint) -> cython.int:
        """Put the reversed prefix of ``depth`` letters into ``out``: letters, 0, its list, 255."""
        to: cython.Py_ssize_t = self.written
        k: cython.int
        for k in range(depth):
            self.out[to + k] = self.path[depth - 1 - k]
        to += depth
        self.out[to] = 0
        self.out[to + 1] = 128 | (accepts << 4 & 16) | first >> 18
        self.out[to + 2] = 128 | (first >> 12 & 63)
        self.out[to + 3] = 128 | (first >> 6 & 63)
        self.out[to + 4] = 128 | (first & 63)
        self.out[to + 5] = 255
        self.written = to + 6
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fold(self, depth: cython.int, keep: cython.int, telling: cython.bint) -> cython.int:
        """Write the open lists below ``keep`` letters of the path, which is ``depth`` letters long."""
        above: cython.uint
        first: cython.uint
        while depth > keep:
            first = self.write(depth)
            above = (depth - 1) * 256 + self.counts[depth - 1] - 1
            self.open[above] |= first << 10
            if telling:
                self.tell(depth, first, self.open[above] >> 9 & 1)
            depth -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def shared(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, depth: cython.int
    ) -> cython.int:
        """How many letters the string at ``at`` shares with the path; a 0 ends it."""
        k: cython.int = 0
        while k < depth and text[at + k] == self.path[k]:
            k += 1
        return k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def extend(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, depth: cython.int
    ) -> cython.int:
        """Open a node for each letter of the string at ``at`` from ``depth`` on; its whole length."""
        while text[at + depth]:
            self.open[depth * 256 + self.counts[depth]] = text[at + depth]
            self.counts[depth] += 1
            self.path[depth] = text[at + depth]
            depth += 1
        return depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def read_words(self, text: cython.const[cython.uchar][::1]) -> cython.int:
        depth: cython.int = 0
        keep: cython.int
        at: cython.Py_ssize_t = 0
        while at < text.shape[0]:
            keep = self.shared(text, at, depth)
            self.fold(depth, keep, True)
            depth = self.extend(text, at, keep)
            self.open[(depth - 1) * 256 + self.counts[depth - 1] - 1] |= 512
            at += depth + 1
        self.fold(depth, 0, True)
        return self.write(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def read_prefixes(self, text: cython.const[cython.uchar][::1]) -> cython.int:
        depth: cython.int = 0
        keep: cython.int
        at: cython.Py_ssize_t = 0
        first: cython.uint
        while at < text.shape[0]:
            keep = self.shared(text, at, depth)
            self.fold(depth, keep, False)
            depth = self.extend(text, at, keep)
            at += depth
            if text[at + 1] & 16:
                self.open[(depth - 1) * 256 + self.counts[depth - 1] - 1] |= 512
            first = (
                (text[at + 1] & 15) << 18
                | (text[at + 2] & 63) << 12
                | (text[at + 3] & 63) << 6
                | (text[at + 4] & 63)
            )
            if first:  # the separator is code 0, so it comes before every letter
                self.open[depth * 256] = first << 10
                self.counts[depth] = 1
            at += 6
        self.fold(depth, 0, False)
        return self.write(0)

    def add_words(self, text, out):
        """Add the words of ``text``, each ended by a 0; tell every prefix in ``out``.

        The root's place, the nodes used, and the bytes written to ``out``.
        """
        root: cython.int
        words: cython.const[cython.uchar][::1] = memoryview(text)
        self.out = memoryview(out)
        with cython.nogil:
            root = self.read_words(words)
        return root, self.used, self.written

    def add_prefixes(self, text):
        """Add what ``add_words`` told, sorted. The root's place, and the nodes used."""
        root: cython.int
        prefixes: cython.const[cython.uchar][::1] = memoryview(text)
        with cython.nogil:
            root = self.read_prefixes(prefixes)
        return root, self.used


def is_sound(nodes, words, letters, deepest):
    """Whether this is a graph of so many words, of codes up to ``letters``.

    Then every walk stays inside it and ends after ``deepest`` nodes, and no walk finds a separator
    where there is to be a letter.
    """
    known: cython.const[cython.uint][::1] = memoryview(nodes)
    count: cython.Py_ssize_t = len(nodes)
    strings: cython.ulonglong[::1] = bytes_of(8 * count).cast("Q")
    sizes: cython.ulonglong[::1] = bytes_of(8 * count).cast("Q")
    depths: cython.uchar[::1] = bytes_of(count)
    parted: cython.uchar[::1] = bytes_of(count)
    most: cython.uint = letters
    limit: cython.int = deepest
    dawg: cython.uint = nodes[0] >> 10
    gaddag: cython.uint = nodes[1] >> 10
    sound: cython.bint
    if (nodes[0] | nodes[1]) & 1023 or dawg >= count or gaddag >= count:
        return False
    with cython.nogil:
        sound = lists_are_sound(known, most, limit, strings, sizes, depths, parted)
    if not sound or (dawg == 0) != (words == 0) or (gaddag == 0) != (words == 0):
        return False
    if words == 0:
        return True
    return bool(
        depths[dawg]
        and parted[dawg] == 0
        and depths[gaddag]
        and parted[gaddag] < 2
        and strings[dawg] == words
        and strings[gaddag] == sizes[dawg]  # a word is there once from each of its letters
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def lists_are_sound(
    nodes: cython.const[cython.uint][::1],
    letters: cython.uint,
    deepest: cython.int,
    strings: cython.ulonglong[::1],  # by list: how many it accepts, ...
    sizes: cython.ulonglong[::1],  # ... their letters in all, ...
    depths: cython.uchar[::1],  # ... those of the longest, 0 where no list begins, ...
    parted: cython.uchar[::1],  # 1: separators lie below, 2: in the list itself
) -> cython.bint:
    """Whether every list stands after those it points to, as the builder leaves them."""
    enough: cython.ulonglong = 1 << 50  # no graph has so many strings
    first: cython.uint = 2
    index: cython.uint
    down: cython.uint
    code: cython.uint
    least: cython.uint = 0  # code that the next sibling may have
    for index in range(2, nodes.shape[0]):
        code = nodes[index] & 255
        down = nodes[index] >> 10
        if code < least or code > letters:
            return False
        least = code + 1
        if down >= first or (down and depths[down] == 0):
            return False
        if code == 0:  # what follows a separator has none, and a word never ends with it
            if down == 0 or parted[down] or nodes[index] & 512:
                return False
            parted[first] = 2
        elif down and parted[down] and parted[first] == 0:
            parted[first] = 1
        if depths[down] >= deepest or strings[first] > enough or sizes[first] > enough:
            return False
        depths[first] = max(depths[first], depths[down] + 1)
        strings[first] += strings[down] + (nodes[index] >> 9 & 1)
        sizes[first] += sizes[down] + strings[down] + (nodes[index] >> 9 & 1)
        if nodes[index] & 256:
            first = index + 1
            least = 0
    return first == nodes.shape[0]


def bytes_of(size):
    """A writable buffer of zeroes."""
    return memoryview(bytearray(size))


def measure(text, end):
    """The nodes of the trie of ``text``, and the bytes of all its prefixes.

    ``text`` holds strings in ascending order; ``end`` bytes end each of them, the first a 0.
    """
    strings: cython.const[cython.uchar][::1] = memoryview(text)
    at: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t = 0
    past: cython.Py_ssize_t = end
    nodes: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    with cython.nogil:
        while at < strings.shape[0]:
            k = 0
            while at and strings[at + k] and strings[at + k] == strings[before + k]:
                k += 1
            before = at
            while strings[at + k]:
                k += 1
                nodes += 1
                size += k
            at += k + past
    return nodes, size
