"""Security rule 9: what is said is kept once, numbered, and told only to whoever may hear it."""

import asyncio
import time

import pytest

from tests.bus.buses import until
from tests.server.talk.tables import (
    ANNA,
    BORIS,
    CARL,
    DORA,
    EMIL,
    Ear,
    Seen,
    as_table,
    playing,
    say,
    settle,
)
from wordsmith.bus import MemoryBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.talk.talk import NEW_MS, Talk
from wordsmith.store import Store
from wordsmith.store.database import Statement

pytestmark = pytest.mark.anyio


@pytest.fixture
async def table(store: Store) -> Seen:
    """Anna and Boris play, Carl advises Anna, Dora and Emil look on; all have accounts."""
    await settle(store, ANNA, BORIS, CARL, DORA, EMIL)
    seen = playing(ANNA, BORIS)
    seen.admit(0, CARL)
    return seen


async def texts(talk: Talk, table: Seen, person: str) -> list[str]:
    return [message.text for message in await talk.history(as_table(table), person)]


async def listening(talk: Talk, table: Seen, *people: str) -> dict[str, Ear]:
    ears = {person: Ear() for person in people}
    for person, ear in ears.items():
        await talk.listen(as_table(table), person, ear)
    return ears


async def refused(talk: Talk, table: Seen, person: str, *asked: str) -> str:
    channel = asked[0]
    with pytest.raises(Refusal) as refusal:
        await talk.say(as_table(table), person, say("hello", channel))  # type: ignore[arg-type]
    return refusal.value.code


async def test_what_is_said_is_numbered_at_each_table(talk: Talk, table: Seen) -> None:
    other = playing(ANNA, BORIS)
    for where, text in ((table, "one"), (other, "first"), (table, "two")):
        await talk.say(as_table(where), ANNA, say(text))
    assert [message.n for message in await talk.history(as_table(table), BORIS)] == [1, 2]
    assert [message.n for message in await talk.history(as_table(other), BORIS)] == [1]


async def test_many_who_speak_at_once_get_numbers_of_their_own(talk: Talk, table: Seen) -> None:
    """Bugs 9 and 12: doubled intents, and read-modify-write between two who are quick."""
    said = [say(f"{number}") for number in range(20)]
    again = [*said, *said]
    await asyncio.gather(*[talk.say(as_table(table), ANNA, one) for one in again])
    kept = await talk.history(as_table(table), BORIS)
    assert [message.n for message in kept] == list(range(1, 21))
    assert sorted(message.text for message in kept) == sorted(one.text for one in said)


async def test_the_same_key_again_is_the_same_message_even_with_another_text(
    talk: Talk, table: Seen
) -> None:
    first = await talk.say(as_table(table), ANNA, say("hello", key="a" * 32))
    assert await talk.say(as_table(table), ANNA, say("bye", key="a" * 32)) == first
    assert await texts(talk, table, BORIS) == ["hello"]


async def test_a_key_of_somebody_else_gives_nothing_away(talk: Talk, table: Seen) -> None:
    await talk.say(as_table(table), ANNA, say("hello", key="a" * 32))
    with pytest.raises(Refusal) as refusal:
        await talk.say(as_table(table), DORA, say("hello", "watchers", key="a" * 32))
    assert refusal.value.code == "key_reused"
    assert "hello" not in str(refusal.value.detail)


async def test_spectators_are_not_heard_by_players_until_the_end(talk: Talk, table: Seen) -> None:
    """Bugs 29 to 31: what a spectator knows must not reach a player of a live game."""
    ears = await listening(talk, table, ANNA, BORIS, CARL, DORA)
    await talk.say(as_table(table), EMIL, say("Boris holds the queen", "watchers"))
    await talk.say(as_table(table), ANNA, say("your turn"))
    await until(lambda: bool(ears[BORIS].heard and ears[DORA].heard))
    assert {who: ear.texts for who, ear in ears.items()} == {
        ANNA: ["your turn"],
        BORIS: ["your turn"],
        CARL: [],
        DORA: ["Boris holds the queen"],
    }
    assert await texts(talk, table, BORIS) == ["your turn"]
    assert await texts(talk, table, DORA) == ["Boris holds the queen"]
    table.resign(0)
    both = ["Boris holds the queen", "your turn"]
    assert await texts(talk, table, BORIS) == both
    assert await texts(talk, table, DORA) == both


