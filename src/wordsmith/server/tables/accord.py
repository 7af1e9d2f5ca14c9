"""What players settle among themselves while a game goes on, beside its rules.

A bot never stands in the way: what all agree on is what all people agree on who still play. Who
plays on, or leaves, has taken his consent back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.clock import PaceKind
from wordsmith.rules.reasons import Code, Reason
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.happenings import (
    Admitted,
    CancelAgreed,
    Cancelled,
    Nudged,
    PauseAgreed,
    Paused,
    Rematched,
    Resumed,
)
from wordsmith.server.tables.step import Step

if TYPE_CHECKING:
    from wordsmith.server.messages.protocol import AdviserAction
    from wordsmith.server.tables.ledger import Ledger


def cancel(ledger: Ledger, seat: int, *, agree: bool) -> Step:
    """A seat would have it that nobody wins; when all people would, so it is."""
    demand_playing(ledger, seat)
    said = CancelAgreed(seat, agree)
    agreed = ledger.cancel_agreed | {seat}
    return Step((said, Cancelled()) if agree and _all_people(ledger, agreed) else (said,))


def call_off(ledger: Ledger) -> Step:
    """Nobody wins, and nobody at the table is asked: a moderator's act."""
    if ledger.phase not in ("gathering", "playing"):
        raise Refusal(409, "not_now")
    return Step((Cancelled(),))


def pause(ledger: Ledger, seat: int, *, agree: bool) -> Step:
    """A seat would have the clocks of a game by correspondence rest; when all would, they do."""
    demand_playing(ledger, seat)
    by_days = ledger.settings.timing.kind is PaceKind.DAYS
    if not by_days or ledger.paused or ledger.game.state.proposal:
        raise Refusal(409, "not_now")
    said = PauseAgreed(seat, agree)
    agreed = ledger.pause_agreed | {seat}
    return Step((said, Paused()) if agree and _all_people(ledger, agreed) else (said,))


def resume(ledger: Ledger, seat: int) -> Step:
    """Any seat lets the clocks run again."""
    demand_playing(ledger, seat)
    if not ledger.paused:
        raise Refusal(409, "not_now")
    return Step((Resumed(),))


def nudge(ledger: Ledger, seat: int, now_ms: int) -> Step:
    """A seat reminds whoever is waited for, once; not before he has had a while."""
    demand_playing(ledger, seat)
    after, waited_for = ledger.nudge_after_ms, ledger.moment.awaited
    people = [other for other in waited_for if not ledger.seats[other].is_bot]
    if after is None or seat in waited_for or not people or ledger.nudged:
        raise Refusal(409, "not_now")
    if now_ms < after:
        raise Refusal(409, "too_early", after=after)
    return Step((Nudged(seat),))


def admit(ledger: Ledger, seat: int, asked: AdviserAction) -> Step:
    """A seat takes somebody who looks on for its adviser, or takes leave of him."""
    demand_playing(ledger, seat)
    if not ledger.settings.advisers or ledger.seats_of(asked.person):
        raise Refusal(403, "forbidden")
    advised = [other for other, (person, _) in ledger.admitted.items() if person == asked.person]
    if asked.admit and advised not in ([], [seat]):  # nobody looks into two hands
        raise Refusal(403, "forbidden")
    if not asked.admit and advised != [seat]:
        raise Refusal(409, "not_now")
    return Step((Admitted(seat, asked.person, asked.name, asked.admit),))


def rematch(ledger: Ledger, table: str) -> Step:
    """The same people play again at another table."""
    if ledger.phase not in ("ended", "cancelled") or not ledger.has_begun:
        raise Refusal(409, "not_now")
    return Step((Rematched(table),))


def demand_playing(ledger: Ledger, seat: int) -> None:
    """IllegalAction unless this seat plays in a game that goes on; Refusal if none has begun."""
    if not ledger.has_begun:
        raise Refusal(409, "not_now")
    if ledger.phase != "playing":
        raise IllegalAction(Reason(Code.GAME_OVER))
    if seat in ledger.game.state.out:
        raise IllegalAction(Reason(Code.RESIGNED))


def _all_people(ledger: Ledger, agreed: frozenset[int]) -> bool:
    """Whether everybody of flesh and blood who still plays has agreed with one of his seats."""
    seats, places = ledger.seats, ledger.places

    def who(seat: int) -> object:
        return places[seat].person or seat

    people = {who(seat) for seat in ledger.game.state.playing if not seats[seat].is_bot}
    return people <= {who(seat) for seat in agreed}
