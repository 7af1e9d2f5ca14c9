"""Sorted lines of text, looked up by their first field without being read whole.

Fields are parted by tabs, lines are in the order of their bytes, and no two have one first field.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    from collections.abc import Iterator


class SortedLines:
    """Lines in the compiled form that ``compile_lines`` gives."""

    __slots__ = ("_ends", "_text")

    def __init__(self, compiled: memoryview) -> None:
        """WordsmithError if no text compiles to this."""
        count = compiled[:4].cast("I")[0] if len(compiled) >= 8 else -1
        begin = 4 * (count + 2)
        if count < 0 or begin > len(compiled):
            raise WordsmithError("compiled lines are cut short")
        self._ends = compiled[4:begin].cast("I")
        self._text = compiled[begin:]
        ends = self._ends.tolist()
        if ends[0] or ends[-1] != len(self._text) or sorted(ends) != ends:
            raise WordsmithError("compiled lines do not stand where they should")

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[list[str]]:
        for line in bytes(self._text).decode(errors="replace").splitlines():
            yield line.split("\t")

    def find(self, key: str) -> list[str] | None:
        """The fields of the line that begins with ``key``; None if there is none."""
        wanted, low, high = key.encode(errors="surrogatepass"), 0, len(self)
        ends, text, length = self._ends, self._text, len(wanted)
        while low < high:
            middle = (low + high) // 2
            begin = ends[middle]
            first = bytes(text[begin : begin + length])
            if first < wanted:
                low = middle + 1
            elif first > wanted or bytes(text[begin + length : begin + length + 1]) not in b"\t\n":
                high = middle
            else:
                fields = self._line(middle).decode(errors="replace").split("\t")
                return fields if fields[0] == key else None  # a key of several fields is none
        return None

    def _line(self, number: int) -> bytes:
        return bytes(self._text[self._ends[number] : self._ends[number + 1] - 1])


def compile_lines(text: bytes) -> bytes:
    """The number of lines, where each begins and the last ends, and ``text`` itself."""
    lines = text.splitlines()
    ends = array("I", accumulate((len(line) + 1 for line in lines), initial=0))
    number = array("I", [len(lines)])
    return number.tobytes() + ends.tobytes() + text
