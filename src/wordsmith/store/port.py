"""What every store promises of tables, and the values that go in and out.

A row is one accepted command with all its events; ``seq`` counts them from 1 at each table and is
the version of the table. Settings, actions and events are JSON that the store never looks into.
What else a site keeps (people, talk, results) is asked for through ``store.database``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from wordsmith.errors import WordsmithError
from wordsmith.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Statement

Phase = Literal["gathering", "playing", "ended", "cancelled"]
PaceClass = Literal["none", "live", "slow"]


class StoreError(WordsmithError):
    """The store cannot be used: no such file, another program's file, a newer version's."""


class StoreUnavailable(StoreError):  # noqa: N818 - a state of the world, not a fault
    """This write did not happen, and nothing of it is kept; the disk is full or does not answer."""


class OutcomeUnknown(StoreUnavailable):
    """The connection was lost at the commit: asked again with the same key, the store can tell."""


@dataclass(frozen=True, slots=True)
class Command:
    """One accepted command."""

    table: str
    seq: int  # from 1
    at_ms: int  # wall time, since 1970
    seat: int | None  # None: the table itself
    key: str  # unique at the table: the same intent is never stored twice
    action: str  # what was asked, as JSON
    events: str  # what came of it, as JSON


@dataclass(frozen=True, slots=True)
class Place:
    """A seat, and who holds it."""

    person: str | None  # None: a bot, or nobody yet
    name: str = ""  # as shown


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat fared in a game that is over."""

    seat: int
    person: str | None
    level: str | None  # of a bot
    score: int
    place: int  # from 1; equal scores share it
    turns: int
    full_racks: int
    best_word: str  # "" if it made none
    best_word_points: int
    best_turn: int  # number of the turn, 0: none
    best_turn_points: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: written with its last command, once."""

    reason: str
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands after a command: what lists show and sweeps ask for, with no replay."""

    phase: Phase
    bots_due: bool  # a bot has to act
    summary: str  # JSON for the lists
    on_turn: int | None = None  # the seat whose act is waited for
    due_at_ms: int | None = None  # when a clock runs out; None: none runs
    listed: bool = False  # shown in the lobby
    places: tuple[Place, ...] | None = None  # None: as before
    result: Result | None = None  # with the last command of a game
    also: tuple[Statement, ...] = ()  # more to write with it, no guards: words a vote let in


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be made, with the command that is its row 1."""

    table: str
    key: str | None  # unique among tables: the same intent makes one table
    variant: str
    front: bool  # a game of the front page
    settings: str  # JSON
    first: Command
    standing: Standing  # with ``places``
    pace: PaceClass = "none"
    rated: bool = False
    invite: str | None = None  # secret of the invitation
    group: str | None = None  # whose word list it shares


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it stands; ``standing.places`` are there, ``standing.result`` is not."""

    table: str
    variant: str
    front: bool
    settings: str
    version: int  # seq of the last row
    at_ms: int  # of the last row
    standing: Standing
    pace: PaceClass
    rated: bool
    invite: str | None
    group: str | None

    @property
    def places(self) -> tuple[Place, ...]:
        """The seats in order."""
        return self.standing.places or ()


@dataclass(frozen=True, slots=True)
class Stored:
    """The command is on disk."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Another command has that number; the table is at ``version``."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This key is there already: ``command`` is what was stored with it."""

    command: Command


Outcome = Stored | Stale | Duplicate
"""What became of a command."""


class Store(Database, Protocol):
    """The port. Every write is on disk when it returns; StoreUnavailable if it did not happen."""

    @property
    def failure(self) -> str | None:
        """Why nothing can be written any more, until the program starts anew; None: all is well."""

    async def open(self) -> None:
        """Begin. StoreError if it cannot be used, StoreUnavailable if it does not answer."""

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then.

        One transaction: the row, the table, its seats, the result where there is one, and what
        is to be written with it.
        StoreError if there is no such table.
        """

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        """The commands of a table after number ``since``, in order."""

    async def follow(self, table: str, since: int) -> tuple[Sequence[Command], Sequence[Place]]:
        """The same, and who holds the seats after them: both as they were at one moment."""

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""

    async def invited(self, invite: str) -> TableRow | None:
        """The table of an invitation; None if there is none."""

    async def tables_of(self, person: str, limit: int = 100) -> Sequence[TableRow]:
        """The tables where a person holds a seat, the last played first."""

    async def lobby(self, limit: int = 100) -> Sequence[TableRow]:
        """The tables that are listed and gathering, the newest first."""

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The version of each of these tables that exists."""

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        """Tables where a bot has to act, the longest waiting first."""

    async def clocks_due(self, now_ms: int, limit: int = 100) -> Sequence[str]:
        """Tables where a clock has run out by ``now_ms``, the longest overdue first."""

    async def clocks_running(self) -> Sequence[str]:
        """Tables of live pace where a clock runs: for the time a site was down."""

    async def hand_over(self, person: str, to: str) -> None:
        """Every seat, message and result of one person is another's from now on."""

    async def close(self) -> None:
        """Finish what is queued, and let go of the file or the connections."""
