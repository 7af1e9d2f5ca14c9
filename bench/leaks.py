"""Whether anything tells somebody what he may not know: games by the thousand, before everybody.

    python bench/leaks.py --games 2000

Every game is played through the whole application before each kind of viewer (every seat, one on a
sofa, a spectator, one of a rated game, an adviser, a moderator, somebody who may not look), and
every byte that leaves is held against games that differ only in what is hidden; see
``tests/server/telling.py``. Prints what was found, and fails if it is anything.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.inside import Inside
from tests.server.site import quick
from tests.server.telling import watch_games

_CHUNK = 25  # games in one site


def watched(first: int, count: int) -> tuple[int, list[str], int]:
    """So many games, what was told in them, and with how many others they were compared."""

    async def play() -> tuple[list[str], int]:
        with tempfile.TemporaryDirectory() as folder:
            settings = quick(spectator_delay_s=0.3, messages=1_000_000)
            site = Inside(Path(folder) / "games.sqlite3", settings)
            async with site.opened():
                return await watch_games(site, range(first, first + count))

    found, compared = asyncio.run(play())
    return count, found, compared


def main() -> None:
    """Print progress and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    began, played, compared, leaks = time.perf_counter(), 0, 0, 0
    chunks = range(asked.first, asked.first + asked.games, _CHUNK)
    with ProcessPoolExecutor(asked.processes) as pool:
        counts = [min(_CHUNK, asked.first + asked.games - first) for first in chunks]
        for count, found, others in pool.map(watched, chunks, counts):
            played, compared, leaks = played + count, compared + others, leaks + len(found)
            for what in found:
                print(what)
            seconds = time.perf_counter() - began
            print(f"{played} games, {compared} comparisons, {leaks} leaks, {seconds:.0f} s")
    sys.exit(1 if leaks else 0)


if __name__ == "__main__":
    main()