async def test_everybody_is_told_that_somebody_whispered_and_not_what(
    talk: Talk, table: Seen
) -> None:
    ears = await listening(talk, table, ANNA, BORIS, CARL, DORA)
    await talk.say(as_table(table), CARL, say("lay the queen", "whisper", to=0))
    await talk.say(as_table(table), ANNA, say("where?", "whisper"))
    await until(lambda: all(len(ear.heard) == 2 for ear in ears.values()))
    assert {who: ear.texts for who, ear in ears.items()} == {
        ANNA: ["lay the queen", "where?"],
        BORIS: ["", ""],
        CARL: ["lay the queen", "where?"],
        DORA: ["", ""],
    }
    first, second = ears[BORIS].heard
    assert (first.name, first.seat, first.to) == ("Carl", None, 0)
    assert (second.name, second.seat, second.to) == ("Anna", 0, None)


async def test_a_later_adviser_does_not_read_what_was_whispered_to_the_one_before(
    talk: Talk, table: Seen
) -> None:
    await talk.say(as_table(table), ANNA, say("I hold the queen", "whisper"))
    table.admit(0, DORA)
    assert await texts(talk, table, DORA) == [""]
    assert await texts(talk, table, CARL) == ["I hold the queen"]


async def test_a_guest_who_takes_an_account_keeps_what_was_said_to_him(
    talk: Talk, table: Seen, store: Store
) -> None:
    await talk.say(as_table(table), ANNA, say("I hold the queen", "whisper"))
    await talk.say(as_table(table), CARL, say("lay it", "whisper"))
    await store.hand_over(CARL, EMIL)
    assert await texts(talk, table, EMIL) == ["I hold the queen", "lay it"]
    assert await texts(talk, table, CARL) == ["", ""]


@pytest.mark.parametrize(
    ("person", "channel"),
    [(DORA, "table"), (ANNA, "watchers"), (BORIS, "whisper"), (DORA, "whisper"), (CARL, "table")],
)
async def test_nobody_speaks_where_he_has_no_place(
    talk: Talk, table: Seen, person: str, channel: str
) -> None:
    assert await refused(talk, table, person, channel) == "forbidden"
    table.resign(0)
    assert await texts(talk, table, BORIS) == []


async def test_an_adviser_whispers_to_nobody_but_his_player(talk: Talk, table: Seen) -> None:
    with pytest.raises(Refusal, match="forbidden"):
        await talk.say(as_table(table), CARL, say("psst", "whisper", to=1))


async def test_where_talk_is_off_nothing_is_said(talk: Talk, store: Store) -> None:
    await settle(store, ANNA, BORIS, DORA)
    table = playing(ANNA, BORIS, talk=False)
    assert await refused(talk, table, ANNA, "table") == "talk_off"
    assert await refused(talk, table, DORA, "watchers") == "talk_off"


async def test_who_cannot_be_seen_has_said_nothing(talk: Talk, table: Seen) -> None:
    with pytest.raises(Refusal, match="empty"):
        await talk.say(as_table(table), ANNA, say(" \u200b\u2060\u3164\n "))


async def test_who_says_too_much_waits(store: Store, table: Seen) -> None:
    """Security rule 5: limits for each kind of action."""
    talk = Talk(store, MemoryBus(), Quotas())
    for number in range(6):
        await talk.say(as_table(table), ANNA, say(f"{number}"))
    with pytest.raises(Refusal) as refusal:
        await talk.say(as_table(table), ANNA, say("more"))
    assert refusal.value.code == "too_fast"
    assert refusal.value.detail["wait_s"] > 0
    await talk.say(as_table(table), BORIS, say("I have said nothing yet"))
    await talk.close()


async def test_somebody_silenced_by_a_moderator_says_nothing_until_then(
    talk: Talk, table: Seen, store: Store
) -> None:
    sanction = "INSERT INTO sanctions VALUES ('s', $1, 'mute', 0, $2, 'm', 'rude')"
    await store.write(Statement(sanction, (ANNA, None)))
    assert await refused(talk, table, ANNA, "table") == "muted"
    await store.write(Statement("UPDATE sanctions SET until_ms = 1"))
    await talk.say(as_table(table), ANNA, say("sorry"))
    assert await texts(talk, table, BORIS) == ["sorry"]


async def test_links_of_guests_lead_nowhere(talk: Talk, store: Store) -> None:
    await settle(store, ANNA, accounts=True)
    await settle(store, BORIS, accounts=False)
    table = playing(ANNA, BORIS)
    for person in (ANNA, BORIS):
        await talk.say(as_table(table), person, say("see https://a.example/b and vk.com/c"))
    assert await texts(talk, table, ANNA) == [
        "see https://a.example/b and vk.com/c",
        "see […] and […]",
    ]


