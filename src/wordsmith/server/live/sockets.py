"""The WebSocket: one connection a page, several tables on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from wordsmith.errors import IllegalAction, ParseError, WordsmithError
from wordsmith.rules.judging import Verdict, judge_play
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.scoring import Score
from wordsmith.server.guard.limits import TokenBucket
from wordsmith.server.live.outbox import Outbox
from wordsmith.server.messages import outbound
from wordsmith.server.messages.frames import (
    Act,
    FromPage,
    Hint,
    Join,
    Leave,
    Ping,
    Try,
    parse_message,
)
from wordsmith.server.messages.letters import parse_play
from wordsmith.server.messages.protocol import LARGEST_FRAME
from wordsmith.server.projection.projection import (
    Viewer,
    format_reason,
    project_hint,
    project_state,
    project_verdict,
    wire,
)
from wordsmith.server.tables.table import Accepted, Answer, Denied, Failed, Late, Request, Table

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.server.house import House
    from wordsmith.server.tables.ledger import Ledger

_log = logging.getLogger(__name__)
POLICY, TOO_LARGE, FAULT, FORBIDDEN, TOO_SLOW = 1008, 1009, 1011, 4003, 4008
_MOST_TABLES = 16  # on one connection
_MOST_SOCKETS = 20  # of one guest
_STRIKES = 3  # messages over the limit, before the connection is closed


@dataclass(slots=True)
class _Joined:
    """A table as this page looks at it."""

    table: Table
    lexicon: Lexicon
    viewer: Viewer
    known: int  # the version the page has


class Sockets:
    """The endpoint, and how many connections each guest has."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from the question whether it may be to its end."""
        if not self._house.origins.allow(socket):
            await socket.close(FORBIDDEN)  # before it is accepted: a plain 403
            return
        visit = await self._house.visitors.known(socket)
        await socket.accept()
        if visit is None:
            await socket.close(FORBIDDEN)
            return
        if self._open[visit.person] >= _MOST_SOCKETS:
            await socket.close(POLICY)
            return
        self._open[visit.person] += 1
        try:
            await Connection(socket, visit.person, self._house).run()
        finally:
            self._open[visit.person] -= 1
            self._open += Counter()  # forget those that are at nought


