"""Plays of rated games beside the best ones, for people to look at; nothing is decided by it.

A game of two people is compared once it is over: each of their plays with the turn of most equity
in the view that its player had. That is looked for where bots think, one position after the other,
and never while somebody waits for a bot: a position that comes at such a moment is left out. A game
is begun with once, by one process, and not taken up again if that process ends.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from wordsmith.bots.candidates import worth_of
from wordsmith.bots.levels import LEVELS
from wordsmith.engine.leaves import leaves_for
from wordsmith.errors import WordsmithError
from wordsmith.rules.actions import Play
from wordsmith.rules.events import Played
from wordsmith.rules.judging import judge_play
from wordsmith.rules.view import View
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.people.sessions import wall_ms
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.tables.lines import settings_of
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.game import Game
    from wordsmith.server.bots.thinkers import Thinkers
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store, TableRow

_log = logging.getLogger(__name__)
_LEVEL = LEVELS["all"]
_DAY_MS = 24 * 3600 * 1000  # a game that has waited longer is left as it is
_MOST = 100  # plays of one game
_NEXT = """
SELECT table_id FROM results WHERE compared = 0 AND rated = 1 AND at_ms >= $1
ORDER BY at_ms, table_id LIMIT 1
"""
_CLAIM = "UPDATE results SET compared = 1 WHERE table_id = $1 AND compared = 0"
_WRITE = "UPDATE signals SET best_points = $1, lost = $2 WHERE table_id = $3 AND seq = $4"


class Comparisons:
    """The duty."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        lexicons: Lexicons,
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._lexicons = lexicons
        self._clock = clock
        self._running: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Begin with a game that waits, unless one is being compared or a bot is waited for."""
        if (self._running and not self._running.done()) or not self._thinkers.is_idle:
            return
        rows = await self._store.rows(_NEXT, self._clock() - _DAY_MS)
        if rows and await self._store.write(Statement(_CLAIM, (rows[0][0],), guards=True)):
            self._running = asyncio.create_task(self._finish(rows[0][0]), name="comparing")

    async def settled(self) -> None:
        """Wait until no game is being compared."""
        if self._running:
            await asyncio.wait([self._running])

    async def close(self) -> None:
        """Stop; what was found of a game that is not done is lost."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _finish(self, table: str) -> None:
        try:
            row = await self._store.table(table)
            if row is not None and _is_of_two_people(row):
                found = [statement async for statement in self._compared(row)]
                if found:
                    await self._store.write(*found)
        except WordsmithError as error:
            _log.warning("table %s is not compared: %s", table, error)
        except Exception:  # noqa: BLE001 - the game is over, and others wait
            _log.exception("table %s is not compared", table)

    async def _compared(self, row: TableRow) -> AsyncIterator[Statement]:
        """What to write of each play of the table, as far as it can be told."""
        ledger = Ledger(row.table, settings_of(row), (), row.places)
        lexicon = await self._lexicons.of(ledger.variant)
        left = _MOST
        for command in await self._store.read(row.table):
            before = ledger.moment.game
            ledger.take(command)
            played = before and _played_since(before, ledger.game)
            if not before or not played or not left or not self._thinkers.is_idle:
                continue
            left -= 1
            compared = await self._beside_the_best(before, played, lexicon)
            if compared is not None:
                yield Statement(_WRITE, (*compared, row.table, command.seq))

    async def _beside_the_best(
        self, game: Game, played: Played, lexicon: Lexicon
    ) -> tuple[int, int] | None:
        """Points of the best turn, and by how much more it is worth; None: it cannot be told."""
        seat, view = played.seat, View.of(game, played.seat)
        if not judge_play(game.variant, game.state, seat, played.play, lexicon).is_legal:
            return None  # it was challenged, or should have been
        try:
            best = await self._thinkers.choose(_LEVEL.id, view, 0)
        except NoThought:
            return None
        if not isinstance(best, Play):
            return None
        points = judge_play(game.variant, game.state, seat, best, lexicon).score.points
        leaves = await asyncio.to_thread(leaves_for, game.variant)
        most = worth_of(view, best, points, leaves)
        lost = round(most - worth_of(view, played.play, played.points, leaves))
        return (points, lost) if lost > 0 else (played.points, 0)


def _is_of_two_people(row: TableRow) -> bool:
    persons = {place.person for place in row.places}
    return len(row.places) == len(persons) == 2 and None not in persons


def _played_since(before: Game, after: Game) -> Played | None:
    """The play that a command has laid; None where there is none, or a vote came before it."""
    for event in after.events[len(before.events) :]:
        if isinstance(event, Played):
            asked = before.state.proposal is None and before.state.on_turn == event.seat
            return event if asked else None
    return None
