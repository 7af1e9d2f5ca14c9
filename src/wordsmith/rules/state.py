"""A position as a value, and ``apply``: the only thing that makes the next one."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, assert_never

from wordsmith.rules.alphabet import LAID_WILD, WILD
from wordsmith.rules.board import Board
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
)
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.rules.actions import Play
    from wordsmith.rules.variant import Variant

_T = TypeVar("_T")


_SEATS = tuple([tuple(range(seats)) for seats in range(5)])
"""All seats of a table of so many."""


class State(NamedTuple):
    """A position: everything the rules need to know, hidden things included.

    A tuple, since every event replaces it: one of so many fields is copied in a quarter of the
    time that a dataclass takes. Read it by its names.
    """

    board: Board
    bag: Tiles
    racks: tuple[Tiles, ...]  # by seat
    scores: tuple[int, ...]  # by seat
    on_turn: int = 0
    turn: int = 1  # number of the turn now being thought about
    scoreless: int = 0  # successive turns without points
    out: frozenset[int] = frozenset()  # seats that resigned or lost on time
    agreed: frozenset[int] = frozenset()  # seats that agreed to end
    bag_turns: tuple[int, ...] = ()  # by seat: own turns in which the Tile bag was opened
    bag_open: bool = False  # opened by the seat on turn, in this turn
    words_made: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()  # words let in: by a vote, or from the beginning
    wild_layers: tuple[tuple[int, int], ...] = ()  # (square, seat) of wild tiles laid in this game
    proposal: Proposed | None = None
    votes: tuple[tuple[int, bool], ...] = ()  # (seat, accept)
    last_played: Played | None = None  # the turn before, if it was a play
    before_play: State | None = None  # the position it was laid in, to go back to
    last_mover: int | None = None  # the seat whose turn ended last
    round_over: bool = False  # the turn has come round to the first seat
    ended: Ended | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game."""
        if not self.out:
            return _SEATS[len(self.racks)]
        return tuple([seat for seat in range(len(self.racks)) if seat not in self.out])

    def seat_after(self, seat: int) -> int:
        """The next seat still playing."""
        seats = len(self.racks)
        for step in range(1, seats + 1):
            following = (seat + step) % seats
            if following not in self.out:
                return following
        return seat


def initial_state(variant: Variant, seats: int, accepted: frozenset[str] = frozenset()) -> State:
    """The position before any tile is drawn. ValueError if so many cannot sit at a table.

    ``accepted``: words in capitals that count at this table though the lexicon has them not.
    """
    if not 2 <= seats <= 4:
        raise ValueError(f"{seats} seats")
    layout = variant.layout
    return State(
        board=Board.empty(layout.width, layout.height),
        bag=variant.tiles,
        racks=(Tiles(),) * seats,
        scores=(0,) * seats,
        bag_turns=(0,) * seats,
        accepted=accepted,
    )


def apply(state: State, event: Event) -> State:
    """The state after ``event``. Total: an event has been judged already, and cannot be refused."""
    match event:
        case Drew(seat, tiles):
            racks = _set(state.racks, seat, state.racks[seat] + tiles)
            # the most frequent event: made anew it takes a quarter of the time of ``_replace``
            return State(state.board, state.bag - tiles, racks, *state[3:])
        case Played():
            return _played(state, event)
        case Exchanged(seat, tiles):
            racks = _set(state.racks, seat, state.racks[seat] - tiles)
            return _next_turn(state._replace(bag=state.bag + tiles, racks=racks), seat)
        case Passed(seat):
            return _next_turn(state, seat)
        case Resigned(seat) | TimedOut(seat):
            return _left(state, seat)
        case BagOpened(seat):
            return _bag_opened(state, seat)
        case Agreed(seat):
            return state._replace(agreed=state.agreed | {seat})
        case Ended(_, _, reckoning):
            return state._replace(scores=_added(state.scores, reckoning), ended=event)
        case Proposed() | Voted() | Rejected():
            return _vote(state, event)
        case Accepted() | ChallengeUpheld() | ChallengeFailed():
            return _doubt(state, event)
        case _:
            assert_never(event)


def apply_all(state: State, events: Iterable[Event]) -> State:
    """The state after all of ``events``."""
    return reduce(apply, events, state)


def hand_after(rack: Tiles, play: Play) -> Tiles:
    """What is left of a hand: wild tiles taken come in, tiles laid go. ValueError if not held."""
    return hand_with_wild(rack, play) - tiles_used(play)


def hand_with_wild(rack: Tiles, play: Play) -> Tiles:
    """A hand with the wild tiles that a play takes from the board."""
    return rack + Tiles(bytes(len(play.swapped))) if play.swapped else rack


