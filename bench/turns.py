"""How fast the best turn of several words is found, how often it is proved, and what it gains.

    python bench/turns.py                                  # the positions of the repository
    python bench/turns.py --seconds 1 --file bench/wordsmith-40.tsv
    python bench/turns.py --make 50 --seed 4 > bench/wordsmith-200.tsv   # four of each of 50 games
    python bench/turns.py --make 60 --seed 5 --wild > bench/wordsmith-stars.tsv

Prints one JSON line: the share of positions proved within the seconds, CPU times by the wild tiles
in the hand, their median as a multiple of the reference loop (reference_loop.py, in CPU time, too),
the gain over the greedy chain (the best word, and the best upon it, while there is one), and a
signature: points and nodes of all positions, added up, which change only where the search does.
``--house lines_per_turn=any`` asks the same of English.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.movegen import read_rows, view_of
from bench.reference_loop import loop_seconds, ratio_to
from wordsmith.bots import make_bot
from wordsmith.bots.arena import Order, seat_due
from wordsmith.engine import best_turn, turns_by_words
from wordsmith.engine.leaves import leaves_for
from wordsmith.engine.turns import Best, Top, top_turns
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.cgp import format_board
from wordsmith.rules.alphabet import WILD
from wordsmith.rules.game import Game
from wordsmith.rules.variant import load_variant, with_house_rules
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.variant import Variant

    Search = Callable[[View], Best | Top]

FILE = Path(__file__).parent / "wordsmith-200.tsv"
PER_GAME = 4


def main() -> int:
    """Make positions, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--variant", default="wordsmith")
    parser.add_argument("--house", nargs="+", default=[], metavar="RULE=VALUE")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--rounds", type=int, default=3, help="the median of which counts")
    parser.add_argument("--make", type=int, metavar="GAMES", help="play so many, print positions")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="for each position")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--wild", action="store_true", help="make those with wild tiles in hand")
    parser.add_argument("--leaves", action="store_true", help="by equity, with the leaves shipped")
    parser.add_argument("--top", type=int, default=0, help="so many turns different in kind")
    asked = parser.parse_args()
    rules = dict(rule.split("=", 1) for rule in asked.house)
    variant = with_house_rules(load_variant(asked.variant), rules)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    if asked.make:
        print(f"# positions of {variant.id} (CGP, mover's hand only), {PER_GAME} of a game at most")
        print(f"# of the bot all against itself: python bench/turns.py {' '.join(sys.argv[1:])}")
        for game in range(asked.make):
            rows = positions_of_game(variant, lexicon, f"{asked.seed} {game}", wild=asked.wild)
            print("".join(f"{row}\n" for row in rows), end="")
        return 0
    views = [view_of(variant, row.split("\t")[0]) for row in read_rows(asked.file)]
    leaves = leaves_for(variant) if asked.leaves else None
    search: Search
    if asked.top:
        search = partial(
            top_turns, vocabulary=lexicon, leaves=leaves, count=asked.top, nodes=asked.nodes
        )
    else:
        search = partial(best_turn, vocabulary=lexicon, leaves=leaves, nodes=asked.nodes)
    print(json.dumps(measure(views, lexicon, search, asked), ensure_ascii=False))
    return 0


def positions_of_game(variant: Variant, lexicon: Lexicon, seed: str, *, wild: bool) -> list[str]:
    """Some positions of a game that had begun, with tiles left in the bag; ``wild``: in hand."""
    order = Order(variant.tiles, seed)
    game = Game.begin(variant, 2, order)
    bot = make_bot("all", lexicon, 0)
    seen = []
    while not game.state.ended:
        seat = seat_due(game.state)
        view = View.of(game, seat)
        if not view.board.is_empty and view.bag and (not wild or WILD in view.rack):
            rack = "".join(
                "?" if code == WILD else variant.alphabet.decode(bytes([code]))
                for code in view.rack
            )
            seen.append(f"{format_board(view.board, variant.alphabet)} {rack}/")
        game = game.act(seat, bot.choose(view), lexicon, order)
    chosen = sorted(Random(seed).sample(range(len(seen)), min(PER_GAME, len(seen))))
    return [seen[n] for n in chosen]


def measure(
    views: list[View], lexicon: Lexicon, search: Search, asked: argparse.Namespace
) -> dict[str, object]:
    """All figures of these positions."""
    found: list[Best | Top] = []
    spent: list[float] = []
    loops = []
    search(views[0])  # what a list is asked by is built once, and kept
    for view in views:
        times = []
        loops.append(loop_seconds(time.process_time))
        for _ in range(asked.rounds):
            before = time.process_time()
            best = search(view)
            times.append(time.process_time() - before)
            if times[-1] > asked.seconds:
                break
        found.append(best)
        spent.append(median(times))
    wild = [list(view.rack).count(WILD) for view in views]
    greedy = [greedy_points(view, lexicon) for view in views]
    points = [best_points(turn) for turn in found]
    return {
        "bench": "turns",
        "positions": len(views),
        "proved_within_seconds": fmean(
            best.exact and each <= asked.seconds for best, each in zip(found, spent, strict=True)
        ),
        "median_ms": round(median(spent) * 1e3, 2),
        "ratio_to_reference_loop": ratio_to(loops, median(spent)),
        "cpu_by_wild_tiles": {
            str(count): figures([t for t, n in zip(spent, wild, strict=True) if n == count])
            for count in sorted(set(wild))
        },
        "points": round(fmean(points), 2),
        "greedy": round(fmean(greedy), 2),
        "gain": round(fmean(points) / max(fmean(greedy), 1) - 1, 3),
        "signature": sum(points) + sum(best.nodes for best in found),
        "command": " ".join(["python", "bench/turns.py", *sys.argv[1:]]),
    }


def best_points(found: Best | Top) -> int:
    """The points of the best turn."""
    if isinstance(found, Best):
        return found.points
    return found.turns[0].points if found.turns else 0


def figures(seconds: list[float]) -> dict[str, float]:
    """The middle and the slow end, in milliseconds."""
    ordered = sorted(seconds)
    return {
        "positions": len(ordered),
        "median_ms": round(median(ordered) * 1e3, 2),
        "p90_ms": round(ordered[int(len(ordered) * 0.9)] * 1e3, 2),
        "most_ms": round(ordered[-1] * 1e3, 2),
    }


def greedy_points(view: View, lexicon: Lexicon) -> int:
    """What the best word gives, and the best upon it, as long as there is one."""
    turns = turns_by_words(view, lexicon, width=1, most=1)
    return max((turn.points for turn in turns), default=0)


if __name__ == "__main__":
    sys.exit(main())
