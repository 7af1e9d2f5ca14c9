"""The levels as values: what each knows, and how hard it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.bots.bot import Bot, LevelledBot
from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot plays."""

    id: str
    zipf: float | None  # the rarest words it knows, none of them offensive; None: all that count
    short: float  # how much more common a word must be for each letter it has less than four
    nodes: int  # how far it looks for a turn of several lines; 0: it does not search
    ease: float  # how far below the best it is content with, as a share of the points
    chains: float  # without a search: how often it lays one word upon another in a turn
    least: int  # points a turn must bring, or it would rather have a new hand
    wild_worth: int  # points a turn must gain for each wild tile it spends
    rescue: float | None = None  # the rarest words that come to its mind when it finds no turn


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level(
            "easy",
            zipf=2.8,
            short=0.7,
            nodes=0,
            ease=0.5,
            chains=0.4,
            least=0,
            wild_worth=6,
            rescue=1.5,
        ),
        Level(
            "good", zipf=1.5, short=0.0, nodes=20_000, ease=0.0, chains=1.0, least=8, wild_worth=12
        ),
        Level(
            "all", zipf=None, short=0.0, nodes=200_000, ease=0.0, chains=1.0, least=8, wild_worth=12
        ),
    )
}
"""Every level by name, the easiest first."""


def make_bot(level: str, lexicon: Lexicon, seed: int) -> Bot:
    """A bot of one level at a table with these words. ParseError if there is no such level."""
    if level not in LEVELS:
        raise ParseError(f"unknown level {level!r}; there are {', '.join(LEVELS)}")
    return LevelledBot(LEVELS[level], lexicon, seed)
