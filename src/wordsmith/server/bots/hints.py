"""Turns that a player could make, for the asking: everyday words, fit for a family, and why."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.bots.hints import Hint, hints_of
from wordsmith.engine.leaves import leaves_for
from wordsmith.rules.actions import Play
from wordsmith.rules.judging import judge_play
from wordsmith.rules.view import View
from wordsmith.server.bots.thinkers import NoThought

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant
    from wordsmith.server.bots.thinkers import Thinkers
    from wordsmith.server.tables.table import Table
    from wordsmith.server.words.lexicons import Lexicons

_LEVEL = "easy"
_TRIES = 6
"""How often the bot is asked; it is not always of the same mind."""


@dataclass(frozen=True, slots=True)
class Found:
    """Legal turns, one at least, and the words they are made of."""

    hints: tuple[Hint, ...]
    lexicon: Lexicon
    variant: Variant


class Hints:
    """What the bot that lays everyday words would do."""

    def __init__(self, thinkers: Thinkers, lexicons: Lexicons) -> None:
        self._thinkers = thinkers
        self._lexicons = lexicons

    async def find(self, table: Table, seat: int) -> Found | None:
        """Turns for the seat on turn; None where there is none, or other people play too."""
        ledger = table.ledger
        game, seats = ledger.game, ledger.seats
        alone = all(held.is_bot for other, held in enumerate(seats) if other != seat)
        if not alone or game.state.ended or game.state.on_turn != seat:
            return None
        lexicon = await self._lexicons.of(ledger.variant)
        leaves = await asyncio.to_thread(leaves_for, ledger.variant)
        view = View.of(game, seat)
        judged = [
            (play, judge_play(ledger.variant, game.state, seat, play, lexicon))
            for play in await self._thought_of(view)
        ]
        scored = [(play, verdict.score) for play, verdict in judged if verdict.is_legal]
        scored.sort(key=lambda each: -each[1].points)
        hints = hints_of(view, scored, leaves)
        return Found(hints, lexicon, ledger.variant) if hints else None

    async def _thought_of(self, view: View) -> list[Play]:
        """What comes to the bot's mind, each turn once."""
        plays = []
        try:
            for seed in range(_TRIES):
                chosen = await self._thinkers.choose(_LEVEL, view, seed)
                if not isinstance(chosen, Play):
                    break
                plays.append(chosen)
        except NoThought:
            pass  # what was found until then will do
        return list(dict.fromkeys(plays))
