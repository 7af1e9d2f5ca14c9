"""Learnt leaves against none, in game pairs: both sides lay the turn of most equity.

python bench/leaves.py --variant classic --pairs 200           # the leaves that ship
python bench/leaves.py --file FILE --variant wordsmith --seats 3
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.bots.arena import play_match
from wordsmith.engine.leave_weights import parse_leaves
from wordsmith.engine.leaves import leaves_for, leaves_of, most_kept, zero_leaves
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.rules.variant import load_variant, variant_ids
from wordsmith.training.choosing import best_move

if TYPE_CHECKING:
    from wordsmith.engine.leaves import Leaves
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.actions import Action
    from wordsmith.rules.view import View


@dataclass(frozen=True, slots=True)
class Greedy:
    """Lays the turn of most equity by its leaves."""

    lexicon: Lexicon
    leaves: Leaves

    def choose(self, view: View) -> Action:
        """What to do."""
        return best_move(view, self.lexicon, self.leaves)


def main() -> int:
    """Play, and print one JSON line; 1 if the rules refused anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", choices=variant_ids(), default="classic")
    parser.add_argument("--file", type=Path, help="leaves, if not those that ship")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    variant = load_variant(asked.variant)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, variant.rules.word_groups)
    shape = (len(variant.alphabet) + 1, most_kept(variant))
    learnt = leaves_for(variant)
    if asked.file:
        learnt = leaves_of(parse_leaves(asked.file.read_text("utf-8"), variant.alphabet), *shape)
    bots = [Greedy(lexicon, learnt), *[Greedy(lexicon, zero_leaves(*shape))] * (asked.seats - 1)]
    makers = [lambda _, bot=bot: bot for bot in bots]
    match = play_match(variant, lexicon, makers, asked.pairs, asked.seed)
    lead = match.lead(0)
    told = {
        "bench": "leaves",
        "variant": variant.id,
        "seats": asked.seats,
        "games": len(match.games),
        "points": [round(match.mean_score(bot), 1) for bot in range(asked.seats)],
        "lead": round(lead.mean, 1),
        "margin_95": round(lead.margin, 1),
        "wins": round(match.wins(0), 3),
        "refusals": match.refusals,
        "command": " ".join(sys.argv),
    }
    print(json.dumps(told))
    return 1 if match.refusals else 0


if __name__ == "__main__":
    sys.exit(main())
