"""Words by agreement: what a vote lets in belongs to the group, and goes along to the next game."""

import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    EASY,
    LIVE,
    NO,
    OPEN,
    RESIGN,
    YES,
    Evening,
    act,
    turn,
    unknown_word,
)
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.pacing import VOTE_MS
from wordsmith.server.tables.requests import Accepted
from wordsmith.server.tables.table import Table
from wordsmith.server.words.groups import Groups

pytestmark = pytest.mark.anyio

VOTE = {"check": "vote"}


async def proposed(table: Table) -> str:
    """Lay an unknown word, and give it."""
    play = unknown_word(table)
    assert isinstance(await turn(table, play), Accepted)
    return "".join([letter for _, letter in play.laid])


async def test_an_accepted_word_is_on_the_list_with_the_row_that_let_it_in(
    programs: tuple[Evening, Evening],
) -> None:
    evening, _ = programs
    table = await evening.between(ANNA, BORIS, overrides=VOTE)
    word = await proposed(table)
    await act(table, BORIS, YES)
    group = table.ledger.group
    assert group is not None
    told = await Groups(evening.store).listed(group, BORIS)
    [entry] = told.words
    assert (entry.word, entry.language, entry.table, told.tables) == (word, "en", table.id, 1)
    assert word in table.ledger.accepted_words


async def test_a_rejected_word_is_not(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, overrides=VOTE)
    word = await proposed(table)
    await act(table, BORIS, NO)
    assert table.ledger.group is not None
    assert await Groups(evening.store).words(table.ledger.group, "en") == ()
    assert word not in table.ledger.accepted_words


async def test_a_word_that_silence_let_in_is_on_the_list(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, overrides=VOTE, pace=LIVE)
    word = await proposed(table)
    evening.time.pass_ms(VOTE_MS)
    table.look_at_clock()
    await table.refresh()
    assert table.ledger.group is not None
    assert await Groups(evening.store).words(table.ledger.group, "en") == (word,)


async def test_the_words_come_along_to_a_rematch_and_to_a_new_table(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS, overrides=VOTE)
    word = await proposed(table)
    await act(table, BORIS, YES)
    await act(table, BORIS, RESIGN)
    again = await evening.get(await evening.tables.rematch(table, ANNA))
    sheet = again.ledger.sheet_hash
    await evening.sit(again, BORIS)
    assert again.ledger.settings.words == (word,)
    assert again.ledger.game.start.accepted == {word}
    other = await evening.new(OPEN, person=BORIS, group=table.ledger.group)
    assert other.ledger.settings.words == (word,)
    assert sheet not in (other.ledger.sheet_hash, table.ledger.sheet_hash)


async def test_words_of_another_group_cannot_be_had(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    group = table.ledger.group
    assert group is not None
    with pytest.raises(Refusal, match="forbidden"):
        await evening.new(OPEN, person=CLARA, group=group)
    groups = Groups(evening.store)
    for asked in (
        groups.listed(group, CLARA),
        groups.add(group, CLARA, "ZZQ", "en", 1),
        groups.remove(group, CLARA, "ZZQ", "en"),
    ):
        with pytest.raises(Refusal, match="forbidden"):
            await asked


async def test_members_change_the_list_by_hand_and_a_running_game_keeps_its_words(
    evening: Evening,
) -> None:
    table = await evening.between(ANNA, BORIS, overrides=VOTE)
    group = table.ledger.group
    assert group is not None
    word = await proposed(table)
    await act(table, BORIS, YES)
    groups = Groups(evening.store)
    for _ in range(2):
        await groups.add(group, BORIS, " ёжизм", "ru", 7)
        await groups.add(group, BORIS, "zzq", "en", 7)
    await groups.remove(group, ANNA, word, "en")
    told = await groups.listed(group, ANNA)
    assert [(entry.word, entry.language, entry.table) for entry in told.words] == [
        ("ZZQ", "en", None),
        ("ЕЖИЗМ", "ru", None),
    ]
    assert word in table.ledger.accepted_words
    again = await evening.get(table.id)
    assert await groups.words(group, "en") == ("ZZQ",)
    assert again.ledger.accepted_words == {word}


@pytest.mark.parametrize(
    ("word", "language"),
    [("A", "en"), ("", "en"), ("СЛОВО", "en"), ("two words", "en"), ("A1", "ru"), ("WORD", "de")],
)
async def test_what_tiles_cannot_spell_is_no_word(
    evening: Evening, word: str, language: str
) -> None:
    table = await evening.between(ANNA, BORIS)
    assert table.ledger.group is not None
    with pytest.raises(Refusal, match="bad_request"):
        await Groups(evening.store).add(table.ledger.group, ANNA, word, language, 1)


async def test_a_game_alone_with_a_bot_has_no_group(evening: Evening) -> None:
    assert (await evening.new(EASY)).ledger.group is None
