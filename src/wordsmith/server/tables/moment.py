"""A table at one version, as a value: ``after`` is the only thing that makes the next one."""

from __future__ import annotations

from functools import reduce
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from wordsmith.rules.clock import Clock, PaceKind
from wordsmith.rules.events import (
    Accepted,
    ChallengeFailed,
    ChallengeUpheld,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Resigned,
    TimedOut,
)
from wordsmith.rules.game import Game
from wordsmith.rules.sealed_bag import Seal, SealedBag, parse_order
from wordsmith.rules.state import apply, initial_state
from wordsmith.server.tables.agreement import SeatSettings, TableSettings
from wordsmith.server.tables.happenings import (
    Admitted,
    Began,
    CancelAgreed,
    Cancelled,
    ClockSet,
    Happened,
    Happening,
    Kicked,
    Made,
    Nudged,
    PauseAgreed,
    Paused,
    Rematched,
    Resumed,
    Rose,
    Sat,
    is_at_table,
)
from wordsmith.server.tables.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant
    from wordsmith.store import Phase

_HOUR_MS = 3_600_000
_NUDGE_MS = 600_000, 60_000, 24 * _HOUR_MS
"""How long somebody may think before he is reminded: without a clock, with one, by days."""

_BLANK = Sheet()


class Moment(Struct, frozen=True):
    """Everything about a table but who holds its seats. A struct: it is replaced at every event."""

    agreed: TableSettings
    variant: Variant
    phase: Phase
    seats: tuple[SeatSettings, ...]
    at_ms: int = 0  # of the last command
    host: int | None = None  # seat
    game: Game | None = None
    sheet: Sheet = _BLANK
    seal: Seal | None = None
    bag: SealedBag | None = None  # what is left of the sealed order
    clock: Clock | None = None
    vote_by_ms: int | None = None
    paused: bool = False  # by consent
    cancel_agreed: frozenset[int] = frozenset()
    pause_agreed: frozenset[int] = frozenset()
    waiting_since_ms: int = 0  # for whoever is waited for now
    waiting_version: int = 0  # of the command since which he is
    nudged: bool = False  # he was reminded
    admitted: tuple[tuple[int, tuple[str, str]], ...] = ()  # seat, and person and name
    rematch: str | None = None
    forsaken: bool = False  # called off because nobody came back

    def after(
        self,
        happened: Iterable[Happened],
        version: int,
        at_ms: int,
        states: Iterable[State] = (),
    ) -> Moment:
        """The table after a command, the ``version``-th, that led to these events.

        ``states``: the positions after each event of the game, if they are known already.
        """
        step, known = self, iter(states)
        parts: Iterable[tuple[bool, Iterable[Any]]] = groupby(happened, is_at_table)
        for at_table, events in parts:
            if at_table:
                step = reduce(Moment.at_table, events, step)
            else:
                step = _in_game(step, tuple(events), known, version)
        if _awaited_in(step) == _awaited_in(self):
            return replace(step, at_ms=at_ms)
        return replace(
            step, at_ms=at_ms, waiting_since_ms=at_ms, waiting_version=version, nudged=False
        )

    @property
    def nudge_after_ms(self) -> int | None:
        """From when on whoever is waited for may be reminded; None: nobody is."""
        if self.phase != "playing" or self.paused:
            return None
        pace = self.agreed.timing
        without, live, slow = _NUDGE_MS
        if pace.kind is PaceKind.NONE:
            return self.waiting_since_ms + without
        if pace.kind is PaceKind.DAYS:
            return self.waiting_since_ms + min(slow, pace.time_ms // 2)
        return self.waiting_since_ms + live

    @property
    def due_at_ms(self) -> int | None:
        """When somebody's time is up, or that of a vote; None: never, as things are."""
        if self.phase != "playing" or self.clock is None:
            return None
        return self.vote_by_ms if self.vote_by_ms is not None else self.clock.deadline_ms

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose act the game waits for."""
        if self.phase != "playing" or self.game is None:
            return ()
        return awaited(self.game.state)

    def at_table(self, event: Happening) -> Moment:
        """The table after something that happened besides the game."""
        match event:
            case Made(host):
                return replace(self, host=host)
            case Sat(seat):
                return self._with_seat(seat, SeatSettings("human"))
            case Rose(seat, host):
                return replace(self._with_seat(seat, SeatSettings("open")), host=host)
            case Kicked(seat):
                return self._with_seat(seat, SeatSettings("open"))
            case Began():
                return self._begun(event)
            case ClockSet():
                return self._with_clock(event)
            case Cancelled(forsaken):
                return replace(self, phase="cancelled", forsaken=forsaken)
            case Rematched(table):
                return replace(self, rematch=table)
            case CancelAgreed() | PauseAgreed() | Paused() | Resumed() | Nudged() | Admitted():
                return self._among_players(event)
            case _:
                assert_never(event)

    def _among_players(
        self, event: CancelAgreed | PauseAgreed | Paused | Resumed | Nudged | Admitted
    ) -> Moment:
        match event:
            case CancelAgreed(seat, agree):
                return replace(self, cancel_agreed=_with(self.cancel_agreed, seat, agree=agree))
            case PauseAgreed(seat, agree):
                return replace(self, pause_agreed=_with(self.pause_agreed, seat, agree=agree))
            case Paused(ms):
                return self if ms is not None else replace(self, paused=True)
            case Resumed():
                return replace(self, paused=False, pause_agreed=frozenset())
            case Nudged():
                return replace(self, nudged=True)
            case Admitted(seat, person, name, admit):
                others = [entry for entry in self.admitted if entry[0] != seat]
                kept = [(seat, (person, name))] if admit else []
                return replace(self, admitted=tuple(sorted([*others, *kept])))
            case _:
                assert_never(event)

    def _with_seat(self, seat: int, sitting: SeatSettings) -> Moment:
        return replace(self, seats=(*self.seats[:seat], sitting, *self.seats[seat + 1 :]))

    def _begun(self, event: Began) -> Moment:
        seats = tuple([self.seats[seat] for seat in event.order])
        start = initial_state(self.variant, len(seats), frozenset(event.words))
        order = parse_order(event.bag, self.variant.alphabet)
        seal = Seal(order, event.salt, event.hash)
        return replace(
            self,
            phase="playing",
            seats=seats,
            host=event.order.index(self.host) if self.host in event.order else None,
            game=Game.replay(self.variant, start, ()),
            seal=seal,
            bag=SealedBag.of(seal),
        )

    def _with_clock(self, event: ClockSet) -> Moment:
        clock = Clock(
            self.agreed.timing,
            event.left_ms,
            event.credit_ms,
            event.running,
            event.since_ms,
            event.paused,
        )
        return replace(self, clock=clock, vote_by_ms=event.vote_by_ms)


def _in_game(
    now: Moment, events: tuple[Event, ...], known: Iterator[State], version: int
) -> Moment:
    """The table after events of the game; the next of ``known`` are the positions they led to."""
    assert now.game is not None
    game, sheet = now.game, now.sheet
    state = game.state
    for event in events:
        state = next(known, None) or apply(state, event)
        sheet = sheet.noting(event, state, version)
    after = replace(
        now,
        game=Game(game.variant, game.start, (*game.events, *events), state),
        sheet=sheet,
        bag=now.bag.followed_by(events) if now.bag else None,
        phase="ended" if state.ended else now.phase,
    )
    return _without_agreement(after, events)


def _without_agreement(now: Moment, events: Iterable[Event]) -> Moment:
    """Who plays on, or leaves, has nothing to agree on any more."""
    if not (now.cancel_agreed or now.pause_agreed):
        return now
    seats = {event.seat for event in events if isinstance(event, _PLAYED_ON)}
    return replace(
        now,
        cancel_agreed=now.cancel_agreed - seats,
        pause_agreed=now.pause_agreed - seats,
    )


_PLAYED_ON = (
    Played,
    Exchanged,
    Passed,
    Proposed,
    Resigned,
    TimedOut,
    Accepted,
    ChallengeUpheld,
    ChallengeFailed,
)


def first_moment(agreed: TableSettings, variant: Variant) -> Moment:
    """A table before its row 1; one of the first format has begun by then."""
    if agreed.format > 1:
        return Moment(agreed, variant, "gathering", agreed.seats)
    game = Game.replay(variant, initial_state(variant, len(agreed.seats)), ())
    return Moment(agreed, variant, "playing", agreed.seats, game=game)


def awaited(state: State) -> tuple[int, ...]:
    """The seats whose act a game waits for: who is on turn, or who has not voted yet."""
    if state.ended:
        return ()
    if state.proposal is None:
        return (state.on_turn,)
    spoken = {seat for seat, _ in state.votes} | {state.proposal.seat}
    return tuple([seat for seat in state.playing if seat not in spoken])


def _awaited_in(moment: Moment) -> object:
    """Changes when the game begins to wait for something else; a vote of one changes nothing."""
    if moment.game is None or moment.phase != "playing":
        return moment.phase
    state = moment.game.state
    return state.turn, state.on_turn, state.proposal is not None, moment.paused


def _with(agreed: frozenset[int], seat: int, *, agree: bool) -> frozenset[int]:
    return agreed | {seat} if agree else agreed - {seat}
