"""What a page says over its line, and what is answered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.judging import Verdict, judge_play
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.scoring import Score
from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.guard.viewers import Adviser, Seated
from wordsmith.server.live.acting import Told, Wish
from wordsmith.server.live.connection import TOO_FAST
from wordsmith.server.messages import outbound
from wordsmith.server.messages.frames import (
    Act,
    Advise,
    Beat,
    Blur,
    Decline,
    FromPage,
    Hint,
    Join,
    Leave,
    Ping,
    Say,
    Try,
)
from wordsmith.server.messages.letters import parse_play
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.projection.presences import find_candidate
from wordsmith.server.projection.verdicts import project_hint, project_verdict
from wordsmith.server.projection.viewing import hand_of, scene_of, viewer_of

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.house import House
    from wordsmith.server.live.connection import Connection
    from wordsmith.server.live.hall import Hall
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.table import Table


class Conversation:
    """Takes every message of every page."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall

    async def take(self, page: Connection, message: FromPage) -> None:
        """Answer a message. WordsmithError if the store or a word list is not there."""
        match message:
            case Ping(number):
                page.tell(outbound.Pong(number))
            case Beat(number):
                page.reach.beat(number)
            case Leave(table):
                self._hall.leave(page, table)
            case _:
                await self._at_table(page, message)

    async def _at_table(
        self, page: Connection, message: Join | Act | Try | Hint | Say | Advise | Decline | Blur
    ) -> None:
        table = await self._house.tables.get(message.table)
        if table is None:
            page.refuse("unknown_table", message.table)
            return
        if not table.seats_of(page.person) and not page.may_look_on():
            if not page.warn(table.id):
                page.let_go(TOO_FAST)
            return
        match message:
            case Join():
                await self._join(page, table, message)
            case Act():
                self._act(page, table, message)
            case Try():
                await self._try(page, table, message)
            case Hint():
                self._hint(page, table, message)
            case Say():
                await self._say(page, table, message)
            case Advise():
                await self._advise(page, table, message)
            case Decline():
                self._decline(page, table, message)
            case Blur():
                self._blur(page, table)

    async def _join(self, page: Connection, table: Table, message: Join) -> None:
        refusal = await self._hall.join(page, table, message.since, message.seat)
        if refusal is not None:
            page.refuse(refusal, table.id)

    def _act(self, page: Connection, table: Table, message: Act) -> None:
        def reply(told: Told) -> None:
            page.tell(told)
            joined = page.joined.get(table.id)
            if isinstance(told, outbound.Stale) and joined is not None and not joined.is_behind:
                page.bring(joined)

        wish = Wish(
            page.person,
            message.seat,
            message.after,
            message.key,
            message.action,
            page.reach.rtt_ms,
        )
        self._hall.acting.ask(table, wish, reply)

    async def _try(self, page: Connection, table: Table, message: Try) -> None:
        ledger, viewer = table.ledger, self._viewer(page, table)
        speaks = message.seat in viewer.mine if isinstance(viewer, Seated) else False
        advises = isinstance(viewer, Adviser) and viewer.seat == message.seat
        if not (speaks or advises) or not can(viewer, Right.TRY, scene_of(ledger)):
            page.refuse("forbidden", table.id)
            return
        lexicon = await self._house.lexicons.of(ledger.variant)
        if hand_of(ledger, viewer) != message.seat:  # what it holds is not to be found out
            verdict = Verdict(Score((), 0), (Reason(Code.NOT_ON_TURN),))
        else:
            verdict = verdict_of(ledger, message, lexicon)
        page.put(project_verdict(ledger, message.id, verdict, lexicon))

    def _hint(self, page: Connection, table: Table, message: Hint) -> None:
        viewer = self._viewer(page, table)
        if not isinstance(viewer, Seated) or message.seat not in viewer.mine:
            page.refuse("forbidden", table.id)
        elif not can(viewer, Right.HINT, scene_of(table.ledger)):
            page.put(project_hint(table.id, message.id, None))
        elif page.asking is not None and not page.asking.done():
            page.refuse("too_fast", table.id)
        else:
            page.asking = asyncio.create_task(self._find_hint(page, table, message))

    async def _find_hint(self, page: Connection, table: Table, message: Hint) -> None:
        found = await self._house.hints.find(table, message.seat)
        page.put(project_hint(table.id, message.id, found))

    async def _say(self, page: Connection, table: Table, message: Say) -> None:
        try:
            said = await self._house.talk.say(table, page.person, message)
            page.tell(outbound.Said(table.id, said, message.key))
        except Refusal as refusal:
            page.refuse(refusal.code, table.id, {"key": message.key, **refusal.detail})

    async def _advise(self, page: Connection, table: Table, message: Advise) -> None:
        ledger, viewer = table.ledger, self._viewer(page, table)
        taken = message.seat >= len(ledger.seats) or ledger.seats[message.seat].is_bot
        if taken or table.id not in page.joined or not can(viewer, Right.ADVISE, scene_of(ledger)):
            page.refuse("forbidden", table.id)
        elif not self._hall.rates.take("advise", page.person, table.id):
            page.refuse("too_fast", table.id)
        else:
            person = await self._house.people.persons.find(page.person)
            name = person.name if person is not None else ""
            self._hall.ask_to_advise(page, table.id, name, message.seat)

    def _decline(self, page: Connection, table: Table, message: Decline) -> None:
        ledger, viewer = table.ledger, self._viewer(page, table)
        plays = isinstance(viewer, Seated) and message.seat in viewer.mine
        asking = self._hall.presence.asking(table.id)
        one = find_candidate(table.id, asking, message.seat, message.watcher)
        if not plays or not can(viewer, Right.ADMIT, scene_of(ledger)):
            page.refuse("forbidden", table.id)
        elif not self._hall.rates.take("admit", page.person, table.id):
            page.refuse("too_fast", table.id)
        elif one is not None:  # else he has gone meanwhile, and asks no more
            self._hall.presence.decline(table.id, one)

    def _blur(self, page: Connection, table: Table) -> None:
        ledger = table.ledger
        if ledger.phase == "playing" and ledger.game.state.on_turn in ledger.seats_of(page.person):
            self._hall.signals.blurred(table.id, page.person)

    def _viewer(self, page: Connection, table: Table) -> Viewer:
        """Who looks: as the page was shown the table last, if it has it open."""
        joined = page.joined.get(table.id)
        if joined is None:
            return viewer_of(table.ledger, page.person, moderator=page.is_moderator)
        joined.look()
        return joined.viewer


def verdict_of(ledger: Ledger, message: Try, lexicon: Lexicon) -> Verdict:
    """What the play would make that a page has in mind."""
    variant, state = ledger.variant, ledger.game.state
    try:
        play = parse_play(variant, message.play)
    except IllegalAction as refusal:
        reasons = [reason for reason in refusal.reasons if isinstance(reason, Reason)]
        return Verdict(Score((), 0), tuple(reasons))
    return judge_play(variant, state, message.seat, play, lexicon)
