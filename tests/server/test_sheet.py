"""The score sheet and what a viewer sees, from games that were really decided."""

import json

import msgspec
import pytest

from wordsmith.notation.records import format_events
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
from wordsmith.rules.alphabet import LAID_WILD
from wordsmith.rules.events import Drew, Event
from wordsmith.rules.parameters import format_rules
from wordsmith.rules.referee import decide, time_out
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant
from wordsmith.server.guard.viewers import Seated, Viewer, hand_shown
from wordsmith.server.projection.projection import format_view, fresh_tiles
from wordsmith.server.projection.rows import Portion, format_rows
from wordsmith.server.projection.viewing import Surroundings
from wordsmith.server.tables.ledger import Ledger, SeatSettings, TableSettings
from wordsmith.server.tables.seating import ask_for_rules
from wordsmith.server.tables.sheet import Kind, Row
from wordsmith.server.words.lexicons import load_complete
from wordsmith.store import Command

HANDS = ("CATSEEQ", "DOGSEEZ", "BIRDSEE")
CENTRE = 112


class Draws:
    """Chance that gives the first tiles of the bag in the order of the alphabet."""

    def draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(bag.codes[:count])


class Game:
    """A table of ``classic`` with known hands, played by calls."""

    def __init__(self, seats: int = 2, **rules: str) -> None:
        variant = ask_for_rules(load_variant("classic"), rules)
        people = tuple(SeatSettings("human", f"P{seat}") for seat in range(seats))
        self.variant = variant
        self.lexicon = load_complete(variant)
        settings = TableSettings(variant.id, format_rules(variant.rules), people)
        codes = variant.alphabet.encode
        dealt = [Drew(seat, Tiles.of(codes(HANDS[seat]))) for seat in range(seats)]
        self.ledger = Ledger("table", settings, [self._row(1, dealt)])

    def _row(self, seq: int, events: list[Drew] | tuple[Event, ...]) -> Command:
        told = format_events(events, self.variant.alphabet)
        return Command("table", seq, 0, None, f"k{seq}", "", json.dumps(told))

    def take(self, events: tuple[Event, ...]) -> None:
        self.ledger.take(self._row(self.ledger.version + 1, events))

    def act(self, seat: int, action: Action) -> None:
        state = self.ledger.game.state
        self.take(decide(self.variant, state, seat, action, self.lexicon, Draws()))

    def lay(self, seat: int, letters: str, *, start: int = CENTRE, step: int = 1) -> None:
        """Lay letters in a row, or a column with a step of 15."""
        self.act(seat, self.play(letters, start=start, step=step))

    def play(self, letters: str, *, start: int = CENTRE, step: int = 1) -> Play:
        code = self.variant.alphabet.encode
        return Play(frozenset((start + step * n, code(x)[0]) for n, x in enumerate(letters)))

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.ledger.sheet.rows

    def fresh(self, seat: int) -> str:
        return self.variant.alphabet.decode(fresh_tiles(self.ledger, seat).codes)


def test_a_play_is_a_row_with_its_words_and_the_sum_after_it() -> None:
    game = Game()
    game.lay(0, "CATS")
    [row] = game.rows
    assert (row.seat, row.kind, row.points, row.bonus, row.total) == (0, Kind.PLAY, 12, 0, 12)
    assert [word.word for word in row.words] == ["CATS"]


def test_exchanges_are_counted_and_passes_have_a_row() -> None:
    game = Game()
    game.act(0, Exchange(Tiles.of(game.variant.alphabet.encode("CAT"))))
    game.act(1, Pass())
    assert [(row.kind, row.count, row.total) for row in game.rows] == [
        (Kind.EXCHANGE, 3, 0),
        (Kind.PASS, 0, 0),
    ]


def test_who_resigns_or_is_out_of_time_has_a_row() -> None:
    game = Game(seats=3)
    game.act(1, Resign())
    game.take(time_out(game.variant, game.ledger.game.state, 0, Draws()))
    assert [(row.seat, row.kind) for row in game.rows] == [(1, Kind.RESIGN), (0, Kind.TIME)]


