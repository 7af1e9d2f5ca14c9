"""What ``beside_magpie.py`` measures of our engine; the answers look as MAGPIE's do."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from bench.movegen import read_rows, view_of
from wordsmith.engine import generate
from wordsmith.engine.endgame import solve_endgame
from wordsmith.engine.lanes import lanes_of
from wordsmith.engine.leaves import leaves_for, most_kept, zero_leaves
from wordsmith.engine.playing import playing_of
from wordsmith.engine.simulate import Budget, Knowledge, Tried, simulation_of
from wordsmith.engine.winning import winning_for
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.cgp import parse_cgp, state_of
from wordsmith.rules.alphabet import WILD
from wordsmith.rules.game import Game
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordsmith.engine._rollouts import Rollouts

GAMES = 200
CANDIDATES = 10
BATCH = 16
KIND = ("plain", "wild")
LOWEST = -(1 << 30)

Answer = dict[str, Any]
"""What one question gave; times are nanoseconds."""


class Ours:
    """The same questions, put to us."""

    def __init__(self, rows: Path, leaves: str) -> None:
        variant = self.variant = load_variant("classic")
        self.words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))
        symbols, most = len(variant.alphabet) + 1, most_kept(variant)
        self.leaves = zero_leaves(symbols, most) if leaves == "zero" else leaves_for(variant)
        self.views = [view_of(variant, row.split("\t")[0]) for row in read_rows(rows)]

    @cached_property
    def lanes(self) -> Any:
        """One board for all positions, as one game has one board."""
        return lanes_of(self.variant, self.words, self.leaves)

    def best(self, *, kept: bool) -> Answer:
        """The best play of every position, by equity."""
        found, lanes = empty_answer(), self.lanes
        for view in self.views:
            lanes.set_up(view.board.cells)
            if kept:
                lanes.windows()
            before = time.thread_time_ns()
            lanes.set_hand(view.rack.codes, 1, 0, 0, 0)
            equity, points, _ = lanes.search(LOWEST)
            add_time(found, view, time.thread_time_ns() - before)
            found["points"] += points
            found["millipoints"] += equity
        return found

    def all_plays(self) -> Answer:
        """All plays of every position."""
        found, lanes = empty_answer(), self.lanes
        for view in self.views:
            lanes.set_up(view.board.cells)
            before = time.thread_time_ns()
            lanes.set_hand(view.rack.codes, 0, 0, 0, 0)
            _, count = lanes.all_plays()
            add_time(found, view, time.thread_time_ns() - before)
            found["plays"] += count
        return found

    def games(self, seed: int, threads: int = 1) -> Answer:
        """Static play against itself, each thread at a table of its own."""
        tables = [playing_of(self.variant, self.words, self.leaves) for _ in range(threads)]
        each = GAMES // threads
        cpu, wall = time.process_time_ns(), time.monotonic_ns()
        with ThreadPoolExecutor(threads) as pool:
            for number, table in enumerate(tables):
                pool.submit(table.play, seed * 1_000_000 + number * each, each, 2, 2)
        return {
            "games": each * threads,
            "cpu": time.process_time_ns() - cpu,
            "wall": time.monotonic_ns() - wall,
            "turns": sum(table.turns for table in tables),
        }

    def simulation(self, rows: Sequence[int], plies: int, samples: int, threads: int) -> Answer:
        """The ten candidates of most equity of these positions, sampled in turn."""
        found = {"samples": 0, "cpu": 0, "wall": 0}
        each = samples // (CANDIDATES * threads)
        for row in rows:
            tables = self.tables(row, plies, threads)
            cpu, wall = time.process_time_ns(), time.monotonic_ns()
            with ThreadPoolExecutor(threads) as pool:
                for number, table in enumerate(tables):
                    pool.submit(sample_all, table, number * each, each)
            found["cpu"] += time.process_time_ns() - cpu
            found["wall"] += time.monotonic_ns() - wall
            found["samples"] += each * CANDIDATES * threads
        return found

    def tables(self, row: int, plies: int, threads: int) -> list[Rollouts]:
        """A position with its candidates, on a table for each thread."""
        view = self.views[row]
        size = view.variant.rules.rack_size
        left = len(view.variant.tiles) - len(view.rack) - sum(map(bool, view.board.cells))
        view = replace(view, hands=(len(view.rack), min(size, left)), bag=max(0, left - size))
        plays = generate(view, self.words, most=CANDIDATES)
        tried = [Tried(play.play, play.points, 0) for play in plays]
        known = Knowledge(self.words, self.leaves, winning_for(self.variant, 2))
        return simulation_of(view, known, tried, Budget(plies=plies, threads=threads)).tables

    def endgame(self, cgp: str, seconds: float) -> Answer:
        """One endgame: proved within these CPU seconds, or not."""
        state = state_of(parse_cgp(cgp, self.variant), self.variant, Tiles())
        view = View.of(Game.replay(self.variant, state, ()), state.on_turn)
        before = time.process_time_ns()
        found = solve_endgame(view, self.words, hands=state.racks, seconds=seconds * 1.5)
        spent = time.process_time_ns() - before
        return {
            "proved": found.proved and spent <= seconds * 1e9,
            "value": found.value,
            "cpu": spent,
        }


def sample_all(table: Rollouts, first: int, count: int) -> None:
    """So many samples of every candidate, a few at a time."""
    for start in range(first, first + count, BATCH):
        for candidate in range(CANDIDATES):
            table.run(candidate, start, min(BATCH, first + count - start))


def empty_answer() -> Answer:
    """No time spent, nothing found."""
    return {"plain": [0, 0], "wild": [0, 0], "points": 0, "millipoints": 0, "plays": 0}


def add_time(found: Answer, view: View, spent: int) -> None:
    """Count one position."""
    times = found[KIND[WILD in view.rack.codes]]
    times[0] += spent
    times[1] += 1


def leave_lines(ours: Ours) -> Iterator[str]:
    """Every leave that can be drawn and its worth in points, as MAGPIE reads them."""
    tiles = ours.variant.tiles
    kinds = sorted(set(tiles.codes))
    held = {code: tiles.codes.count(code) for code in kinds}
    for size in range(1, ours.leaves.most + 1):
        for leave in combinations_with_replacement(kinds, size):
            if all(leave.count(code) <= held[code] for code in set(leave)):
                signs = ("?" if c == WILD else ours.variant.alphabet.letters[c - 1] for c in leave)
                yield f"{''.join(signs)},{ours.leaves.value(Tiles.of(leave)) / 1000:.3f}\n"
