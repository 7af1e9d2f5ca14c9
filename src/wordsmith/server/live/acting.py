"""What somebody asks a table for: whether he may, how often, and what he is told.

The socket and HTTP ask here alike. What is stored already is answered again without asking whether
it is allowed: that it happened may be why it is not any more.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.guard.viewers import Seated
from wordsmith.server.messages import outbound
from wordsmith.server.messages.protocol import (
    Action,
    AdmitAction,
    AdviserAction,
    BeginAction,
    CancelAction,
    KickAction,
    NudgeAction,
    PauseAction,
    Queued,
    ResumeAction,
    RiseAction,
)
from wordsmith.server.projection.presences import candidates_of, find_candidate, watcher_number
from wordsmith.server.projection.verdicts import format_reasons
from wordsmith.server.projection.viewing import scene_of, viewer_of
from wordsmith.server.tables.requests import Accepted, Answer, Denied, Failed, Late, Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.live.presence import Presence
    from wordsmith.server.live.rates import Rates
    from wordsmith.server.live.signals import Signals
    from wordsmith.server.tables.table import Table

Told = outbound.Ack | outbound.Stale | outbound.Refused | outbound.Error
"""What a page is told of what it asked for."""

_RIGHTS: dict[type, Right] = {
    RiseAction: Right.RISE,
    KickAction: Right.KICK,
    BeginAction: Right.BEGIN,
    CancelAction: Right.CANCEL,
    PauseAction: Right.PAUSE,
    ResumeAction: Right.PAUSE,
    NudgeAction: Right.NUDGE,
    AdmitAction: Right.ADMIT,
}
"""Of the acts of a table; every other action is a move."""


class Wish(Struct, frozen=True):
    """An action that a person asks for."""

    person: str
    seat: int
    after: int
    key: str
    action: Action
    rtt_ms: int = 0  # of his page, as the server measured it


class Acting:
    """Asks tables on behalf of people."""

    def __init__(self, presence: Presence, rates: Rates, signals: Signals) -> None:
        self._presence = presence
        self._rates = rates
        self._signals = signals

    def ask(self, table: Table, wish: Wish, reply: Callable[[Told], None]) -> None:
        """Queue what is wished for; ``reply`` hears what came of it."""
        queued = self._queued(table, wish)
        refusal = None
        if table.ledger.accepted(wish.key) is None:
            refusal = "not_now" if queued is None else self._refusal(table, wish)
        if refusal is not None or queued is None:
            reply(outbound.Error(refusal or "not_now", table.id, {"key": wish.key}))
            return
        table.ask(
            Request(
                wish.seat,
                wish.after,
                wish.key,
                queued,
                partial(self._answered, table, wish, reply, table.ledger.at_ms),
                person=wish.person,
                rtt_ms=wish.rtt_ms,
            )
        )

    def _answered(
        self,
        table: Table,
        wish: Wish,
        reply: Callable[[Told], None],
        since_ms: int,
        answer: Answer,
    ) -> None:
        reply(told(table, wish.key, answer))
        if isinstance(answer, Accepted):
            self._signals.moved(table, wish.person, answer.version, since_ms)

    async def act(self, table: Table, wish: Wish) -> Told:
        """Ask, and wait for what comes of it."""
        answered: asyncio.Future[Told] = asyncio.get_running_loop().create_future()

        def reply(answer: Told) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.ask(table, wish, reply)
        return await answered

    def _refusal(self, table: Table, wish: Wish) -> str | None:
        """Why nothing is asked; None: it is."""
        ledger = table.ledger
        viewer = viewer_of(ledger, wish.person)
        if not isinstance(viewer, Seated) or wish.seat not in viewer.mine:
            return "forbidden"
        if not can(viewer, _RIGHTS.get(type(wish.action), Right.MOVE), scene_of(ledger)):
            return "forbidden"
        kind = str(wish.action.__struct_config__.tag)
        return None if self._rates.take(kind, wish.person, table.id) else "too_fast"

    def _queued(self, table: Table, wish: Wish) -> Queued | None:
        """The action as the table takes it; None if it is about somebody who is not there."""
        action = wish.action
        if not isinstance(action, AdmitAction):
            return action
        earlier = table.ledger.accepted(wish.key)
        if earlier is not None:
            before = msgspec.json.decode(earlier.action, type=Queued)
            return before if _is_same(table, before, action) else action
        candidates = candidates_of(table.ledger, self._presence.asking(table.id))
        one = find_candidate(table.id, candidates, wish.seat, action.watcher)
        return None if one is None else AdviserAction(one.person, one.name, action.admit)


def _is_same(table: Table, before: Queued, action: AdmitAction) -> bool:
    return (
        isinstance(before, AdviserAction)
        and watcher_number(table.id, before.person) == action.watcher
        and before.admit == action.admit
    )


def told(table: Table, key: str, answer: Answer) -> Told:
    """What a page is told of an answer."""
    match answer:
        case Accepted(version):
            return outbound.Ack(table.id, key, version)
        case Late(version):
            return outbound.Stale(table.id, key, version)
        case Denied(reasons):
            return outbound.Refused(table.id, key, format_reasons(table.ledger, reasons))
        case Failed():
            return outbound.Error(answer.code, table.id, {"key": key, **answer.detail})
