"""A view never changes with what it hides, and what it shows is the truth."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.generators import SEATED, RandomGame, table
from wordsmith.rules.events import Drew, Event, Exchanged
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import TileBag, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.rules.game import Game

ALL = pytest.mark.parametrize(("variant_id", "seats"), SEATED)


def shuffled(game: Game, seat: int | None, random: Random) -> Game:
    """The same game for the eyes of ``seat``: every tile it cannot see is another."""
    state = game.state
    hidden = [other for other in state.playing if other != seat]
    pool = list(state.bag)
    for other in hidden:
        pool += state.racks[other]
    random.shuffle(pool)
    racks = list(state.racks)
    for other in hidden:
        count = len(racks[other])
        racks[other], pool = Tiles.of(pool[:count]), pool[count:]
    events = tuple(_unlike(event, seat, random) for event in game.events)
    return replace(
        game, events=events, state=state._replace(racks=tuple(racks), bag=Tiles.of(pool))
    )


def _unlike(event: Event, seat: int | None, random: Random) -> Event:
    if isinstance(event, Drew | Exchanged) and event.seat != seat:
        return replace(event, tiles=Tiles.of(random.choices(range(30), k=len(event.tiles))))
    return event


def moments(variant_id: str, seats: int, **rules: str) -> Iterator[Game]:
    """Positions of a random game, before its end."""
    variant = table(variant_id, seats, rules)
    for game in RandomGame(variant, seats, seed=11):
        if not game.state.ended and len(game.events) % 5 == 0:
            yield game


@ALL
def test_a_view_is_equal_where_only_what_it_hides_differs(variant_id: str, seats: int) -> None:
    random = Random(1)
    for game in moments(variant_id, seats):
        for seat in (*game.state.playing, None):
            other = shuffled(game, seat, random)
            assert View.of(other, seat) == View.of(game, seat)


@pytest.mark.parametrize("check", ["vote", "challenge_double", "challenge_5"])
@pytest.mark.parametrize("variant_id", ["wordsmith", "friends"])
def test_a_view_hides_as_much_where_words_are_doubted(variant_id: str, check: str) -> None:
    random = Random(1)
    for game in moments(variant_id, 3, check=check):
        for seat in (*game.state.playing, None):
            other = shuffled(game, seat, random)
            assert View.of(other, seat) == View.of(game, seat)


@ALL
def test_the_shuffled_game_is_not_the_same_game(variant_id: str, seats: int) -> None:
    random = Random(1)
    games = list(moments(variant_id, seats))
    assert any(shuffled(game, 0, random).state != game.state for game in games)


@ALL
def test_a_view_shows_its_own_hand_and_counts_the_others(variant_id: str, seats: int) -> None:
    for game in moments(variant_id, seats):
        state = game.state
        for seat in range(seats):
            view = View.of(game, seat)
            assert view.rack == state.racks[seat]
            assert view.hands == tuple(map(len, state.racks))
            assert view.bag == len(state.bag)
            assert view.hands_left is None
            if view.unseen is not None:
                shown = sum(view.hands[s] for s in state.playing if s != seat) + view.bag
                assert len(view.unseen) == shown
                assert view.tile_bag is TileBag.OPEN
        assert View.of(game, None).rack == Tiles()


@ALL
def test_after_the_end_every_hand_is_shown(variant_id: str, seats: int) -> None:
    game = list(RandomGame(table(variant_id, seats), seats, seed=2))[-1]
    for seat in (*range(seats), None):
        view = View.of(game, seat)
        assert view.hands_left == game.state.racks
        assert view.ended == game.state.ended
        assert view.unseen is None
