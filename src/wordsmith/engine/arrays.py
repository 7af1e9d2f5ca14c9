"""The memory of the kernels: flat arrays, which compiled code and plain Python read alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import ReadableBuffer as Buffer


def room(count: int) -> memoryview[int]:
    """So many integers, all 0."""
    return memoryview(bytearray(4 * count)).cast("i")


def unknown(count: int) -> memoryview[int]:
    """So many integers, all -1."""
    return memoryview(bytearray(b"\xff" * 4 * count)).cast("i")


def shorts(count: int) -> memoryview[int]:
    """So many 16-bit numbers, all 0."""
    return memoryview(bytearray(2 * count)).cast("h")


def longs(count: int) -> memoryview[int]:
    """So many 64-bit numbers, all 0."""
    return memoryview(bytearray(8 * count)).cast("q")


def unsigned(count: int) -> memoryview[int]:
    """So many numbers of 64 bits without a sign, all 0."""
    return memoryview(bytearray(8 * count)).cast("Q")


def numbers(values: Sequence[int]) -> memoryview[int]:
    """These integers."""
    filled = room(len(values))
    for n, value in enumerate(values):
        filled[n] = value
    return filled


def grown(memory: Buffer) -> memoryview[int]:
    """The same numbers, with as much room again."""
    view = memoryview(memory)
    more = memoryview(bytearray(2 * view.nbytes))
    larger = cast("memoryview[int]", more.cast(view.format))  # type: ignore[call-overload]
    larger[: len(view)] = view
    return larger
