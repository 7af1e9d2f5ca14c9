"""How many samples a second rollouts make, after 2 and after 4 turns, on one thread and on two.

    python bench/simulation.py
    python bench/simulation.py --variant wordsmith --positions 10 --candidates 10 --rounds 5

Prints one JSON line. A sample is one candidate with one deal of the tiles nobody has seen, played
on for so many turns. Positions are the first of tests/engine/classic-enable-40.tsv and of
bench/wordsmith-40.tsv; candidates those of most equity; none is given up. Medians of rounds in
which all settings take turns; a sample as a part of the reference loop (reference_loop.py, measured
in each round); what CPU time a sample takes with two threads, as a multiple of that with one (near
1 on a busy machine, too); a signature: the sums of spreads, which change only where the play does.
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
from bench.reference_loop import loop_seconds
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
    figures = {name: measure(name, asked) for name in asked.variant}
    command = " ".join(["python", "bench/simulation.py", *sys.argv[1:]])
    print(json.dumps({**figures, "command": command}))


def measure(variant_id: str, asked: argparse.Namespace) -> dict[str, object]:
    """The figures of one variant."""
    variant = load_variant(variant_id)
    words = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    knowledge = Knowledge(words, leaves_for(variant), winning_for(variant, 2))
    views = [seated(view_of(variant, row.split("\t")[0])) for row in read_rows(ROWS[variant_id])]
    views = [view for view in views if view.bag > 0][: asked.positions]
    tried = [candidates(view, knowledge, asked.candidates) for view in views]
    rates: dict[Setting, list[float]] = {(plies, n): [] for plies in PLIES for n in THREADS}
    cpu: dict[Setting, list[float]] = {setting: [] for setting in rates}
    loops = []
    laid = {
        (plies, threads): [
            simulation_of(view, knowledge, moves, Budget(plies=plies, threads=threads)).tables
            for view, moves in zip(views, tried, strict=True)
        ]
        for plies, threads in rates
    }
    for round_ in range(asked.rounds):
        loops.append(loop_seconds())
        for setting, found in rates.items():
            busy = time.process_time()
            found.append(samples_a_second(laid[setting], tried, round_, asked.samples))
            cpu[setting].append(time.process_time() - busy)
    one = {plies: median(rates[plies, 1]) for plies in PLIES}
    return {
        "positions": len(views),
        "samples_a_second": {
            f"{plies} turns, {threads} threads": round(median(found))
            for (plies, threads), found in rates.items()
        },
        "two_threads": {plies: round(median(rates[plies, 2]) / one[plies], 2) for plies in PLIES},
        "cpu_of_two_threads": {
            plies: round(median(cpu[plies, 2]) / median(cpu[plies, 1]), 2) for plies in PLIES
        },
        "ratio_to_reference_loop": {
            plies: round(1 / one[plies] / median(loops), 3) for plies in PLIES
        },
        "signature": signature(laid[PLIES[0], 1], tried),
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


def signature(tables: list[list[Rollouts]], tried: list[list[Tried]]) -> int:
    """The sum of all spreads, in millipoints."""
    return sum(
        table.result(number)[1]
        for (table,), moves in zip(tables, tried, strict=True)
        for number in range(len(moves))
    )


if __name__ == "__main__":
    main()
