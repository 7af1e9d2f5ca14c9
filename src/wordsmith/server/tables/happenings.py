"""What happens at a table besides the game itself: events of a row, beside those of the rules.

A row is a list of both, in the order in which they happened, and as JSON.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import Struct

from wordsmith.notation.records import format_events, parse_events
from wordsmith.rules.events import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.rules.alphabet import Alphabet

_TAG = "event"


class Made(Struct, tag_field=_TAG, tag="made", frozen=True):
    """The table is there, with its settings; whoever made it is the host."""

    host: int  # seat


class Sat(Struct, tag_field=_TAG, tag="sat", frozen=True):
    """A person took an open seat; who it is stands with the places."""

    seat: int


class Rose(Struct, tag_field=_TAG, tag="rose", frozen=True):
    """A person left his seat before the game, and it is open again."""

    seat: int
    host: int | None  # the seat of whoever is the host now; None: nobody is left


class Kicked(Struct, tag_field=_TAG, tag="kicked", frozen=True):
    """The host opened a seat: of a guest who was away, or one that was reserved."""

    seat: int


class Began(Struct, tag_field=_TAG, tag="began", frozen=True):
    """The game begins; the first hands follow in the same row."""

    order: tuple[int, ...]  # for each seat of the game, its number until now; the rest is gone
    bag: str  # every tile, the next one first, as letters: seen by nobody before the end
    salt: str  # likewise
    hash: str  # of both, shown from now on
    words: tuple[str, ...]  # accepted by the group before, in capitals


class ClockSet(Struct, tag_field=_TAG, tag="clock", frozen=True):
    """How much time everybody has left, and whose clock runs from when on."""

    left_ms: tuple[int | None, ...]  # by seat; None: has no clock
    credit_ms: tuple[int, ...]  # by seat: lag that can still be made good
    running: int | None  # seat
    since_ms: int
    paused: bool = False
    vote_by_ms: int | None = None  # until when a vote is open; who is silent then accepts


class CancelAgreed(Struct, tag_field=_TAG, tag="cancel_agreed", frozen=True):
    """A seat would have it that nobody wins, or no longer."""

    seat: int
    agree: bool = True


class Cancelled(Struct, tag_field=_TAG, tag="cancelled", frozen=True, omit_defaults=True):
    """The table is over without a result."""

    forsaken: bool = False  # nobody called it off: nobody came back to it


class PauseAgreed(Struct, tag_field=_TAG, tag="pause_agreed", frozen=True):
    """A seat would have the clocks rest, or no longer."""

    seat: int
    agree: bool = True


class Paused(Struct, tag_field=_TAG, tag="paused", frozen=True):
    """The clocks rest: until somebody lets them run, or for ``ms`` in which the server was away."""

    ms: int | None = None


class Resumed(Struct, tag_field=_TAG, tag="resumed", frozen=True):
    """The clocks run again."""


class Nudged(Struct, tag_field=_TAG, tag="nudged", frozen=True):
    """A seat reminded whoever is waited for."""

    seat: int


class Admitted(Struct, tag_field=_TAG, tag="admitted", frozen=True):
    """A seat took an adviser, or took leave of him."""

    seat: int
    person: str
    name: str
    admit: bool


class Rematched(Struct, tag_field=_TAG, tag="rematch", frozen=True):
    """The same people play again at another table."""

    table: str


Happening = (
    Made
    | Sat
    | Rose
    | Kicked
    | Began
    | ClockSet
    | CancelAgreed
    | Cancelled
    | PauseAgreed
    | Paused
    | Resumed
    | Nudged
    | Admitted
    | Rematched
)
"""Everything that happens at a table besides the game."""

Happened = Happening | Event
"""Everything a row may hold."""

_KINDS = frozenset(get_args(Happening))
_TAGS = frozenset([kind.__struct_config__.tag for kind in _KINDS])


def is_at_table(event: Happened) -> bool:
    """Whether it happened at the table, not in the game; asked of every event, so in one step."""
    return type(event) in _KINDS


def format_row(happened: Iterable[Happened], alphabet: Alphabet) -> str:
    """The events of a row as JSON; ``parse_row`` reads it back."""
    told: list[Any] = []
    parts: Iterable[tuple[bool, Iterable[Any]]] = groupby(happened, is_at_table)
    for at_table, events in parts:
        told += events if at_table else format_events(events, alphabet)
    return msgspec.json.encode(told).decode()


def parse_row(events: str, alphabet: Alphabet) -> tuple[Happened, ...]:
    """The events of a row. ParseError if they are none of ours."""
    return tuple(_parsed(msgspec.json.decode(events), alphabet))


def _parsed(told: list[Any], alphabet: Alphabet) -> Iterator[Happened]:
    for event in told:
        if event[_TAG] in _TAGS:
            yield msgspec.convert(event, Happening)
        else:
            yield from parse_events([event], alphabet)
