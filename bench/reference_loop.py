"""A fixed loop in C that never changes, to which speeds are put in relation: CRC-32 of 4 MB.

    python bench/reference_loop.py

It touches none of our code and none of its memory twice, so that machine and neighbours alone make
it slow. Others measure it between their own rounds: ``loop_seconds`` is one go. Every bench of the
engine prints one JSON line with its medians, these as a multiple of the loop (``ratio_to``), the
command, and a signature: one number that changes only where the engine does something else.
"""

from __future__ import annotations

import json
import time
import zlib
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SIZE = 4_000_000
_BUFFER = bytes(range(250)) * (SIZE // 250)


def loop_seconds(clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of one go, by the wall unless another clock is named."""
    before = clock()
    zlib.crc32(_BUFFER)
    return clock() - before


def ratio_to(loops: Iterable[float], seconds: float) -> float:
    """How many goes of the loop, as it was measured in the same run, take so long."""
    return float(f"{seconds / median(loops):.4g}")


def main() -> None:
    """Its median and its extremes."""
    times = sorted(loop_seconds() for _ in range(101))
    told = {"median_ms": median(times), "least_ms": times[0], "most_ms": times[-1]}
    line = {name: round(seconds * 1e3, 3) for name, seconds in told.items()}
    print(json.dumps({**line, "command": "python bench/reference_loop.py"}))


if __name__ == "__main__":
    main()
