"""How many endgames are proved within so many seconds each, on one thread.

    python bench/endgames.py FILE.cgp --seconds 10     # a position a line, both hands known, ENABLE

Prints a line for each position if asked (``--each``), then one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

from wordsmith.engine.endgame import Ending, solve_endgame
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.cgp import parse_cgp, state_of
from wordsmith.rules.game import Game
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View


def main() -> int:
    """Solve them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each position")
    parser.add_argument("--each", action="store_true", help="a line for each position, too")
    asked = parser.parse_args()
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))  # = ENABLE
    lines = [line for line in asked.file.read_text("utf-8").splitlines() if line.strip()]
    results: list[tuple[float, float, Ending]] = []
    for number, line in enumerate(lines):
        state = state_of(parse_cgp(line, variant), variant)
        view = View.of(Game.replay(variant, state, ()), 0)
        wall, cpu = time.perf_counter(), time.process_time()
        ending = solve_endgame(view, words, hands=state.racks, seconds=asked.seconds)
        spent = time.perf_counter() - wall, time.process_time() - cpu
        results.append((*spent, ending))
        if asked.each:
            print(number, f"{spent[0]:.2f}", f"{spent[1]:.2f}", ending.proved, ending.value)
            sys.stdout.flush()
    proved = [result for result in results if result[2].proved]
    nodes = sum(ending.nodes for _, _, ending in results)
    print(
        json.dumps(
            {
                "bench": "endgames",
                "positions": len(results),
                "proved": len(proved),
                "seconds_each": asked.seconds,
                "median_s": round(median(wall for wall, _, _ in results), 3),
                "median_cpu_s": round(median(cpu for _, cpu, _ in results), 3),
                "total_cpu_s": round(sum(cpu for _, cpu, _ in results), 1),
                "nodes_per_cpu_s": round(nodes / sum(cpu for _, cpu, _ in results)),
                "sum_of_proved_values": sum(ending.value for _, _, ending in proved),
                "command": " ".join(["python", *sys.argv]),
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
