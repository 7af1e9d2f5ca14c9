"""What moderators do and see; every act is written down (security rules 9 and 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.bus.buses import until
from tests.server.tables.evening import ANNA, BORIS, CLARA, NAMES, OPEN, Evening
from tests.server.talk.tables import Ear
from wordsmith.bus import MemoryBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.messages.frames import Say
from wordsmith.server.messages.moderation import (
    AddWord,
    AllowWord,
    BanPerson,
    CancelTable,
    CloseReport,
    HideMessage,
    Lift,
    ModeratorAct,
    MutePerson,
    RemoveWord,
    Rename,
)
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.messages.talk import Report
from wordsmith.server.moderation.factor import appoint
from wordsmith.server.moderation.moderators import Moderators
from wordsmith.server.people.moving import on_moved
from wordsmith.server.people.sessions import Ended, Sessions
from wordsmith.server.talk.complaints import Complaints
from wordsmith.server.talk.talk import Talk
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.server.messages.moderation import Moderation
    from wordsmith.server.tables.table import Table
    from wordsmith.store import Store

pytestmark = pytest.mark.anyio
MOLLY = "e" * 64


class Office:
    """A site, its moderator Molly, and a table where Anna and Boris play."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bus = MemoryBus()
        self.evening = Evening(store, bus=self.bus)
        quotas = Quotas(factor=1000)
        self.sessions = Sessions(store, self.bus)
        self.talk = Talk(store, self.bus, quotas)
        self.complaints = Complaints(store, self.talk.archive, quotas)
        self.moderators = Moderators(
            store, self.bus, quotas, self.sessions, self.evening.tables, self.talk
        )
        self._keys = iter(range(1000))

    async def open(self) -> None:
        for person, name in {**NAMES, MOLLY: "Molly"}.items():
            sql = "INSERT INTO persons (id, since_ms, name, login) VALUES ($1, 1, $2, $3)"
            await self.store.write(Statement(sql, (person, name, name.lower())))
        assert await appoint(self.store, "molly")
        self.table: Table = await self.evening.between(ANNA, BORIS)

    async def close(self) -> None:
        await self.talk.close()
        await self.evening.close()

    async def say(self, person: str, text: str) -> int:
        key = f"{next(self._keys):032x}"
        asked = Say(self.table.id, key, "table", text)
        return (await self.talk.say(self.table, person, asked)).n

    async def report(self, **asked: Any) -> str:
        await self.complaints.report(self.table, ANNA, Report(self.table.id, "rude", **asked))
        return (await self.desk()).reports[-1].id

    async def do(self, act: ModeratorAct) -> None:
        await self.moderators.acts.perform(MOLLY, act)

    async def refusal(self, act: ModeratorAct) -> str:
        with pytest.raises(Refusal) as refused:
            await self.do(act)
        return refused.value.code

    async def desk(self) -> Moderation:
        return await self.moderators.desk.everything()

    async def recorded(self) -> list[tuple[str, dict[str, Any]]]:
        rows = await self.store.rows(
            "SELECT act, about FROM moderation WHERE by_person = $1 ORDER BY at_ms, act", MOLLY
        )
        return [(act, msgspec.json.decode(about)) for act, about in rows]


@pytest.fixture
async def office(store: Store) -> AsyncIterator[Office]:
    made = Office(store)
    await made.open()
    yield made
    await made.close()


async def test_a_report_lies_on_the_desk_with_what_was_said_around_it(office: Office) -> None:
    await office.say(ANNA, "your turn")
    n = await office.say(BORIS, "you fucking cheat")
    await office.report(message=n)
    await office.do(HideMessage(office.table.id, n))
    (report,) = (await office.desk()).reports
    assert (report.by.name, report.whom.name, report.whom.login) == ("Anna", "Boris", "boris")
    assert (report.table, report.message, report.reason) == (office.table.id, n, "rude")
    assert [(line.text, line.about, line.accused) for line in report.context] == [
        ("your turn", False, False),
        ("you fucking cheat", True, True),
    ]
    assert report.context[1].hidden