def test_a_play_challenged_off_stays_as_withdrawn_and_is_sent_again() -> None:
    game = Game(check="challenge_single")
    game.lay(0, "CATQ")
    known = game.ledger.version
    assert game.ledger.sheet.first_changed(known) == 1
    game.act(1, Challenge())
    [row] = game.rows
    assert (row.kind, row.points, row.bonus, row.total) == (Kind.WITHDRAWN, 0, 0, 0)
    assert [word.word for word in row.words] == ["CATQ"]
    assert game.ledger.sheet.first_changed(known) == 0
    assert game.ledger.game.state.board.is_empty


def test_a_play_challenged_in_vain_earns_its_bonus() -> None:
    game = Game(check="challenge_5")
    game.lay(0, "CATS")
    game.act(1, Challenge())
    [row] = game.rows
    assert (row.kind, row.points, row.bonus, row.total) == (Kind.PLAY, 17, 5, 17)


def test_a_challenge_in_vain_that_costs_the_turn_is_a_pass() -> None:
    game = Game(check="challenge_double")
    game.lay(0, "CATS")
    game.act(1, Challenge())
    assert [(row.seat, row.kind) for row in game.rows] == [(0, Kind.PLAY), (1, Kind.PASS)]


def test_a_play_voted_down_has_a_row_and_its_seat_plays_again() -> None:
    game = Game(seats=3, check="vote")
    game.lay(0, "CATQ")
    assert not game.rows
    game.act(1, Vote(accept=False))
    game.act(2, Vote(accept=False))
    [row] = game.rows
    assert (row.seat, row.kind, row.points) == (0, Kind.WITHDRAWN, 0)
    game.lay(0, "CATS")
    assert [row.kind for row in game.rows] == [Kind.WITHDRAWN, Kind.PLAY]


def test_a_play_voted_down_names_the_words_that_were_voted_on() -> None:
    game = Game(check="vote")
    game.lay(0, "CAT")
    game.lay(1, "SGZ", start=CENTRE + 3, step=15)  # makes CATS as well, which the list has
    game.act(0, Vote(accept=False))
    row = game.rows[-1]
    assert (row.kind, [word.word for word in row.words]) == (Kind.WITHDRAWN, ["SGZ"])


def voted(game: Game, *, doubted: bool = False) -> dict[str, bool]:
    """Which words of the sheet are said to have been let in by a vote."""
    portion = Portion(0, len(game.rows), game.ledger.version, is_last=True)
    turns = format_rows(game.ledger, portion, None if doubted else game.lexicon)
    return {word.word: word.voted for turn in turns for word in turn.words}


def test_the_sheet_tells_which_words_a_vote_has_let_in() -> None:
    game = Game(check="vote")
    game.lay(0, "CAT")
    game.lay(1, "SGZ", start=CENTRE + 3, step=15)  # makes CATS as well, which the list has
    game.act(0, Vote(accept=True))
    assert voted(game) == {"CAT": False, "SGZ": True, "CATS": False}
    assert voted(game, doubted=True) == dict.fromkeys(("CAT", "SGZ", "CATS"), False)


def test_a_word_that_was_voted_down_was_not_let_in_though_it_is_later() -> None:
    game = Game(check="vote")
    for accept in (False, True):
        game.lay(0, "CATQ")
        game.act(1, Vote(accept=accept))
    portion = Portion(0, 2, game.ledger.version, is_last=True)
    turns = format_rows(game.ledger, portion, game.lexicon)
    told = [(turn.kind, word.voted) for turn in turns for word in turn.words]
    assert told == [(Kind.WITHDRAWN, False), (Kind.PLAY, True)]


def test_a_turn_in_which_the_tile_bag_was_opened_says_so() -> None:
    game = Game(tile_bag_turns="1")
    game.act(0, OpenBag())
    game.act(0, Pass())
    game.act(1, Pass())
    assert [row.bag_opened for row in game.rows] == [True, False]


def test_after_a_play_the_tiles_drawn_for_it_are_fresh() -> None:
    game = Game()
    assert (game.fresh(0), game.fresh(1)) == ("", "")
    game.lay(0, "CATS")
    assert game.fresh(0) == "??AA"
    game.act(1, Pass())
    assert (game.fresh(0), game.fresh(1)) == ("??AA", "")
    game.act(0, Pass())
    assert game.fresh(0) == ""


