"""The score sheet: the events of a game as numbered rows, all of it for everybody to see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from wordsmith.rules.actions import Play
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Rejected,
    Resigned,
    TimedOut,
    Voted,
    WordMade,
)

if TYPE_CHECKING:
    from wordsmith.rules.state import State


class Kind(StrEnum):
    """What happened in a turn."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - a turn let go by, not a secret
    RESIGN = "resign"
    TIME = "time"
    WITHDRAWN = "withdrawn"  # challenged off, or voted down


_NOTHING = Play()


@dataclass(frozen=True, slots=True)
class Row:
    """A turn as the sheet has it."""

    seat: int
    kind: Kind
    total: int  # of that seat after it
    changed: int  # version of the table that wrote or last changed this row
    play: Play = _NOTHING
    words: tuple[WordMade, ...] = ()
    points: int = 0  # bonus included
    bonus: int = 0
    count: int = 0  # tiles exchanged
    bag_opened: bool = False


class Sheet:
    """The rows so far; ``note`` adds what an event means to them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._openers: set[int] = set()  # seats that opened the Tile bag since their last row
        self._proposed: Proposed | None = None

    def first_changed(self, since: int) -> int:
        """The index of the first row that somebody who knows version ``since`` lacks."""
        for index, row in enumerate(self.rows):
            if row.changed > since:
                return index
        return len(self.rows)

    def note(self, event: Event, after: State, version: int) -> None:
        """Write down ``event``, which led to ``after`` and belongs to the command ``version``."""
        match event:
            case Played() | Exchanged() | Passed() | Resigned() | TimedOut():
                self._turn(event, after, version)
            case BagOpened(seat):
                self._openers.add(seat)
            case Proposed():
                self._proposed = event
            case Rejected(seat):
                self._reject(seat, after, version)
            case ChallengeUpheld() | ChallengeFailed():
                self._challenge(event, after, version)
            case Drew() | Agreed() | Voted() | Accepted() | Ended():
                pass
            case _:
                assert_never(event)

    def _turn(
        self,
        event: Played | Exchanged | Passed | Resigned | TimedOut,
        after: State,
        version: int,
    ) -> None:
        total = after.scores[event.seat]
        match event:
            case Played(seat, play, words, bonus):
                row = Row(seat, Kind.PLAY, total, version, play, words, event.points, bonus)
            case Exchanged(seat, tiles):
                row = Row(seat, Kind.EXCHANGE, total, version, count=len(tiles))
            case Passed(seat):
                row = Row(seat, Kind.PASS, total, version)
            case Resigned(seat):
                row = Row(seat, Kind.RESIGN, total, version)
            case TimedOut(seat):
                row = Row(seat, Kind.TIME, total, version)
        self._write(row)

    def _write(self, row: Row) -> None:
        self.rows.append(replace(row, bag_opened=row.seat in self._openers))
        self._openers.discard(row.seat)

    def _reject(self, seat: int, after: State, version: int) -> None:
        proposed = self._proposed
        assert proposed is not None
        total = after.scores[seat]
        self._write(Row(seat, Kind.WITHDRAWN, total, version, proposed.play, proposed.words))

    def _challenge(
        self, event: ChallengeUpheld | ChallengeFailed, after: State, version: int
    ) -> None:
        index = self._last_play(event.mover)
        row = replace(self.rows[index], total=after.scores[event.mover], changed=version)
        if isinstance(event, ChallengeUpheld):
            self.rows[index] = replace(row, kind=Kind.WITHDRAWN, points=0, bonus=0)
            return
        self.rows[index] = replace(
            row, points=row.points + event.bonus, bonus=row.bonus + event.bonus
        )
        if event.loses_turn:
            self._write(Row(event.seat, Kind.PASS, after.scores[event.seat], version))

    def _last_play(self, seat: int) -> int:
        return max(
            index
            for index, row in enumerate(self.rows)
            if row.seat == seat and row.kind is Kind.PLAY
        )
