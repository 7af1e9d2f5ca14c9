"""How many endgames are proved within so many seconds each, on one thread.

    python bench/endgames.py FILE.cgp --seconds 10     # a position a line, both hands known, ENABLE

Prints one JSON line, before it a line for each position if asked (``--each``): how many are proved,
medians, that of CPU time also as a multiple of the reference loop (reference_loop.py, measured
before each position), and a signature: values, depths and nodes of searches of so many nodes each,
added up, which change only where the search does, however fast the machine is.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.engine.endgame import Ending, solve_endgame
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.cgp import parse_cgp, state_of
from wordsmith.rules.game import Game
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.tiles import Tiles

    Position = tuple[View, tuple[Tiles, ...]]

SIGNED_NODES = 20_000
"""Of each position, for the signature."""


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
    states = [state_of(parse_cgp(line, variant), variant) for line in lines]
    positions = [
        (View.of(Game.replay(variant, state, ()), 0), tuple(state.racks)) for state in states
    ]
    told = measure(positions, words, asked.seconds, each=asked.each)
    told["signature"] = signature(positions, words)
    told["command"] = " ".join(["python", "bench/endgames.py", *sys.argv[1:]])
    print(json.dumps({"bench": "endgames", **told}))
    return 0


def measure(
    positions: list[Position], words: Lexicon, seconds: float, *, each: bool
) -> dict[str, object]:
    """All figures; ``each``: print a line for each position as well."""
    walls, cpus, loops = [], [], []
    endings: list[Ending] = []
    for number, (view, hands) in enumerate(positions):
        loops.append(loop_seconds(time.process_time))
        wall, cpu = time.perf_counter(), time.process_time()
        ending = solve_endgame(view, words, hands=hands, seconds=seconds)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        endings.append(ending)
        if each:
            print(number, f"{walls[-1]:.2f}", f"{cpus[-1]:.2f}", ending.proved, ending.value)
            sys.stdout.flush()
    proved = [ending for ending in endings if ending.proved]
    return {
        "positions": len(endings),
        "proved": len(proved),
        "seconds_each": seconds,
        "median_s": round(median(walls), 3),
        "median_cpu_s": round(median(cpus), 3),
        "ratio_to_reference_loop": ratio_to(loops, median(cpus)),
        "total_cpu_s": round(sum(cpus), 1),
        "nodes_per_cpu_s": round(sum(ending.nodes for ending in endings) / sum(cpus)),
        "sum_of_proved_values": sum(ending.value for ending in proved),
    }


def signature(positions: Iterable[Position], words: Lexicon) -> int:
    """What searches find that are ended by their nodes, never by a clock."""
    endings = [
        solve_endgame(view, words, hands=hands, nodes=SIGNED_NODES) for view, hands in positions
    ]
    return sum(ending.value + ending.depth + ending.nodes for ending in endings)


if __name__ == "__main__":
    sys.exit(main())