def tiles_used(play: Play) -> Tiles:
    """Every tile a play puts down, wild ones as wild, letters given for wild tiles included."""
    down = [*play.laid, *play.swapped]
    return Tiles.of([WILD if tile & LAID_WILD else tile for _, tile in down])


def _played(state: State, event: Played) -> State:
    seat, play = event.seat, event.play
    gone = {square for square, _ in play.swapped}
    layers = [entry for entry in state.wild_layers if entry[0] not in gone]
    layers += [(square, seat) for square, tile in sorted(play.laid) if tile & LAID_WILD]
    points, following = event.points, state.seat_after(seat)
    return State(
        board=state.board.with_tiles([*play.swapped, *play.laid]),
        bag=state.bag,
        racks=_set(state.racks, seat, hand_after(state.racks[seat], play)),
        scores=_set(state.scores, seat, state.scores[seat] + points),
        on_turn=following,
        turn=state.turn + 1,
        scoreless=0 if points else state.scoreless + 1,
        out=state.out,
        agreed=state.agreed,
        bag_turns=state.bag_turns,
        words_made=state.words_made.union([word.word for word in event.words]),
        accepted=state.accepted.union(state.proposal.unknown if state.proposal else ()),
        wild_layers=tuple(layers),
        last_played=event,
        before_play=state._replace(before_play=None, last_played=None),
        last_mover=seat,
        round_over=following <= seat,
        ended=state.ended,
    )


def _next_turn(state: State, seat: int) -> State:
    """The turn of ``seat`` is over."""
    return state._replace(**_turn_over(state, seat))


def _turn_over(state: State, seat: int) -> dict[str, Any]:
    """What changes when the turn of ``seat`` is over, if it scored nothing."""
    following = state.seat_after(seat)
    return {
        "on_turn": following,
        "turn": state.turn + 1,
        "scoreless": state.scoreless + 1,
        "bag_open": False,
        "last_played": None,
        "before_play": None,
        "last_mover": seat,
        "round_over": following <= seat,
    }


def _left(state: State, seat: int) -> State:
    """A seat has left; if it was on turn, the turn passes on, and that is no scoreless turn."""
    own = state.proposal is not None and state.proposal.seat == seat
    after = state._replace(
        out=state.out | {seat},
        racks=_set(state.racks, seat, Tiles()),
        proposal=None if own else state.proposal,
        votes=tuple(vote for vote in state.votes if not own and vote[0] != seat),
    )
    if seat != state.on_turn:
        return after
    following = after.seat_after(seat)
    return after._replace(
        on_turn=following,
        bag_open=False,
        last_played=None,
        before_play=None,
        round_over=following <= seat,
    )


def _bag_opened(state: State, seat: int) -> State:
    if seat != state.on_turn:  # a bag that is always open may be looked into off turn
        return state
    turns = state.bag_turns[seat] + (not state.bag_open)
    return state._replace(bag_open=True, bag_turns=_set(state.bag_turns, seat, turns))


def _vote(state: State, event: Proposed | Voted | Rejected) -> State:
    match event:
        case Proposed():
            return state._replace(proposal=event, votes=())
        case Voted(seat, accept):
            return state._replace(votes=(*state.votes, (seat, accept)))
        case Rejected():
            return state._replace(proposal=None, votes=())


def _doubt(state: State, event: Accepted | ChallengeUpheld | ChallengeFailed) -> State:
    settled = state._replace(last_played=None, before_play=None)
    match event:
        case Accepted():
            return settled
        case ChallengeUpheld(_, mover):
            # a bad turn is undone by remembering, not by undoing
            assert state.before_play is not None
            back = state.before_play._replace(
                racks=_emptied(state.before_play.racks, state.out),
                out=state.out,
                agreed=state.agreed,
                bag_turns=state.bag_turns,
            )
            # the challenger stays on turn, and so does a Tile bag opened in that turn
            return _next_turn(back, mover)._replace(bag_open=state.bag_open)
        case ChallengeFailed(seat, mover, _, bonus, loses_turn):
            scores = _set(state.scores, mover, state.scores[mover] + bonus)
            settled = settled._replace(scores=scores)
            return _next_turn(settled, seat) if loses_turn else settled


def _emptied(racks: tuple[Tiles, ...], out: frozenset[int]) -> tuple[Tiles, ...]:
    """The hands, without those of seats that have left since."""
    return tuple([Tiles() if seat in out else rack for seat, rack in enumerate(racks)])


def _set(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _added(scores: tuple[int, ...], extra: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([score + more for score, more in zip(scores, extra, strict=True)])
