"""What was said, as one visitor may read it: only here does it become something to be sent."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wordsmith.server.messages.outbound import Message
from wordsmith.server.talk.hearing import Hearing

if TYPE_CHECKING:
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.talk.hearing import Hearer, Spoken
    from wordsmith.server.talk.offensive import Offensive


def show(spoken: Spoken, ledger: Ledger, hearer: Hearer, offensive: Offensive) -> Message | None:
    """A message for this hearer; None if it is not for him.

    What offends is masked here and kept as it was written: lists change, and a moderator has to
    see what was said.
    """
    hearing = hearer.hears(spoken)
    if hearing is Hearing.NOTHING:
        return None
    readable = hearing is Hearing.ALL and not spoken.hidden
    return Message(
        n=spoken.n,
        at=shown_time(spoken.at_ms),
        seat=seat_now(spoken, ledger),
        name=offensive.mask(spoken.name),
        channel=spoken.channel,
        to=spoken.to_seat,
        text=offensive.mask(spoken.words) if readable else "",
        mine=spoken.person == hearer.person,
        hidden=spoken.hidden,
    )


def shown_time(at_ms: int) -> str:
    """A time in ISO, to the second."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")


def seat_now(spoken: Spoken, ledger: Ledger) -> int | None:
    """The seat of whoever spoke: seats may get other numbers when the game begins."""
    seats = ledger.seats_of(spoken.person)
    if spoken.seat is None or not seats:
        return None
    return spoken.seat if spoken.seat in seats else min(seats)
