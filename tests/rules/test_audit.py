"""Whole games held against the rules, event by event."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import pytest

from tests.generators import SEATED, RandomGame, random_game, sealed_game, table
from tests.positions import follow, house, only, position
from wordsmith.rules.actions import Challenge, Exchange, Pass, Resign, Vote
from wordsmith.rules.audit import audit
from wordsmith.rules.events import (
    Agreed,
    BagOpened,
    ChallengeFailed,
    Drew,
    Ended,
    EndReason,
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
from wordsmith.rules.game import Game
from wordsmith.rules.referee import time_out
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)
CHECKS = ("refuse", "vote", "challenge_single", "challenge_double", "challenge_5", "challenge_10")
_E = TypeVar("_E", bound=Event)


@cache
def a_game(variant_id: str = "classic", seats: int = 2, check: str = "refuse") -> Game:
    return random_game(table(variant_id, seats, {"check": check}), seats, seed=3, leaving=0.01)


def with_events(game: Game, events: Iterable[Event]) -> Game:
    """A record that tells of these events, whether or not they can be."""
    return replace(game, events=tuple(events))


def first(game: Game, kind: type[_E]) -> tuple[int, _E]:
    return next((n, event) for n, event in enumerate(game.events) if isinstance(event, kind))


def changed(game: Game, at: int, event: Event) -> Game:
    return with_events(game, [*game.events[:at], event, *game.events[at + 1 :]])


@ALL
@pytest.mark.parametrize("check", CHECKS)
def test_every_game_by_the_rules_passes(variant_id: str, seats: int, check: str) -> None:
    assert audit(a_game(variant_id, seats, check)) is None


@ALL
def test_a_game_that_is_not_over_passes_after_every_accepted_act(
    variant_id: str, seats: int
) -> None:
    for game in islice(RandomGame(table(variant_id, seats), seats, seed=6), 0, None, 9):
        assert audit(game) is None


def test_an_act_that_is_told_by_halves_is_found_where_it_stops_short() -> None:
    game = a_game()
    at, _ = first(game, Played)
    departure = audit(with_events(game, game.events[: at + 1]))
    assert departure is not None
    assert (departure.number, departure.found) == (at + 2, None)
    assert isinstance(departure.due, Drew)


def test_a_game_that_begins_in_the_middle_passes() -> None:
    variant = house("classic")
    start = position(variant, ["CATSEEE", "DOGSAAA"], bag="EEEEEEEEEE")
    events, _ = follow(variant, start, 0, "8G CATS")
    assert audit(Game.replay(variant, start, events)) is None


def test_a_seat_that_ran_out_of_time_passes_and_ends_the_game_for_that() -> None:
    game, _ = sealed_game(table("friends", 2), 2, seed=1)
    begun = Game.replay(game.variant, game.start, game.events[:2])
    events = time_out(begun.variant, begun.state, 1, chance=_Nothing())
    timed = begun.followed_by(events)
    assert audit(timed) is None
    at, ended = first(timed, Ended)
    assert ended.reason is EndReason.TIME
    assert audit(changed(timed, at, replace(ended, reason=EndReason.RESIGNED))) is not None


class _Nothing:
    """Chance that is never asked."""

    def draw(self, bag: Tiles, count: int) -> Tiles:
        raise AssertionError((bag, count))


def test_points_that_a_turn_did_not_make_are_found() -> None:
    game = a_game()
    at, played = first(game, Played)
    more = replace(played.words[0], points=played.words[0].points + 1)
    forged = changed(game, at, replace(played, words=(more, *played.words[1:])))
    departure = audit(forged)
    assert departure is not None
    assert (departure.number, departure.due) == (at + 1, played)


def test_a_bonus_out_of_nothing_is_found() -> None:
    game = a_game()
    at, played = first(game, Played)
    departure = audit(changed(game, at, replace(played, bonus=played.bonus + 50)))
    assert departure is not None
    assert departure.number == at + 1


@pytest.mark.parametrize("kind", [Played, Drew, Exchanged, Ended])
def test_any_event_left_out_is_found_where_it_is_missing(kind: type[Event]) -> None:
    game = a_game("wordsmith", 3)
    gaps = [n for n, event in enumerate(game.events) if isinstance(event, kind)]
    assert gaps
    for at in gaps:
        departure = audit(with_events(game, [*game.events[:at], *game.events[at + 1 :]]))
        assert departure is not None
        assert departure.number <= at + 1


def test_a_draw_of_too_many_or_of_tiles_that_are_gone_is_found() -> None:
    game = a_game()
    at, drew = first(game, Drew)
    for tiles in (drew.tiles + Tiles.of([1]), Tiles.of([26] * 7)):
        departure = audit(changed(game, at, Drew(drew.seat, tiles)))
        assert departure is not None
        assert departure.number == at + 1


def test_a_draw_that_nothing_brings_about_is_found() -> None:
    game = a_game()
    at, _ = first(game, Played)
    departure = audit(with_events(game, [*game.events[:at], Drew(0, Tiles.of([1]))]))
    assert departure is not None
    assert (departure.number, departure.due) == (at + 1, None)


@pytest.mark.parametrize("event", [Passed(1), Voted(1, accept=True), Rejected(0, ()), Passed(0)])
def test_an_act_out_of_turn_or_out_of_place_is_found(event: Event) -> None:
    game = a_game("classic", 2)
    deal = game.events[:2]
    departure = audit(with_events(game, [*deal, event]))
    allowed = event == Passed(0)
    assert (departure is None) == allowed
    if departure:
        assert departure.number == 3


def test_an_act_after_the_end_is_found_with_the_reason() -> None:
    game = a_game()
    departure = audit(with_events(game, [*game.events, Agreed(0)]))
    assert departure is not None
    assert departure.number == len(game.events) + 1
    assert [str(reason) for reason in departure.reasons] == ["game_over"]


def test_a_seat_that_looked_into_a_shut_bag_is_found() -> None:
    game = a_game("friends")
    events = [*game.events[:2], BagOpened(0), BagOpened(0), BagOpened(1)]
    departure = audit(with_events(game, events))
    assert departure is not None
    assert departure.number == 5  # seat 0 is on turn


def test_winners_and_reckonings_are_counted_again() -> None:
    game = a_game()
    at, ended = first(game, Ended)
    for forged in (
        replace(ended, winners=(1 - ended.winners[0],)),
        replace(ended, reckoning=(5, -5)),
        replace(ended, reason=EndReason.AGREED),
    ):
        departure = audit(changed(game, at, forged))
        assert departure is not None
        assert departure.due == ended


def test_the_outcome_of_a_vote_is_counted_again() -> None:
    variant = house("classic", check="vote", seats="3")
    start = position(variant, ["CATSEEE", "DOGSAAA", "OOOOOOO"], bag="EEEEEEEEEE")
    events, state = follow(variant, start, 0, "8G CATS", only())
    assert isinstance(events[0], Proposed)
    voted, state = follow(variant, state, 1, Vote(accept=False))
    more, _ = follow(variant, state, 2, Vote(accept=True))
    game = Game.replay(variant, start, [*events, *voted, *more])
    assert isinstance(game.events[-1], Rejected)
    assert audit(game) is None
    proposed = events[0]
    let_in = Played(0, proposed.play, proposed.words, proposed.bonus)
    departure = audit(changed(game, len(game.events) - 1, let_in))
    assert departure is not None
    assert departure.due == game.events[-1]


def test_the_price_of_a_challenge_in_vain_is_counted_again() -> None:
    variant = house("classic", check="challenge_5")
    start = position(variant, ["CATSEEE", "DOGSAAA"], bag="EEEEEEEEEE")
    played, state = follow(variant, start, 0, "8G CATS", only("CATS"), ["EEEE"])
    failed, _ = follow(variant, state, 1, Challenge(), only("CATS"))
    game = Game.replay(variant, start, [*played, *failed])
    assert audit(game) is None
    at, told = first(game, ChallengeFailed)
    assert told.bonus == 5
    assert audit(changed(game, at, replace(told, bonus=0))) is not None


def test_leaving_and_giving_back_tiles_pass_off_turn_and_on() -> None:
    variant = house("classic", seats="3", exchange_minimum="1")
    start = position(variant, ["CATSEEE", "DOGSAAA", "EEEEEEE"], bag="EEEEEEEEEE")
    gone, state = follow(variant, start, 2, Resign())
    back, state = follow(variant, state, 0, Exchange(Tiles.of([1])))
    passed, _ = follow(variant, state, 1, Pass())
    game = Game.replay(variant, start, [*gone, *back, *passed])
    assert audit(game) is None
    assert isinstance(game.events[0], Resigned)
    early = [*game.events[:1], TimedOut(2), *game.events[1:]]
    departure = audit(with_events(game, early))  # it has left already
    assert departure is not None
    assert departure.number == 2
