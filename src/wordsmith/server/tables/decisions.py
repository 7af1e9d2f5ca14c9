"""May this happen at a table? An action becomes a step, or is refused."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import Vote
from wordsmith.rules.clock import CREDIT_MOST_MS
from wordsmith.rules.events import (
    Accepted,
    ChallengeFailed,
    ChallengeUpheld,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
)
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.referee import Shuffle, course_of, decide, events_of, time_out
from wordsmith.rules.state import apply_all
from wordsmith.server.messages import protocol
from wordsmith.server.messages.letters import parse_action
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables import accord, gathering
from wordsmith.server.tables.errands import (
    AwayErrand,
    ForsakenErrand,
    ModeratorErrand,
    RematchErrand,
)
from wordsmith.server.tables.happenings import Paused, Resumed
from wordsmith.server.tables.pacing import is_up
from wordsmith.server.tables.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.rules.reasons import Words
    from wordsmith.rules.referee import Chance
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.requests import Request

_shuffle = Shuffle(random.SystemRandom())
_TURNS = (Played, Exchanged, Passed, Proposed, Accepted, ChallengeUpheld, ChallengeFailed)


def is_late(ledger: Ledger, request: Request) -> bool:
    """Whether the table has gone on since the version that an action was made for.

    A move is taken as long as the game waits for the same as then: that others vote, agree or
    talk the table over does not make it late. Resigning and acts of the table are taken always.
    """
    if request.after > ledger.version:
        return True
    resigns = isinstance(request.action, protocol.ResignAction)
    if resigns or not isinstance(request.action, protocol.Move):
        return False
    return request.after < ledger.moment.waiting_version


def play(ledger: Ledger, seat: int, action: protocol.Move, words: Words) -> Step:
    """What the rules make of a move; one of the seat on turn ends a rest of the clocks."""
    if not ledger.has_begun:
        raise Refusal(409, "not_now")
    if ledger.phase == "cancelled":
        raise IllegalAction(Reason(Code.GAME_OVER))
    wanted = parse_action(ledger.variant, action)
    state = ledger.game.state
    course = course_of(ledger.variant, state, seat, wanted, words, _chance(ledger))
    events, states = events_of(course), tuple([after for _, after in course])
    if ledger.paused and any(isinstance(event, _TURNS) for event in events):
        return Step((Resumed(), *events), states=states)
    return Step(events, states=states)


def act(ledger: Ledger, request: Request, now_ms: int, is_here: Callable[[str, str], bool]) -> Step:
    """What comes of an act that concerns the table and not the game. Refusal, IllegalAction."""
    seat, action = request.seat, request.action
    match action:
        case AwayErrand(ms):
            return Step((Paused(ms),))
        case RematchErrand(table):
            return accord.rematch(ledger, table)
        case ModeratorErrand():
            return accord.call_off(ledger)
        case ForsakenErrand(version):
            return gathering.forsake(ledger, version, partial(is_here, ledger.table))
        case protocol.SitAction() if request.person is not None:
            return gathering.claim(ledger, action, request.person)
        case _ if seat is None or seat >= len(ledger.seats):
            raise Refusal(403, "forbidden")
    if ledger.phase == "gathering":
        who = request.person or ledger.places[seat].person or ""
        return _gather(ledger, seat, who, action, is_here)
    return _settle(ledger, seat, action, now_ms)


def _gather(
    ledger: Ledger,
    seat: int,
    person: str,
    action: object,
    is_here: Callable[[str, str], bool],
) -> Step:
    match action:
        case protocol.RiseAction():
            return gathering.rise(ledger, seat)
        case protocol.KickAction(other):
            return gathering.kick(ledger, person, other, partial(is_here, ledger.table))
        case protocol.BeginAction():
            return gathering.begin(ledger, person)
        case protocol.CancelAction():
            return gathering.call_off(ledger, person)
        case _:
            raise Refusal(409, "not_now")


def _settle(ledger: Ledger, seat: int, action: object, now_ms: int) -> Step:
    match action:
        case protocol.CancelAction(agree):
            return accord.cancel(ledger, seat, agree=agree)
        case protocol.PauseAction(agree):
            return accord.pause(ledger, seat, agree=agree)
        case protocol.ResumeAction():
            return accord.resume(ledger, seat)
        case protocol.NudgeAction():
            return accord.nudge(ledger, seat, now_ms)
        case protocol.AdviserAction():
            return accord.admit(ledger, seat, action)
        case protocol.RiseAction() | protocol.KickAction() | protocol.BeginAction():
            raise Refusal(409, "started")
        case _:
            raise Refusal(409, "not_now")


def flag(
    ledger: Ledger, words: Words, now_ms: int, rtt_ms: int = CREDIT_MOST_MS, away_ms: int = 0
) -> Step | None:
    """What follows when the time of a seat, or of a vote, is up; None if neither is.

    Who has not spoken when a vote is over has let the words in.
    """
    moment = ledger.moment
    if not is_up(moment, now_ms, rtt_ms, away_ms):
        return None
    state, variant, chance = ledger.game.state, ledger.variant, _chance(ledger)
    if moment.vote_by_ms is None:
        assert moment.clock is not None
        assert moment.clock.running is not None
        return Step(time_out(variant, state, moment.clock.running, chance))
    events: tuple[Event, ...] = ()
    for silent in moment.awaited:
        after = apply_all(state, events)
        events += decide(variant, after, silent, Vote(accept=True), words, chance)
    return Step(events)


def _chance(ledger: Ledger) -> Chance:
    """The sealed bag; games of the first format were not sealed."""
    return ledger.moment.bag or _shuffle
