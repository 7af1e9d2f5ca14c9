"""The engine against brute force, on as many small random positions as one cares to wait for.

    python bench/fuzz.py --positions 10000                # every variant and option; ten minutes
    python bench/fuzz.py --positions 2000 --lines any     # turns of several words alone
    python bench/fuzz.py --first 5000 --positions 200
    python bench/fuzz.py --boards bench/wordsmith-200.tsv # real boards, with and without bounds

Prints the number of the first position that is wrong, and how often turns cannot be laid word by
word; ends with status 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.movegen import read_rows, view_of
from tests.engine.situations import Listed, random_leaves, random_rules, small_view
from wordsmith.engine import best_turn, generate, turns_by_words
from wordsmith.engine.reference import all_turns, equity, kind, one_line_plays
from wordsmith.engine.turns import BestOfKinds
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.parameters import Lines
from wordsmith.rules.variant import load_variant, with_house_rules

if TYPE_CHECKING:
    from wordsmith.engine.leaves import Leaves
    from wordsmith.rules.actions import Play
    from wordsmith.rules.view import View

ALL_KINDS = 600
MOST_NODES = 5_000


def main() -> int:
    """Try the positions one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    parser.add_argument("--lines", choices=("one", "any"), help="of a turn; else by chance")
    parser.add_argument("--boards", type=Path, help="a file of positions")
    parser.add_argument("--variant", default="wordsmith", help="of that file")
    asked = parser.parse_args()
    if asked.boards:
        return try_boards(asked.boards, asked.variant)
    tally: Counter[str] = Counter()
    for seed in range(asked.first, asked.first + asked.positions):
        view, words, leaves = situation(seed, asked.lines)
        legal = all_turns(view, words)
        worth = {play: equity(view, play, points, leaves) for play, points in legal.items()}
        fault = find_fault(view, words, legal) or find_fault_by_equity(view, words, leaves, worth)
        if fault:
            print(f"position {seed}: {fault}")
            return 1
        tally += count_together(view, words, legal)
    print(f"{asked.positions} positions, {tally['turns']} turns, all right")
    print(
        f"{tally['together']} of {tally['several']} turns of several lines cannot be laid word by"
        f" word; the best of {tally['best together']} positions of {tally['any']}"
    )
    return 0


def situation(seed: int, lines: str | None) -> tuple[View, Listed, Leaves]:
    """The position of a number, its words, and some leaves."""
    random = Random(seed)
    rules, tiles = random_rules(random, most_tiles=4)
    if lines:
        rules["lines_per_turn"] = lines
    side = 5 if tiles < 4 else 4
    view, words = small_view(random, rules, tiles=tiles, wild=0.25, longest_side=side)
    return view, words, random_leaves(random, view.variant, random.choice((2, 3)))


def find_fault(view: View, words: Listed, legal: dict[Play, int]) -> str:
    """What the engine gets wrong by points, in a word; empty if nothing."""
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


def find_fault_by_equity(view: View, words: Listed, leaves: Leaves, worth: dict[Play, int]) -> str:
    """What it gets wrong by equity; ``worth`` is that of every legal turn."""
    kinds: dict[tuple[bool, int], int] = {}
    for play, value in worth.items():
        which = kind(view, play)
        kinds[which] = max(value, kinds.get(which, value))
    for most in (1, 3):
        search = BestOfKinds(view, words, leaves, most)
        if not search.run(10**9, bytearray(1)):
            return "the best turns are not proved"
        found = search.best_first()
        right = sorted(worth.values() if most == 1 else kinds.values(), reverse=True)[:most]
        if [turn.equity for turn in found] != right:
            return f"best {most} by equity {[turn.equity for turn in found]}, not {right}"
        if any(worth.get(turn.play) != turn.equity for turn in found):
            return "one of the best turns is not legal, or is wrongly valued"
    return ""


def count_together(view: View, words: Listed, legal: dict[Play, int]) -> Counter[str]:
    """How many turns there are, and how many of several words cannot be laid word by word."""
    tally = Counter({"turns": len(legal)})
    if legal and view.variant.rules.lines_per_turn is Lines.ANY:
        stepwise = turns_by_words(view, words, width=10**6)
        tally["any"] = 1
        tally["several"] = len(legal)
        tally["together"] = len(legal) - len(stepwise)
        tally["best together"] = not stepwise or stepwise[0].points < max(legal.values())
    return tally


def try_boards(file: Path, variant_id: str) -> int:
    """On real boards the search must find what it finds when nothing is passed over."""
    variant = with_house_rules(load_variant(variant_id), {"lines_per_turn": "any"})
    groups = frozenset(variant.rules.word_groups)
    words = load_lexicon(variant.lexicon, variant.alphabet, groups)
    searched = 0
    for number, row in enumerate(read_rows(file)):
        view = view_of(variant, row.split("\t")[0])
        leaves = random_leaves(Random(number), variant, 6)
        whole = BestOfKinds(view, words, leaves, ALL_KINDS)
        if not whole.run(MOST_NODES, bytearray(1)):
            continue
        searched += 1
        right = [turn.equity for turn in whole.best_first()]
        for most in (1, 4, 12):
            search = BestOfKinds(view, words, leaves, most)
            proved = search.run(10**9, bytearray(1))
            if not proved or [turn.equity for turn in search.best_first()] != right[:most]:
                print(f"row {number}: the best {most} are not those of the whole search")
                return 1
    print(f"{searched} boards, all right; the others have more than {MOST_NODES} sets of tiles")
    return 0


if __name__ == "__main__":
    sys.exit(main())
