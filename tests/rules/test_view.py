"""What a seat is shown, in the cases that laws over random games would seldom meet."""

import pytest

from tests.positions import after, follow, house, only, position, read_tiles
from wordsmith.rules.actions import Action, Challenge, Exchange, Pass, Resign
from wordsmith.rules.events import Drew, Exchanged, Passed, Played, Proposed
from wordsmith.rules.game import Game
from wordsmith.rules.state import State
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import DrewUnseen, ExchangedUnseen, Phase, View, phase_of, seen_events

CLASSIC = load_variant("classic")
CATS = "15/15/15/15/15/15/15/7CATS4/15/15/15/15/15/15/15"


def game_after(variant: Variant, start: State, *moves: tuple[int, Action | str]) -> Game:
    game = Game.replay(variant, start, ())
    for seat, action in moves:
        game = game.followed_by(follow(variant, game.state, seat, action)[0])
    return game


def test_draws_of_others_are_only_counted() -> None:
    start = position(CLASSIC, ["OEEEEEE", "EEEEEEE"], CATS, bag="ABCDFGHIJ")
    game = game_after(CLASSIC, start, (0, "K9 O"))
    mine, theirs, onlooker = (tuple(seen_events(game.events, seat)) for seat in (0, 1, None))
    assert mine == game.events
    assert [type(event) for event in game.events] == [Played, Drew]
    assert theirs[1] == onlooker[1] == DrewUnseen(0, 1)


def test_exchanges_of_others_are_only_counted() -> None:
    start = position(CLASSIC, ["OEEEEEE", "EEEEEEE"], CATS, bag="ABCDFGHIJ")
    game = game_after(CLASSIC, start, (0, Exchange(read_tiles(CLASSIC.alphabet, "OE"))))
    assert [type(event) for event in seen_events(game.events, 0)] == [Drew, Exchanged]
    assert tuple(seen_events(game.events, 1)) == (DrewUnseen(0, 2), ExchangedUnseen(0, 2))
    assert View.of(game, 1).history == View.of(game, None).history


def test_a_proposed_play_is_shown_to_all_who_vote_on_it() -> None:
    variant = house("classic", check="vote")
    state = position(variant, ["EEE", "O", "O"], CATS, bag="AAA")
    events, _ = follow(variant, state, 0, "8L E", only("CATS"))
    game = Game.replay(variant, state, events)
    for seat in (0, 1, 2, None):
        view = View.of(game, seat)
        assert view.phase is Phase.VOTING
        assert isinstance(view.proposal, Proposed)
        assert view.proposal.unknown == ("CATSE",)


def test_the_phase_says_what_the_game_waits_for() -> None:
    variant = house("classic", check="challenge_5")
    state = position(variant, ["OEE", "EEE"], CATS, bag="ABC")
    assert phase_of(variant, state) is Phase.PLAYING
    played = after(variant, state, (0, "K9 O"))
    assert phase_of(variant, played) is Phase.CHALLENGEABLE
    assert phase_of(variant, after(variant, played, (1, Pass()))) is Phase.PLAYING
    assert phase_of(variant, after(variant, played, (1, Challenge()))) is Phase.PLAYING
    assert phase_of(variant, after(variant, played, (1, Resign()))) is Phase.ENDED


def test_hands_are_shown_when_the_game_is_over_and_not_before() -> None:
    start = position(CLASSIC, ["OEE", "QZ"], CATS, bag="A")
    going = game_after(CLASSIC, start, (0, Pass()))
    assert View.of(going, 0).hands_left is None
    over = game_after(CLASSIC, start, (0, Resign()))
    assert View.of(over, 0).hands_left == (Tiles(), read_tiles(CLASSIC.alphabet, "QZ"))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_names_no_tile_of_another_hand(seat: int | None) -> None:
    start = position(CLASSIC, ["JJJJJJJ", "QQQQQQQ"], CATS, bag="AAA")
    variant = house("classic", tile_bag_turns="never")
    view = View.of(Game(variant, start, (Passed(0),), start), seat)
    hidden = {0: 17, 1: 10}  # the codes of Q and J
    held = [code for key, code in hidden.items() if key == seat or seat is None]
    shown = (*view.rack, *view.board.cells, *(view.unseen or ()))
    assert not set(held) & set(shown)
