"""What a live game costs in memory, and how long a cold one takes to load.

python bench/memory.py --games 5000
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

import msgspec

from bench import load
from wordsmith.server.messages.protocol import Action
from wordsmith.server.tables.tables import Tables
from wordsmith.server.words.lexicons import Lexicons
from wordsmith.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIANT = "friends"
_AT_ONCE = 200


def _resident_mib() -> float:
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def prepare(database: str, games: int) -> None:
    """So many games in the middle, and one that is over."""
    moves = load.script(VARIANT)
    laid = await load.lay(database, VARIANT, games + 1)
    store = open_store(database)
    await store.open()
    await _play(store, laid[1:], moves[: len(moves) // 2])
    await _play(store, laid[:1], moves)
    await store.close()
    Path(database).with_suffix(".tables").write_text("\n".join([each.table for each in laid]))


async def measure(database: str) -> None:
    """Load them all, and keep them: in a process that has done nothing else."""
    whole, *names = Path(database).with_suffix(".tables").read_text().split()
    store = open_store(database)
    await store.open()
    tables = Tables(store, Lexicons(), lambda _table: None)
    await tables.get(whole)
    gc.collect()
    before = _resident_mib()
    for name in names:
        await tables.get(name)
    gc.collect()
    took = _resident_mib() - before
    print(f"{len(names):,} games in the middle: {took:.0f} MiB,", end=" ")
    print(f"{took * 1024 / len(names):.1f} KiB a game", flush=True)
    await tables.close()
    await _print_cold(store, whole)
    await store.close()


async def _play(store: Store, laid: list[load.Laid], moves: Sequence[load.Move]) -> None:
    tables = Tables(store, Lexicons(), lambda _table: None)
    for number in range(0, len(laid), _AT_ONCE):
        await asyncio.gather(
            *[_play_one(tables, each.table, moves) for each in laid[number : number + _AT_ONCE]]
        )
    await tables.close()


async def _play_one(tables: Tables, table: str, moves: Sequence[load.Move]) -> None:
    live = await tables.get(table)
    assert live is not None
    for move in moves[live.ledger.version - 1 :]:
        action = msgspec.convert(move.action, Action)
        await live.act(move.seat, live.ledger.version, secrets.token_hex(16), action)


async def _print_cold(store: Store, table: str) -> None:
    """A whole game as it is loaded for whoever comes back to it."""
    times, rows = [], 0
    for _ in range(50):
        again = Tables(store, Lexicons(), lambda _table: None)
        began = time.perf_counter()
        live = await again.get(table)
        times.append((time.perf_counter() - began) * 1000)
        assert live is not None
        rows = live.ledger.version
        await again.close()
    print(f"a game of {rows} rows loads in {statistics.median(times):.1f} ms")


def main() -> None:
    """Prepare, and measure in another process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--prepared", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.prepared:
        asyncio.run(measure(wanted.prepared))
        return
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        asyncio.run(prepare(database, wanted.games))
        subprocess.run([sys.executable, __file__, "--prepared", database], check=True)


if __name__ == "__main__":
    main()