def test_after_an_exchange_the_tiles_drawn_for_it_are_fresh() -> None:
    game = Game()
    game.act(0, Exchange(Tiles.of(game.variant.alphabet.encode("CA"))))
    assert game.fresh(0) == "??"
    game.act(1, Pass())
    assert game.fresh(0) == "??"


def test_after_a_play_was_challenged_off_nothing_is_fresh() -> None:
    game = Game(check="challenge_single")
    game.lay(0, "CATQ")
    game.act(1, Challenge())
    assert game.fresh(0) == ""


def seen(game: Game, viewer: Viewer) -> dict[str, object]:
    view = format_view(game.ledger, viewer, Surroundings(0))
    told: dict[str, object] = json.loads(msgspec.json.encode(view))
    return told


def test_a_view_tells_the_position() -> None:
    game = Game(seats=3)
    game.lay(0, "CATS")
    view = seen(game, Seated(frozenset({1})))
    board = view["board"]
    assert isinstance(board, str)
    assert board[CENTRE : CENTRE + 4] == "CATS"
    assert board.replace(".", "") == "CATS"
    assert (view["viewer"], view["rack"], view["on_turn"]) == (1, "DEEGOSZ", 1)
    assert (view["turn"], view["phase"], view["scoreless"]) == (2, "playing", 0)
    assert view["bag"] == 100 - 21 - 4
    assert view["unseen_count"] == 75 + 14
    assert view["start"] == "." * 225


def test_a_wild_tile_on_the_board_is_a_small_letter() -> None:
    game = Game()
    game.lay(0, "CATS")
    game.act(1, Pass())
    (letter,) = game.variant.alphabet.encode("H")
    game.act(0, Play(frozenset({(CENTRE - 15 + 1, letter | LAID_WILD)})))
    view = seen(game, Seated(frozenset({0})))
    board = view["board"]
    assert isinstance(board, str)
    assert board[CENTRE - 15 + 1] == "h"


def test_a_vote_shows_the_unknown_words_and_who_has_spoken() -> None:
    game = Game(seats=3, check="vote")
    game.lay(0, "CATQ")
    game.act(1, Vote(accept=True))
    view = seen(game, Seated(frozenset({2})))
    assert view["phase"] == "voting"
    proposal = view["proposal"]
    assert isinstance(proposal, dict)
    assert proposal["seat"] == 0
    assert proposal["words"] == ["CATQ"]
    assert proposal["votes"] == {"1": True}
    assert [letter for _, letter in proposal["play"]["laid"]] == ["C", "A", "T", "Q"]


def test_who_may_challenge_is_told() -> None:
    game = Game(check="challenge_double")
    game.lay(0, "CATS")
    assert seen(game, Seated(frozenset({1})))["phase"] == "challengeable"


def test_the_end_is_told_with_its_reckoning() -> None:
    game = Game()
    for seat in (0, 1):
        game.act(seat, Agree())
    ended = seen(game, Seated(frozenset({0})))["ended"]
    assert isinstance(ended, dict)
    assert (ended["reason"], ended["winners"]) == ("agreed", [0, 1])
    assert [row["tiles"] for row in ended["rows"]] == ["ACEEQST", "DEEGOSZ"]
    assert [(row["before"], row["reckoned"], row["total"]) for row in ended["rows"]] == [
        (0, 0, 0)
    ] * 2


@pytest.mark.parametrize(
    ("mine", "asked", "on_turn", "shown"),
    [
        ({1}, None, 0, 1),
        ({1}, 0, 0, 1),
        ({0, 1}, None, 0, None),
        ({0, 1}, 0, 0, 0),
        ({0, 1}, 1, 0, None),
        ({0, 1}, 2, 2, None),
        (set(), 0, 0, None),
    ],
)
def test_whose_hand_is_shown(
    mine: set[int], asked: int | None, on_turn: int, shown: int | None
) -> None:
    assert hand_shown(Seated(frozenset(mine), asked), on_turn) == shown
