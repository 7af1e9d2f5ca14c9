"""How long a page that was away takes to have everything again: gaps of 1 to 10,000 commands.

    python bench/resync.py

A table with a long past is joined with ``since`` far behind, through a proxy. What came in pieces
must be, row for row, what a page without a past is shown.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load and tests.fault_proxy

import msgspec

from bench import load
from tests.fault_proxy import FaultProxy
from wordsmith.rules.variant import load_variant, with_house_rules
from wordsmith.server.messages.protocol import Action, PassAction
from wordsmith.server.tables.table import Accepted
from wordsmith.server.tables.tables import Tables
from wordsmith.server.words.lexicons import Lexicons
from wordsmith.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 10_000
GAPS = (1, 10, 100, 1_000, LONGEST)
ROUNDS = 7
VARIANT = "friends"
_BETWEEN_WORDS = 901  # odd, as the script has the seats take turns
_PATIENT = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}


async def _long_table(store: Store) -> load.Laid:
    """A table where two have passed thousands of times, with a word now and then."""
    (laid,) = await load.lay_in(store, with_house_rules(load_variant(VARIANT), _PATIENT), 1)
    tables = Tables(store, Lexicons(), lambda _table: None)
    live = await tables.get(laid.table)
    assert live is not None
    words = iter(load.script(VARIANT))
    for number in range(LONGEST):
        seat, action = number % 2, PassAction()
        if number % _BETWEEN_WORDS == 0:
            word = next(words)
            seat, action = word.seat, msgspec.convert(word.action, Action)
        answer = await live.act(seat, number + 1, f"{number:032x}", action)
        assert answer == Accepted(number + 2), answer
    await tables.close()
    return laid


async def rows_since(port: int, laid: load.Laid, since: int) -> tuple[float, list[Any], bytes]:
    """Seconds until all was there, the rows of the sheet that came, and the last view."""
    async with load.line(port, laid.cookies[0]) as opened:
        join = {"type": "join", "table": laid.table, "since": since, "seat": None}
        began = time.perf_counter()
        await opened.send(msgspec.json.encode(join).decode())
        rows: list[Any] = []
        async for text in opened:
            heard = msgspec.json.decode(text)
            if heard["type"] != "state":
                continue
            rows = [row for row in rows if row["n"] <= heard["from"]] + heard["turns"]
            if heard["version"] == LONGEST + 1:
                heard["view"].pop("clock", None)
                took = time.perf_counter() - began
                return took, rows, msgspec.json.encode(heard["view"])
    raise AssertionError("the line ended before everything was there")


async def measure() -> Sequence[str]:
    """Join with every gap; what went wrong."""
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        store = open_store(database)
        await store.open()
        laid = await _long_table(store)
        await store.close()
        served = load.Served(database, core=0)
        await served.start()
        async with FaultProxy(served.port) as proxy:
            await rows_since(served.port, laid, 0)  # loads it
            _, whole, view = await rows_since(served.port, laid, 0)
            for gap in GAPS:
                times = []
                for _ in range(ROUNDS):
                    took, rows, shown = await rows_since(proxy.port, laid, LONGEST + 1 - gap)
                    times.append(took * 1000)
                    if rows != whole[len(whole) - len(rows) :] or len(rows) < gap or shown != view:
                        faults.append(f"a gap of {gap}: {len(rows)} rows, not those of the sheet")
                print(f"a gap of {gap:6,}: {statistics.median(times):7.1f} ms", flush=True)
        await served.kill()
    return faults


def main() -> None:
    """Measure, and print; status 1 if rows were missing."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    load.pin_client()
    faults = asyncio.run(measure())
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
