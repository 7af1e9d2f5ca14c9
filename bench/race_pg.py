"""Two processes of the server over one PostgreSQL and one Redis: races, speed, and a death.

    python bench/race_pg.py --database postgresql://postgres@127.0.0.1/test --bus redis://127.0.0.1

1. Each of 10,000 moves is sent to both processes at once, under two keys: one is to win.
2. Tables whose two players are at different processes play as fast as they are answered.
3. One process is killed; whoever was there goes to the other and plays on.

The database is emptied of nothing: a schema of its own is made, and dropped in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

import asyncpg
import msgspec
import uvloop
from websockets.exceptions import ConnectionClosed

from bench import load
from wordsmith.rules.variant import load_variant
from wordsmith.store import migrate, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from websockets.asyncio.client import ClientConnection

VARIANT = "friends"
RACES = 10_000
TABLES_AT_ONCE = 64
_PATIENCE_S = 30.0


class Racer:
    """One person with a line to each process, who sends every move of both seats down both."""

    def __init__(self, laid: load.Laid, ports: tuple[int, int]) -> None:
        self.laid = laid
        self._ports = ports
        self._answers: dict[str, asyncio.Future[load.Heard]] = {}

    async def race(self, moves: Sequence[load.Move], faults: list[str]) -> int:
        """Play the script; how many moves were raced."""
        async with contextlib.AsyncExitStack() as lines:
            opened = {}
            for seat, cookie in enumerate(self.laid.cookies):
                for side, port in enumerate(self._ports):
                    each = await lines.enter_async_context(load.line(port, cookie))
                    listening = asyncio.create_task(self._listen(each))
                    lines.callback(listening.cancel)
                    join = {"type": "join", "table": self.laid.table, "since": 0, "seat": None}
                    await each.send(msgspec.json.encode(join).decode())
                    opened[seat, side] = each
            for number, move in enumerate(moves):
                keys = [secrets.token_hex(16) for _ in self._ports]
                asked = []
                for side, key in enumerate(keys):
                    self._answers[key] = asyncio.get_running_loop().create_future()
                    act = {
                        "type": "act",
                        "table": self.laid.table,
                        "seat": move.seat,
                        "after": number + 1,
                        "key": key,
                        "action": move.action,
                    }
                    asked.append(opened[move.seat, side].send(msgspec.json.encode(act).decode()))
                await asyncio.gather(*asked)
                answers = await asyncio.wait_for(
                    asyncio.gather(*[self._answers[key] for key in keys]), _PATIENCE_S
                )
                kinds = sorted(answer.type for answer in answers)
                if kinds != ["ack", "stale"]:
                    faults.append(f"{self.laid.table} at {number + 1}: {answers}")
                    return number
        return len(moves)

    async def _listen(self, opened: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in opened:
                heard = load.hear(text)
                answer = self._answers.get(heard.answers)
                if answer and not answer.done() and heard.type != "state":
                    answer.set_result(heard)


async def race(
    ports: tuple[int, int], laid: Sequence[load.Laid], database: str, races: int
) -> list[str]:
    """So many raced moves; what went wrong, by the answers and by the store."""
    moves, raced = load.script(VARIANT), 0
    faults: list[str] = []
    waiting = iter(laid)

    async def one_by_one() -> None:
        nonlocal raced
        for table in waiting:
            if raced >= races or faults:
                return
            won = await Racer(table, ports).race(moves, faults)
            raced += won

    began = time.perf_counter()
    await asyncio.gather(*[one_by_one() for _ in range(TABLES_AT_ONCE // 4)])
    took = time.perf_counter() - began
    faults += await _gaps(database, laid, len(moves))
    print(f"{raced:,} raced moves, one winner each: {not faults}; {raced / took:,.0f} a second")
    return faults


async def _gaps(database: str, laid: Sequence[load.Laid], moves: int) -> list[str]:
    """Rows of finished tables that are not exactly those of the script."""
    store = open_store(database)
    await store.open()
    faults = []
    for table in laid:
        rows = await store.read(table.table)
        numbers = [row.seq for row in rows]
        if numbers != list(range(1, len(rows) + 1)) or len(rows) > moves + 1:
            faults.append(f"{table.table}: rows {numbers}")
    await store.close()
    return faults


async def play(ports: tuple[int, int], laid: Sequence[load.Laid], secs: float) -> float:
    """Moves a second, the players of each table at two processes; who are done play again."""
    tally, moves = load.Tally(), load.script(VARIANT)
    started, end = asyncio.Event(), 0.0

    async def sit(tables: Iterator[load.Laid]) -> None:
        pair = load.Pair(next(tables), moves, tally, follows=True)
        await pair.connect(ports)
        await started.wait()
        while time.perf_counter() < end and not tally.faults:
            if pair.is_over:
                await pair.play_again(next(tables))
            await pair.move()
        await pair.close()

    sitting = [
        asyncio.create_task(sit(iter(laid[n::TABLES_AT_ONCE]))) for n in range(TABLES_AT_ONCE)
    ]
    await asyncio.sleep(3)
    began = time.perf_counter()
    end = began + secs
    started.set()
    await asyncio.gather(*sitting)
    for fault in tally.faults[:5]:
        print("  ", fault)
    p50, p99 = (load.percentile(tally.latencies_s, share) * 1000 for share in (0.5, 0.99))
    rate = tally.acked / (tally.last_acked_at - began)
    print(f"{rate:,.0f} moves a second over two processes, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    return rate


async def die(servers: tuple[load.Served, load.Served], laid: Sequence[load.Laid]) -> list[str]:
    """Kill the second process under players of both; the longest until each plays on."""
    tally, moves = load.Tally(), load.script(VARIANT)
    ports = (servers[0].port, servers[1].port)
    pairs = [load.Pair(table, moves, tally, follows=True) for table in laid]
    for pair in pairs:
        await pair.connect(ports)
        for _ in range(4):
            await pair.move()
    await servers[1].kill()
    killed = time.perf_counter()

    async def go_on(pair: load.Pair) -> float:
        await pair.close()
        await pair.connect((ports[0], ports[0]))
        for _ in range(2):  # one move of each
            await pair.move()
        return time.perf_counter() - killed

    took = await asyncio.gather(*[go_on(pair) for pair in pairs])
    for pair in pairs:
        await pair.close()
    print(
        f"one process killed: {len(pairs)} tables play on after"
        f" {statistics.median(took):.2f} s, the last after {max(took):.2f} s"
    )
    return tally.faults


@contextlib.asynccontextmanager
async def own_database(address: str) -> AsyncIterator[str]:
    """A database beside the one that is named, dropped in the end."""
    name = f"race_{secrets.token_hex(6)}"
    connection = await asyncpg.connect(address)
    await connection.execute(f"CREATE DATABASE {name}")
    try:
        yield address.rpartition("/")[0] + f"/{name}"
    finally:
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await connection.close()


async def measure(wanted: argparse.Namespace) -> int:
    """All three; how many promises were broken."""
    moves = load.script(VARIANT)
    async with own_database(wanted.database) as database:
        await asyncio.to_thread(migrate, database)
        store = open_store(database)
        await store.open()
        need = wanted.races // len(moves) + TABLES_AT_ONCE
        variant = load_variant(VARIANT)
        raced = await load.lay_in(store, variant, need)
        games = int(wanted.secs * 4000 / len(moves) / TABLES_AT_ONCE) + 2 * wanted.rounds
        played = [
            await load.lay_in(
                store, variant, games // wanted.rounds * TABLES_AT_ONCE, TABLES_AT_ONCE
            )
            for _ in range(wanted.rounds)
        ]
        dying = await load.lay_in(store, variant, 50)
        await store.close()
        servers = tuple(
            load.Served(database, bus=wanted.bus, core=core)
            for core in range(min(2, os.cpu_count() or 1))
        )
        for served in servers:
            await served.start()
        first, last = servers[0], servers[-1]
        ports = (first.port, last.port)
        try:
            faults = await race(ports, raced, database, wanted.races)
            rates = [await play(ports, tables, wanted.secs / wanted.rounds) for tables in played]
            print(f"median {statistics.median(rates):,.0f} moves a second")
            faults += await die((first, last), dying)
        finally:
            for served in servers:
                await served.kill()
    for fault in faults[:10]:
        print(fault)
    return len(faults)


def main() -> None:
    """Measure; status 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="postgresql://postgres@127.0.0.1/test")
    parser.add_argument("--bus", default="redis://127.0.0.1:6379/0")
    parser.add_argument("--races", type=int, default=RACES)
    parser.add_argument("--secs", type=float, default=15.0, help="of playing, all rounds together")
    parser.add_argument("--rounds", type=int, default=5)
    sys.exit(bool(uvloop.run(measure(parser.parse_args()))))


if __name__ == "__main__":
    main()
