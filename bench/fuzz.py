"""The engine against brute force, on as many small random positions as one cares to wait for.

    python bench/fuzz.py --positions 3000            # about two minutes
    python bench/fuzz.py --first 5000 --positions 200

Prints the number of the first position that is wrong, and how often turns cannot be laid word by
word; ends with status 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.engine.situations import Listed, random_rules, small_view
from wordsmith.engine import best_turn, generate, turns_by_words
from wordsmith.engine.reference import all_turns, one_line_plays

if TYPE_CHECKING:
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View


def main() -> int:
    """Try the positions one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    asked = parser.parse_args()
    turns = together = best_together = 0
    for seed in range(asked.first, asked.first + asked.positions):
        random = Random(seed)
        rules, tiles = random_rules(random, most_tiles=4)
        view, words = small_view(
            random, rules, tiles=tiles, wild=0.25, longest_side=5 if tiles < 4 else 4
        )
        legal = all_turns(view, words)
        fault = find_fault(view, words, legal)
        if fault:
            print(f"position {seed}: {fault}")
            return 1
        turns += len(legal)
        if legal and rules["lines_per_turn"] == "any":
            stepwise = turns_by_words(view, words, width=10**6)
            together += len(legal) - len(stepwise)
            best_together += not stepwise or stepwise[0].points < max(legal.values())
    print(f"{asked.positions} positions, {turns} turns, all right")
    print(f"{together} turns cannot be laid word by word; the best of {best_together} positions")
    return 0


def find_fault(view: View, words: Listed, legal: dict[Play, int]) -> str:
    """What the engine gets wrong, in a word; empty if nothing."""
    found = {candidate.play: candidate.points for candidate in generate(view, words)}
    if found != one_line_plays(view, words):
        return "one-line plays differ"
    best = best_turn(view, words)
    if not best.exact:
        return "the best turn is not proved"
    if best.points != max(legal.values(), default=0):
        return f"best {best.points}, not {max(legal.values(), default=0)}"
    if best.play is not None and legal.get(best.play) != best.points:
        return "the best turn is not legal, or is wrongly counted"
    return ""


if __name__ == "__main__":
    sys.exit(main())
