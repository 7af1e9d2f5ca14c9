"""Bots against bots: scores with a confidence interval, and refusals, which must be none.

python bench/arena.py                              # 100 games of each variant, easy and good
python bench/arena.py --variants wordsmith --levels good all --games 200 --seed 3
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial

from wordsmith.bots import LEVELS, make_bot
from wordsmith.bots.arena import Match, play_match
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.variant import load_variant, variant_ids


def main() -> int:
    """Play, print, and return 1 if anything was refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variants", nargs="+", choices=variant_ids(), default=variant_ids())
    parser.add_argument("--levels", nargs="+", choices=tuple(LEVELS), default=("easy", "good"))
    parser.add_argument("--games", type=int, default=100, help="of each variant")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    refusals = 0
    for variant_id in asked.variants:
        before = time.perf_counter()
        match = play(variant_id, asked.levels, asked.games, asked.seed)
        refusals += match.refusals
        report(variant_id, asked.levels, match, time.perf_counter() - before)
    return 1 if refusals else 0


def play(variant_id: str, levels: list[str], games: int, seed: int) -> Match:
    """A match of about so many games, a whole number of pairs."""
    variant = load_variant(variant_id)
    groups = frozenset(variant.rules.word_groups)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, groups)
    makers = [partial(make_bot, level, lexicon) for level in levels]
    return play_match(variant, lexicon, makers, max(1, games // len(levels)), seed)


def report(variant_id: str, levels: list[str], match: Match, seconds: float) -> None:
    """One block of text."""
    turns = sum(played.game.state.turn - 1 for played in match.games)
    print(
        f"{variant_id}: {len(match.games)} games, {turns} turns, {match.refusals} refusals,"
        f" {seconds / turns * 1e3:.1f} ms a turn"
    )
    for bot, level in enumerate(levels):
        print(
            f"  {level}: {match.mean_score(bot):.0f} points a game, lead {match.lead(bot)},"
            f" wins {match.wins(bot):.0%}"
        )


if __name__ == "__main__":
    sys.exit(main())
