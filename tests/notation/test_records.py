"""Games as JSON."""

import dataclasses
import json
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import SEATED, random_game, random_house_rules, sealed_game, table
from wordsmith.errors import ParseError
from wordsmith.notation.event_records import EVENTS
from wordsmith.notation.records import format_events, format_record, parse_events, parse_record
from wordsmith.rules.actions import Play
from wordsmith.rules.alphabet import ALPHABETS, LAID_WILD
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
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
    WordMade,
)
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.sealed_bag import check_seal
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import load_variant

RUSSIAN = ALPHABETS["ru-yo"]
SEAT = st.integers(0, 3)
CODE = st.integers(1, len(RUSSIAN))
SQUARE = st.integers(0, 255)
TILES = st.lists(st.integers(0, len(RUSSIAN)), max_size=7).map(Tiles.of)
PLACED = st.frozensets(
    st.tuples(SQUARE, CODE.flatmap(lambda code: st.sampled_from((code, code | LAID_WILD)))),
    max_size=7,
)
PLAY = st.builds(Play, PLACED, PLACED)
WORD = st.text(RUSSIAN.letters, min_size=1, max_size=15)
WORDS = st.lists(WORD, max_size=4).map(tuple)
MADE = st.lists(
    st.builds(WordMade, WORD, SQUARE, st.booleans(), st.integers(0, 500)), max_size=4
).map(tuple)
BONUS = st.integers(0, 100)
EVENT = st.one_of(
    st.builds(Drew, SEAT, TILES),
    st.builds(Played, SEAT, PLAY, MADE, BONUS),
    st.builds(Exchanged, SEAT, TILES),
    st.builds(Passed, SEAT),
    st.builds(Resigned, SEAT),
    st.builds(TimedOut, SEAT),
    st.builds(BagOpened, SEAT),
    st.builds(Agreed, SEAT),
    st.builds(Proposed, SEAT, PLAY, MADE, BONUS, WORDS),
    st.builds(Voted, SEAT, st.booleans()),
    st.builds(Rejected, SEAT, WORDS),
    st.builds(Accepted, SEAT),
    st.builds(ChallengeUpheld, SEAT, SEAT, WORDS),
    st.builds(ChallengeFailed, SEAT, SEAT, WORDS, BONUS, st.booleans()),
    st.builds(
        Ended,
        st.sampled_from(list(EndReason)),
        st.lists(SEAT, max_size=4).map(tuple),
        st.lists(st.integers(-99, 99), max_size=4).map(tuple),
    ),
)


def test_every_kind_of_event_has_a_name() -> None:
    assert set(EVENTS.values()) == set(get_args(Event))


@settings(max_examples=100, deadline=None)
@given(EVENT)
def test_no_field_of_an_event_is_left_out(event: Event) -> None:
    """The fields that are written stand in a table: a new one has to be put there."""
    (record,) = format_events([event], RUSSIAN)
    assert list(record) == ["event", *[field.name for field in dataclasses.fields(event)]]


@settings(max_examples=300, deadline=None)
@given(st.lists(EVENT, max_size=6))
def test_events_read_back_through_json(events: list[Event]) -> None:
    written = json.loads(json.dumps(format_events(events, RUSSIAN)))
    assert parse_events(written, RUSSIAN) == tuple(events)


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_random_games_read_back(variant_id: str, seats: int) -> None:
    game = random_game(table(variant_id, seats), seats, seed=5, leaving=0.02)
    names = tuple(f"игрок {seat}" for seat in range(seats))
    record = json.loads(json.dumps(format_record(game, names)))
    read = parse_record(record)
    assert read.game == game
    assert read.names == names


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(SEATED), st.randoms(use_true_random=False), st.integers(0, 10**6))
def test_games_with_house_rules_read_back(seated: tuple[str, int], random: Any, seed: int) -> None:
    variant_id, seats = seated
    rules = random_house_rules(random, variant_id)
    game = random_game(table(variant_id, seats, rules), seats, seed)
    read = parse_record(format_record(game, ("",) * seats))
    assert read.game == game
    assert read.game.variant.rules == game.variant.rules


@pytest.mark.parametrize("variant_id", ["wordsmith", "classic-ru"])
def test_a_sealed_game_reads_back_with_its_seal(variant_id: str) -> None:
    game, seal = sealed_game(table(variant_id, 3), 3, seed=1)
    read = parse_record(json.loads(json.dumps(format_record(game, ("a", "b", "c"), seal))))
    assert read.game == game
    assert read.seal == seal
    assert check_seal(read.game, seal) is None


def test_words_that_counted_from_the_beginning_read_back() -> None:
    words = frozenset({"QUIZZ", "CATTO"})
    game = Game.begin(load_variant("friends"), 2, Shuffle(Random(1)), words)
    written = format_record(game, ("Ann", "Bob"))
    assert written["start"]["accepted"] == ["CATTO", "QUIZZ"]
    assert parse_record(written).game == game


