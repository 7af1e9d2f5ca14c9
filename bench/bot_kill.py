"""A bot's process, or the site's worker, is killed in the middle of a thought: the move comes.

    python bench/bot_kill.py --bus redis://127.0.0.1:6379/0

Somebody passes, and the bot is due. So that a kill surely falls into a thought, whoever thinks is
stopped first. How long the bot takes is counted from when the pass was acknowledged. Without Redis
only bots that think in processes of the server are asked.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import signal
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

import msgspec

from bench import load
from wordsmith.rules.variant import load_variant
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, deal_table
from wordsmith.store import Place, Store, open_store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from websockets.asyncio.client import ClientConnection

VARIANT, LEVEL = "friends", "good"
PATIENCE_S = 30.0
BUDGET_S = 0.05  # for a thought
_USUAL_S, _KILLED_S = BUDGET_S + 0.05, 2 * BUDGET_S + 3
_IN_THOUGHT_S = 0.1  # from the pass to the kill
_THINKER, _WORKER = b"wordsmith.server.bots.thinker", b"worker"


@dataclass(frozen=True, slots=True)
class Alone:
    """A table of one person and a bot."""

    table: str
    cookie: str


async def lay(
    store: Store, tables: int, variant_id: str = VARIANT, level: str = LEVEL
) -> list[Alone]:
    """So many; the person begins."""
    variant, laid = load_variant(variant_id), []
    seats = (SeatSettings("human", "A"), SeatSettings("bot", level=level))
    for _ in range(tables):
        cookie = await load.add_person(store)
        person = load.hashed(cookie)
        places = (Place(person, "A"), Place(None, ""))
        table = await store.create(deal_table(Making(variant, seats, person, places=places)))
        laid.append(Alone(table, cookie))
    return laid


@dataclass(slots=True)
class Player:
    """Passes, and waits for the bot; a game that is over makes place for the next one."""

    port: int
    laid: Iterator[Alone]
    line: ClientConnection | None = None
    table: str = ""
    version: int = 0
    over: bool = True
    lost: list[str] = field(default_factory=list)

    async def answer_s(self, meanwhile: Callable[[], Awaitable[None]] | None = None) -> float:
        """Pass; how long the bot took from then on, while ``meanwhile`` was done."""
        if self.over:
            await self._sit()
        assert self.line is not None
        key = secrets.token_hex(16)
        act = {"type": "act", "table": self.table, "seat": 0, "after": self.version, "key": key}
        await self._say({**act, "action": {"type": "pass"}})
        doing = asyncio.ensure_future(meanwhile()) if meanwhile else None
        passed = self.version + 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._until("ack", passed)
                began = time.perf_counter()
                await self._until("state", passed + 1)
        except TimeoutError:
            self.lost.append(f"{self.table} at {self.version}")
            self.over = True
            return PATIENCE_S
        finally:
            if doing is not None:
                await doing
        return time.perf_counter() - began

    async def _sit(self) -> None:
        if self.line is not None:
            await self.line.close()
        alone = next(self.laid)
        self.table, self.version, self.over = alone.table, 0, False
        self.line = await load.line(self.port, alone.cookie)
        await self._say({"type": "join", "table": self.table, "since": 0, "seat": None})
        await self._until("state", 1)

    async def _until(self, kind: str, version: int) -> None:
        assert self.line is not None
        async for text in self.line:
            heard = msgspec.json.decode(text)
            if heard["type"] == "state":
                self.version = max(self.version, heard["version"])
                self.over = heard["view"]["phase"] == "ended"
            if heard["type"] == kind and heard["version"] >= version:
                return
            if kind == "state" and self.over:  # the pass itself was the end
                return

    async def _say(self, message: object) -> None:
        assert self.line is not None
        await self.line.send(msgspec.json.encode(message).decode())


def _programs(below: int, named: bytes) -> list[int]:
    """Processes that one has started, and they, which are called so."""
    found = []
    for child in Path(f"/proc/{below}/task/{below}/children").read_text().split():
        with contextlib.suppress(OSError):
            found += [int(child)] if named in Path(f"/proc/{child}/cmdline").read_bytes() else []
            found += _programs(int(child), named)
    return found


def _signal(programs: list[int], number: signal.Signals) -> None:
    for program in programs:
        with contextlib.suppress(ProcessLookupError):
            os.kill(program, number)


@dataclass(slots=True)
class Worker:
    """``wordsmith worker`` as a process, with all that it has started."""

    bus: str
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until servers have heard of it."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "wordsmith", "worker", "--bus", self.bus),
            stdout=asyncio.subprocess.DEVNULL,
        )
        await asyncio.sleep(6)  # it is up in two, and was left alone for five

    @property
    def programs(self) -> list[int]:
        """All of its processes."""
        assert self.process is not None
        return [self.process.pid, *_programs(self.process.pid, _THINKER)]

    async def kill(self) -> None:
        """Without a word."""
        assert self.process is not None
        _signal(self.programs, signal.SIGKILL)
        await self.process.wait()


async def _kill_here(served: load.Served) -> None:
    await asyncio.sleep(_IN_THOUGHT_S)
    _signal(_programs(served.pid, _THINKER), signal.SIGKILL)


async def _kill_worker(worker: Worker) -> None:
    await asyncio.sleep(_IN_THOUGHT_S)
    await worker.kill()


def _told(name: str, times_s: list[float], most_s: float) -> list[str]:
    p95, worst = load.percentile(times_s, 0.95), max(times_s)
    print(
        f"{name:<44} median {statistics.median(times_s) * 1000:6.0f} ms,"
        f" p95 {p95 * 1000:6.0f} ms, most {worst * 1000:6.0f} ms",
        flush=True,
    )
    return [f"{name}: {p95:.2f} s"] if p95 > most_s else []


async def here(database: str, laid: Iterator[Alone], rounds: int) -> list[str]:
    """Bots that think in processes of the server."""
    served = load.Served(database)
    await served.start()
    player = Player(served.port, laid)
    try:
        await player.answer_s()  # starts the process
        usual = [await player.answer_s() for _ in range(rounds)]
        killed = []
        for _ in range(rounds):
            _signal(_programs(served.pid, _THINKER), signal.SIGSTOP)
            killed.append(await player.answer_s(lambda: _kill_here(served)))
        faults = _told("in a process of the server", usual, _USUAL_S)
        faults += _told("its process killed in the middle", killed, _KILLED_S)
    finally:
        await served.kill(signal.SIGTERM)
    return faults + player.lost


async def with_worker(database: str, bus: str, laid: Iterator[Alone], rounds: int) -> list[str]:
    """Bots that think in a worker, which is killed and started again."""
    served, worker = load.Served(database, bus=bus, warm=True), Worker(bus)
    await served.start()
    await worker.start()
    player = Player(served.port, laid)
    try:
        await player.answer_s()
        usual = [await player.answer_s() for _ in range(rounds)]
        killed, after = [], []
        for _ in range(max(2, rounds // 10)):
            _signal(worker.programs, signal.SIGSTOP)
            killed.append(await player.answer_s(lambda: _kill_worker(worker)))
            after += [await player.answer_s() for _ in range(3)]
            await worker.start()
            await player.answer_s()
        numbers = (await served.numbers()).splitlines()
        thought = [line for line in numbers if line.startswith("wordsmith_thoughts_total{")]
        faults = _told("in a worker", usual, _USUAL_S)
        faults += _told("the worker killed in the middle", killed, _KILLED_S)
        faults += _told("the moves after that", after, 1.0)  # a process may have to start
        print(*thought, sep="\n")
        if not any("worker" in line and "answered" in line for line in thought):
            faults.append("the worker was never asked")
    finally:
        await worker.kill()
        await served.kill(signal.SIGTERM)
    return faults + player.lost


async def measure(wanted: argparse.Namespace) -> list[str]:
    """Both; what was not as promised."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        store = open_store(database)
        await store.open()
        laid = iter(await lay(store, 4 * wanted.rounds + 20))
        await store.close()
        faults = await here(database, laid, wanted.rounds)
        if wanted.bus:
            faults += await with_worker(database, wanted.bus, laid, wanted.rounds)
    return faults


def main() -> None:
    """Measure; status 1 if a move did not come, or too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--bus", default="", help="redis://..., to ask workers as well")
    wanted = parser.parse_args()
    faults = asyncio.run(measure(wanted))
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
