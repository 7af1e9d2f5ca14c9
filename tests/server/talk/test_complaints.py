"""Security rule 9: mutes and reports."""

import pytest

from tests.server.talk.tables import (
    ANNA,
    BORIS,
    CARL,
    DORA,
    EMIL,
    Seen,
    as_table,
    playing,
    say,
    settle,
)
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.messages.talk import Mute, Report
from wordsmith.server.talk.complaints import Complaints
from wordsmith.server.talk.talk import Talk
from wordsmith.store import Store
from wordsmith.store.database import Statement

pytestmark = pytest.mark.anyio


@pytest.fixture
async def table(store: Store) -> Seen:
    await settle(store, ANNA, BORIS, CARL, DORA, EMIL)
    seen = playing(ANNA, BORIS)
    seen.admit(0, CARL)
    return seen


@pytest.fixture
def complaints(talk: Talk, store: Store) -> Complaints:
    return Complaints(store, talk.archive, Quotas(factor=100))


async def reports(store: Store) -> list[tuple[object, ...]]:
    sql = "SELECT by_person, whom, message, reason, state FROM reports ORDER BY at_ms"
    return [tuple(row) for row in await store.rows(sql)]


async def refused(complaints: Complaints, table: Seen, person: str, asked: Mute | Report) -> str:
    complain = complaints.mute if isinstance(asked, Mute) else complaints.report
    with pytest.raises(Refusal) as refusal:
        await complain(as_table(table), person, asked)  # type: ignore[arg-type]
    return refusal.value.code


async def test_a_player_is_muted_by_his_seat_and_heard_again(
    talk: Talk, complaints: Complaints, table: Seen
) -> None:
    await talk.say(as_table(table), BORIS, say("hello"))
    await complaints.mute(as_table(table), ANNA, Mute("t", seat=1))
    assert await talk.history(as_table(table), ANNA) == []
    assert await talk.archive.blocked(BORIS) == {ANNA}
    await complaints.mute(as_table(table), ANNA, Mute("t", seat=1, remove=True))
    assert len(await talk.history(as_table(table), ANNA)) == 1


async def test_who_was_muted_cannot_undo_it(
    complaints: Complaints, talk: Talk, table: Seen
) -> None:
    await complaints.mute(as_table(table), ANNA, Mute("t", seat=1))
    await complaints.mute(as_table(table), BORIS, Mute("t", seat=0, remove=True))
    assert await talk.archive.blocked(BORIS) == {ANNA}


async def test_a_spectator_is_muted_by_what_he_said(
    talk: Talk, complaints: Complaints, table: Seen
) -> None:
    await talk.say(as_table(table), EMIL, say("boo", "watchers"))
    await complaints.mute(as_table(table), DORA, Mute("t", message=1))
    assert await talk.history(as_table(table), DORA) == []


async def test_what_one_may_not_hear_one_cannot_complain_of(
    talk: Talk, complaints: Complaints, table: Seen
) -> None:
    """The number of a message gives nothing away, not even whether it is there."""
    await talk.say(as_table(table), EMIL, say("boo", "watchers"))
    for number in (1, 7):
        assert await refused(complaints, table, ANNA, Report("t", "x", message=number)) == "nobody"
        assert await refused(complaints, table, ANNA, Mute("t", message=number)) == "nobody"


async def test_bots_empty_seats_and_oneself_cannot_be_complained_of(
    complaints: Complaints, table: Seen
) -> None:
    table.move_in(ANNA, None)
    assert await refused(complaints, table, ANNA, Mute("t", seat=1)) == "nobody"
    assert await refused(complaints, table, ANNA, Mute("t", seat=3)) == "nobody"
    assert await refused(complaints, table, ANNA, Mute("t")) == "nobody"
    assert await refused(complaints, table, ANNA, Report("t", "x", seat=0)) == "yourself"


async def test_a_stranger_where_nobody_looks_on_cannot_complain(
    complaints: Complaints, store: Store
) -> None:
    await settle(store, ANNA, BORIS, DORA)
    table = playing(ANNA, BORIS, watching=False)
    assert await refused(complaints, table, DORA, Report("t", "x", seat=0)) == "forbidden"


async def test_a_report_names_who_what_and_why_and_keeps_a_hidden_message(
    talk: Talk, complaints: Complaints, table: Seen, store: Store
) -> None:
    await talk.say(as_table(table), BORIS, say("you fucking cheat"))
    await complaints.report(as_table(table), ANNA, Report("t", " rude\n", message=1))
    await store.write(Statement("UPDATE messages SET hidden = 1"))
    assert await reports(store) == [(ANNA, BORIS, 1, "rude", "open")]
    kept = await talk.archive.numbered(table.id, 1)
    assert kept is not None
    assert kept.words == "you fucking cheat"


async def test_the_same_report_again_is_nothing_new_until_it_is_closed(
    talk: Talk, complaints: Complaints, table: Seen, store: Store
) -> None:
    await talk.say(as_table(table), BORIS, say("rude"))
    for asked in (Report("t", "rude", message=1), Report("t", "he stalls", seat=1)):
        for _ in range(2):
            await complaints.report(as_table(table), ANNA, asked)
    assert len(await reports(store)) == 2
    await complaints.report(as_table(table), DORA, Report("t", "he stalls", seat=1))
    assert len(await reports(store)) == 3
    await store.write(Statement("UPDATE reports SET state = 'dismissed'"))
    await complaints.report(as_table(table), ANNA, Report("t", "again", seat=1))
    assert len(await reports(store)) == 4


async def test_who_reports_everybody_waits(talk: Talk, table: Seen, store: Store) -> None:
    complaints = Complaints(store, talk.archive, Quotas())
    for number in range(5):
        await complaints.report(as_table(table), ANNA, Report("t", f"{number}", seat=1))
    asked = Report("t", "more", seat=1)
    assert await refused(complaints, table, ANNA, asked) == "too_fast"
