"""How many moves a second are judged by the rules, stored on disk, answered and shown; how late.

    python bench/moves.py --games 100 --secs 5              # closed loop: as fast as answered
    python bench/moves.py --rate 500 --games 250 --secs 5   # open loop: from when it was meant

Two lines a table, real words. Beside it runs ``bare.py``, the least that could be done, round by
round in the same minute; the ratio is what says something on a machine with moods. The server has
one core, the players the other.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

from bench import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIANT = "friends"


@dataclass(frozen=True, slots=True)
class Round:
    """What one round gave."""

    per_s: float
    latencies_s: list[float]
    memory_mib: float
    cpu_ms: float  # of the server, a move
    faults: list[str]


async def closed(served: load.Served, laid: Sequence[load.Laid], games: int, secs: float) -> Round:
    """``games`` couples at once; who have come to the end play again, over their old lines."""
    tally, moves = load.Tally(), load.script(VARIANT)
    end = 0.0

    async def sit(tables: Iterator[load.Laid]) -> None:
        pair = load.Pair(next(tables), moves, tally)
        await pair.connect((served.port, served.port))
        await started.wait()
        while time.perf_counter() < end and not tally.faults:
            if pair.is_over:
                await pair.play_again(next(tables))
            await pair.move()
        closing.append(asyncio.create_task(pair.close()))

    started = asyncio.Event()
    closing: list[asyncio.Task[None]] = []
    sitting = [asyncio.create_task(sit(iter(laid[n::games]))) for n in range(games)]
    await asyncio.sleep(games / 50)
    used = served.cpu_s
    began = time.perf_counter()
    end = began + secs
    started.set()
    await asyncio.gather(*sitting)
    took = tally.last_acked_at - began
    memory, cpu_ms = served.memory_mib, (served.cpu_s - used) * 1000 / max(tally.acked, 1)
    await asyncio.gather(*closing)
    return Round(tally.acked / took, tally.latencies_s, memory, cpu_ms, tally.faults)


async def open_loop(
    served: load.Served, laid: Sequence[load.Laid], games: int, secs: float, rate: float
) -> Round:
    """So many moves a second whatever the answers; late is measured from when it was meant."""
    tally, moves = load.Tally(), load.script(VARIANT)
    pairs = [load.Pair(table, moves, tally) for table in laid[:games]]
    for pair in pairs:
        await pair.connect((served.port, served.port))
    busy: set[int] = set()
    used = served.cpu_s
    began = time.perf_counter()
    running = []

    async def one(number: int, meant: float) -> None:
        if not pairs[number].is_over:
            await pairs[number].move(meant)
        busy.discard(number)

    for n in range(int(rate * secs)):
        meant = began + n / rate
        await asyncio.sleep(max(0.0, meant - time.perf_counter()))
        number = n % games
        if number in busy:
            tally.faults.append("a table was asked again before it had answered: too slow")
            break
        busy.add(number)
        running.append(asyncio.create_task(one(number, meant)))
    await asyncio.gather(*running)
    took = time.perf_counter() - began
    memory, cpu_ms = served.memory_mib, (served.cpu_s - used) * 1000 / max(tally.acked, 1)
    await asyncio.gather(*[pair.close() for pair in pairs])
    return Round(tally.acked / took, tally.latencies_s, memory, cpu_ms, tally.faults)


async def measure(wanted: argparse.Namespace, *, bare: bool) -> Round:
    """One round, with a server and a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        moves = load.script(VARIANT)
        enough = (int(wanted.secs * 12_000 / len(moves) / wanted.games) + 2) * wanted.games
        tables = wanted.games if wanted.rate else enough
        laid = await load.lay(database, VARIANT, tables, couples=wanted.games)
        served = load.Served(database, core=0, bare=bare)
        await served.start()
        try:
            if wanted.rate:
                return await open_loop(served, laid, wanted.games, wanted.secs, wanted.rate)
            return await closed(served, laid, wanted.games, wanted.secs)
        finally:
            await served.kill()


def _line(name: str, found: Round) -> str:
    p50, p99 = (load.percentile(found.latencies_s, share) * 1000 for share in (0.5, 0.99))
    slowest = max(found.latencies_s, default=float("nan")) * 1000
    return (
        f"{name:<6} {found.per_s:8,.0f} moves/s   p50 {p50:6.1f}  p99 {p99:6.1f}"
        f"  max {slowest:6.1f} ms   {found.memory_mib:4.0f} MiB"
        f"   {found.cpu_ms:.2f} ms of processor a move"
    )


def main() -> None:
    """Measure round by round, ours and the bare one, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="tables at once")
    parser.add_argument("--secs", type=float, default=5.0)
    parser.add_argument("--rate", type=float, help="moves a second, whatever the answers")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    load.pin_client()
    load.script(VARIANT)
    ours: list[Round] = []
    bare: list[Round] = []
    for _ in range(wanted.rounds):
        for found, name in ((ours, "ours"), (bare, "bare")):
            found.append(asyncio.run(measure(wanted, bare=name == "bare")))
            print(_line(name, found[-1]), flush=True)
            for fault in found[-1].faults[:3]:
                print("  ", fault)
    ratios = [our.per_s / least.per_s for our, least in zip(ours, bare, strict=True)]
    p99 = statistics.median(load.percentile(each.latencies_s, 0.99) for each in ours) * 1000
    print(
        f"median {statistics.median(each.per_s for each in ours):,.0f} moves/s,"
        f" p99 {p99:.1f} ms, {statistics.median(ratios):.2f} of the bare one,"
        f" {statistics.median(each.cpu_ms for each in ours):.2f} ms of processor a move"
    )


if __name__ == "__main__":
    main()
