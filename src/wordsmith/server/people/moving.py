"""What a guest had, when he turns out to be somebody known: it becomes that person's.

The store moves seats, messages and results (``Store.hand_over``); here is the rest. Processes that
hold his tables in memory are told on the bus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.bus import Bus

TOPIC = "persons"

_MOVES = (
    "UPDATE sanctions SET person = $2 WHERE person = $1",
    "UPDATE subscriptions SET person = $2 WHERE person = $1",
    "UPDATE reports SET by_person = $2 WHERE by_person = $1",
    "UPDATE reports SET whom = $2 WHERE whom = $1",
    """
    INSERT INTO mutes (person, whom, since_ms)
    SELECT $2, whom, since_ms FROM mutes WHERE person = $1 AND whom <> $2
    ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO mutes (person, whom, since_ms)
    SELECT person, $2, since_ms FROM mutes WHERE whom = $1 AND person <> $2
    ON CONFLICT DO NOTHING
    """,
)
_ENDS = (
    "DELETE FROM mutes WHERE person = $1 OR whom = $1",
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM persons WHERE id = $1 AND login IS NULL",
)


class Moved(msgspec.Struct, frozen=True):
    """What was one person's is another's."""

    was: str
    now: str


def moving(guest: str, person: str) -> Iterator[Statement]:
    """Write down that what was a guest's is a person's; again is nothing."""
    for sql in _MOVES:
        yield Statement(sql, (guest, person))


def leaving(guest: str) -> Iterator[Statement]:
    """Write down that there is no such guest any more."""
    for sql in _ENDS:
        yield Statement(sql, (guest,))


def tell_moved(bus: Bus, was: str, now: str) -> None:
    """Let every process look again at whose seats are whose."""
    bus.publish(TOPIC, msgspec.json.encode(Moved(was, now)))


def on_moved(bus: Bus, hear: Callable[[Moved], None]) -> Callable[[], None]:
    """Hear of it, here or elsewhere; call what is returned to stop."""
    decoder = msgspec.json.Decoder(Moved)
    return bus.subscribe(TOPIC, lambda message: hear(decoder.decode(message)))
