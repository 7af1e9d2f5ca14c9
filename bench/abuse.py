"""What others notice while somebody means no good: memory of the server, and how late moves are.

    python bench/abuse.py

Games go on at a steady rate. Each kind of attack (``attacks.py``) has windows of its own, and
before each of them is one of the same length without: the ratio of how late the moves were, and how
much more memory was taken, are what counts. The server has the limits of a real site.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

from bench import load
from bench.attacks import KINDS
from wordsmith.store import open_store
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIANT = "friends"
ATTACKERS = 8  # persons, each with an account and a table
MOST_GROWTH_MIB = 20.0
MOST_RATIO = 2.0
_STAKE_MS = 5.0  # below that a ratio says nothing: a machine with moods
_REST_S = 0.3


@dataclass(slots=True)
class Window:
    """A while of playing."""

    latencies_s: list[float] = field(default_factory=list)
    grown_mib: float = 0.0  # at most, since it began


@dataclass(slots=True)
class Evening:
    """Pairs who play on whatever happens; a game that is over makes place for the next one."""

    served: load.Served
    laid: Iterator[load.Laid]
    tally: load.Tally = field(default_factory=load.Tally)
    pairs: list[load.Pair] = field(default_factory=list)
    turns: list[asyncio.Lock] = field(default_factory=list)  # of each table, one after the other

    async def begin(self, tables: int) -> None:
        """So many sit down."""
        self.pairs = [await self._next() for _ in range(tables)]
        self.turns = [asyncio.Lock() for _ in range(tables)]

    async def play(self, secs: float, rate: float) -> Window:
        """Moves at this rate, each late from when it was meant."""
        window, before = Window(), len(self.tally.latencies_s)
        memory = self.served.memory_mib
        began, running = time.perf_counter(), []
        for number in range(int(secs * rate)):
            meant = began + number / rate
            await asyncio.sleep(max(0.0, meant - time.perf_counter()))
            running.append(asyncio.create_task(self._move(number % len(self.pairs), meant)))
            if number % 20 == 0:
                window.grown_mib = max(window.grown_mib, self.served.memory_mib - memory)
        await asyncio.gather(*running)
        window.latencies_s = self.tally.latencies_s[before:]
        window.grown_mib = max(window.grown_mib, self.served.memory_mib - memory)
        return window

    async def _move(self, place: int, meant: float) -> None:
        async with self.turns[place]:
            if self.pairs[place].is_over:
                await self.pairs[place].close()
                self.pairs[place] = await self._next()
            else:
                await self.pairs[place].move(meant)

    async def _next(self) -> load.Pair:
        pair = load.Pair(next(self.laid), load.script(VARIANT), self.tally)
        await pair.connect((self.served.port, self.served.port))
        return pair


@dataclass(slots=True)
class Found:
    """What one kind of attack came to."""

    quiet: list[Window] = field(default_factory=list)
    loud: list[Window] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)

    @property
    def p99_ms(self) -> tuple[float, float]:
        """Without, and with."""
        quiet, loud = (
            load.percentile([each for one in windows for each in one.latencies_s], 0.99) * 1000
            for windows in (self.quiet, self.loud)
        )
        return quiet, loud

    @property
    def growth_mib(self) -> float:
        """The most of any window, beyond what games alone take in one."""
        usual = statistics.median(window.grown_mib for window in self.quiet)
        return max(window.grown_mib for window in self.loud) - usual

    @property
    def faults(self) -> list[str]:
        """What is not as promised."""
        quiet, loud = self.p99_ms
        late = loud > MOST_RATIO * max(quiet, _STAKE_MS)
        found = [f"p99 {loud:.1f} ms instead of {quiet:.1f}"] if late else []
        if self.growth_mib > MOST_GROWTH_MIB:
            found.append(f"{self.growth_mib:.0f} MiB more")
        if self.told.get("extensions"):
            found.append("frames may come packed")
        return found


async def attack(
    evening: Evening, kind: str, laid: Sequence[load.Laid], wanted: argparse.Namespace
) -> Found:
    """Windows without and with it by turns."""
    found = Found()
    for _ in range(wanted.rounds):
        found.quiet.append(await evening.play(wanted.secs, wanted.rate))
        attacker = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("attacks.py")),
            *(kind, "--port", str(evening.served.port), "--secs", str(wanted.secs)),
            *("--cookies", ",".join([one.cookies[0] for one in laid])),
            *("--tables", ",".join([one.table for one in laid])),
            stdout=asyncio.subprocess.PIPE,
        )
        await asyncio.sleep(_REST_S)  # until it is there
        found.loud.append(await evening.play(wanted.secs, wanted.rate))
        with contextlib.suppress(ProcessLookupError):
            attacker.terminate() if attacker.returncode is None else None
        told, _ = await attacker.communicate()
        for name, count in json.loads(told or "{}").items():
            found.told[name] = found.told.get(name, 0) + count
        await asyncio.sleep(_REST_S)
    return found


async def _known(database: str, laid: Sequence[load.Laid]) -> None:
    """Everybody has an account: what an address may have does not bound them, only each session."""
    store = open_store(database)
    await store.open()
    for table in laid:
        persons = [load.hashed(cookie) for cookie in table.cookies]
        await store.write(
            *[Statement("UPDATE persons SET login = id WHERE id = $1", (one,)) for one in persons]
        )
    await store.close()


async def measure(wanted: argparse.Namespace) -> int:
    """All kinds; how many promises were broken."""
    moves = load.script(VARIANT)
    spent = 2 * wanted.secs * wanted.rounds * len(wanted.kinds) * wanted.rate
    with tempfile.TemporaryDirectory(dir=_in_memory()) as folder:
        database = str(Path(folder) / "games.sqlite3")
        games = int(spent / len(moves)) + 3 * wanted.games
        laid = await load.lay(database, VARIANT, games + ATTACKERS)
        await _known(database, laid)
        served = load.Served(database, core=0, strict=True)
        await served.start()
        evening = Evening(served, iter(laid[ATTACKERS:]))
        broken = 0
        try:
            await evening.begin(wanted.games)
            await evening.play(wanted.secs, wanted.rate)  # warm
            for kind in wanted.kinds:
                found = await attack(evening, kind, laid[:ATTACKERS], wanted)
                broken += len(found.faults)
                quiet, loud = found.p99_ms
                print(
                    f"{kind:<12} p99 {quiet:6.1f} -> {loud:6.1f} ms, {loud / quiet:4.1f} times;"
                    f" {found.growth_mib:+5.1f} MiB  {_said(found.told)}"
                    f"  {'; '.join(found.faults)}",
                    flush=True,
                )
        finally:
            await served.kill()
    broken += len(evening.tally.faults)
    print(f"{evening.tally.acked:,} moves of others, {len(evening.tally.faults)} not done")
    for fault in evening.tally.faults[:5]:
        print(" ", fault)
    return broken


def _in_memory() -> Path | None:
    """A place without a disk, for its moods are no matter here; None: there is none."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() else None


def _said(told: dict[str, int]) -> str:
    counts = {name: count for name, count in told.items() if name not in ("bytes", "extensions")}
    sent = f"{told.get('bytes', 0) / 1e6:.0f} MB" if told.get("bytes") else ""
    return ", ".join([sent, *[f"{count:,} {name}" for name, count in counts.items()]]).strip(", ")


def main() -> None:
    """Measure; status 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--games", type=int, default=50, help="tables at once")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second")
    parser.add_argument("--secs", type=float, default=2.0, help="of a window")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    load.pin_client()
    load.script(VARIANT)
    sys.exit(bool(asyncio.run(measure(wanted))))


if __name__ == "__main__":
    main()
