"""The rows of one table: written one after the other, and read when others have written.

Time in which this program could hear nobody is put into the next row that it writes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.tables.counting import count_stored
from wordsmith.server.tables.duties import standing_of, words_let_in
from wordsmith.server.tables.happenings import Paused, format_row
from wordsmith.server.tables.pacing import clock_after
from wordsmith.store import Command, Stored

if TYPE_CHECKING:
    from wordsmith.server.tables.hints import Hint, Hints
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.moment import Moment
    from wordsmith.server.tables.step import Step
    from wordsmith.server.tables.timekeeping import Timekeeper
    from wordsmith.store import Outcome, Standing, Store


class Entry(Struct, frozen=True):
    """What a row says of who asked for it."""

    seat: int | None
    key: str
    action: str  # as it is stored
    at_ms: int  # when it was asked, by the time of the table
    rtt_ms: int = 0  # to the page of whoever asked


class Logbook:
    """Lets a ledger go on, by what is stored and nothing else."""

    def __init__(self, ledger: Ledger, store: Store, time_: Timekeeper, hints: Hints) -> None:
        self._ledger = ledger
        self._hints = hints
        self._store = store
        self._time = time_
        self._pace = ledger.settings.pace_class
        self._still_ms = time_.stood_still_ms  # of that, what the clocks know of
        self._lost_ms: int | None = None  # since when the store does not take what happens
        self.checked = time.monotonic()  # when the ledger was last known to be as stored

    def now_ms(self) -> int:
        """The time by which the table is played."""
        return self._time.now_ms(self._pace)

    def away_ms(self) -> int:
        """The time in which this program could hear nobody, since the clocks were set."""
        if self._pace != "live" or self._ledger.due_at_ms is None:
            return 0
        still = self._time.stood_still_ms - self._still_ms
        lost = 0 if self._lost_ms is None else self.now_ms() - self._lost_ms
        return max(0, still + lost)

    def note_lost(self) -> None:
        """The store did not take something."""
        if self._lost_ms is None:
            self._lost_ms = self.now_ms()

    async def write(self, entry: Entry, step: Step) -> Outcome:
        """Write a row; if another program was first, read what it has written."""
        ledger, before, away = self._ledger, self._ledger.moment, self.away_ms()
        version, wall_ms = ledger.version + 1, self._time.wall_ms()
        happened = (Paused(away), *step.happened) if away else step.happened
        after = before.after(happened, version, wall_ms, step.states)
        clock = clock_after(before, after, happened, entry.at_ms, entry.rtt_ms)
        if clock is not None:
            happened, after = (*happened, clock), after.at_table(clock)
        events = format_row(happened, ledger.variant.alphabet)
        command = Command(
            ledger.table, version, wall_ms, entry.seat, entry.key, entry.action, events
        )
        outcome = await self._store.append(command, self._standing(before, after, step))
        if isinstance(outcome, Stored):
            ledger.go_on(command, after, step.places)
            self._is_as_stored()
            count_stored()
            self._hints.give(command, seats_change=step.places is not None)
        else:
            await self.read_on()
        return outcome

    async def follow(self, hint: Hint | None) -> None:
        """Go on to where others have come; where there is more than they say it is read."""
        if hint is not None and hint.version <= self._ledger.version:
            return
        command = None if hint is None else hint.command()
        if command is not None and command.seq == self._ledger.version + 1:
            self._ledger.take(command)
            self._is_as_stored()
        else:
            await self.read_on()

    async def read_on(self) -> None:
        """Take what other programs have written meanwhile, and who holds the seats."""
        ledger = self._ledger
        commands, places = await self._store.follow(ledger.table, ledger.version)
        for command in commands:
            ledger.take(command)
            self._is_as_stored()
        ledger.replace_places(places)
        self.checked = time.monotonic()

    def _standing(self, before: Moment, after: Moment, step: Step) -> Standing:
        places, moved = step.places or self._ledger.places, step.places is not None
        also = words_let_in(self._ledger.table, before, after)
        return standing_of(after, places, before, moved=moved, also=also)

    def _is_as_stored(self) -> None:
        self.checked = time.monotonic()
        self._still_ms, self._lost_ms = self._time.stood_still_ms, None
