"""What the server sends, as types; docs/protocol.md and web/src/protocol.ts say the same.

Nothing here has a field for anything hidden: a ``View`` can hold one hand, that of its viewer.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class WhyNot(Struct):
    """Why a word does not count."""

    code: str
    lemma: str
    detail: str


class Reason(Struct):
    """One thing that is wrong with an action."""

    code: str
    squares: tuple[int, ...]
    word: str
    square: int | None
    across: bool | None
    why: WhyNot | None


class ShownPlay(Struct):
    """A play on the board."""

    laid: list[tuple[int, str]]
    swapped: list[tuple[int, str]]


class MadeWord(Struct):
    """A word of a turn."""

    word: str
    shown: str
    square: int
    across: bool
    points: int


class TriedWord(MadeWord):
    """A word that a play would make."""

    ok: bool
    why: WhyNot | None


class Turn(Struct):
    """A row of the score sheet."""

    n: int
    seat: int
    kind: str
    laid: list[tuple[int, str]]
    swapped: list[tuple[int, str]]
    words: list[MadeWord]
    points: int
    bonus: int
    total: int
    count: int
    bag_opened: bool


class ViewSeat(Struct):
    """A seat as everybody sees it."""

    name: str
    kind: str
    level: str | None
    mine: bool
    score: int
    hand: int
    resigned: bool
    agreed: bool


class Proposal(Struct):
    """A play with unknown words that waits for votes."""

    seat: int
    play: ShownPlay
    words: tuple[str, ...]
    votes: dict[str, bool]


class EndRow(Struct):
    """What a seat ended with."""

    seat: int
    before: int
    reckoned: int
    total: int
    tiles: str


class Ended(Struct):
    """How the game ended."""

    reason: str
    winners: tuple[int, ...]
    rows: list[EndRow]


class View(Struct):
    """A table as one visitor may see it."""

    table: str
    variant: str
    rules: dict[str, str]
    differences: dict[str, str]
    seats: list[ViewSeat]
    viewer: int | None
    on_turn: int
    turn: int
    phase: str
    board: str
    rack: str | None
    fresh: str
    bag: int
    tile_bag: str
    unseen: str | None
    unseen_count: int
    scoreless: int
    proposal: Proposal | None
    ended: Ended | None
    start: str


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


class Hinted(Struct, tag_field="type", tag="hinted"):
    """A turn that could be made."""

    table: str
    id: int
    play: ShownPlay | None
    score: int
    words: list[str]


class Error(Struct, tag_field="type", tag="error", omit_defaults=True):
    """A message that led to nothing."""

    code: str
    table: str | None = None
    detail: Any = None


class Pong(Struct, tag_field="type", tag="pong"):
    """Here."""

    id: int


FromServer = TableState | Ack | Stale | Refused | Tried | Hinted | Error | Pong


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
    seats: list[LineSeat]
    on_turn: int
    ended: bool
    mine: list[int]
    version: int
    at: str
    front: bool


class WordEntry(Struct):
    """A word at a table."""

    word: str
    shown: str
    legal: bool
    why: WhyNot | None
    gloss: str | None
    points: int


class ShownVariant(Struct):
    """A variant that ships."""

    id: str
    language: str
    alphabet: str
    width: int
    height: int
    premiums: str
    tiles: list[tuple[str, int, int]]
    seats: tuple[int, int]
    groups: tuple[str, ...]
    defaults: dict[str, str]


class ShownParameter(Struct, omit_defaults=True):
    """A rule that a table may change."""

    name: str
    kind: str
    choices: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None


class Catalogue(Struct):
    """What can be played here."""

    version: str
    compiled: bool
    levels: tuple[str, ...]
    variants: list[ShownVariant]
    parameters: list[ShownParameter]
