"""May this happen? An action becomes events, or is refused with every reason at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, assert_never

from wordsmith.errors import IllegalAction
from wordsmith.rules.actions import (
    Action,
    Agree,
    Challenge,
    Exchange,
    OpenBag,
    Pass,
    Play,
    Resign,
    Vote,
)
from wordsmith.rules.ending import conclude, ending_due
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    Drew,
    Ended,
    EndReason,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Resigned,
    TimedOut,
)
from wordsmith.rules.judging import judge_play
from wordsmith.rules.parameters import Check, ExchangeNone
from wordsmith.rules.reasons import Code, Reason, Words
from wordsmith.rules.state import State, apply
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.voting import challenge_events, settle_vote, vote_events

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from wordsmith.rules.variant import Variant

Course = tuple[tuple[Event, State], ...]
"""Everything that follows from one action: each event, and the position after it."""


class Chance(Protocol):
    """What decides which tiles come out of the bag."""

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """``count`` tiles of ``bag``; the bag holds as many."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance as it should be: every tile of the bag is equally likely."""

    random: random.Random

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """``count`` tiles of ``bag``, without putting back."""
        return Tiles.of(self.random.sample(bag.codes, count))


def deal(variant: Variant, state: State, chance: Chance) -> tuple[Event, ...]:
    """The first hands, seat by seat."""
    events: list[Event] = []
    for seat in range(len(state.racks)):
        drew = _refill(variant, state, seat, chance)
        if drew:
            events.append(drew)
            state = apply(state, drew)
    return tuple(events)


def decide(
    variant: Variant, state: State, seat: int, action: Action, words: Words, chance: Chance
) -> tuple[Event, ...]:
    """Everything that follows from one action: draws and the ending included.

    IllegalAction with all reasons if the rules refuse it.
    """
    return events_of(course_of(variant, state, seat, action, words, chance))


def course_of(
    variant: Variant, state: State, seat: int, action: Action, words: Words, chance: Chance
) -> Course:
    """What ``decide`` gives, each event with the position after it."""
    return tuple(_settled(variant, state, judge(variant, state, seat, action, words), chance))


def events_of(course: Course) -> tuple[Event, ...]:
    """What happened in it."""
    return tuple([event for event, _ in course])


def time_out(variant: Variant, state: State, seat: int, chance: Chance) -> tuple[Event, ...]:
    """What follows when the time of a seat is up. IllegalAction if it is not playing."""
    _demand_playing(state, seat)
    gone = TimedOut(seat)
    judged = (gone, *settle_vote(apply(state, gone)))
    events = events_of(tuple(_settled(variant, state, judged, chance)))
    last = events[-1]
    if isinstance(last, Ended) and last.reason is EndReason.RESIGNED:
        return (*events[:-1], replace(last, reason=EndReason.TIME))
    return events


def _settled(
    variant: Variant, state: State, events: tuple[Event, ...], chance: Chance
) -> Iterator[tuple[Event, State]]:
    """``events`` with what chance adds to each, and the ending they bring about."""
    for event in events:
        if isinstance(event, Exchanged):  # new tiles come before the old ones go back
            drew = Drew(event.seat, chance.draw(state.bag, len(event.tiles)))
            state = apply(state, drew)
            yield drew, state
        state = apply(state, event)
        yield event, state
        refill = _refill(variant, state, event.seat, chance) if isinstance(event, Played) else None
        if refill:
            state = apply(state, refill)
            yield refill, state
    ended = conclude(variant, state)
    if ended:
        yield ended, apply(state, ended)


def judge(
    variant: Variant, state: State, seat: int, action: Action, words: Words
) -> tuple[Event, ...]:
    """What ``action`` makes happen, before chance and the ending have their say.

    IllegalAction with all reasons if the rules refuse it.
    """
    _demand_playing(state, seat)
    match action:
        case Resign():
            return (gone := Resigned(seat), *settle_vote(apply(state, gone)))
        case Agree():
            return (Agreed(seat),)
        case Vote(accept):
            return vote_events(state, seat, accept=accept)
        case OpenBag():
            return _open_bag(variant, state, seat)
        case _:
            return _judge_turn(variant, state, seat, action, words)