def test_a_record_without_a_seal_and_such_words_is_written_as_it_always_was() -> None:
    record = a_record()
    assert "seal" not in record
    assert "accepted" not in record["start"]
    assert parse_record(record).seal is None


def a_record() -> dict[str, Any]:
    game = Game.begin(load_variant("friends"), 2, Shuffle(Random(1)))
    return format_record(game, ("Ann", "Bob"))


def test_letters_are_text_with_a_question_mark_for_a_wild_tile_in_a_hand() -> None:
    play = Play(frozenset([(3, 1), (4, 2 | LAID_WILD)]), frozenset([(9, 3)]))
    events = (Drew(0, Tiles.of([2, 0, 1])), Played(0, play, (WordMade("АБ", 3, True, 4),)))
    assert format_events(events, ALPHABETS["ru"]) == [
        {"event": "drew", "seat": 0, "tiles": "АБ?"},
        {
            "event": "played",
            "seat": 0,
            "play": {"laid": [[3, "А"], [4, "б"]], "swapped": [[9, "В"]]},
            "words": [{"word": "АБ", "square": 3, "across": True, "points": 4}],
            "bonus": 0,
        },
    ]


def test_a_name_is_needed_for_each_seat() -> None:
    game = Game.begin(load_variant("friends"), 2, Shuffle(Random(1)))
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        format_record(game, ("Ann",))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format: 2 is not known; this program reads format 1"),
        ({"format": "1"}, "format: '1' is no whole number"),
        ({"variant": "chess"}, "unknown variant 'chess'"),
        ({"rules": {"rack_size": "99"}}, "rule rack_size: '99'"),
        ({"rules": {"rack_size": 7}}, "rules, rack_size: 7 is no text"),
        ({"names": ["Ann"]}, "names: 1, and there are 2 racks"),
        ({"events": {}}, "events: {} is no list"),
        ({"events": [{"event": "jumped"}]}, "event 1: there is no event 'jumped'"),
        ({"events": [{"seat": 0}]}, "event 1: 'event' is missing"),
        ({"events": [{"event": "passed"}]}, r"event 1 \(passed\): 'seat' is missing"),
        ({"events": [{"event": "passed", "seat": 4}]}, "seat: 4 is not between 0 and 3"),
        ({"events": [{"event": "passed", "seat": True}]}, "seat: True is no whole number"),
        ({"events": [{"event": "passed", "seat": 0, "why": 1}]}, "'why' is not known here"),
        ({"events": [{"event": "drew", "seat": 0, "tiles": "Ж"}]}, "tiles: 'Ж': 'Ж' is no tile"),
        ({"events": [{"event": "drew", "seat": 0, "tiles": "ZZZ"}]}, "cannot follow"),
        ({"events": [{"event": "passed", "seat": 3}]}, r"event 1 \(Passed\): it cannot follow"),
        ({"unfinished": True}, "record: this game was not over when it was kept"),
        ({"colour": "red"}, "record: 'colour' is not known here"),
        ({"start": {}}, "start: 'board' is missing"),
        ({"seal": None}, "seal: None is no object"),
        ({"seal": {"hash": "00", "salt": "00"}}, "seal: 'order' is missing"),
        ({"seal": {"hash": 0, "salt": "00", "order": "A"}}, "seal, hash: 0 is no text"),
        ({"seal": {"hash": "00", "salt": "00", "order": "A?Ж"}}, "seal, order: 'Ж' is no tile"),
        ({"seal": {"hash": "", "salt": "", "order": "", "seed": 1}}, "'seed' is not known here"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(
    change: dict[str, Any], said: str
) -> None:
    with pytest.raises(ParseError, match=said):
        parse_record(a_record() | change)


@pytest.mark.parametrize("accepted", ["CATTO", [1], {}])
def test_words_from_the_beginning_are_a_list_of_texts(accepted: Any) -> None:
    record = a_record()
    with pytest.raises(ParseError, match="start, accepted: "):
        parse_record(record | {"start": record["start"] | {"accepted": accepted}})


def test_a_record_must_be_an_object() -> None:
    with pytest.raises(ParseError, match="record: 'x' is no object"):
        parse_record("x")


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ({"laid": []}, "play: 'swapped' is missing"),
        ({"laid": [[1]], "swapped": []}, r"play.laid\[0\]: 1 values"),
        ({"laid": [[1, "Ж"]], "swapped": []}, r"play.laid\[0\]: 'Ж' is no letter"),
        ({"laid": [[-1, "A"]], "swapped": []}, r"play.laid\[0\]: -1 is not between"),
        ({"laid": [], "swapped": [[1, "?"]]}, r"play.swapped\[0\]: '\?' is no letter"),
    ],
)
def test_what_is_wrong_with_a_play_is_said_with_its_place(play: Any, said: str) -> None:
    event = {"event": "played", "seat": 0, "play": play, "words": [], "bonus": 0}
    with pytest.raises(ParseError, match=said):
        parse_events([event], ALPHABETS["en"])
