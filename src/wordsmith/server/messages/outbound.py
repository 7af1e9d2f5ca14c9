"""What the server sends, as types; docs/protocol.md and web/src/protocol.ts say the same.

How a table looks to one visitor is in ``shown``.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from wordsmith.server.messages.protocol import Pace  # noqa: TC001 - msgspec reads it
from wordsmith.server.messages.shown import (
    Gathering,
    GatheringSeat,
    MadeWord,
    ShownPlay,
    Turn,
    View,
    WhyNot,
)


class Reason(Struct):
    """One thing that is wrong with an action."""

    code: str
    squares: tuple[int, ...]
    word: str
    square: int | None
    across: bool | None
    why: WhyNot | None


class TriedWord(MadeWord):
    """A word that a play would make."""

    ok: bool
    why: WhyNot | None


class TableState(Struct, tag_field="type", tag="state"):
    """A table now, and the rows of its sheet that are new."""

    table: str
    version: int
    view: View
    turns: list[Turn]
    from_: int = field(name="from")


class Ack(Struct, tag_field="type", tag="ack"):
    """Stored."""

    table: str
    key: str
    version: int


class Stale(Struct, tag_field="type", tag="stale"):
    """Somebody was first."""

    table: str
    key: str
    version: int


class Refused(Struct, tag_field="type", tag="refused"):
    """The rules say no."""

    table: str
    key: str
    reasons: list[Reason]


class Tried(Struct, tag_field="type", tag="tried"):
    """What a play would make."""

    table: str
    id: int
    legal: bool
    score: int
    bonus: int
    words: list[TriedWord]
    reasons: list[Reason]


class Why(Struct):
    """Why a turn is good: ``why.CODE`` of the texts, and what it is about."""

    code: str
    words: list[str]
    n: int


class HintedTurn(Struct):
    """One more turn that could be made."""

    play: ShownPlay
    score: int
    words: list[str]
    why: Why


class Hinted(Struct, tag_field="type", tag="hinted"):
    """A turn that could be made, and others that are unlike it."""

    table: str
    id: int
    play: ShownPlay | None
    score: int
    words: list[str]
    why: Why | None
    others: list[HintedTurn]


class Error(Struct, tag_field="type", tag="error", omit_defaults=True):
    """A message that led to nothing."""

    code: str
    table: str | None = None
    detail: Any = None


class Pong(Struct, tag_field="type", tag="pong"):
    """Here."""

    id: int


class GatheringNow(Struct, tag_field="type", tag="gathering"):
    """Instead of a state while a table gathers, or was cancelled then."""

    table: str
    version: int
    gathering: Gathering


class AdviserHere(Struct):
    """A spectator who advises a seat, or asks to."""

    watcher: int
    name: str
    seat: int
    admitted: bool


class Presence(Struct, tag_field="type", tag="presence"):
    """Who has the table open."""

    table: str
    here: list[int]
    watching: int
    advisers: list[AdviserHere]


class Declined(Struct, tag_field="type", tag="declined"):
    """Whoever plays this seat does without the adviser who asked: this visitor."""

    table: str
    seat: int


class Message(Struct):
    """Something that was said at a table, as one visitor may read it."""

    n: int
    at: str
    seat: int | None
    name: str
    channel: str
    to: int | None
    text: str
    mine: bool
    hidden: bool


class Said(Struct, tag_field="type", tag="said", omit_defaults=True):
    """Somebody has said something."""

    table: str
    message: Message
    key: str | None = None  # of the intent, for the page that asked


class Pulse(Struct, tag_field="type", tag="pulse"):
    """The server's time, and the version of each joined table."""

    id: int
    now: int
    tables: dict[str, int]


FromServer = (
    TableState
    | Ack
    | Stale
    | Refused
    | Tried
    | Hinted
    | Error
    | Pong
    | GatheringNow
    | Presence
    | Declined
    | Said
    | Pulse
)
"""What goes over the socket."""


class LineSeat(Struct):
    """A seat in a list of tables."""

    name: str
    kind: str
    level: str | None
    score: int


class TableLine(Struct):
    """A table in a list."""

    table: str
    variant: str
    phase: str
    pace: Pace
    seats: list[LineSeat]
    on_turn: int
    ended: bool
    mine: list[int]
    version: int
    at: str
    due: str | None
    group: str | None
    rematch: str | None
    front: bool


class LobbyLine(Struct):
    """An open table that may still be joined."""

    table: str
    variant: str
    pace: Pace
    rated: bool
    seats: list[GatheringSeat]
    differences: dict[str, str]
    at: str


class Seal(Struct):
    """The bag one can check; before the end only the hash."""

    hash: str
    salt: str | None
    order: str | None
    ok: bool | None


class GroupWord(Struct):
    """A word that a group has let in."""

    word: str
    language: str
    at: str
    table: str | None


class WordEntry(Struct):
    """A word at a table."""

    word: str
    shown: str
    legal: bool
    why: WhyNot | None
    gloss: str | None
    points: int
