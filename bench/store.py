"""How many commands a second are stored, on disk, by each kind of store: 100 in flight.

    python bench/store.py --postgres postgresql://postgres@127.0.0.1/test

Beside each stands the same with one commit a command, in the same minute: on a machine where the
disk has moods only the ratio says something.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.store import Command, NewTable, Standing, Stored, open_store
from wordsmith.store.migrating import connect_to_migrate, migrate

if TYPE_CHECKING:
    from wordsmith.store import Store

STANDING = Standing("playing", bots_due=False, summary='{"scores":[10,20],"on_turn":1}', on_turn=1)
ACTION = '{"type":"play","tiles":[[112,"С"],[113,"Л"],[114,"О"],[115,"В"],[116,"О"]]}'
EVENTS = '[{"type":"played","seat":0,"words":[{"word":"СЛОВО","points":18}]}]' * 4


def _command(table: str, seq: int) -> Command:
    return Command(table, seq, 1_700_000_000_000 + seq, 0, f"{table} {seq}", ACTION, EVENTS)


async def measure(address: str, in_flight: int, seconds: float, *, alone: bool) -> float:
    """Commands a second. ``alone``: none begins before the last one is on disk."""
    store = open_store(address)
    await store.open()
    tables = [secrets.token_hex(8) for _ in range(in_flight)]
    for table in tables:
        await store.create(
            NewTable(
                table,
                key=None,
                variant="friends",
                front=False,
                settings="{}",
                first=_command(table, 1),
                standing=STANDING,
            )
        )
    turn = asyncio.Semaphore(1 if alone else in_flight)
    began = time.perf_counter()
    played = await asyncio.gather(*[_play(store, table, began + seconds, turn) for table in tables])
    took = time.perf_counter() - began
    await store.close()
    return sum(played) / took


async def _play(store: Store, table: str, end: float, turn: asyncio.Semaphore) -> int:
    seq = 1
    while time.perf_counter() < end:
        seq += 1
        async with turn:
            assert await store.append(_command(table, seq), STANDING) == Stored(seq)
    return seq - 1


def _compare(name: str, address: str, wanted: argparse.Namespace) -> None:
    rates: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(wanted.rounds):
        for alone, found in rates.items():
            rate = measure(address, wanted.in_flight, wanted.seconds, alone=alone)
            found.append(asyncio.run(rate))
    one_by_one, together = (statistics.median(rates[key]) for key in (True, False))
    print(
        f"{name:12}{together:10,.0f} commands/s together, {one_by_one:8,.0f}/s one by one:"
        f" {together / one_by_one:.1f} times"
    )


async def _schema(server: str, statement: str) -> None:
    connection = await connect_to_migrate(server)
    await connection.execute(statement)
    await connection.close()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--in-flight", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", metavar="URL", help="a server where a schema may be made")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _compare("SQLite", str(Path(folder) / "games.sqlite3"), wanted)
    if wanted.postgres:
        schema = f"bench_{secrets.token_hex(4)}"
        asyncio.run(_schema(wanted.postgres, f"CREATE SCHEMA {schema}"))
        try:
            mark = "&" if "?" in wanted.postgres else "?"
            address = f"{wanted.postgres}{mark}search_path={schema}"
            migrate(address)
            _compare("PostgreSQL", address, wanted)
        finally:
            asyncio.run(_schema(wanted.postgres, f"DROP SCHEMA {schema} CASCADE"))


if __name__ == "__main__":
    main()
