"""How many samples a second rollouts make, after 2 and after 4 turns, on one thread and on two.

    python bench/simulation.py
    python bench/simulation.py --variant wordsmith --positions 10 --candidates 10 --rounds 5

Prints one JSON line. A sample is one candidate with one deal of the tiles nobody has seen, played
on for so many turns. Positions are the first of tests/engine/classic-enable-40.tsv and of
bench/wordsmith-40.tsv; candidates those of most equity; none is given up. Medians of rounds in
which all settings take turns; a sample as a part of the reference loop (reference_loop.py, measured
in each round); what CPU time a sample takes with two threads, as a multiple of that with one (near
1 on a busy machine, too); a signature: the sum of the spreads of twenty samples of each candidate,
in millipoints, which changes only where the play does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.movegen import CLASSIC, TURNS, read_rows, view_of
from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.engine import generate, turns_by_words
from wordsmith.engine.leaves import leaves_for
from wordsmith.engine.simulate import Budget, Knowledge, Tried, simulation_of
from wordsmith.engine.winning import winning_for
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.parameters import Lines
from wordsmith.rules.state import hand_after
from wordsmith.rules.variant import load_variant

if TYPE_CHECKING:
    from wordsmith.engine._rollouts import Rollouts
    from wordsmith.rules.view import View

ROWS = {"classic": CLASSIC, "wordsmith": TURNS}
PLIES, THREADS = (2, 4), (1, 2)
SIGNED = 20
"""Samples of each candidate that make the signature."""
Setting = tuple[int, int]
"""Turns that follow, threads."""


def main() -> None:
    """Measure each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", nargs="+", default=list(ROWS), choices=list(ROWS))
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--candidates", type=int, default=10)
    parser.add_argument("--samples", type=int, default=100, help="of each candidate in a round")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    questions = {name: Questions(name, asked) for name in asked.variant}
    told: dict[str, object] = {name: measure(found, asked) for name, found in questions.items()}
    told["signature"] = sum(signature(found) for found in questions.values())
    told["command"] = " ".join(["python", "bench/simulation.py", *sys.argv[1:]])
    print(json.dumps({"bench": "simulation", **told}))


class Questions:
    """Positions of a variant, and the candidates of each."""

    def __init__(self, variant_id: str, asked: argparse.Namespace) -> None:
        variant = load_variant(variant_id)
        groups = frozenset(variant.rules.word_groups)
        words = load_lexicon(variant.lexicon, variant.alphabet, groups)
        self._knowledge = Knowledge(words, leaves_for(variant), winning_for(variant, 2))
        rows = [row.split("\t")[0] for row in read_rows(ROWS[variant_id])]
        views = [seated(view_of(variant, row)) for row in rows]
        self._views = [view for view in views if view.bag > 0][: asked.positions]
        self.tried = [candidates(view, self._knowledge, asked.candidates) for view in self._views]

    def tables(self, plies: int, threads: int) -> list[list[Rollouts]]:
        """For each position fresh tables, one a thread."""
        budget = Budget(plies=plies, threads=threads)
        return [
            simulation_of(view, self._knowledge, moves, budget).tables
            for view, moves in zip(self._views, self.tried, strict=True)
        ]


def measure(questions: Questions, asked: argparse.Namespace) -> dict[str, object]:
    """The figures of one variant."""
    rates: dict[Setting, list[float]] = {(plies, n): [] for plies in PLIES for n in THREADS}
    cpu: dict[Setting, list[float]] = {setting: [] for setting in rates}
    loops = []
    laid = {setting: questions.tables(*setting) for setting in rates}
    for round_ in range(asked.rounds):
        loops.append(loop_seconds())
        for setting, found in rates.items():
            busy = time.process_time()
            found.append(samples_a_second(laid[setting], questions.tried, round_, asked.samples))
            cpu[setting].append(time.process_time() - busy)
    one = {plies: median(rates[plies, 1]) for plies in PLIES}
    return {
        "positions": len(questions.tried),
        "samples_a_second": {
            f"{plies} turns, {threads} threads": round(median(found))
            for (plies, threads), found in rates.items()
        },
        "two_threads": {plies: round(median(rates[plies, 2]) / one[plies], 2) for plies in PLIES},
        "cpu_of_two_threads": {
            plies: round(median(cpu[plies, 2]) / median(cpu[plies, 1]), 2) for plies in PLIES
        },
        "ratio_to_reference_loop": {plies: ratio_to(loops, 1 / one[plies]) for plies in PLIES},
    }


def seated(view: View) -> View:
    """The position with a hand for the other seat and the rest in the bag."""
    left = len(view.variant.tiles) - len(view.rack) - sum(map(bool, view.board.cells))
    other = max(0, min(view.variant.rules.rack_size, left))
    return replace(view, hands=(len(view.rack), other), bag=max(0, left - other))


def candidates(view: View, knowledge: Knowledge, count: int) -> list[Tried]:
    """The plays of most equity."""
    one_line = view.variant.rules.lines_per_turn is Lines.ONE
    search = generate if one_line else turns_by_words
    found = [
        Tried(each.play, each.points, knowledge.leaves.value(hand_after(view.rack, each.play)))
        for each in search(view, knowledge.words)
        if not each.play.swapped
    ]
    return sorted(found, key=lambda one: -1000 * one.points - one.leave)[:count]


def samples_a_second(
    tables: list[list[Rollouts]], tried: list[list[Tried]], round_: int, samples: int
) -> float:
    """All candidates of all positions, so many samples each, shared out to the tables."""
    share, done = samples // len(tables[0]), 0
    before = time.perf_counter()
    with ThreadPoolExecutor(len(tables[0])) as pool:
        for position, moves in zip(tables, tried, strict=True):
            work = [
                pool.submit(run, table, len(moves), round_ * samples + number * share, share)
                for number, table in enumerate(position)
            ]
            for each in work:
                each.result()
            done += len(moves) * share * len(position)
    return done / (time.perf_counter() - before)


def run(table: Rollouts, moves: int, first: int, count: int) -> None:
    """The same samples of every candidate."""
    for number in range(moves):
        table.run(number, first, count)


def signature(questions: Questions) -> int:
    """The sum of all spreads of the same few samples, in millipoints."""
    total = 0
    for (table,), moves in zip(questions.tables(PLIES[0], 1), questions.tried, strict=True):
        run(table, len(moves), 0, SIGNED)
        total += sum(table.result(number)[1] for number in range(len(moves)))
    return total


if __name__ == "__main__":
    main()
