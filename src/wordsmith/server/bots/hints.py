"""A turn that a player could make, for the asking: everyday words, fit for a family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.rules.actions import Play
from wordsmith.rules.judging import judge_play
from wordsmith.rules.view import View
from wordsmith.server.bots.thinkers import NoThought

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.scoring import Score
    from wordsmith.server.bots.thinkers import Thinkers
    from wordsmith.server.tables.table import Table
    from wordsmith.server.words.lexicons import Lexicons

_LEVEL = "easy"


@dataclass(frozen=True, slots=True)
class Found:
    """A legal turn."""

    play: Play
    score: Score
    lexicon: Lexicon


class Hints:
    """What the bot that plays for children would do."""

    def __init__(self, thinkers: Thinkers, lexicons: Lexicons) -> None:
        self._thinkers = thinkers
        self._lexicons = lexicons

    async def find(self, table: Table, seat: int) -> Found | None:
        """A turn for the seat on turn; None where there is none, or other people play too."""
        ledger = table.ledger
        game, seats = ledger.game, ledger.seats
        alone = all(held.is_bot for other, held in enumerate(seats) if other != seat)
        if not alone or game.state.ended or game.state.on_turn != seat:
            return None
        lexicon = await self._lexicons.of(ledger.variant)
        try:
            play = await self._thinkers.choose(_LEVEL, View.of(game, seat), 0)
        except NoThought:
            return None
        if not isinstance(play, Play):
            return None
        verdict = judge_play(ledger.variant, game.state, seat, play, lexicon)
        return Found(play, verdict.score, lexicon) if verdict.is_legal else None
