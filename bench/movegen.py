"""How fast plays are generated and turns are searched, and whether the answers are still the same.

    python bench/movegen.py                       # the positions of the repository
    python bench/movegen.py --rows FILE.tsv       # rows of position, plays, best score: all checked

The first line of each part is its signature: a change of the engine that alters it changes what
the engine does. Times are medians of interleaved rounds, compiled and uncompiled on the same
positions; they are recorded with machine and date, never asserted.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from functools import partial
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from wordsmith.engine import _movegen, best_turn, generate
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


ROOT = Path(__file__).parent.parent
CLASSIC = ROOT / "tests" / "engine" / "classic-enable-40.tsv"
TURNS = ROOT / "bench" / "wordsmith-40.tsv"
ROUNDS = 5
SLOW = 3
"""Positions on which the uncompiled kernel is tried."""


def main() -> int:
    """Run both parts; 1 if a checked row is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, default=CLASSIC, help="rows with known answers")
    rows = parser.parse_args().rows
    wrong = bench_plays(rows)
    bench_turns()
    return 1 if wrong else 0


def bench_plays(file: Path) -> int:
    """All one-line plays of classic positions with ENABLE; how many rows are wrong."""
    variant = load_variant("classic")
    words = load_lexicon("en", variant.alphabet, frozenset({"words", "offensive"}))  # = ENABLE
    rows = [line.split("\t") for line in read_rows(file)]
    views = [view_of(variant, row[0]) for row in rows]
    found = [generate(view, words) for view in views]
    wrong = [
        (row[0], len(plays), plays[0].points if plays else 0)
        for row, plays in zip(rows, found, strict=True)
        if (len(plays), plays[0].points if plays else 0) != (int(row[1]), int(row[2]))
    ]
    print(f"plays: {sum(map(len, found))} over {len(rows)} positions; {len(wrong)} rows are wrong")
    for cgp, plays, best in wrong:
        print(f"  {cgp}: {plays} plays, best {best}")
    positions = [position_of(view, words.graph) for view in views]
    show("kernel, one position", timed([partial(position.generate, ()) for position in positions]))
    show("with values made", timed([partial(generate, view, words) for view in views]))
    compare([partial(generate, view, words) for view in views[:SLOW]])
    return len(wrong)


def bench_turns() -> None:
    """The best turns of Wordsmith positions."""
    variant = load_variant("wordsmith")
    words = load_lexicon("ru", variant.alphabet, frozenset(variant.rules.word_groups))
    views = [view_of(variant, row) for row in read_rows(TURNS)]
    for name, wild in (("without a star", False), ("with a star", True)):
        chosen = [view for view in views if (WILD in view.rack) is wild]
        best = [best_turn(view, words, nodes=1_000_000) for view in chosen]
        print(
            f"turns {name}: {sum(turn.points for turn in best)} points over {len(best)} positions,"
            f" {sum(turn.exact for turn in best)} proved,"
            f" {sum(turn.nodes for turn in best)} nodes"
        )
        rounds = ROUNDS if not wild else 1
        show(
            "one position",
            timed([partial(best_turn, view, words, nodes=1_000_000) for view in chosen], rounds),
        )
    compare([partial(best_turn, view, words, nodes=100) for view in views[:SLOW]])


def timed(calls: list[Callable[[], object]], rounds: int = ROUNDS) -> list[float]:
    """The median seconds of each call over interleaved rounds."""
    seconds: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, spent in zip(calls, seconds, strict=True):
            before = time.perf_counter()
            call()
            spent.append(time.perf_counter() - before)
    return [median(spent) for spent in seconds]


def show(name: str, seconds: list[float]) -> None:
    """The middle, the slow end and the mean."""
    ordered = sorted(seconds)
    late = ordered[int(len(ordered) * 0.9)]
    figures = {"median": median(ordered), "p90": late, "mean": fmean(ordered)}
    print(f"  {name}:", ", ".join(f"{key} {value * 1e6:.0f} us" for key, value in figures.items()))


def compare(calls: list[Callable[[], object]]) -> None:
    """The compiled kernel and the same file as plain Python, turn about."""
    if (_movegen.__file__ or "").endswith(".py"):
        print("  the kernel is not compiled")
        return
    compiled, plain = _movegen.Position, uncompiled().Position
    times: dict[str, list[float]] = {"compiled": [], "plain": []}
    for _ in range(3):
        for name, kind in (("compiled", compiled), ("plain", plain)):
            _movegen.Position = kind  # type: ignore[misc]
            times[name].append(sum(timed(calls, rounds=1)))
    _movegen.Position = compiled  # type: ignore[misc]
    fast, slow = (median(times[name]) for name in ("compiled", "plain"))
    print(f"  uncompiled: {slow / fast:.0f} times slower")


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
