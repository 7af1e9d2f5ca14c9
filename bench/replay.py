"""How long it takes to fold the events of a game of sixty turns: ``python bench/replay.py``.

Prints the median of many replays for each variant. Wanted: under 5 ms.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for tests.generators

from tests.generators import RandomGame, table
from wordsmith.rules.game import Game
from wordsmith.rules.variant import variant_ids

TURNS = 60
ROUNDS = 300


def game_of_sixty_turns(variant_id: str) -> Game:
    """The first random game that is long enough, cut off after sixty turns."""
    for seed in range(1000):
        for game in RandomGame(table(variant_id, 4), 4, seed, leaving=0):
            if game.state.turn > TURNS:
                return game
    raise AssertionError(f"no game of {variant_id} has {TURNS} turns")


def median_ms(game: Game) -> float:
    """The median time of a replay, in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        again = Game.replay(game.variant, game.start, game.events)
        times.append((time.perf_counter() - begun) * 1000)
        assert again.state == game.state
    return median(times)


def main() -> None:
    """One line for each variant."""
    for variant_id in variant_ids():
        game = game_of_sixty_turns(variant_id)
        spent = median_ms(game)
        print(f"{variant_id:11} {TURNS} turns, {len(game.events):3} events: {spent:.2f} ms")


if __name__ == "__main__":
    main()
