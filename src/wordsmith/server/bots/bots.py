"""Bots as players: whoever is due by the state of a table is asked, and acts like anybody else.

Nothing here is remembered: after a crash a sweep over the stored tables finds who is due again,
and the key of the action makes a second answer to the same question a repetition of the first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING, Any

from wordsmith.bots.levels import LEVELS
from wordsmith.errors import WordsmithError
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.messages.protocol import AgreeAction, PassAction, VoteAction
from wordsmith.server.tables.duties import bots_due
from wordsmith.server.tables.table import Accepted, Denied, Late

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

    from wordsmith.rules.actions import Action as Chosen
    from wordsmith.server.bots.thinkers import Thinkers
    from wordsmith.server.messages.protocol import Action
    from wordsmith.server.tables.table import Table
    from wordsmith.server.tables.tables import Tables
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store

_log = logging.getLogger(__name__)
_TRIES = 3
_Job = tuple[str, int, int]  # table, version, seat


class Bots:
    """Asks the bots that are due. A stale answer is refused by the table itself."""

    def __init__(self, thinkers: Thinkers, lexicons: Lexicons) -> None:
        self._thinkers = thinkers
        self._lexicons = lexicons
        self._running: dict[_Job, asyncio.Task[None]] = {}
        self._hopeless: set[_Job] = set()
        self._long: dict[_Job, asyncio.Task[Chosen]] = {}  # thoughts of patient bots

    def poke(self, table: Table) -> None:
        """See to it that every bot due at this table is thinking, and nobody for nothing."""
        ledger = table.ledger
        for job, thought in self._long.items():
            if job[0] == table.id and job[1] != ledger.version:
                thought.cancel()
        for seat in bots_due(ledger.moment):
            job = (table.id, ledger.version, seat)
            if job not in self._running and job not in self._hopeless:
                self._running[job] = asyncio.create_task(self._play(job, table), name=f"bot {job}")

    async def sweep(self, store: Store, tables: Tables) -> None:
        """Poke every stored table where a bot is due: after a restart, or if a poke was lost."""
        for name in await store.bots_due():
            table = await tables.get(name)
            if table:
                self.poke(table)

    async def close(self) -> None:
        """Stop asking."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _play(self, job: _Job, table: Table) -> None:
        """Act for a bot, and look after whoever is due then."""
        try:
            if not await self._answered(job, table):
                self._hopeless.add(job)
                _log.error("bot %s does not even pass", job)
        finally:
            del self._running[job]
        self.poke(table)

    async def _answered(self, job: _Job, table: Table) -> bool:
        """Whether a bot has acted; after a few failures it lets its turn go by."""
        for attempt in range(_TRIES + 1):
            try:
                action = await self._choice(job, table) if attempt < _TRIES else PassAction()
                if action is None:
                    return True
                answer = await self._act(job, table, action)
            except WordsmithError as error:
                _log.warning("bot %s, attempt %d: %s", job, attempt + 1, error)
            except Exception:  # noqa: BLE001 - a bot in distress must not stop the game
                _log.exception("bot %s, attempt %d", job, attempt + 1)
            else:
                if isinstance(answer, Accepted | Late):
                    return True
                _log.warning("bot %s, attempt %d: refused: %s", job, attempt + 1, _told(answer))
        return False

    def _act(self, job: _Job, table: Table, action: Action) -> Awaitable[object]:
        _, version, seat = job
        return table.act(seat, version, f"bot-{version}-{seat}", action)

    async def _choice(self, job: _Job, table: Table) -> Action | None:
        """What a bot does; None: the table has gone on, and it is asked anew if it is still due."""
        ledger, (_, version, seat) = table.ledger, job
        variant = ledger.variant
        await self._lexicons.of(variant)  # built here once, it is there for every process
        state = ledger.game.state  # read after waiting, for the table may have gone on meanwhile
        if ledger.version != version:
            return None
        if state.proposal:
            return VoteAction(_verdict_of_people(table))
        if seat != state.on_turn or _people_agreed(table):
            return AgreeAction()
        level = ledger.seats[seat].level or ""
        thought = self._thinkers.choose(level, View.of(ledger.game, seat), _seed(job))
        if level in LEVELS and LEVELS[level].is_patient:
            chosen = await self._unless_in_vain(job, thought)
        else:
            chosen = await thought
        return None if chosen is None else format_action(variant.alphabet, chosen)

    async def _unless_in_vain(
        self, job: _Job, thought: Coroutine[Any, Any, Chosen]
    ) -> Chosen | None:
        """What comes of a long thought; None: the table has gone on, and it was ended."""
        thinking = self._long[job] = asyncio.create_task(thought)
        try:
            await asyncio.wait([thinking])
        finally:
            del self._long[job]
            thinking.cancel()
            await asyncio.wait([thinking])  # until its process has ended
        return None if thinking.cancelled() else thinking.result()


def _people_agreed(table: Table) -> bool:
    state, seats = table.ledger.game.state, table.ledger.seats
    return bool(state.agreed) and all(
        seat in state.agreed for seat in state.playing if not seats[seat].is_bot
    )


def _verdict_of_people(table: Table) -> bool:
    """A bot votes as most people at the table did; alone it knows its dictionary and no more."""
    seats, votes = table.ledger.seats, table.ledger.game.state.votes
    said = [accept for seat, accept in votes if not seats[seat].is_bot]
    return 2 * sum(said) > len(said)


def _told(answer: object) -> str:
    """Why a bot was refused, by codes: the words would tell its hand."""
    if isinstance(answer, Denied):
        return ", ".join([str(getattr(reason, "code", "")) for reason in answer.reasons])
    return type(answer).__name__


def _seed(job: _Job) -> int:
    """The same question is thought about in the same way, also after a crash."""
    return int.from_bytes(hashlib.sha256(repr(job).encode()).digest()[:8])
