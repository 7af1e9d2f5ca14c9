"""Kill the server with SIGKILL in the middle of games, again and again, and count what was lost.

    python bench/kill9.py --cycles 30

Pairs of players, a line each, act as fast as they are acknowledged. Each action has a key that is
sent again after a reconnect until it is answered. In the end the store must hold every acknowledged
key once, at the version that was acknowledged, no key twice, and no gap.

All players share one processor, which those of a real site do not: they come back when the port is
open, and twenty at a time, so that nobody waits for the knocking of all others.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

import msgspec
from websockets.exceptions import WebSocketException

from bench import load
from wordsmith.store import open_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from websockets.asyncio.client import ClientConnection

    from wordsmith.store import Command

VARIANT = "friends"


@dataclass(slots=True)
class Report:
    """What a run has found; everything in ``faults`` is a broken promise."""

    cycles: int
    acknowledged: int = 0
    stored_without_ack: int = 0  # in flight at a kill, found stored when sent again
    first_moves_s: list[float] = field(default_factory=list)  # from each start to a durable move
    resynced_s: list[float] = field(default_factory=list)  # and to the last player being back
    faults: list[str] = field(default_factory=list)


class Cycle:
    """One life of the server: when its first move was acknowledged, and when all were back."""

    def __init__(self, players: int) -> None:
        self.started_at = time.monotonic()
        self.first_at: float | None = None
        self.back: set[tuple[str, int]] = set()
        self.all_back = asyncio.Event()
        self._players = players

    def acknowledged(self) -> None:
        """A move was."""
        if self.first_at is None:
            self.first_at = time.monotonic()

    def returned(self, table: str, seat: int) -> None:
        """A player sees his table again."""
        self.back.add((table, seat))
        if len(self.back) == self._players:
            self.all_back.set()


class Player:
    """One seat, who never gives up an intent before it is answered."""

    def __init__(self, run: Run, laid: load.Laid, seat: int) -> None:
        self.table = laid.table
        self.acknowledged: dict[str, int] = {}  # version by key
        self._run = run
        self._seat = seat
        self._cookie = laid.cookies[seat]
        self._seen = 0
        self._pending: dict[str, Any] | None = None

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            await self._run.serving.wait()
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with self._run.coming:
                    opened = await load.line(self._run.port, self._cookie)
                async with opened:
                    await self._play_on(opened)
            await asyncio.sleep(0.05)

    async def _play_on(self, opened: ClientConnection) -> None:
        await _say(opened, {"type": "join", "table": self.table, "since": 0, "seat": None})
        if self._pending:
            await _say(opened, self._pending)
        async for text in opened:
            heard = load.hear(text)
            match heard.type:
                case "state":
                    self._see(heard.version)
                case "ack":
                    self._take(heard)
                case "pulse":
                    await _say(opened, {"type": "beat", "id": heard.id})
                case "stale" | "refused" | "error":
                    self._run.report.faults.append(f"{self.table}: {heard}")
            if self._pending is None and self._may_act():
                self._pending = self._intent()
                await _say(opened, self._pending)

    def _see(self, version: int) -> None:
        if version < self._seen:
            self._run.report.faults.append(f"{self.table}: the version went back")
        self._seen = version
        self._run.cycle.returned(self.table, self._seat)

    def _take(self, heard: load.Heard) -> None:
        if self._pending is None or heard.key != self._pending["key"]:
            return
        self._run.report.stored_without_ack += heard.version <= self._seen
        self.acknowledged[heard.key] = heard.version
        self._pending = None
        self._run.cycle.acknowledged()

    def _may_act(self) -> bool:
        """Whether what was done is shown, and it is our turn."""
        moves = self._run.moves
        if not 1 <= self._seen <= len(moves):
            return False
        shown = self._seen >= max(self.acknowledged.values(), default=0)
        return shown and moves[self._seen - 1].seat == self._seat

    def _intent(self) -> dict[str, Any]:
        return {
            "type": "act",
            "table": self.table,
            "seat": self._seat,
            "after": self._seen,
            "key": secrets.token_hex(16),
            "action": self._run.moves[self._seen - 1].action,
        }


async def _say(opened: ClientConnection, message: dict[str, Any]) -> None:
    await opened.send(msgspec.json.encode(message).decode())


class Run:
    """What all players of a run share."""

    def __init__(self, served: load.Served, cycles: int, players: int) -> None:
        self.report = Report(cycles)
        self.moves = load.script(VARIANT)
        self.port = served.port
        self.cycle = Cycle(players)
        self.serving = asyncio.Event()  # hundreds who knock in vain would slow down what starts
        self.serving.set()
        self.coming = asyncio.Semaphore(
            20
        )  # all have one processor: no one is to wait for the last


async def run(cycles: int, *, players: int = 100, seconds: float = 0.5) -> Report:
    """Play, kill, start again, so many times; then compare the store with what was acknowledged.

    A game lasts some twenty moves: new tables are opened in every cycle, so that there is always
    somebody in the middle of a move.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        fresh = max(players // 2, 1)
        laid = await load.lay(database, VARIANT, fresh * (cycles + 1))
        served = load.Served(database, core=0)
        await served.start()
        ran = Run(served, cycles, 2 * fresh)
        seated: list[Player] = []
        playing: list[asyncio.Task[None]] = []
        for number in range(cycles + 1):
            if number:
                ran.serving.clear()
                await served.kill()
                for task in playing[: -2 * fresh]:  # games that are over
                    task.cancel()
                ran.cycle = Cycle(2 * fresh)
                await served.start()
                ran.serving.set()
            for table in laid[number * fresh : (number + 1) * fresh]:
                pair = [Player(ran, table, seat) for seat in range(2)]
                seated += pair
                playing += [asyncio.create_task(player.play()) for player in pair]
            await _live(ran, seconds, measured=number > 0)
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        ran.report.faults += [repr(end) for end in ends if isinstance(end, Exception)]
        await served.kill(signal.SIGTERM)
        await _compare(database, seated, ran.report)
    return ran.report


async def _live(ran: Run, seconds: float, *, measured: bool) -> None:
    """One life of the server."""
    cycle = ran.cycle
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(cycle.all_back.wait(), 20)
        if measured:
            ran.report.resynced_s.append(time.monotonic() - cycle.started_at)
    await asyncio.sleep(seconds)
    if measured and cycle.first_at is not None:
        ran.report.first_moves_s.append(cycle.first_at - cycle.started_at)


async def _compare(database: str, players: list[Player], report: Report) -> None:
    store = open_store(database)
    await store.open()
    tables: dict[str, dict[str, int]] = {}
    for player in players:
        report.acknowledged += len(player.acknowledged)
        tables.setdefault(player.table, {}).update(player.acknowledged)
    for table, acknowledged in tables.items():
        report.faults += _faults(await store.read(table), table, acknowledged)
    await store.close()


def _faults(rows: Sequence[Command], table: str, acknowledged: dict[str, int]) -> list[str]:
    """What is wrong with the stored rows of one table."""
    faults = []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        faults.append(f"{table}: a gap among the rows")
    stored = {row.key: row.seq for row in rows}
    doubled = [key for key, count in Counter(row.key for row in rows).items() if count > 1]
    faults += [f"{table}: {key} is stored twice" for key in doubled]
    for key, version in acknowledged.items():
        if stored.get(key) != version:
            faults.append(f"{table}: {key} acknowledged as {version}: {stored.get(key)}")
    return faults


def main() -> None:
    """Run, and print what came of it; status 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=30)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.3, help="of play before each kill")
    wanted = parser.parse_args()
    load.pin_client()
    report = asyncio.run(run(wanted.cycles, players=wanted.players, seconds=wanted.seconds))
    print(f"{report.cycles} kills, {report.acknowledged:,} moves acknowledged")
    print(f"{report.stored_without_ack} were stored at a kill before they were acknowledged")
    for name, times in (
        ("start to first durable move", report.first_moves_s),
        ("start to the last player being back", report.resynced_s),
    ):
        if times:
            print(f"{name}: median {statistics.median(times):.2f} s, most {max(times):.2f} s")
    print(f"promises broken: {len(report.faults)}")
    for fault in report.faults[:20]:
        print(" ", fault)
    sys.exit(bool(report.faults))


if __name__ == "__main__":
    main()
