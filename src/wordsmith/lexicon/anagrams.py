"""The table of anagrams: which words can be made of exactly these letters, in one look.

A multiset of letters has a 64-bit hash: the sum of a random number for each letter, so the hash of
two multisets put together is the sum of theirs. A class is the words of one multiset.

``slots`` is a hash table of the classes with open addressing: 2 numbers a slot, the low half of the
hash and the place of the class in ``classes`` plus 1, or twice 0. A class of hash ``h`` stands in
slot ``h >> (64 - bits)`` of the ``1 << bits``, or in the first free one after it, going round. At
most half of them are taken. Different classes may have the same low half: the reader compares the
letters of a word.

``classes`` has for each class: the length of its words (1 byte), how many they are (2 bytes, the
low one first), and their codes, one word after the other in ascending order.

``whole`` and ``lacking`` are blocked Bloom filters (Putze, Sanders, Singler 2007; here a block is
one machine word): of the hashes of all classes, and of all classes without one of their letters,
so that it takes one step to ask whether a letter more could make a word. They never deny wrongly.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import _anagrams
from wordsmith.lexicon.wordgraph import LARGEST_CODE, LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ANAGRAMS = 0xFFFF
"""So many words of the same letters can be counted in two bytes."""

_WRAP = (1 << 64) - 1
_SEED = 0x576F7264736D6974  # "Wordsmit"
_WHOLE_BITS = 16  # of the filter, for each class
_LACKING_BITS = 8  # and for each class without a letter
_LARGEST_FILTER = 1 << 24  # words; more bits of the hash are not asked
_HEADER = struct.Struct("=QQQQ")  # words of both filters, slots, bytes of the classes
_LARGEST = 1 << 32  # bytes of the classes: a slot has 32 bits for a place


@dataclass(frozen=True, slots=True, eq=False)
class AnagramTable:
    """The classes of a set of words as tile codes; all views are read-only."""

    slots: memoryview  # of unsigned 32-bit integers, 2 a slot
    classes: memoryview  # of bytes
    whole: memoryview  # of unsigned 64-bit integers
    lacking: memoryview  # of unsigned 64-bit integers
    longest: int  # letters of the longest word; 0 without any

    @property
    def bits(self) -> int:
        """The logarithm of the count of slots: so many upper bits of a hash choose one."""
        return (len(self.slots) // 2).bit_length() - 1

    def words_of(self, codes: bytes) -> list[bytes]:
        """The words that take all of these letters, in ascending order."""
        if not codes:
            return []
        asked, last = hash_of(codes), len(self.slots) // 2 - 1
        slot = asked >> (64 - self.bits)
        while place := self.slots[2 * slot + 1]:
            if self.slots[2 * slot] == asked & 0xFFFFFFFF:
                words = self.class_at(place - 1)
                if Counter(words[0]) == Counter(codes):
                    return words
            slot = slot + 1 & last
        return []

    def class_at(self, place: int) -> list[bytes]:
        """The words of the class at this place in ``classes``."""
        length, low, high = self.classes[place : place + 3]
        begin = place + 3
        end = begin + length * (low | high << 8)
        return [bytes(self.classes[at : at + length]) for at in range(begin, end, length)]

    def may_be_word(self, asked: int) -> bool:
        """Whether letters of this hash may make a word; a no is always right."""
        return _may_hold(self.whole, asked)

    def may_lack_one(self, asked: int) -> bool:
        """Whether letters of this hash and one more may make a word; a no is always right."""
        return _may_hold(self.lacking, asked)

    def to_bytes(self) -> bytes:
        """The table as it is kept on disk, in the byte order of this machine."""
        parts = (self.whole, self.lacking, self.slots, self.classes)
        return _HEADER.pack(*map(len, parts)) + b"".join(part.tobytes() for part in parts)


def table_of_bytes(kept: memoryview, letters: int = LARGEST_CODE) -> AnagramTable:
    """The table that ``to_bytes`` gave, of codes up to ``letters``; ``kept`` is not copied.

    WordsmithError if it is none. Whatever bytes pass, no reader of the table leaves it.
    """
    if len(kept) < _HEADER.size:
        raise WordsmithError("a table of anagrams is too short")
    whole, lacking, slots, classes = _HEADER.unpack_from(kept)
    ends = [_HEADER.size]
    for size in (8 * whole, 8 * lacking, 4 * slots, classes):
        ends.append(ends[-1] + size)
    powers = whole, lacking, slots // 2
    if ends[-1] != len(kept) or slots < 4 or any(n & n - 1 or not n for n in powers) or slots % 2:
        raise WordsmithError("a table of anagrams has parts of impossible sizes")
    parts = [kept[begin:end].toreadonly() for begin, end in pairwise(ends)]
    places, found = parts[2].cast("I"), parts[3]
    longest = _anagrams.longest_if_sound(places, found, letters)
    if longest < 0:
        raise WordsmithError("a table of anagrams leads astray")
    return AnagramTable(places, found, parts[0].cast("Q"), parts[1].cast("Q"), longest)


def build_anagrams(words: Iterable[bytes]) -> AnagramTable:
    """The table of words in tile codes, in any order; empty and overlong ones are left out.

    WordsmithError if a code is none of a letter, or there are too many words of the same letters.
    """
    chosen = sorted({word for word in words if 0 < len(word) <= LONGEST})
    text = b"\0".join([*chosen, b""])
    if text.count(0) != len(chosen) or text.translate(None, bytes(range(LARGEST_CODE + 1))):
        raise WordsmithError(f"a word has a code that is not from 1 to {LARGEST_CODE}")
    builder = _anagrams.Classes(text, len(chosen), letter_keys())
    count, size, most = builder.group()
    if most > MOST_ANAGRAMS or size >= _LARGEST:
        raise WordsmithError("words.anagrams", count=most)
    slots = _anagrams.zeroes(8 << max(1, (2 * count - 1).bit_length())).cast("I")
    classes = bytearray(size)
    builder.write(slots, classes)
    whole = _filter(_WHOLE_BITS * count)
    lacking = _filter(_LACKING_BITS * builder.count_lacking())
    builder.fill(whole, lacking)
    return AnagramTable(
        slots.toreadonly(),
        memoryview(classes).toreadonly(),
        whole.toreadonly(),
        lacking.toreadonly(),
        max(map(len, chosen), default=0),
    )


@cache
def letter_keys() -> memoryview:
    """By code, 128 unsigned 64-bit integers: what a letter adds to a hash; 0 for a wild tile."""
    keys = [_random64(_SEED + code) if code else 0 for code in range(LARGEST_CODE + 1)]
    return memoryview(struct.pack("=128Q", *keys)).cast("Q")


def hash_of(codes: bytes) -> int:
    """The hash of letters in any order. IndexError if a code is above 127."""
    keys = letter_keys()
    return sum(keys[code] for code in codes) & _WRAP


def _random64(state: int) -> int:
    """splitmix64 (Steele, Lea, Flood 2014): the number that follows ``state``."""
    z = (state + 0x9E3779B97F4A7C15) & _WRAP
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WRAP
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WRAP
    return z ^ z >> 31


def _filter(bits: int) -> memoryview:
    """An empty filter of at least so many bits: a power of two of 64-bit words."""
    words = min(1 << max(0, (bits + 63) // 64 - 1).bit_length(), _LARGEST_FILTER)
    return _anagrams.zeroes(8 * words).cast("Q")


def _may_hold(kept: memoryview, asked: int) -> bool:
    """Whether a filter has both bits of a hash."""
    both = 1 << (asked & 63) | 1 << (asked >> 6 & 63)
    return bool(kept[asked >> 32 & len(kept) - 1] & both == both)