async def test_links_of_new_accounts_lead_nowhere_either(talk: Talk, store: Store) -> None:
    """Security rule 9: who registers to spread a link has to wait a day with it."""
    await settle(store, ANNA, BORIS)
    now = time.time_ns() // 1_000_000
    for person, since_ms in ((ANNA, now - NEW_MS), (BORIS, now - NEW_MS + 60_000)):
        since = "UPDATE persons SET since_ms = $1 WHERE id = $2"
        await store.write(Statement(since, (since_ms, person)))
    table = playing(ANNA, BORIS)
    for person in (ANNA, BORIS):
        await talk.say(as_table(table), person, say("see https://a.example/b"))
    assert await texts(talk, table, ANNA) == ["see https://a.example/b", "see […]"]


async def test_between_muted_people_nothing_passes_either_way(talk: Talk, table: Seen) -> None:
    await talk.archive.mute(ANNA, BORIS, 1)
    ears = await listening(talk, table, ANNA, BORIS)
    for person in (ANNA, BORIS):
        await talk.say(as_table(table), person, say(person))
    await until(lambda: bool(ears[ANNA].heard and ears[BORIS].heard))
    assert (ears[ANNA].texts, ears[BORIS].texts) == ([ANNA], [BORIS])
    assert await texts(talk, table, ANNA) == [ANNA]
    assert await texts(talk, table, BORIS) == [BORIS]
    await talk.archive.unmute(ANNA, BORIS)
    assert await texts(talk, table, ANNA) == [ANNA, BORIS]


async def test_offensive_words_are_masked_and_kept(talk: Talk, table: Seen) -> None:
    shown = await talk.say(as_table(table), ANNA, say("oh shit"))
    assert shown.text == "oh ***"
    assert await texts(talk, table, BORIS) == ["oh ***"]
    kept = await talk.archive.numbered(table.id, 1)
    assert kept is not None
    assert kept.words == "oh shit"


async def test_what_a_moderator_has_hidden_nobody_reads(
    talk: Talk, table: Seen, store: Store
) -> None:
    await talk.say(as_table(table), ANNA, say("rude"))
    await store.write(Statement("UPDATE messages SET hidden = 1"))
    for person in (ANNA, BORIS):
        (message,) = await talk.history(as_table(table), person)
        assert (message.text, message.hidden) == ("", True)


async def test_history_comes_in_pages_of_fifty_that_one_may_hear(talk: Talk, table: Seen) -> None:
    for number in range(1, 61):
        await talk.say(as_table(table), EMIL, say("psst", "watchers"))
        await talk.say(as_table(table), ANNA, say(f"{number}"))
    last = await talk.history(as_table(table), BORIS)
    assert [message.text for message in last] == [f"{number}" for number in range(11, 61)]
    before = await talk.history(as_table(table), BORIS, last[0].n)
    assert [message.text for message in before] == [f"{number}" for number in range(1, 11)]


async def test_a_seat_is_shown_by_its_number_of_today(talk: Talk, table: Seen) -> None:
    await talk.say(as_table(table), ANNA, say("before"))
    table.move_in(BORIS, ANNA)
    (message,) = await talk.history(as_table(table), BORIS)
    assert message.seat == 1
    table.move_in(BORIS, CARL)
    (message,) = await talk.history(as_table(table), BORIS)
    assert (message.seat, message.name) == (None, "Anna")


class DeafBus(MemoryBus):
    """Loses everything."""

    def publish(self, topic: str, message: bytes) -> None:
        pass


async def test_a_hint_that_is_lost_costs_only_time(store: Store, table: Seen) -> None:
    """Liveness never depends on a bus."""
    talk = Talk(store, DeafBus(), Quotas())
    ears = await listening(talk, table, BORIS)
    await talk.say(as_table(table), ANNA, say("hello"))
    await talk.catch_up()
    await until(lambda: ears[BORIS].texts == ["hello"])
    await talk.close()


async def test_who_stops_listening_is_told_nothing_more(talk: Talk, table: Seen) -> None:
    gone, here = Ear(), Ear()
    stop = await talk.listen(as_table(table), BORIS, gone)
    await talk.listen(as_table(table), BORIS, here)
    stop()
    await talk.say(as_table(table), ANNA, say("hello"))
    await until(lambda: here.texts == ["hello"])
    assert gone.heard == []


async def test_an_ear_that_fails_is_nobody_elses_trouble(talk: Talk, table: Seen) -> None:
    class Broken(Ear):
        def said(self, _table: str, message: object) -> None:
            raise RuntimeError("broken")

    here = Ear()
    await talk.listen(as_table(table), ANNA, Broken())
    await talk.listen(as_table(table), BORIS, here)
    await talk.say(as_table(table), ANNA, say("one"))
    await talk.say(as_table(table), ANNA, say("two"))
    await until(lambda: here.texts == ["one", "two"])
