"""Who has which table open, in all processes of the site.

Each process keeps its own pages and tells the others by the bus: what it tells is the whole of one
table, numbered, so that a late message changes nothing, and it is told again every few seconds, so
that a lost one is made good and the pages of a process that died are forgotten. A page that goes
takes only itself away: whoever comes back before his old line is found dead stays here.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from wordsmith.server.projection.presences import Candidate  # noqa: TC001 - msgspec reads it

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordsmith.bus import Bus

TOPIC = "presence"
DECLINED = "declined"
KEPT_S = 16.0
"""What another process has told holds for so long: three pulses, with which it is repeated."""

DECLINED_S = 120.0
"""Whoever was declined does not ask the same seat again so soon."""


class Report(Struct, frozen=True):
    """Who has a table open in one process."""

    process: str
    number: int
    table: str
    playing: tuple[str, ...] = ()  # persons who hold a seat
    watching: int = 0
    asking: tuple[Candidate, ...] = ()


class Decline(Struct, frozen=True):
    """A seat does without this adviser."""

    table: str
    person: str
    seat: int


@dataclass(slots=True)
class Looking:
    """What a page does at a table."""

    person: str
    plays: bool
    asks: Candidate | None = None


@dataclass(slots=True)
class _Heard:
    report: Report
    at: float


@dataclass(slots=True)
class _Here:
    pages: dict[object, Looking] = field(default_factory=dict)
    elsewhere: dict[str, _Heard] = field(default_factory=dict)  # by process
    declined: dict[tuple[str, int], float] = field(default_factory=dict)  # who, by which seat


_decoder = msgspec.json.Decoder(Report)
_decline_decoder = msgspec.json.Decoder(Decline)


class Presence:
    """Pages by table. ``changed`` hears of each table where somebody came or went.

    ``declined`` hears of whoever asked here to advise and is not wanted.
    """

    def __init__(
        self,
        bus: Bus,
        changed: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        declined: Callable[[Decline], None] = lambda _decline: None,
    ) -> None:
        self._process = secrets.token_hex(8)
        self._bus = bus
        self._changed = changed
        self._clock = clock
        self._declined = declined
        self._number = 0
        self._tables: dict[str, _Here] = {}
        self._stops = (
            bus.subscribe(TOPIC, self._hear),
            bus.subscribe(DECLINED, self._hear_declined),
        )

    def close(self) -> None:
        """Tell the others that everybody here is gone."""
        for stop in self._stops:
            stop()
        for table, here in self._tables.items():
            if here.pages:
                here.pages.clear()
                self._publish(table, here)
        self._tables.clear()

    def come(self, table: str, page: object, looking: Looking) -> None:
        """A page has a table open, or does something else there."""
        self._tables.setdefault(table, _Here()).pages[page] = looking
        self._tell(table)

    def go(self, table: str, page: object) -> None:
        """A page has it open no more. Whoever has another page open is still here."""
        here = self._tables.get(table)
        if here is None or here.pages.pop(page, None) is None:
            return
        self._tell(table)
        self._forget_empty(table)

    def looking(self, table: str, page: object) -> Looking | None:
        """What a page does at a table; None if it has it not open."""
        here = self._tables.get(table)
        return None if here is None else here.pages.get(page)

    def playing(self, table: str) -> frozenset[str]:
        """Persons with a seat who have the table open anywhere."""
        return frozenset([person for report in self._reports(table) for person in report.playing])

    def watching(self, table: str) -> int:
        """How many look on."""
        return sum([report.watching for report in self._reports(table)])

    def asking(self, table: str) -> tuple[Candidate, ...]:
        """Spectators who would advise somebody."""
        found = {asking for report in self._reports(table) for asking in report.asking}
        return _sorted(found)

    def decline(self, table: str, asking: Candidate) -> None:
        """A seat does without him who asks: wherever his pages are, he asks no more."""
        told = Decline(table, asking.person, asking.seat)
        self._bus.publish(DECLINED, msgspec.json.encode(told))

    def was_declined(self, table: str, person: str, seat: int) -> bool:
        """Whether this seat has declined him a short while ago."""
        here = self._tables.get(table)
        at = None if here is None else here.declined.get((person, seat))
        return at is not None and self._clock() - at < DECLINED_S

    def repeat(self, tables: Iterable[str]) -> None:
        """Tell of these tables again, and forget what others have not repeated."""
        stale = self._clock() - KEPT_S
        for table in tables:
            here = self._tables.get(table)
            if here is None:
                continue
            if here.pages:
                self._publish(table, here)
            old = [process for process, heard in here.elsewhere.items() if heard.at < stale]
            for process in old:
                del here.elsewhere[process]
            if old:
                self._changed(table)
            self._forget_empty(table)

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table that somebody has open."""
        return tuple(self._tables)

    def _reports(self, table: str) -> list[Report]:
        here = self._tables.get(table)
        if here is None:
            return []
        stale = self._clock() - KEPT_S
        others = [heard.report for heard in here.elsewhere.values() if heard.at >= stale]
        return [self._own(table, here), *others]

    def _own(self, table: str, here: _Here) -> Report:
        looking = here.pages.values()
        watching = {one.person for one in looking if not one.plays}
        return Report(
            process=self._process,
            number=self._number,
            table=table,
            playing=tuple(sorted({one.person for one in looking if one.plays})),
            watching=len(watching),
            asking=_sorted({one.asks for one in looking if one.asks is not None}),
        )

    def _tell(self, table: str) -> None:
        self._publish(table, self._tables[table])
        self._changed(table)

    def _publish(self, table: str, here: _Here) -> None:
        self._number += 1
        self._bus.publish(TOPIC, msgspec.json.encode(self._own(table, here)))

    def _hear(self, message: bytes) -> None:
        report = _decoder.decode(message)
        if report.process == self._process:
            return
        here = self._tables.setdefault(report.table, _Here())
        heard = here.elsewhere.get(report.process)
        if heard is not None and heard.report.number > report.number:
            return  # overtaken by what it told later
        here.elsewhere[report.process] = _Heard(report, self._clock())
        if heard is None or _differ(heard.report, report):
            self._changed(report.table)

    def _hear_declined(self, message: bytes) -> None:
        told = _decline_decoder.decode(message)
        here = self._tables.get(told.table)
        if here is None:
            return
        here.declined[told.person, told.seat] = self._clock()
        asking = [page for page, looking in here.pages.items() if _asks(looking, told)]
        for page in asking:
            here.pages[page] = Looking(told.person, plays=False)
        if asking:
            self._tell(told.table)
            self._declined(told)

    def _forget_empty(self, table: str) -> None:
        here = self._tables.get(table)
        if here is not None and not here.pages and not here.elsewhere:
            del self._tables[table]


def _asks(looking: Looking, told: Decline) -> bool:
    asks = looking.asks
    return asks is not None and (asks.person, asks.seat) == (told.person, told.seat)


def _differ(one: Report, other: Report) -> bool:
    return (one.playing, one.watching, one.asking) != (
        other.playing,
        other.watching,
        other.asking,
    )


def _sorted(asking: Iterable[Candidate]) -> tuple[Candidate, ...]:
    return tuple(sorted(asking, key=lambda one: (one.seat, one.name, one.person)))
