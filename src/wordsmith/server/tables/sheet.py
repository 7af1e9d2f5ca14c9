"""The score sheet: the events of a game as numbered rows, all of it for everybody to see."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct
from msgspec.structs import replace

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


class Row(Struct, frozen=True):
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


class Sheet(Struct, frozen=True):
    """The rows so far; ``noting`` gives them with what an event means to them."""

    rows: tuple[Row, ...] = ()
    openers: frozenset[int] = frozenset()  # seats that opened the Tile bag since their last row
    proposed: Proposed | None = None

    def first_changed(self, since: int) -> int:
        """The index of the first row that somebody who knows version ``since`` lacks."""
        for index, row in enumerate(self.rows):
            if row.changed > since:
                return index
        return len(self.rows)

    def noting(self, event: Event, after: State, version: int) -> Sheet:
        """The sheet after ``event``, which led to ``after`` and belongs to command ``version``."""
        match event:
            case Played() | Exchanged() | Passed() | Resigned() | TimedOut():
                return self._turn(event, after, version)
            case BagOpened(seat):
                return replace(self, openers=self.openers | {seat})
            case Proposed():
                return replace(self, proposed=event)
            case Rejected(seat, words):
                return self._rejected(seat, words, after, version)
            case ChallengeUpheld() | ChallengeFailed():
                return self._challenged(event, after, version)
            case Drew() | Agreed() | Voted() | Accepted() | Ended():
                return self
            case _:
                assert_never(event)

    def _turn(
        self,
        event: Played | Exchanged | Passed | Resigned | TimedOut,
        after: State,
        version: int,
    ) -> Sheet:
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
        return self.with_row(row)

    def with_row(self, row: Row) -> Sheet:
        """The sheet with one more row."""
        written = replace(row, bag_opened=row.seat in self.openers)
        return replace(self, rows=(*self.rows, written), openers=self.openers - {row.seat})

    def _rejected(self, seat: int, refused: tuple[str, ...], after: State, version: int) -> Sheet:
        """The words that were voted on: those that the list has were no reason."""
        proposed = self.proposed
        assert proposed is not None
        words = tuple([made for made in proposed.words if made.word in refused])
        return self.with_row(
            Row(seat, Kind.WITHDRAWN, after.scores[seat], version, proposed.play, words)
        )

    def _challenged(
        self, event: ChallengeUpheld | ChallengeFailed, after: State, version: int
    ) -> Sheet:
        index = self._last_play(event.mover)
        row = replace(self.rows[index], total=after.scores[event.mover], changed=version)
        if isinstance(event, ChallengeUpheld):
            return self._changed(index, replace(row, kind=Kind.WITHDRAWN, points=0, bonus=0))
        row = replace(row, points=row.points + event.bonus, bonus=row.bonus + event.bonus)
        if not event.loses_turn:
            return self._changed(index, row)
        passed = Row(event.seat, Kind.PASS, after.scores[event.seat], version)
        return self._changed(index, row).with_row(passed)

    def _changed(self, index: int, row: Row) -> Sheet:
        return replace(self, rows=(*self.rows[:index], row, *self.rows[index + 1 :]))

    def _last_play(self, seat: int) -> int:
        return max(
            index
            for index, row in enumerate(self.rows)
            if row.seat == seat and row.kind is Kind.PLAY
        )
