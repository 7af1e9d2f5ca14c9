"""Many open pages: so many sockets, some of them playing, and what each costs.

    python bench/sockets.py --n 10000 --playing 500 --rate 200 --secs 10

Those who do not play have their page open and answer the pulse. Prints how late the moves of the
others are (from when they were meant) and the memory of the server. Needs about 2 n open files.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

from typing import TYPE_CHECKING

import msgspec

from bench import load
from wordsmith.store import open_store

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

VARIANT = "friends"
A_SESSION = 5  # sockets that one may have
_AT_ONCE = 50


async def _open_pages(served: load.Served, cookies: list[str], n: int) -> list[ClientConnection]:
    """So many sockets of people who look on."""
    slots = asyncio.Semaphore(_AT_ONCE)

    async def one(number: int) -> ClientConnection:
        async with slots:
            return await load.line(served.port, cookies[number // A_SESSION])

    return await asyncio.gather(*[one(number) for number in range(n)])


async def _idle(page: ClientConnection) -> None:
    async for text in page:
        heard = load.hear(text)
        if heard.type == "pulse":
            await page.send(msgspec.json.encode({"type": "beat", "id": heard.id}).decode())


async def measure(wanted: argparse.Namespace) -> int:
    """Open, play, and print; how many promises were broken."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        laid = await load.lay(database, VARIANT, wanted.playing // 2)
        store = open_store(database)
        await store.open()
        idle = wanted.n - wanted.playing
        cookies = [await load.add_person(store) for _ in range(idle // A_SESSION + 1)]
        await store.close()
        served = load.Served(database, core=0)
        await served.start()
        empty = served.memory_mib
        began = time.perf_counter()
        pages = await _open_pages(served, cookies, idle)
        print(f"{idle:,} pages opened in {time.perf_counter() - began:.1f} s", flush=True)
        idling = [asyncio.create_task(_idle(page)) for page in pages]
        tally, memory = await _play(served, laid, wanted)
        open_still = sum(page.close_code is None for page in pages)
        for task in idling:
            task.cancel()
        await asyncio.gather(*idling, return_exceptions=True)
        await served.kill()
    p50, p99 = (load.percentile(tally.latencies_s, share) * 1000 for share in (0.5, 0.99))
    print(f"{tally.acked:,} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"{memory:.0f} MiB, {(memory - empty) * 1024 / wanted.n:.1f} KiB a socket")
    print(f"{idle - open_still} pages were closed, {len(tally.faults)} moves failed")
    for fault in tally.faults[:5]:
        print(" ", fault)
    return int(idle - open_still) + len(tally.faults)


async def _play(
    served: load.Served, laid: list[load.Laid], wanted: argparse.Namespace
) -> tuple[load.Tally, float]:
    tally, moves = load.Tally(), load.script(VARIANT)
    pairs = [load.Pair(table, moves, tally) for table in laid]
    for pair in pairs:
        await pair.connect((served.port, served.port))
    began, running = time.perf_counter(), []
    for n in range(int(wanted.rate * wanted.secs)):
        meant = began + n / wanted.rate
        await asyncio.sleep(max(0.0, meant - time.perf_counter()))
        pair = pairs[n % len(pairs)]
        if not pair.is_over and not pair.is_waiting:
            running.append(asyncio.create_task(pair.move(meant)))
    await asyncio.gather(*running)
    memory = served.memory_mib
    await asyncio.gather(*[pair.close() for pair in pairs])
    return tally, memory


def main() -> None:
    """Raise the number of open files, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=10_000, help="sockets in all")
    parser.add_argument("--playing", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second")
    parser.add_argument("--secs", type=float, default=10.0)
    wanted = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load.pin_client()
    sys.exit(bool(asyncio.run(measure(wanted))))


if __name__ == "__main__":
    main()
