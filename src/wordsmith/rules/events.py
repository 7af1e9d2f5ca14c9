"""What has happened: past-tense values with every settled fact, enough to replay a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordsmith.rules.actions import Play
    from wordsmith.rules.tiles import Tiles


class EndReason(StrEnum):
    """What ended a game."""

    OUT = "out"  # the bag and one hand are empty
    STALL = "stall"  # too many turns without points
    RESIGNED = "resigned"  # one seat is left
    TIME = "time"  # one seat is left, the last of the others by time-out
    AGREED = "agreed"
    TARGET = "target"  # the target score was reached


@dataclass(frozen=True, slots=True)
class WordMade:
    """A word of a turn, with its points."""

    word: str  # capitals, wild tiles too
    square: int  # its first square
    across: bool
    points: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance gave a seat these tiles from the bag."""

    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Played:
    """A turn was laid, and scored; the turn passes on."""

    seat: int
    play: Play
    words: tuple[WordMade, ...]
    bonus: int = 0  # for a full hand

    @property
    def points(self) -> int:
        """What the turn scored."""
        return sum([word.points for word in self.words]) + self.bonus


@dataclass(frozen=True, slots=True)
class Exchanged:
    """These tiles went back to the bag (the new ones were drawn before); the turn passes on."""

    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Passed:
    """The turn went by."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat left the game; its tiles are out of play."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat lost on time; its tiles are out of play."""

    seat: int


@dataclass(frozen=True, slots=True)
class BagOpened:
    """A seat looked into the Tile bag."""

    seat: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """A seat agreed to end the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A play with unknown words waits for the votes of the other seats."""

    seat: int
    play: Play
    words: tuple[WordMade, ...]
    bonus: int
    unknown: tuple[str, ...]  # the words to vote on, in capitals


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat accepted or rejected the proposed play."""

    seat: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Rejected:
    """The vote went against the proposed play: nothing changed, its seat is on turn again."""

    seat: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """The next seat let a last turn stand that it could have challenged."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeUpheld:
    """The turn before was bad: it goes back whole and counts as a turn without points."""

    seat: int  # the challenger
    mover: int
    words: tuple[str, ...]  # the bad ones


@dataclass(frozen=True, slots=True)
class ChallengeFailed:
    """The turn before was good."""

    seat: int  # the challenger
    mover: int
    words: tuple[str, ...]  # those that were challenged
    bonus: int  # points for the mover
    loses_turn: bool  # whether the challenger's turn is gone


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    reason: EndReason
    winners: tuple[int, ...]  # seats; equal scores share the place
    reckoning: tuple[int, ...]  # points added to each seat for tiles left in hands


Event = (
    Drew
    | Played
    | Exchanged
    | Passed
    | Resigned
    | TimedOut
    | BagOpened
    | Agreed
    | Proposed
    | Voted
    | Rejected
    | Accepted
    | ChallengeUpheld
    | ChallengeFailed
    | Ended
)
"""Everything that can happen."""