def _judge_turn(
    variant: Variant,
    state: State,
    seat: int,
    action: Play | Exchange | Pass | Challenge,
    words: Words,
) -> tuple[Event, ...]:
    """What an action of the seat on turn makes happen."""
    _demand_on_turn(state, seat)
    none_is_pass = variant.rules.exchange_none is ExchangeNone.PASS
    if none_is_pass and action == Exchange():
        action = Pass()
    if isinstance(action, Challenge):
        return challenge_events(variant, state, seat, words)
    if _must_let_stand(variant, state):
        if isinstance(action, Pass):
            return (Accepted(seat),)
        raise IllegalAction(Reason(Code.CHALLENGE_OR_PASS))
    match action:
        case Play():
            return _play(variant, state, seat, action, words)
        case Exchange(tiles):
            return _exchange(variant, state, seat, tiles)
        case Pass():
            return (Passed(seat),)
        case _:
            assert_never(action)


def _demand_playing(state: State, seat: int) -> None:
    if state.ended:
        raise IllegalAction(Reason(Code.GAME_OVER))
    if seat in state.out:
        raise IllegalAction(Reason(Code.RESIGNED))


def _demand_on_turn(state: State, seat: int) -> None:
    if seat != state.on_turn:
        raise IllegalAction(Reason(Code.NOT_ON_TURN))
    if state.proposal:
        raise IllegalAction(Reason(Code.VOTE_PENDING))


def _must_let_stand(variant: Variant, state: State) -> bool:
    """Whether the turn before ends the game unless it is challenged now."""
    doubtful = variant.rules.check.is_challenge and state.before_play is not None
    return doubtful and ending_due(variant, state) is not None


def _play(variant: Variant, state: State, seat: int, play: Play, words: Words) -> tuple[Event, ...]:
    verdict = judge_play(variant, state, seat, play, words)
    score = verdict.score
    if verdict.is_legal:
        return (Played(seat, play, score.words, score.bonus),)
    check = variant.rules.check
    if verdict.only_unknown and check.is_challenge:
        return (Played(seat, play, score.words, score.bonus),)
    if verdict.only_unknown and check is Check.VOTE:
        unknown = tuple(dict.fromkeys(reason.word for reason in verdict.reasons))
        return (Proposed(seat, play, score.words, score.bonus, unknown),)
    raise IllegalAction(*verdict.reasons)


def _exchange(variant: Variant, state: State, seat: int, tiles: Tiles) -> tuple[Event, ...]:
    if not tiles:
        raise IllegalAction(Reason(Code.NO_TILES))
    reasons = []
    if tiles.missing_from(state.racks[seat]):
        reasons.append(Reason(Code.NOT_IN_RACK))
    if len(state.bag) < variant.rules.exchange_minimum:
        reasons.append(Reason(Code.BAG_TOO_SMALL))
    if len(tiles) > len(state.bag):
        reasons.append(Reason(Code.EXCHANGE_TOO_MANY))
    if reasons:
        raise IllegalAction(*reasons)
    return (Exchanged(seat, tiles),)


def _open_bag(variant: Variant, state: State, seat: int) -> tuple[Event, ...]:
    turns = variant.rules.tile_bag_turns
    if turns is None:
        return (BagOpened(seat),)
    if turns == 0:
        raise IllegalAction(Reason(Code.BAG_CLOSED))
    if seat != state.on_turn:
        raise IllegalAction(Reason(Code.NOT_ON_TURN))
    if not state.bag_open and state.bag_turns[seat] >= turns:
        raise IllegalAction(Reason(Code.BAG_CLOSED))
    return (BagOpened(seat),)


def _refill(variant: Variant, state: State, seat: int, chance: Chance) -> Drew | None:
    """The tiles that bring a hand back to its full size; None where none are due."""
    due = min(variant.rules.rack_size - len(state.racks[seat]), len(state.bag))
    return Drew(seat, chance.draw(state.bag, due)) if due > 0 else None
