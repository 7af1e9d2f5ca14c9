"""Each level of bot against the one below, in game pairs, or each among its own kind.

python bench/levels.py                                          # every variant, two seats
python bench/levels.py --variants wordsmith --seats 3 --pairs 40
python bench/levels.py --levels all best --pairs 100
python bench/levels.py --averages --pairs 10                    # for src/wordsmith/bots/averages.py

One JSON line a match. ``pairs_won``: the share of game pairs in which the stronger bot is ahead of
the mean of the others in the sum of its points; ``wins``: the share of games that it wins. Margins
are of 95 %. Bots work by samples and nodes, not by seconds, so the figures come again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from wordsmith.bots import LEVELS, make_bot
from wordsmith.bots.arena import Estimate, Match, play_match
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.variant import load_variant, variant_ids, with_house_rules

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> int:
    """Play and print; 1 if anything was refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variants", nargs="+", choices=variant_ids(), default=variant_ids())
    parser.add_argument("--levels", nargs="+", choices=tuple(LEVELS), default=tuple(LEVELS))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--averages", action="store_true")
    asked = parser.parse_args()
    refusals = 0
    for variant_id in asked.variants:
        tables = (
            [(level, level) for level in asked.levels]
            if asked.averages
            else list(pairwise(asked.levels))
        )
        for below, level in tables:
            before = time.perf_counter()
            bots = [level, *[below] * (asked.seats - 1)]
            match = play(variant_id, bots, asked.pairs, asked.seed)
            refusals += match.refusals
            told = report(variant_id, bots, match) | {
                "seed": asked.seed,
                "seconds": round(time.perf_counter() - before),
                "command": " ".join(sys.argv),
            }
            print(json.dumps(told), flush=True)
    return 1 if refusals else 0


def play(variant_id: str, levels: Sequence[str], pairs: int, seed: int) -> Match:
    """A match; with more seats than the box is made for by a house rule."""
    variant = with_house_rules(load_variant(variant_id), {"seats": "2-4"})
    groups = frozenset(variant.rules.word_groups)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, groups)
    return play_match(
        variant, lexicon, [partial(make_bot, level, lexicon) for level in levels], pairs, seed
    )


def report(variant_id: str, levels: Sequence[str], match: Match) -> dict[str, object]:
    """What came of a match, for the first bot."""
    lead, won, wins = match.lead(0), match.pairs_won(0), match.win_rate(0)
    return {
        "bench": "levels",
        "variant": variant_id,
        "level": levels[0],
        "against": levels[1],
        "seats": len(levels),
        "games": len(match.games),
        "points": [round(match.mean_score(bot)) for bot in range(len(levels))],
        "lead": _told(lead, 1),
        "pairs_won": _told(won, 3),
        "wins": _told(wins, 3),
        "refusals": match.refusals,
    }


def _told(estimate: Estimate, places: int) -> list[float | None]:
    known = estimate.margin != float("inf")
    return [round(estimate.mean, places), round(estimate.margin, places) if known else None]


if __name__ == "__main__":
    sys.exit(main())