class Connection:
    """One page."""

    def __init__(self, socket: WebSocket, guest: str, house: House) -> None:
        self._socket = socket
        self._guest = guest
        self._house = house
        self._joined: dict[str, _Joined] = {}
        self._outbox = Outbox()
        settings = house.settings
        self._bucket = TokenBucket(settings.messages, settings.messages_per_s)
        self._strikes = 0
        self._hinting: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until the page goes, or is let go."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        full = asyncio.create_task(self._outbox.full.wait())
        tasks = (reading, writing, full)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for joined in self._joined.values():
                joined.table.watchers.discard(self)
            for task in tasks:
                task.cancel()
            read, *_ = await asyncio.gather(*tasks, return_exceptions=True)
        code = TOO_SLOW if self._outbox.full.is_set() else _code(read)
        if code is not None:
            with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                await asyncio.wait_for(self._socket.close(code), 5)

    def changed(self, table: Table) -> None:
        """Show a new version; a hand that was asked for is covered when the turn passes."""
        joined = self._joined[table.id]
        if joined.viewer.hand(table.ledger.game.state) is None:
            joined.viewer = Viewer(joined.viewer.mine)
        self._outbox.put(project_state(table.ledger, joined.viewer, joined.known, joined.lexicon))
        joined.known = table.ledger.version

    async def _read(self) -> int | None:
        """Take messages, one after the other; the code to close with, None if it is closed."""
        while True:
            received = await self._socket.receive()
            if received["type"] != "websocket.receive":
                return None
            text = received.get("text") or received.get("bytes") or b""
            if len(text) > LARGEST_FRAME:
                return TOO_LARGE
            await asyncio.sleep(0)  # a burst must not keep the answers from going out
            if self._bucket.take():
                await self._take(text)
            elif self._strikes == _STRIKES:
                return POLICY
            else:
                self._strikes += 1
                self._outbox.put(wire(outbound.Error("too_fast")))

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            await self._socket.send_text(frame.decode())

    async def _take(self, text: str | bytes) -> None:
        try:
            message = parse_message(text)
        except ParseError as error:
            self._refuse("bad_message", None, str(error))
            return
        try:
            await self._answer(message)
        except WordsmithError as error:  # the store or a word list is not there
            _log.error("%s", error)
            self._refuse("unavailable", getattr(message, "table", None))

    async def _answer(self, message: FromPage) -> None:
        match message:
            case Ping(number):
                self._outbox.put(wire(outbound.Pong(number)))
            case Leave(table):
                joined = self._joined.pop(table, None)
                if joined:
                    joined.table.watchers.discard(self)
            case Join() | Act() | Try() | Hint():
                await self._at_table(message)
            case _:
                pass

    async def _at_table(self, message: Join | Act | Try | Hint) -> None:
        table = await self._house.tables.get(message.table)
        if table is None:
            self._refuse("unknown_table", message.table)
            return
        mine = table.seats_of(self._guest)
        if not mine or (not isinstance(message, Join) and message.seat not in mine):
            self._refuse("forbidden", message.table)
            return
        match message:
            case Join():
                await self._join(table, mine, message)
            case Act():
                self._act(table, message)
            case Try():
                await self._try(table, mine, message)
            case Hint():
                self._hint(table, message)

    def _refuse(self, code: str, table: str | None, detail: str | None = None) -> None:
        self._outbox.put(wire(outbound.Error(code, table, detail)))

    async def _join(self, table: Table, mine: frozenset[int], message: Join) -> None:
        if len(self._joined) >= _MOST_TABLES and table.id not in self._joined:
            self._refuse("forbidden", table.id, "too many tables on one connection")
            return
        lexicon = await self._house.lexicons.of(table.ledger.variant)
        known = message.since if message.since <= table.ledger.version else 0
        self._joined[table.id] = _Joined(table, lexicon, Viewer(mine, message.seat), known)
        table.watchers.add(self)
        self.changed(table)

    def _act(self, table: Table, message: Act) -> None:
        def reply(answer: Answer) -> None:
            self._outbox.put(wire(_told(table.id, message.key, answer)))
            if isinstance(answer, Late) and table.id in self._joined:
                self.changed(table)

        table.ask(Request(message.seat, message.after, message.key, message.action, reply))

    async def _try(self, table: Table, mine: frozenset[int], message: Try) -> None:
        variant, state = table.ledger.variant, table.ledger.game.state
        joined = self._joined.get(table.id)
        viewer = joined.viewer if joined else Viewer(mine)
        lexicon = await self._house.lexicons.of(variant)
        if viewer.hand(state) != message.seat:  # what that hand holds is not to be found out
            verdict = Verdict(Score((), 0), (Reason(Code.NOT_ON_TURN),))
        else:
            verdict = _verdict(table.ledger, message, lexicon)
        self._outbox.put(project_verdict(table.id, message.id, verdict, lexicon, state.accepted))

    def _hint(self, table: Table, message: Hint) -> None:
        if self._hinting and not self._hinting.done():
            self._refuse("too_fast", table.id)
            return
        self._hinting = asyncio.create_task(self._find_hint(table, message))

    async def _find_hint(self, table: Table, message: Hint) -> None:
        found = await self._house.hints.find(table, message.seat)
        self._outbox.put(project_hint(table.id, message.id, found))


def _code(read: int | BaseException | None) -> int | None:
    """The code to close with after reading has ended; None: it is closed already, or by us."""
    if not isinstance(read, Exception):
        return read if isinstance(read, int) else None
    if isinstance(read, WebSocketDisconnect):
        return None
    _log.error("a connection failed", exc_info=read)
    return FAULT


def _verdict(ledger: Ledger, message: Try, lexicon: Lexicon) -> Verdict:
    variant, state = ledger.variant, ledger.game.state
    try:
        play = parse_play(variant, message.play)
    except IllegalAction as refusal:
        reasons = [reason for reason in refusal.reasons if isinstance(reason, Reason)]
        return Verdict(Score((), 0), tuple(reasons))
    return judge_play(variant, state, message.seat, play, lexicon)


def _told(table: str, key: str, answer: Answer) -> outbound.FromServer:
    match answer:
        case Accepted(version):
            return outbound.Ack(table, key, version)
        case Late(version):
            return outbound.Stale(table, key, version)
        case Denied(reasons):
            return outbound.Refused(table, key, [format_reason(reason) for reason in reasons])
        case Failed(code):
            return outbound.Error(code, table, {"key": key})
