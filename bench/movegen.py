"""How fast all plays of one line and the best of them are found, and whether they are the same.

    python bench/movegen.py                       # the positions of the repository
    python bench/movegen.py --rows FILE.tsv       # rows of position, plays, best score: all checked
    python bench/movegen.py --uncompiled          # and how much slower plain Python is

Prints one JSON line: for hands without and with a wild tile, medians over positions of the median
CPU time of interleaved rounds, and these as a multiple of the reference loop (reference_loop.py,
measured in each round). ``all`` and ``best`` are asked of the board of lanes, whose position is
laid before and whose windows are built within the time, the best by equity with leaves that are all
worth nothing; ``generated`` is the other kernel's list of all plays, ``values`` the same made into
values. Then how many rows are not as known, which makes the status 1, and a signature: how many
plays there are, and the points of them all and of the best, added up. A change of the engine that
alters it changes what the engine does. Times are recorded, never asserted.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from functools import partial
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.engine import _movegen, generate
from wordsmith.engine.lanes import lanes_of
from wordsmith.engine.leaves import most_kept, zero_leaves
from wordsmith.engine.position import position_of
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.alphabet import LAID_WILD, WILD, WILD_SIGNS
from wordsmith.rules.board import Board
from wordsmith.rules.game import Game
from wordsmith.rules.state import initial_state
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from wordsmith.engine._lanes import Lanes
    from wordsmith.lexicon import Lexicon

    Question = Callable[[View], float]

ROOT = Path(__file__).parent.parent
CLASSIC = ROOT / "tests" / "engine" / "classic-enable-40.tsv"
TURNS = ROOT / "bench" / "wordsmith-40.tsv"
LOWEST = -(1 << 30)
BY_EQUITY = 1
SLOW = 3
"""Positions on which the uncompiled kernel is tried."""


def main() -> int:
    """Measure, and check the rows; 1 if one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, default=CLASSIC, help="rows with known answers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--uncompiled", action="store_true", help="try plain Python, too")
    asked = parser.parse_args()
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))  # = ENABLE
    rows = [line.split("\t") for line in read_rows(asked.rows)]
    views = [view_of(variant, row[0]) for row in rows]
    leaves = zero_leaves(len(variant.alphabet) + 1, most_kept(variant))
    told = measure(views, questions(words, lanes_of(variant, words, leaves)), asked.rounds)
    if asked.uncompiled:
        told["uncompiled_times_slower"] = times_slower(views[:SLOW], words)
    wrong, signature = check(rows, views, words)
    command = " ".join(["python", "bench/movegen.py", *sys.argv[1:]])
    told |= {"rows_wrong": wrong, "signature": signature, "command": command}
    print(json.dumps({"bench": "movegen", **told}))
    return 1 if wrong else 0


def questions(words: Lexicon, lanes: Lanes) -> dict[str, Question]:
    """What is measured: each gives the seconds that one position takes."""

    def ask_lanes(view: View, mode: int, search: Callable[[], object]) -> float:
        lanes.set_up(view.board.cells)
        before = time.thread_time()
        lanes.set_hand(view.rack.codes, mode, 0, 0, 0)
        search()
        return time.thread_time() - before

    def generated(view: View) -> float:
        position = position_of(view, words.graph)
        return spent(partial(position.generate, ()))

    return {
        "all": lambda view: ask_lanes(view, 0, lanes.all_plays),
        "best": lambda view: ask_lanes(view, BY_EQUITY, partial(lanes.search, LOWEST)),
        "generated": generated,
        "values": lambda view: spent(partial(generate, view, words)),
    }


def spent(call: Callable[[], object]) -> float:
    """The seconds of a call."""
    before = time.thread_time()
    call()
    return time.thread_time() - before


def measure(views: list[View], asked: dict[str, Question], rounds: int) -> dict[str, object]:
    """Of every question the figures without and with a wild tile in the hand."""
    seconds: dict[str, list[list[float]]] = {name: [[] for _ in views] for name in asked}
    loops = []
    for _ in range(rounds):
        for name, question in asked.items():
            loops.append(loop_seconds(time.thread_time))
            for view, found in zip(views, seconds[name], strict=True):
                found.append(question(view))
    told: dict[str, object] = {}
    for name, by_view in seconds.items():
        of_hands: dict[str, object] = {}
        for hand, wild in (("without_wild", False), ("with_wild", True)):
            medians = [
                median(found)
                for view, found in zip(views, by_view, strict=True)
                if (WILD in view.rack) is wild
            ]
            if medians:
                of_hands[hand] = {
                    "positions": len(medians),
                    "median_us": round(median(medians) * 1e6, 1),
                    "ratio_to_reference_loop": ratio_to(loops, median(medians)),
                }
        told[name] = of_hands
    return told


def check(rows: list[list[str]], views: list[View], words: Lexicon) -> tuple[int, int]:
    """How many rows are not as known, by any of the ways to find plays; and the signature."""
    lanes = lanes_of(views[0].variant, words)
    wrong, signature = 0, 0
    for row, view in zip(rows, views, strict=True):
        points = [play.points for play in generate(view, words)]
        lanes.set_up(view.board.cells)
        lanes.set_hand(view.rack.codes, 0, 0, 0, 0)
        _, count = lanes.all_plays()
        best = max(0, lanes.search(LOWEST)[1])
        signature += count + sum(points) + best
        found = (len(points), max(points, default=0))
        if not found == (count, best) == (int(row[1]), int(row[2])):
            wrong += 1
            sys.stderr.write(f"{row[0]}: {found}, in lanes {(count, best)}, not {row[1:3]}\n")
    return wrong, signature


def times_slower(views: list[View], words: Lexicon) -> float | None:
    """By how much the same kernel is slower as plain Python, turn about; None if it is plain."""
    if (_movegen.__file__ or "").endswith(".py"):
        return None
    compiled, plain = _movegen.Position, uncompiled().Position
    times: dict[str, list[float]] = {"compiled": [], "plain": []}
    for _ in range(3):
        for name, kind in (("compiled", compiled), ("plain", plain)):
            _movegen.Position = kind  # type: ignore[misc]
            times[name].append(sum(spent(partial(generate, view, words)) for view in views))
    _movegen.Position = compiled  # type: ignore[misc]
    return round(median(times["plain"]) / median(times["compiled"]), 1)


def uncompiled() -> ModuleType:
    """The kernel as plain Python."""
    source = Path(_movegen.__file__ or "").with_name("_movegen.py")
    spec = spec_from_loader("plain", SourceFileLoader("plain", str(source)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_rows(file: Path) -> list[str]:
    """The lines of a file that are no comments."""
    return [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]


def view_of(variant: Variant, cgp: str) -> View:
    """What the mover sees of a position."""
    alphabet, layout = variant.alphabet, variant.layout
    cells = bytearray()
    board, rack = cgp.split()[:2]
    for number, sign in re.findall(r"(\d+)|([^\d/])", board):
        code = alphabet.code(sign.upper()) or 0
        cells += bytes(int(number)) if number else bytes([code | LAID_WILD * sign.islower()])
    codes = [WILD if sign in WILD_SIGNS else alphabet.code(sign) or 0 for sign in rack.strip("/")]
    state = initial_state(variant, 2)._replace(
        board=Board(layout.width, layout.height, bytes(cells)),
        racks=(Tiles.of(codes), Tiles()),
    )
    return View.of(Game.replay(variant, state, ()), 0)


if __name__ == "__main__":
    sys.exit(main())
