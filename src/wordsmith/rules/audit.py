"""Does a whole game follow from the rules? Every event is brought about again, and compared.

Which words there are is not asked here: a word counts where the record says that it did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import (
    Action,
    Agree,
    Challenge,
    Exchange,
    OpenBag,
    Pass,
    Resign,
    Vote,
)
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Resigned,
    TimedOut,
    Voted,
)
from wordsmith.rules.reasons import WhyNot
from wordsmith.rules.referee import deal, decide, time_out
from wordsmith.rules.state import apply_all, initial_state
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from wordsmith.rules.game import Game
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Departure:
    """The first event of a game that the rules do not bring about."""

    number: int  # from 1
    found: Event | None  # None: the game stops short of it
    due: Event | None  # what follows by the rules; None: nothing does
    reasons: tuple[object, ...] = ()  # why it is refused, each a ``rules.reasons.Reason``


def audit(game: Game) -> Departure | None:
    """Where a game departs from the rules; None: nowhere.

    Tiles drawn are taken from the record; only that they were due and in the bag is asked.
    """
    state, at = game.start, 0
    if game.events and state == initial_state(game.variant, len(state.racks), state.accepted):
        due = deal(game.variant, state, _AsTold(game.events))
        departure = _compared(game.events, 0, due)
        if departure:
            return departure
        state, at = apply_all(state, due), len(due)
    while at < len(game.events):
        try:
            due = _brought_about(game.variant, state, game.events[at:])
        except IllegalAction as refusal:
            return Departure(at + 1, game.events[at], None, refusal.reasons)
        departure = _compared(game.events, at, due)
        if departure:
            return departure
        state, at = apply_all(state, due), at + len(due)
    return None


def _compared(events: Sequence[Event], at: int, due: Sequence[Event]) -> Departure | None:
    """Where the events from ``at`` on are not those due; none due is a departure as well."""
    if not due:
        return Departure(at + 1, events[at], None)
    for number, event in enumerate(due, start=at):
        found = events[number] if number < len(events) else None
        if found != event:
            return Departure(number + 1, found, event)
    return None


def _brought_about(variant: Variant, state: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """What the act that the first event tells of brings about; nothing if it tells of none.

    IllegalAction if the rules refuse it.
    """
    chance, first = _AsTold(events), events[0]
    if isinstance(first, TimedOut):
        return time_out(variant, state, first.seat, chance)
    act = _act_of(first, events[1] if len(events) > 1 else None)
    if act is None:
        return ()
    words = _Told(_doubted(first))
    return decide(variant, state, act.seat, act.action, words, chance)


@dataclass(frozen=True, slots=True)
class _Act:
    seat: int
    action: Action


def _act_of(first: Event, second: Event | None) -> _Act | None:
    """What a seat must have asked for; None where events do not begin so."""
    match first:
        case Drew(seat) if isinstance(second, Exchanged):
            return _Act(seat, Exchange(second.tiles))
        case Played(seat, play) | Proposed(seat, play):
            return _Act(seat, play)
        case Voted(seat, accept):
            return _Act(seat, Vote(accept))
        case _:
            action = _SIGNALS.get(type(first))
            return _Act(first.seat, action) if action and hasattr(first, "seat") else None


_SIGNALS: dict[type, Pass | Resign | OpenBag | Agree | Challenge] = {
    Passed: Pass(),
    Accepted: Pass(),
    Resigned: Resign(),
    BagOpened: OpenBag(),
    Agreed: Agree(),
    ChallengeUpheld: Challenge(),
    ChallengeFailed: Challenge(),
}


def _doubted(event: Event) -> Container[str]:
    """The words that did not count when ``event`` happened."""
    match event:
        case Proposed():
            return event.unknown
        case ChallengeUpheld():
            return event.words
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class _Told:
    """Every word counts, but those that the record says did not."""

    doubted: Container[str]

    def __contains__(self, word: str, /) -> bool:
        return word not in self.doubted

    def why_not(self, word: str, /) -> WhyNot:
        """Because the record says so."""
        return WhyNot("unknown", lemma=word)


@dataclass(slots=True)
class _AsTold:
    """Chance that draws what is told of; what cannot be is drawn otherwise, and found out so."""

    events: Sequence[Event]
    at: int = field(default=0)

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The tiles of the next draw, if they are as many as are due and in the bag."""
        while self.at < len(self.events):
            event, self.at = self.events[self.at], self.at + 1
            if isinstance(event, Drew):
                told = event.tiles
                possible = len(told) == count and not told.missing_from(bag)
                return told if possible else Tiles(bag.codes[:count])
        return Tiles(bag.codes[:count])
