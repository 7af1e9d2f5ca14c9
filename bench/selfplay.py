"""How fast the engine plays whole games against itself, on one thread and on two.

    python bench/selfplay.py
    python bench/selfplay.py --variant wordsmith classic --games 200 --rounds 7

Prints one JSON line. Of each variant: games a second and microseconds a turn (medians of rounds in
which one and two threads take turns), a turn as a part of the reference loop (reference_loop.py,
measured in each round), what two threads gain, what CPU time they take for a game as a multiple of
that of one (near 1 on a busy machine, too), and a signature: turns and points of the games, which
change only where the play does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.engine.leaves import leaves_for
from wordsmith.engine.playing import playing_of
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from wordsmith.engine._playing import Playing

THREADS = 2


def main() -> None:
    """Measure each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", nargs="+", default=list(variant_ids()))
    parser.add_argument("--games", type=int, default=100, help="of a round, for each thread")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seats", type=int, default=2)
    asked = parser.parse_args()
    tables = {name: tables_of(name, asked.seats) for name in asked.variant}
    told: dict[str, object] = {name: measure(found, asked) for name, found in tables.items()}
    told["seats"] = asked.seats
    told["signature"] = sum(signature(found[0], asked.seats) for found in tables.values())
    told["command"] = " ".join(["python", "bench/selfplay.py", *sys.argv[1:]])
    print(json.dumps({"bench": "selfplay", **told}))


def tables_of(variant_id: str, seats: int) -> list[Playing]:
    """A table for each thread, where a few games have been played."""
    variant = load_variant(variant_id)
    words = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    tables = [playing_of(variant, words, leaves_for(variant)) for _ in range(THREADS)]
    for table in tables:
        table.play(0, 5, seats, seats)
    return tables


def measure(tables: list[Playing], asked: argparse.Namespace) -> dict[str, object]:
    """The figures of one variant."""
    rates: dict[int, list[float]] = {1: [], THREADS: []}
    cpu: dict[int, list[float]] = {1: [], THREADS: []}
    turns, loops = [], []
    with ThreadPoolExecutor(THREADS) as pool:
        for round_ in range(asked.rounds):
            loops.append(loop_seconds())
            for threads, found in rates.items():
                before, busy = sum(table.turns for table in tables), time.process_time()
                spent = play(pool, tables[:threads], 1_000 * round_, asked)
                found.append(threads * asked.games / spent)
                cpu[threads].append((time.process_time() - busy) / threads)
                if threads == 1:
                    turns.append(spent / (sum(table.turns for table in tables) - before))
    return {
        "games_a_second": {threads: round(median(found), 1) for threads, found in rates.items()},
        "us_a_turn": round(median(turns) * 1e6, 1),
        "ratio_to_reference_loop": ratio_to(loops, median(turns)),
        "two_threads": round(median(rates[THREADS]) / median(rates[1]), 2),
        "cpu_of_two_threads": round(median(cpu[THREADS]) / median(cpu[1]), 2),
    }


def play(
    pool: ThreadPoolExecutor, tables: list[Playing], seed: int, asked: argparse.Namespace
) -> float:
    """Wall seconds of the games of a round, as many on each table."""
    before = time.perf_counter()
    games = [
        pool.submit(table.play, seed + 500 * number, asked.games, asked.seats, asked.seats)
        for number, table in enumerate(tables)
    ]
    for game in games:
        game.result()
    return time.perf_counter() - before


def signature(table: Playing, seats: int) -> int:
    """Turns and points of twenty games, added up."""
    before, points = table.turns, 0
    for seed in range(20):
        table.play(seed, 1, seats, seats)
        points += sum(table.result()[1])
    return table.turns - before + points


if __name__ == "__main__":
    main()
