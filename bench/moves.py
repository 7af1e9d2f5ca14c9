"""How many actions a second are judged, stored on disk and answered: tables and store, no sockets.

python bench/moves.py --tables 100 --seconds 3
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.rules.variant import load_variant
from wordsmith.server.messages.protocol import PassAction
from wordsmith.server.tables.ledger import SeatSettings
from wordsmith.server.tables.seating import Making, ask_for_rules
from wordsmith.server.tables.table import Accepted
from wordsmith.server.tables.tables import Tables
from wordsmith.server.words.lexicons import Lexicons
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from wordsmith.server.tables.table import Table

PEOPLE = (SeatSettings("human", "A"), SeatSettings("human", "B"))
PATIENT = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}


async def measure(tables: int, seconds: float) -> float:
    """Actions a second, each table asking for the next as soon as the last is answered."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "games.sqlite3")
        room = Tables(store, Lexicons(), lambda _table: None)
        variant = ask_for_rules(load_variant("classic"), PATIENT)
        names = [await room.make(Making(variant, PEOPLE, "guest")) for _ in range(tables)]
        live = [table for name in names if (table := await room.get(name))]
        began = time.perf_counter()
        played = await asyncio.gather(*[_play(table, began + seconds) for table in live])
        took = time.perf_counter() - began
        await room.close()
        await store.close()
    return sum(played) / took


async def _play(table: Table, end: float) -> int:
    for number in count():
        if time.perf_counter() > end:
            return number
        answer = await table.act(number % 2, number + 1, f"k{number}", PassAction())
        assert answer == Accepted(number + 2), answer
    raise AssertionError("count() ends")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3.0)
    wanted = parser.parse_args()
    for _ in range(3):
        rate = asyncio.run(measure(wanted.tables, wanted.seconds))
        print(f"{rate:,.0f} actions a second at {wanted.tables} tables")


if __name__ == "__main__":
    main()
