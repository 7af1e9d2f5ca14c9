"""Security rule 9: who says and hears what while a game lives, and after."""

from itertools import product
from typing import get_args

import pytest

from tests.server.talk.tables import ANNA, BORIS, CARL, DORA, EMIL, Seen, playing
from wordsmith.server.talk.hearing import Channel, Hearer, Hearing, Spoken

CHANNELS: tuple[Channel, ...] = get_args(Channel)
ALL, BARE, NOTHING = Hearing.ALL, Hearing.BARE, Hearing.NOTHING


def spoken(person: str, channel: Channel, to_person: str | None = None) -> Spoken:
    return Spoken("t", 1, 0, person, None, person, channel, None, to_person, "the queen")


def table_of_two() -> Seen:
    """Anna and Boris play, Carl advises Anna, Dora and Emil look on."""
    table = playing(ANNA, BORIS)
    table.admit(0, CARL)
    return table


LIVE = [
    (spoken(ANNA, "table"), {ANNA: ALL, BORIS: ALL, CARL: NOTHING, DORA: NOTHING}),
    (spoken(EMIL, "watchers"), {ANNA: NOTHING, BORIS: NOTHING, CARL: NOTHING, DORA: ALL}),
    (spoken(CARL, "whisper", ANNA), {ANNA: ALL, BORIS: BARE, CARL: ALL, DORA: BARE}),
    (spoken(ANNA, "whisper", CARL), {ANNA: ALL, BORIS: BARE, CARL: ALL, DORA: BARE}),
]
OVER = [
    (spoken(ANNA, "table"), {ANNA: ALL, BORIS: ALL, CARL: ALL, DORA: ALL}),
    (spoken(EMIL, "watchers"), {ANNA: ALL, BORIS: ALL, CARL: ALL, DORA: ALL}),
    (spoken(CARL, "whisper", ANNA), {ANNA: ALL, BORIS: BARE, CARL: ALL, DORA: BARE}),
]


@pytest.mark.parametrize(("said", "by_hearer"), LIVE)
def test_while_the_game_lives_players_and_spectators_do_not_hear_each_other(
    said: Spoken, by_hearer: dict[str, Hearing]
) -> None:
    ledger = table_of_two().ledger
    assert {who: Hearer.at(ledger, who).hears(said) for who in by_hearer} == by_hearer


@pytest.mark.parametrize(("said", "by_hearer"), OVER)
def test_after_the_end_all_is_heard_but_whispers(
    said: Spoken, by_hearer: dict[str, Hearing]
) -> None:
    table = table_of_two()
    table.resign(0)
    assert table.ledger.phase == "ended"
    assert {who: Hearer.at(table.ledger, who).hears(said) for who in by_hearer} == by_hearer


def test_players_speak_at_the_table_spectators_among_themselves_advisers_in_whispers_only() -> None:
    ledger = table_of_two().ledger
    may = {
        (who, channel): Hearer.at(ledger, who).may_say(channel)
        for who, channel in product((ANNA, CARL, DORA), CHANNELS)
    }
    assert [pair for pair, allowed in may.items() if allowed] == [
        (ANNA, "table"),
        (ANNA, "whisper"),
        (CARL, "whisper"),
        (DORA, "watchers"),
    ]


def test_an_adviser_who_was_dismissed_is_a_spectator_again() -> None:
    table = table_of_two()
    table.admit(0, CARL, admit=False)
    assert Hearer.at(table.ledger, CARL).hears(spoken(EMIL, "watchers")) is ALL
    assert not Hearer.at(table.ledger, CARL).may_say("whisper")


def test_where_nobody_may_look_on_a_stranger_hears_nothing_ever() -> None:
    table = playing(ANNA, BORIS, watching=False)
    table.resign(1)
    stranger = Hearer.at(table.ledger, DORA)
    said = [spoken(ANNA, "table"), spoken(ANNA, "whisper", CARL), spoken(EMIL, "watchers")]
    assert [stranger.hears(one) for one in said] == [NOTHING] * 3
    assert not stranger.may_say("watchers")


def test_a_moderator_hears_everything_and_says_nothing() -> None:
    hearer = Hearer.at(table_of_two().ledger, DORA, moderator=True)
    assert [hearer.hears(said) for said, _ in LIVE] == [ALL] * 4
    assert not any(hearer.may_say(channel) for channel in CHANNELS)


def test_a_player_is_a_player_even_as_a_moderator() -> None:
    hearer = Hearer.at(table_of_two().ledger, ANNA, moderator=True)
    assert hearer.hears(spoken(EMIL, "watchers")) is NOTHING
