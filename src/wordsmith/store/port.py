"""What every store promises, and the values that go in and out.

A row is one accepted command with all its events; ``seq`` counts them from 1 at each table and is
the version of the table. Settings, actions and events are JSON that the store never looks into.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from wordsmith.errors import WordsmithError

if TYPE_CHECKING:
    from collections.abc import Sequence


class StoreError(WordsmithError):
    """The store cannot be used: no such file, another program's file, a newer version's."""


class StoreUnavailable(StoreError):  # noqa: N818 - a state of the world, not a fault
    """This write did not happen, and nothing of it is kept; the disk is full or does not answer."""


@dataclass(frozen=True, slots=True)
class Command:
    """One accepted command."""

    table: str
    seq: int  # from 1: the deal
    at_ms: int  # wall time, since 1970
    seat: int | None  # None: the table itself, in row 1
    key: str  # unique at the table: the same intent is never stored twice
    action: str  # what was asked, as JSON
    events: str  # what came of it, as JSON


@dataclass(frozen=True, slots=True)
class Standing:
    """What lists of tables show and sweeps ask for, so that no game need be replayed for it."""

    ended: bool
    bots_due: bool  # a bot has to act
    summary: str  # JSON for the lists


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be made, with the command that is its row 1."""

    table: str
    key: str | None  # unique among tables: the same intent makes one table
    variant: str
    front: bool  # a game of the front page
    settings: str  # JSON
    seats: tuple[str | None, ...]  # guest of each seat; None: a bot
    first: Command
    standing: Standing


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it stands."""

    table: str
    variant: str
    front: bool
    settings: str
    seats: tuple[str | None, ...]
    version: int  # seq of the last row
    at_ms: int  # of the last row
    standing: Standing


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


class Store(Protocol):
    """The port. Every write is on disk when it returns; StoreUnavailable if it did not happen."""

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then.

        StoreError if there is no such table.
        """

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        """The commands of a table after number ``since``, in order."""

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""

    async def tables_of(self, guest: str, limit: int = 100) -> Sequence[TableRow]:
        """The tables where a guest holds a seat, the last played first."""

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        """Tables where a bot has to act, the longest waiting first."""

    async def add_guest(self, guest: str, at_ms: int) -> None:
        """Remember a guest by the SHA-256 of his cookie; again is nothing."""

    async def has_guest(self, guest: str) -> bool:
        """Whether this guest is known."""

    async def close(self) -> None:
        """Finish what is queued, and let go of the file."""
