"""Tables as one visitor may see them, as types; docs/protocol.md and web/src/protocol.ts agree.

Nothing here has a field for anything hidden: a ``View`` can hold one hand, that of its viewer.
"""

from __future__ import annotations

from msgspec import Struct

from wordsmith.server.messages.protocol import Pace  # noqa: TC001 - msgspec reads it


class WhyNot(Struct):
    """Why a word does not count."""

    code: str
    lemma: str
    detail: str


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
    voted: bool  # not in the list: a vote let it in, here or at an earlier table of the group


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


class Clock(Struct):
    """The clocks of a table; times in ms since 1970 by the server's clock."""

    left_ms: list[int | None]  # by seat, when the clock was last set; None: has none
    running: int | None  # seat
    since: int
    deadline: int | None
    paused: bool
    now: int  # as it was sent


class Nudge(Struct):
    """Whether the seat on turn may be reminded."""

    after: int  # ms since 1970
    done: bool


class Rematch(Struct):
    """The table where the same people play again."""

    table: str
    sat: int  # seats taken there


class SharedView(Struct):
    """What everybody sees of a table who looks at the same moment of it."""

    table: str
    variant: str
    rules: dict[str, str]
    differences: dict[str, str]
    on_turn: int
    turn: int
    phase: str
    board: str
    bag: int
    scoreless: int
    proposal: Proposal | None
    ended: Ended | None
    start: str
    pace: Pace
    clock: Clock | None
    rated: bool
    talk: bool
    watching: bool
    advisers: bool
    delayed_s: int
    cancel_agreed: list[int]
    pause_agreed: list[int]
    nudge: Nudge | None
    seal: str
    rematch: Rematch | None
    cancelled: bool


class View(SharedView):
    """A table as one visitor may see it."""

    seats: list[ViewSeat]
    viewer: int | None
    rack: str | None
    fresh: str
    tile_bag: str
    unseen: str | None
    unseen_count: int
    group: str | None
    watcher: bool
    advises: int | None
    host: bool


class GatheringSeat(Struct):
    """A seat of a table that gathers."""

    kind: str
    name: str
    level: str | None
    here: bool
    rating: int | None
    reserved: bool


class Gathering(Struct):
    """A table before it begins, as one visitor may see it."""

    table: str
    variant: str
    pace: Pace
    listed: bool
    rated: bool
    talk: bool
    watching: bool
    advisers: bool
    rules: dict[str, str]
    differences: dict[str, str]
    group_words: int
    seating: str
    seats: list[GatheringSeat]
    mine: list[int]
    host: bool
    invite: str | None
    sheet: str
    phase: str
    forsaken: bool
    rematch_of: str | None
