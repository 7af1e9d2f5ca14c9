"""A fixed loop in C that never changes, to which speeds are put in relation: CRC-32 of 4 MB.

    python bench/reference_loop.py

It touches none of our code and none of its memory twice, so that machine and neighbours alone make
it slow. Others measure it between their own rounds: ``loop_seconds`` is one go.
"""

from __future__ import annotations

import json
import time
import zlib
from statistics import median

SIZE = 4_000_000
_BUFFER = bytes(range(250)) * (SIZE // 250)


def loop_seconds() -> float:
    """Wall time of one go."""
    before = time.perf_counter()
    zlib.crc32(_BUFFER)
    return time.perf_counter() - before


def main() -> None:
    """Its median and its extremes."""
    times = sorted(loop_seconds() for _ in range(101))
    told = {"median_ms": median(times), "least_ms": times[0], "most_ms": times[-1]}
    line = {name: round(seconds * 1e3, 3) for name, seconds in told.items()}
    print(json.dumps({**line, "command": "python bench/reference_loop.py"}))


if __name__ == "__main__":
    main()