async def test_nothing_on_the_desk_is_the_id_of_a_person(office: Office) -> None:
    n = await office.say(BORIS, "rude")
    await office.report(message=n)
    await office.do(MutePerson(reason="rude", login="boris"))
    told = msgspec.json.encode(await office.desk()).decode()
    assert not any(person in told for person in (*NAMES, MOLLY))


async def test_whispers_of_others_are_no_context(office: Office) -> None:
    n = await office.say(BORIS, "rude")
    whispering = """
    INSERT INTO messages (table_id, n, at_ms, person, name, channel, to_person, words, key)
    VALUES ($1, $2, 1, $3, '', 'whisper', $4, 'secret', 'k')
    """
    await office.store.write(Statement(whispering, (office.table.id, n + 1, CLARA, BORIS)))
    await office.report(message=n)
    (report,) = (await office.desk()).reports
    assert [line.text for line in report.context] == ["rude"]


async def test_a_report_of_a_seat_comes_with_what_was_said_last(office: Office) -> None:
    await office.say(BORIS, "ha")
    seat = min(office.table.seats_of(BORIS))
    await office.report(seat=seat)
    (report,) = (await office.desk()).reports
    assert report.message is None
    assert [line.text for line in report.context] == ["ha"]


async def test_a_closed_report_is_off_the_desk_and_closed_once(office: Office) -> None:
    n = await office.say(BORIS, "rude")
    report = await office.report(message=n)
    await office.do(CloseReport(report, upheld=True))
    desk = await office.desk()
    assert (desk.reports, desk.waiting) == ([], 0)
    rows = await office.store.rows("SELECT state, closed_by FROM reports")
    assert [tuple(row) for row in rows] == [("upheld", MOLLY)]
    assert await office.refusal(CloseReport(report, upheld=False)) == "nothing"
    assert [act for act, _ in await office.recorded()] == ["close_report"]


async def test_who_is_muted_says_nothing_until_it_is_lifted(office: Office) -> None:
    await office.say(BORIS, "rude")
    seat = min(office.table.seats_of(BORIS))
    await office.do(MutePerson(table=office.table.id, seat=seat, hours=1, reason="rude"))
    with pytest.raises(Refusal, match="muted"):
        await office.say(BORIS, "what?")
    (sanction,) = (await office.desk()).sanctions
    assert (sanction.whom.name, sanction.kind, sanction.by.name) == ("Boris", "mute", "Molly")
    assert sanction.until is not None
    await office.do(Lift(sanction.id))
    await office.say(BORIS, "sorry")
    assert (await office.desk()).sanctions == []
    assert await office.refusal(Lift(sanction.id)) == "nothing"
    (muted, told), (lifted, _) = sorted(await office.recorded(), key=lambda row: row[0] == "lift")
    assert (muted, lifted) == ("mute", "lift")
    assert (told["whom"], told["reason"], told["hours"]) == (BORIS, "rude", 1)


async def test_a_ban_is_told_to_every_process_at_once(office: Office) -> None:
    """Security rule 1, bug group 33: whoever may not come in any more is put out."""
    ended: list[Ended] = []
    office.sessions.on_ended(ended.append)
    n = await office.say(BORIS, "rude")
    report = await office.report(message=n)
    await office.do(BanPerson(report=report, reason="rude"))
    await until(lambda: ended == [Ended(BORIS, banned=True)])
    (sanction,) = (await office.desk()).sanctions
    assert (sanction.kind, sanction.until) == ("ban", None)


async def test_a_moderator_is_no_business_of_another(office: Office) -> None:
    for act in (MutePerson(login="molly", reason="x"), BanPerson(login="molly", reason="x")):
        assert await office.refusal(act) == "forbidden"
    assert await office.recorded() == []


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({}, "bad_request"),
        ({"login": "nobody"}, "nobody"),
        ({"report": "none"}, "nobody"),
        ({"table": "t", "seat": 0}, "nobody"),
        ({"table": "t", "message": 1}, "nobody"),
    ],
)
async def test_somebody_has_to_be_meant(office: Office, named: dict[str, Any], code: str) -> None:
    assert await office.refusal(MutePerson(reason="x", **named)) == code


