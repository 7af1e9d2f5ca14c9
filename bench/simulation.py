"""How many samples a second rollouts make, after 2 and after 4 turns, on one thread and on two.

    python bench/simulation.py
    python bench/simulation.py --variant wordsmith --positions 10 --candidates 10 --rounds 5

Prints one JSON line. A sample is one candidate with one deal of the tiles nobody has seen, played
on for so many turns. Positions are the first of tests/engine/classic-enable-40.tsv and of
bench/wordsmith-40.tsv; candidates those of most equity; none is given up. Medians of rounds in
which all settings take turns; a sample as a part of the reference loop (reference_loop.py, measured
in each round); what two threads gain, and what two processes do that share nothing, in the same
rounds: as much as this machine has to give; what CPU time a sample takes with two threads, as a
multiple of that with one (near 1 on a busy machine, too); a signature: the sum of the spreads of
twenty samples of each candidate, in millipoints, which changes only where the play does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.movegen import CLASSIC, TURNS, read_rows, view_of
from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.engine import generate, turns_by_words
from wordsmith.engine.leaves import leaves_for
from wordsmith.engine.simulate import Budget, Knowledge, Simulation, Tried, simulation_of
from wordsmith.engine.winning import winning_for
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.parameters import Lines
from wordsmith.rules.state import hand_after
from wordsmith.rules.variant import load_variant

if TYPE_CHECKING:
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
    found = {name: measure(name, asked) for name in asked.variant}
    told: dict[str, object] = {name: figures for name, (figures, _) in found.items()}
    told["signature"] = sum(signed for _, signed in found.values())
    told["command"] = " ".join(["python", "bench/simulation.py", *sys.argv[1:]])
    print(json.dumps({"bench": "simulation", **told}))


class Questions:
    """Positions of a variant, and the candidates of each."""

    def __init__(self, variant_id: str, positions: int, count: int) -> None:
        variant = load_variant(variant_id)
        groups = frozenset(variant.rules.word_groups)
        words = load_lexicon(variant.lexicon, variant.alphabet, groups)
        self._knowledge = Knowledge(words, leaves_for(variant), winning_for(variant, 2))
        rows = [row.split("\t")[0] for row in read_rows(ROWS[variant_id])]
        views = [seated(view_of(variant, row)) for row in rows]
        self._views = [view for view in views if view.bag > 0][:positions]
        self._tried = [candidates(view, self._knowledge, count) for view in self._views]

    def simulations(self, plies: int, threads: int) -> list[Simulation]:
        """One for each position, nothing sampled yet."""
        budget = Budget(plies=plies, threads=threads)
        return [
            simulation_of(view, self._knowledge, moves, budget)
            for view, moves in zip(self._views, self._tried, strict=True)
        ]


class Processes:
    """Two processes, each with the simulations of a variant of its own."""

    def __init__(self, variant_id: str, positions: int, count: int) -> None:
        self._pools = [
            ProcessPoolExecutor(1, get_context("spawn"), _begin, (variant_id, positions, count))
            for _ in range(2)
        ]

    def samples_a_second(self, plies: int, round_: int, samples: int) -> float:
        """Half the samples in each, like ``samples_a_second``."""
        before = time.perf_counter()
        halves = [
            pool.submit(_sample_here, plies, round_ * samples + number * samples // 2, samples // 2)
            for number, pool in enumerate(self._pools)
        ]
        return sum(half.result() for half in halves) / (time.perf_counter() - before)

    def close(self) -> None:
        """Let both end."""
        for pool in self._pools:
            pool.shutdown()


_here: dict[int, list[Simulation]] = {}  # of a process of its own, by turns that follow


def _begin(variant_id: str, positions: int, count: int) -> None:
    questions = Questions(variant_id, positions, count)
    _here.update((plies, questions.simulations(plies, 1)) for plies in PLIES)


def _sample_here(plies: int, first: int, count: int) -> int:
    return sample(_here[plies], first, count)


def measure(variant_id: str, asked: argparse.Namespace) -> tuple[dict[str, object], int]:
    """The figures of one variant, and its signature."""
    size = (variant_id, asked.positions, asked.candidates)
    questions, processes = Questions(*size), Processes(*size)
    rates: dict[Setting, list[float]] = {(plies, n): [] for plies in PLIES for n in THREADS}
    cpu: dict[Setting, list[float]] = {setting: [] for setting in rates}
    apart: dict[int, list[float]] = {plies: [] for plies in PLIES}
    loops = []
    laid = {setting: questions.simulations(*setting) for setting in rates}
    for round_ in range(asked.rounds + 1):  # the first warms all up
        loops.append(loop_seconds())
        for setting, found in rates.items():
            busy = time.process_time()
            found.append(samples_a_second(laid[setting], round_, asked.samples))
            cpu[setting].append(time.process_time() - busy)
        for plies, found in apart.items():
            found.append(processes.samples_a_second(plies, round_, asked.samples))
    processes.close()
    for found in (*rates.values(), *cpu.values(), *apart.values()):
        del found[0]
    one = {plies: median(rates[plies, 1]) for plies in PLIES}
    told: dict[str, object] = {
        "positions": len(laid[PLIES[0], 1]),
        "samples_a_second": {
            f"{plies} turns, {threads} threads": round(median(found))
            for (plies, threads), found in rates.items()
        },
        "two_threads": {plies: round(median(rates[plies, 2]) / one[plies], 2) for plies in PLIES},
        "two_processes": {plies: round(median(apart[plies]) / one[plies], 2) for plies in PLIES},
        "cpu_of_two_threads": {
            plies: round(median(cpu[plies, 2]) / median(cpu[plies, 1]), 2) for plies in PLIES
        },
        "ratio_to_reference_loop": {plies: ratio_to(loops, 1 / one[plies]) for plies in PLIES},
    }
    return told, signature(questions)


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


def samples_a_second(simulations: list[Simulation], round_: int, samples: int) -> float:
    """All candidates of all positions, so many samples each."""
    before = time.perf_counter()
    done = sample(simulations, round_ * samples, samples)
    return done / (time.perf_counter() - before)


def sample(simulations: list[Simulation], first: int, count: int) -> int:
    """The same samples of every candidate; how many in all."""
    with ThreadPoolExecutor(len(simulations[0].tables)) as pool:
        for simulation in simulations:
            simulation.sample(pool, first, count)
    return count * sum(len(simulation.tried) for simulation in simulations)


def signature(questions: Questions) -> int:
    """The sum of all spreads of the same few samples, in millipoints."""
    simulations = questions.simulations(PLIES[0], 1)
    sample(simulations, 0, SIGNED)
    return sum(
        simulation.tables[0].result(number)[1]
        for simulation in simulations
        for number in range(len(simulation.tried))
    )


if __name__ == "__main__":
    main()
