"""Do bots answer within their budget while they think in other games, too?

    python bench/several_games.py                            # the strongest, in four games at once
    python bench/several_games.py --levels good all --games 8 --variant friends

Somebody passes at each table whenever it is his turn, and the bot is due. How long it took is
counted from when the pass was acknowledged to when its move arrived: first in one game alone, then
in all of them side by side. Status 1 where a move took longer than its level may.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the benches beside it

from bench import bot_kill, load
from wordsmith.bots.levels import LEVELS
from wordsmith.rules.variant import variant_ids
from wordsmith.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_S = {"child": 0.3, "easy": 0.3}
_PATIENT_S = 3.0  # two cores


async def measure(wanted: argparse.Namespace) -> list[str]:
    """Every level asked for; what was not as promised."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        for level in wanted.levels:
            store = open_store(database)
            await store.open()
            tables = wanted.games * (wanted.rounds + 4)  # a game may be over at once
            laid = iter(await bot_kill.lay(store, tables, wanted.variant, level))
            await store.close()
            faults += await at_tables(database, laid, level, wanted)
    return faults


async def at_tables(
    database: str, laid: Iterator[bot_kill.Alone], level: str, wanted: argparse.Namespace
) -> list[str]:
    """One level, alone and beside others of its kind."""
    served = load.Served(database)
    await served.start()
    try:
        players = [bot_kill.Player(served.port, laid) for _ in range(wanted.games)]
        for player in players:
            await player.answer_s()  # starts the processes, and reads the words
        alone = [await players[0].answer_s() for _ in range(wanted.rounds)]
        beside = await asyncio.gather(*(passing(player, wanted.rounds) for player in players))
        took = [seconds for one in beside for seconds in one]
    finally:
        await served.kill(signal.SIGTERM)
    most = _MOST_S.get(level, _PATIENT_S)
    for name, times in (("alone", alone), (f"in {wanted.games} games at once", took)):
        print(
            f"{wanted.variant} {level} {name}: {len(times)} moves,"
            f" median {statistics.median(times):.2f} s,"
            f" p95 {load.percentile(times, 0.95):.2f} s, most {max(times):.2f} s",
            flush=True,
        )
    late = [f"{level} took {seconds:.2f} s" for seconds in took + alone if seconds > most]
    return late + [lost for player in players for lost in player.lost]


async def passing(player: bot_kill.Player, rounds: int) -> list[float]:
    """How long the bot took, one time after the other."""
    return [await player.answer_s() for _ in range(rounds)]


def main() -> None:
    """Measure; status 1 if a move did not come, or too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="wordsmith", choices=variant_ids())
    parser.add_argument("--levels", nargs="+", default=["best"], choices=LEVELS)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=20)
    faults = asyncio.run(measure(parser.parse_args()))
    print(*faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