async def test_a_hidden_message_is_read_by_nobody_and_may_be_shown_again(office: Office) -> None:
    n = await office.say(BORIS, "rude")
    page = Ear()
    await office.talk.listen(office.table, ANNA, page)
    await office.do(HideMessage(office.table.id, n))
    await until(lambda: [(one.n, one.text, one.hidden) for one in page.heard] == [(n, "", True)])
    (message,) = await office.talk.history(office.table, BORIS)
    assert (message.text, message.hidden) == ("", True)
    await office.do(HideMessage(office.table.id, n, show=True))
    (message,) = await office.talk.history(office.table, BORIS)
    assert (message.text, message.hidden) == ("rude", False)
    assert await office.refusal(HideMessage(office.table.id, n + 1)) == "nothing"


async def test_words_are_added_excepted_and_taken_back(office: Office) -> None:
    await office.say(BORIS, "редиска shit")

    async def shown() -> str:
        (message,) = await office.talk.history(office.table, ANNA)
        return message.text

    assert await shown() == "редиска ***"
    await office.do(AddWord("ru", "Редиска"))
    await office.do(AllowWord("en", "shit"))
    assert await shown() == "*** shit"
    words = [(word.language, word.word, word.allowed) for word in (await office.desk()).words]
    assert words == [("en", "shit", True), ("ru", "редиска", False)]
    await office.do(RemoveWord("ru", "редиска"))
    await office.do(RemoveWord("en", "shit"))
    assert await shown() == "редиска ***"
    assert await office.refusal(AddWord("ru", "abc!")) == "bad_word"
    assert len(await office.recorded()) == 4


async def test_who_is_renamed_is_called_so_everywhere(office: Office) -> None:
    await office.say(BORIS, "hello")
    moved: list[str] = []
    on_moved(office.bus, lambda told: moved.append(told.was))
    await office.do(Rename(login="boris", name="  Somebody \n else "))
    await until(lambda: moved == [BORIS])
    await office.evening.tables.look_again(BORIS)
    names = [seat.name for seat in office.table.ledger.seats]
    assert sorted(names) == ["Anna", "Somebody else"]
    (message,) = await office.talk.history(office.table, ANNA)
    assert message.name == "Somebody else"
    rows = await office.store.rows("SELECT name FROM persons WHERE id = $1", BORIS)
    assert [tuple(row) for row in rows] == [("Somebody else",)]


async def test_a_table_that_is_called_off_has_a_row_of_it(office: Office) -> None:
    """Security rule 12: edits by moderators are rows in the table's own log."""
    before = office.table.ledger.version
    await office.do(CancelTable(office.table.id, "abuse"))
    assert office.table.ledger.phase == "cancelled"
    (row,) = await office.store.read(office.table.id, before)
    assert (row.seat, row.action) == (None, '{"type":"moderator_cancel"}')
    assert "cancelled" in row.events
    stored = await office.store.table(office.table.id)
    assert stored is not None
    assert stored.standing.phase == "cancelled"
    assert await office.refusal(CancelTable(office.table.id)) == "not_now"
    assert await office.refusal(CancelTable("none")) == "unknown_table"
    ((act, told),) = await office.recorded()
    assert (act, told["table"], told["reason"]) == ("cancel_table", office.table.id, "abuse")


async def test_a_table_that_gathers_is_called_off_too(office: Office) -> None:
    table = await office.evening.new(OPEN)
    await office.do(CancelTable(table.id))
    assert table.ledger.phase == "cancelled"


async def test_what_was_done_lies_on_the_desk_the_last_first(office: Office) -> None:
    await office.do(MutePerson(login="boris", reason="x"))
    await office.do(CancelTable(office.table.id))
    acts = (await office.desk()).acts
    told = {(act.act, act.whom.name if act.whom else None, act.table) for act in acts}
    assert told == {("mute", "Boris", None), ("cancel_table", None, office.table.id)}
    assert {act.by.name for act in acts} == {"Molly"}
