"""What a GCG file says, line by line, before any rule is asked: players, events, notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What an event line tells."""

    MOVE = "move"
    PASS = "pass"  # noqa: S105 - a turn let go by
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"  # the move before was challenged off
    CHALLENGE_BONUS = "challenge bonus"
    RACK_POINTS = "points for the tiles of others"
    RACK_LOSS = "points lost for own tiles"
    TIME = "time penalty"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a table."""

    nick: str  # without blanks; differs from the others'
    name: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event line, with the notes that follow it."""

    seat: int
    kind: Kind
    score: int  # points added, or taken where negative
    total: int  # of the seat, after it
    rack: str = ""  # "" where it is not known
    place: str = ""  # of a move: 8H, K5;G6, *I5;J8
    tiles: str = ""  # of a move, an exchange, or those in brackets; "" if only counted
    count: int = 0  # tiles exchanged that are not named
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)  # number in the file, from 1


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole file."""

    players: tuple[Player, ...]  # by seat
    entries: tuple[Entry, ...]
    pragmata: tuple[
        tuple[str, str], ...
    ] = ()  # (name, text): title, lexicon, ...; none of those below
    racks: tuple[str, ...] = ()  # by seat: the hands of an unfinished game; "" where not known
    incomplete: bool = False
    preface: tuple[str, ...] = ()  # notes before the first event
    warnings: tuple[str, ...] = field(default=(), compare=False)  # what was read with some doubt

    def pragma(self, name: str) -> str:
        """The text of a pragma; empty if there is none."""
        return dict(self.pragmata).get(name, "")
