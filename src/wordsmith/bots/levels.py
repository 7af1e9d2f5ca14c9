"""The levels as values: what each knows, and how hard it looks.

The ids are stored in games, so they stay; how they are called is a matter of the texts.
"""

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
    # the words it lays, none of them offensive at a table that shuts such words out
    zipf: float  # the rarest: log10 of the uses in a milliard words of print
    short: float = 0.0  # how much more common a word must be for each letter it has less than four
    longest: int | None = None  # letters of the longest
    rescue: float | None = None  # the rarest words that come to its mind when it finds no turn
    all_words: bool = False  # offensive ones, too, where the table lets them in
    # how far it looks for a turn of several lines
    nodes: int = 0  # sets of tiles that it looks beyond; 0: it does not search
    chains: float = 1.0  # without a search: how often it lays one word upon another in a turn
    # what it takes for a good turn
    ease: float = 0.0  # how far below the best it is content with, as a share of the points
    least: int = 0  # points a turn must bring, or it would rather have a new hand
    wild_worth: int = 0  # points a turn must gain for each wild tile it spends
    leaves: bool = False  # whether it knows what the tiles it keeps are worth; then by equity
    # how far it looks ahead
    samples: int = 0  # ways the game may go on that are played out for a turn; 0: none
    endgame: int = 0  # positions of an endgame that are looked at
    seconds: float | None = None  # for a turn where people wait; None: its work is soon done

    @property
    def is_patient(self) -> bool:
        """Whether it thinks for as long as it may."""
        return bool(self.samples)


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level("child", zipf=3.5, short=0.6, longest=5, rescue=2.8, chains=0.0, ease=0.6),
        Level("easy", zipf=2.8, short=0.7, rescue=2.1, chains=0.4, ease=0.5, wild_worth=6),
        Level("fair", zipf=2.4, short=0.5, rescue=1.8, ease=0.35, wild_worth=9),
        Level("good", zipf=1.7, nodes=20_000, least=8, wild_worth=12),
        Level("all", zipf=0.1, nodes=50_000, leaves=True, seconds=0.6),
        Level(
            "best",
            zipf=0.0,
            all_words=True,
            nodes=200_000,
            leaves=True,
            samples=3_000,
            endgame=20_000,
            seconds=1.2,
        ),
    )
}
"""Every level by name, the easiest first."""


def make_bot(level: str, lexicon: Lexicon, seed: int, *, seconds: float | None = None) -> Bot:
    """A bot of one level at a table with these words. ParseError if there is no such level.

    ``seconds``: the time for an answer. Without it the work is bounded instead, and the same view
    and seed give the same answer on every machine.
    """
    if level not in LEVELS:
        raise ParseError(f"unknown level {level!r}; there are {', '.join(LEVELS)}")
    return LevelledBot(LEVELS[level], lexicon, seed, seconds)
