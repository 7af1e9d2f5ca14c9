"""The builder and the checker of tables of anagrams, in Cython's pure-Python mode."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # not compiled, and no Cython: plain Python
    from wordsmith import _nocython as cython

# anagrams.py tells what the tables hold, bit by bit.


@cython.final
@cython.cclass
class Classes:
    """The words of a text sorted into classes: words of the same letters."""

    text: cython.const[cython.uchar][::1]  # words in ascending order, each ended by a 0
    keys: cython.const[cython.ulonglong][::1]  # by code; their sum is the hash of a class
    full: cython.ulonglong  # 64 ones: plain Python has no other way to wrap a sum
    hashes: cython.ulonglong[::1]  # by class
    first: cython.uint[::1]  # by class: where its first word stands in the text
    counts: cython.uint[::1]  # by class: how many words; then where the next is written
    class_of: cython.uint[::1]  # by word
    tally: cython.int[::1]  # by code, all 0 between two questions
    words: cython.Py_ssize_t
    classes: cython.Py_ssize_t
    size: cython.Py_ssize_t  # bytes that the classes take
    most: cython.uint  # words in the largest class

    def __init__(self, text, words, keys):
        """Read the ``words`` words of ``text``; ``keys`` has 128 numbers, 0 for code 0."""
        self.text = memoryview(text)
        self.keys = memoryview(keys)
        self.full = (1 << 64) - 1
        self.words = words
        self.hashes = zeroes(8 * words).cast("Q")
        self.first = zeroes(4 * words).cast("I")
        self.counts = zeroes(4 * words).cast("I")
        self.class_of = zeroes(4 * words).cast("I")
        self.tally = zeroes(4 * 128).cast("i")
        self.classes = 0
        self.size = 0
        self.most = 0

    def group(self):
        """Sort the words into classes: how many, their bytes, the words of the largest."""
        bits: cython.int = int(2 * self.words).bit_length()
        seen: cython.uint[::1] = zeroes(4 << bits).cast("I")  # class + 1, at most half full
        with cython.nogil:
            self.read(seen, bits)
        return self.classes, self.size, self.most

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def read(self, seen: cython.uint[::1], bits: cython.int) -> cython.int:
        at: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        word: cython.Py_ssize_t
        slot: cython.ulonglong
        mask: cython.ulonglong = seen.shape[0] - 1
        h: cython.ulonglong
        group: cython.uint
        for word in range(self.words):
            h = 0
            k = at
            while self.text[k]:
                h = (h + self.keys[self.text[k]]) & self.full
                k += 1
            slot = h >> (64 - bits)
            while seen[slot] and not self.same(seen[slot] - 1, h, at):
                slot = (slot + 1) & mask
            if seen[slot] == 0:
                group = self.classes
                self.hashes[group] = h
                self.first[group] = at
                self.classes += 1
                self.size += 3
                seen[slot] = self.classes
            group = seen[slot] - 1
            self.class_of[word] = group
            self.counts[group] += 1
            self.most = max(self.most, self.counts[group])
            self.size += k - at
            at = k + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def same(self, group: cython.uint, h: cython.ulonglong, at: cython.Py_ssize_t) -> cython.bint:
        """Whether the word at ``at``, of this hash, has the letters of a class."""
        if self.hashes[group] != h:
            return False
        k: cython.Py_ssize_t = self.first[group]
        other: cython.Py_ssize_t = at
        equal: cython.bint = True
        while self.text[k]:
            self.tally[self.text[k]] += 1
            k += 1
        while self.text[other]:
            self.tally[self.text[other]] -= 1
            other += 1
        k = self.first[group]
        while self.text[k]:
            if self.tally[self.text[k]]:
                equal = False
            self.tally[self.text[k]] = 0
            k += 1
        while self.text[at]:  # letters that the class has not
            if self.tally[self.text[at]]:
                equal = False
            self.tally[self.text[at]] = 0
            at += 1
        return equal

    def write(self, slots, classes):
        """Fill both, which are all 0: ``slots`` 2 numbers each, ``classes`` of the size told."""
        table: cython.uint[::1] = memoryview(slots)
        bytes_: cython.uchar[::1] = memoryview(classes)
        bits: cython.int = (len(table) // 2).bit_length() - 1
        with cython.nogil:
            self.lay_out(table, bits, bytes_)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def lay_out(
        self, slots: cython.uint[::1], bits: cython.int, out: cython.uchar[::1]
    ) -> cython.int:
        to: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        word: cython.Py_ssize_t
        group: cython.Py_ssize_t
        count: cython.uint
        length: cython.Py_ssize_t
        slot: cython.ulonglong
        mask: cython.ulonglong = (slots.shape[0] >> 1) - 1
        low: cython.ulonglong = 0xFFFFFFFF
        for group in range(self.classes):
            slot = self.hashes[group] >> (64 - bits)
            while slots[2 * slot + 1]:
                slot = (slot + 1) & mask
            slots[2 * slot] = self.hashes[group] & low
            slots[2 * slot + 1] = to + 1
            length = 0
            while self.text[self.first[group] + length]:
                length += 1
            count = self.counts[group]
            out[to] = length
            out[to + 1] = count & 255
            out[to + 2] = count >> 8
            self.counts[group] = to + 3  # from here on: where its next word goes
            to += 3 + count * length
        for word in range(self.words):
            to = self.counts[self.class_of[word]]
            k = at
            while self.text[k]:
                out[to + k - at] = self.text[k]
                k += 1
            self.counts[self.class_of[word]] = to + k - at
            at = k + 1
        return 0

    def count_lacking(self):
        """How many hashes there are of a class without one of its letters."""
        most: cython.Py_ssize_t = 0
        found: cython.Py_ssize_t
        with cython.nogil:
            most = self.all_lacking()
        bits: cython.int = int(2 * most).bit_length()
        seen: cython.ulonglong[::1] = zeroes(8 << bits).cast("Q")
        with cython.nogil:
            found = self.different_lacking(seen, bits)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def repeats(self, at: cython.Py_ssize_t, k: cython.Py_ssize_t) -> cython.bint:
        """Whether the letter at ``k`` stands earlier in the word at ``at``."""
        while at < k and self.text[at] != self.text[k]:
            at += 1
        return at < k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def all_lacking(self) -> cython.Py_ssize_t:
        found: cython.Py_ssize_t = 0
        group: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for group in range(self.classes):
            k = self.first[group]
            while self.text[k]:
                if not self.repeats(self.first[group], k):
                    found += 1
                k += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def different_lacking(self, seen: cython.ulonglong[::1], bits: cython.int) -> cython.Py_ssize_t:
        found: cython.Py_ssize_t = 0
        group: cython.Py_ssize_t
        k: cython.Py_ssize_t
        h: cython.ulonglong
        slot: cython.ulonglong
        mask: cython.ulonglong = seen.shape[0] - 1
        for group in range(self.classes):
            k = self.first[group]
            while self.text[k]:
                if not self.repeats(self.first[group], k):
                    h = (self.hashes[group] - self.keys[self.text[k]]) & self.full
                    slot = h >> (64 - bits)
                    while seen[slot] and seen[slot] != h:
                        slot = (slot + 1) & mask
                    if (
                        seen[slot] == 0
                    ):  # the hash 0 itself is counted each time: a word of one letter
                        seen[slot] = h
                        found += 1
                k += 1
        return found

    def fill(self, whole, lacking):
        """Fill both filters, which are all 0 and have a power of two of words."""
        of_words: cython.ulonglong[::1] = memoryview(whole)
        of_lacking: cython.ulonglong[::1] = memoryview(lacking)
        with cython.nogil:
            self.enter_all(of_words, of_lacking)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def enter_all(self, whole: cython.ulonglong[::1], lacking: cython.ulonglong[::1]) -> cython.int:
        group: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for group in range(self.classes):
            enter(whole, self.hashes[group])
            k = self.first[group]
            while self.text[k]:
                enter(lacking, (self.hashes[group] - self.keys[self.text[k]]) & self.full)
                k += 1
        return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def enter(filter_: cython.ulonglong[::1], h: cython.ulonglong) -> cython.int:
    """Set the two bits of a hash."""
    one: cython.ulonglong = 1
    mask: cython.ulonglong = filter_.shape[0] - 1
    filter_[(h >> 32) & mask] |= one << (h & 63) | one << (h >> 6 & 63)
    return 0


def longest_if_sound(slots, classes, letters):
    """Letters of the longest word, if every way through a table stays inside it and ends.

    -1 if not, or if there are codes above ``letters``.
    """
    table: cython.const[cython.uint][::1] = memoryview(slots)
    out: cython.const[cython.uchar][::1] = memoryview(classes)
    most: cython.int = letters
    longest: cython.int
    with cython.nogil:
        longest = longest_of(table, out) if codes_are_sound(out, most) else -2
    return max(longest, -1)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def longest_of(
    slots: cython.const[cython.uint][::1], classes: cython.const[cython.uchar][::1]
) -> cython.int:
    """Letters of the longest word; -2 where a place leads outside, or no slot is free."""
    longest: cython.int = 0
    slot: cython.Py_ssize_t
    at: cython.Py_ssize_t
    end: cython.Py_ssize_t
    free: cython.bint = False
    for slot in range(0, slots.shape[0], 2):
        if slots[slot + 1] == 0:
            free = True
            continue
        at = slots[slot + 1]
        at -= 1
        if at + 3 > classes.shape[0] or not 0 < classes[at] <= 64:
            return -2
        end = classes[at + 1] | classes[at + 2] << 8
        end = at + 3 + end * classes[at]
        if end == at + 3 or end > classes.shape[0]:
            return -2
        longest = max(longest, classes[at])
    return longest if free else -2  # without a free one a probe would never end


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def codes_are_sound(classes: cython.const[cython.uchar][::1], letters: cython.int) -> cython.bint:
    """Whether classes follow one another to the end, and all their codes are of letters."""
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    while at < classes.shape[0]:
        if at + 3 > classes.shape[0]:
            return False
        end = classes[at + 1] | classes[at + 2] << 8
        end = at + 3 + end * classes[at]
        if end > classes.shape[0]:
            return False
        at += 3
        while at < end:
            if not 0 < classes[at] <= letters:
                return False
            at += 1
    return True


def zeroes(size):
    """A writable buffer of at least so many zeroes; never an empty one, which cannot be cast."""
    return memoryview(bytearray(max(size, 8)))
