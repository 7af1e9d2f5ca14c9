"""What one seat, or somebody looking on, may see of a game: a type without the hidden things."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wordsmith.rules.events import Drew, Ended, Event, Exchanged, Played, Proposed
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.rules.board import Board
    from wordsmith.rules.game import Game
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


class Phase(StrEnum):
    """What the game waits for."""

    PLAYING = "playing"
    VOTING = "voting"
    CHALLENGEABLE = "challengeable"  # the seat on turn may doubt the turn before
    ENDED = "ended"


class TileBag(StrEnum):
    """What one seat may do with the Tile bag now."""

    OPEN = "open"
    AVAILABLE = "available"  # it may be opened in this turn
    SPENT = "spent"
    SHUT = "shut"


@dataclass(frozen=True, slots=True)
class DrewUnseen:
    """Another seat drew so many tiles."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ExchangedUnseen:
    """Another seat exchanged so many tiles."""

    seat: int
    count: int


Seen = Event | DrewUnseen | ExchangedUnseen
"""An event as a seat sees it."""


@dataclass(frozen=True, slots=True)
class View:
    """Equal for positions that differ only in what the seat cannot see."""

    variant: Variant
    seat: int | None  # None: somebody looking on
    board: Board
    rack: Tiles  # of this seat; empty for somebody looking on
    hands: tuple[int, ...]  # tiles in each hand
    scores: tuple[int, ...]
    bag: int  # tiles in the bag
    on_turn: int
    turn: int
    scoreless: int
    phase: Phase
    out: frozenset[int]
    agreed: frozenset[int]
    tile_bag: TileBag
    unseen: Tiles | None  # bag and other hands together, where the Tile bag is open
    words_made: frozenset[str]
    accepted: frozenset[str]
    wild_layers: tuple[tuple[int, int], ...]
    proposal: Proposed | None
    votes: tuple[tuple[int, bool], ...]
    last_played: Played | None
    ended: Ended | None
    hands_left: tuple[Tiles, ...] | None  # all hands, once the game is over
    history: tuple[Seen, ...]

    @classmethod
    def of(cls, game: Game, seat: int | None) -> View:
        """What ``seat`` may see of ``game``."""
        state, variant = game.state, game.variant
        tile_bag = tile_bag_for(variant, state, seat)
        return cls(
            variant=variant,
            seat=seat,
            board=state.board,
            rack=Tiles() if seat is None else state.racks[seat],
            hands=tuple([len(rack) for rack in state.racks]),
            scores=state.scores,
            bag=len(state.bag),
            on_turn=state.on_turn,
            turn=state.turn,
            scoreless=state.scoreless,
            phase=phase_of(variant, state),
            out=state.out,
            agreed=state.agreed,
            tile_bag=tile_bag,
            unseen=bag_contents(state, seat) if tile_bag is TileBag.OPEN else None,
            words_made=state.words_made,
            accepted=state.accepted,
            wild_layers=state.wild_layers,
            proposal=state.proposal,
            votes=state.votes,
            last_played=state.last_played,
            ended=state.ended,
            hands_left=state.racks if state.ended else None,
            history=tuple(seen_events(game.events, seat)),
        )


def seen_events(events: Iterable[Event], seat: int | None) -> Iterable[Seen]:
    """Events as ``seat`` sees them: the tiles that others drew or gave back are only counted."""
    for event in events:
        if isinstance(event, Drew) and event.seat != seat:
            yield DrewUnseen(event.seat, len(event.tiles))
        elif isinstance(event, Exchanged) and event.seat != seat:
            yield ExchangedUnseen(event.seat, len(event.tiles))
        else:
            yield event


def phase_of(variant: Variant, state: State) -> Phase:
    """What a position waits for."""
    if state.ended:
        return Phase.ENDED
    if state.proposal:
        return Phase.VOTING
    if variant.rules.check.is_challenge and state.before_play:
        return Phase.CHALLENGEABLE
    return Phase.PLAYING


def tile_bag_for(variant: Variant, state: State, seat: int | None) -> TileBag:
    """What ``seat`` may do with the Tile bag; somebody looking on never opens it."""
    turns = variant.rules.tile_bag_turns
    if turns == 0 or seat is None or seat in state.out or state.ended:
        return TileBag.SHUT
    if turns is None:
        return TileBag.OPEN
    if seat == state.on_turn and state.bag_open:
        return TileBag.OPEN
    if state.bag_turns[seat] >= turns:
        return TileBag.SPENT
    return TileBag.AVAILABLE if seat == state.on_turn else TileBag.SHUT


def bag_contents(state: State, seat: int | None) -> Tiles:
    """What the Tile bag shows: the bag and the other hands still playing, as one multiset."""
    hands = [state.racks[other].codes for other in state.playing if other != seat]
    return Tiles.of(b"".join([state.bag.codes, *hands]))


def bag_count(state: State, seat: int | None) -> int:
    """How many tiles that are."""
    hands = [len(state.racks[other].codes) for other in state.playing if other != seat]
    return sum(hands, len(state.bag.codes))
