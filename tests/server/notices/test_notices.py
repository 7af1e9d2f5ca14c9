"""Who is reminded of what: found in the store, told once, and never what he sees himself."""

import asyncio

import pytest

from tests.server.notices.mail_server import MailServerHere
from tests.server.notices.push_service import Browser, PushService
from tests.server.notices.tables import ANNA, BORIS, CARL, SITE, Town
from wordsmith.server.messages.protocol import Bank, Days, NoPace
from wordsmith.server.notices.due import DAY_MS
from wordsmith.store.database import Statement

pytestmark = pytest.mark.anyio


async def subscribe(town: Town, person: str, phone: Browser) -> None:
    await town.notices.subscriptions.add(person, phone.subscription, town.now_ms)


@pytest.fixture
async def people(town: Town, phone: Browser) -> Town:
    """Anna and Boris; Anna is reminded in her browser."""
    await town.settle(ANNA, BORIS)
    await subscribe(town, ANNA, phone)
    return town


def kinds(phone: Browser) -> list[str]:
    return [shown["kind"] for shown in phone.shown]


async def test_whoever_is_on_turn_is_told_once_and_told_no_tile(
    people: Town, phone: Browser
) -> None:
    """Bug group 29: push is an output like any other."""
    table = await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    await people.sweep()
    assert phone.shown == [
        {
            "kind": "turn",
            "title": "Your turn",
            "body": "Friends, with Boris.",
            "url": f"/t/{table}",
            "tag": table,
        }
    ]


async def test_everybody_is_told_in_his_language(
    town: Town, phone: Browser, service: PushService
) -> None:
    await town.settle(ANNA, language="ru")
    await town.settle(BORIS, language="")
    await subscribe(town, ANNA, phone)
    await town.table(ANNA, BORIS)
    town.later()
    await town.sweep()
    (shown,) = phone.shown
    assert shown["title"] == "Ваш ход"
    assert "За столом: Boris." in shown["body"]


async def test_nobody_is_told_before_he_has_had_a_moment(people: Town, phone: Browser) -> None:
    await people.table(ANNA, BORIS)
    await people.sweep()
    assert phone.shown == []


async def test_whoever_has_the_table_open_is_told_nothing(people: Town, phone: Browser) -> None:
    table = await people.table(ANNA, BORIS)
    people.here.add((table, ANNA))
    people.later()
    await people.sweep()
    people.here.clear()
    await people.sweep()
    assert phone.shown == []


async def test_the_page_of_another_table_does_not_count(people: Town, phone: Browser) -> None:
    await people.table(ANNA, BORIS)
    people.here.add(("another", ANNA))
    people.later()
    await people.sweep()
    assert kinds(phone) == ["turn"]


async def test_the_next_turn_is_told_again_but_not_what_happens_besides(
    people: Town, phone: Browser
) -> None:
    table = await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    await people.act(table, 1, 0, action="cancel")  # Boris asks for something; it is Anna's turn
    people.later()
    await people.sweep()
    assert kinds(phone) == ["turn"]
    await people.act(table, 0, 1)
    await people.act(table, 1, 0)
    people.later()
    await people.sweep()
    assert kinds(phone) == ["turn", "turn"]


async def test_a_nudge_is_passed_on(people: Town, phone: Browser) -> None:
    table = await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    await people.act(table, 1, 0, action="nudge")
    await people.act(table, 1, 0, action="cancel")  # and something else before anybody looks
    people.later()
    await people.sweep()
    await people.sweep()
    assert kinds(phone) == ["turn", "nudge"]


async def test_with_a_clock_of_minutes_only_a_nudge_is_passed_on(
    people: Town, phone: Browser
) -> None:
    table = await people.table(ANNA, BORIS, pace=Bank(600, 5))
    people.later()
    await people.sweep()
    assert phone.shown == []
    await people.act(table, 1, 0, action="nudge")
    await people.sweep()
    await people.sweep()
    assert kinds(phone) == ["nudge"]


async def test_without_a_clock_people_are_reminded_as_with_days(
    people: Town, phone: Browser
) -> None:
    await people.table(ANNA, BORIS, pace=NoPace())
    await people.table(ANNA, None, pace=NoPace())  # against a bot nobody waits
    people.later()
    await people.sweep()
    assert kinds(phone) == ["turn"]


async def test_a_quarter_of_the_days_before_the_end_he_is_reminded_once(
    people: Town, phone: Browser
) -> None:
    table = await people.table(ANNA, BORIS, pace=Days(4))
    people.later(3 * DAY_MS - 60_000)
    await people.sweep()
    assert kinds(phone) == ["turn"]
    people.later(60_000)
    await people.sweep()
    await people.act(table, 1, 0, action="cancel", keeps_time=True)
    people.later()
    await people.sweep()
    assert kinds(phone) == ["turn", "soon"]
    assert phone.shown[1]["body"] == "Friends, with Boris. 24 hours left for this turn."


async def test_time_runs_out_against_a_bot_too(people: Town, phone: Browser) -> None:
    await people.table(ANNA, None, pace=Days(1))
    people.later(DAY_MS - 3_600_000)
    await people.sweep()
    assert phone.shown[0]["body"] == "Friends. 1 hour left for this turn."


async def test_the_end_is_told_to_whoever_did_not_bring_it_about(
    town: Town, service: PushService
) -> None:
    browsers = {person: Browser(service) for person in (ANNA, BORIS, CARL)}
    await town.settle(*browsers)
    for person, phone in browsers.items():
        await subscribe(town, person, phone)
    table = await town.table(ANNA, BORIS, CARL)
    town.here.add((table, CARL))
    await town.act(table, 0, 1, over=True)
    town.later()
    await town.sweep()
    await town.sweep()
    assert {person: kinds(phone) for person, phone in browsers.items()} == {
        ANNA: [],
        BORIS: ["ended"],
        CARL: [],
    }


async def test_of_several_processes_one_tells(people: Town, phone: Browser) -> None:
    others = [people.another() for _ in range(4)]
    await people.table(ANNA, BORIS)
    people.later()
    await asyncio.gather(*[notices.sweep() for notices in (people.notices, *others)])
    assert kinds(phone) == ["turn"]
    for notices in others:
        await notices.close()


async def test_a_restart_tells_nobody_twice_and_forgets_nobody(
    people: Town, phone: Browser
) -> None:
    """Bug group 6: what is due after a restart is found with nobody connected."""
    await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    await people.table(ANNA, BORIS)
    people.later()
    after = people.another()
    await after.sweep()
    await after.close()
    assert kinds(phone) == ["turn", "turn"]
    assert len({delivery["tag"] for delivery in phone.shown}) == 2


async def test_a_browser_that_is_gone_is_forgotten(
    people: Town, phone: Browser, service: PushService
) -> None:
    other = Browser(service)
    await subscribe(people, ANNA, other)
    service.answers = {phone.path: 410}
    await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    assert kinds(other) == ["turn"]
    assert await people.notices.subscriptions.of(ANNA) == [other.subscription]


async def test_a_push_service_in_trouble_is_asked_again_later(
    people: Town, phone: Browser, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.answers = {phone.path: 503}
    await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    service.answers = {}
    await people.sweep()
    assert len(phone.deliveries) == 1, "it rests for a while"
    people.notices._resting.clear()
    await people.sweep()
    await people.sweep()
    assert len(phone.deliveries) == 2
    assert len(await people.notices.subscriptions.of(ANNA)) == 1


async def test_a_redirection_is_not_followed(
    people: Town, phone: Browser, service: PushService
) -> None:
    """Security: a made-up endpoint must not lead the server to its neighbours."""
    inside = Browser(service)
    service.answers = {phone.path: 307}
    service.headers = {"location": service.address + inside.path}
    await people.table(ANNA, BORIS)
    people.later()
    await people.sweep()
    assert (len(phone.deliveries), len(inside.deliveries)) == (1, 0)


async def test_a_letter_goes_to_whoever_has_an_address_and_ends_letters_with_one_click(
    town: Town, mail: MailServerHere
) -> None:
    await town.settle(ANNA, BORIS, email=True)
    table = await town.table(ANNA, BORIS)
    town.later()
    await town.sweep()
    (letter,) = mail.inbox.letters
    assert letter["to"] == "anna@example.org"
    content = letter.get_content()
    assert f"{SITE}/t/{table}" in content.splitlines()
    stop = letter["list-unsubscribe"].strip("<>")
    assert stop in content
    assert ANNA not in stop
    assert await town.notices.unsubscribing.stop(stop.rpartition("/")[2])
    for seat in (0, 1):
        await town.act(table, seat, 1 - seat)
    town.later()
    await town.sweep()
    assert len(mail.inbox.letters) == 1
    await town.notices.set_reminders(ANNA, wanted=True)
    await town.sweep()
    assert len(mail.inbox.letters) == 2


async def test_a_link_that_the_site_did_not_write_ends_nothing(town: Town) -> None:
    await town.settle(ANNA, email=True)
    table = await town.table(ANNA, BORIS)
    token = await town.notices.unsubscribing.token(table, 0)
    for forged in ("", "x", token[:-1], token + "x", f"x{token}"):
        assert not await town.notices.unsubscribing.stop(forged)
    (row,) = await town.store.rows("SELECT reminders FROM persons")
    assert row[0] == 1


async def test_a_mail_server_in_trouble_is_asked_again_later(
    town: Town, mail: MailServerHere
) -> None:
    mail.inbox.refusals = 1
    await town.settle(ANNA, BORIS, email=True)
    await town.table(ANNA, BORIS)
    town.later()
    await town.sweep()
    assert mail.inbox.letters == []
    town.notices._resting.clear()
    await town.sweep()
    assert len(mail.inbox.letters) == 1


async def test_who_wants_nothing_is_not_looked_at(people: Town) -> None:
    await people.table(BORIS, ANNA)
    people.later()
    await people.sweep()
    assert await people.store.rows("SELECT * FROM notices") == []


async def test_somebody_who_is_gone_is_told_nothing(people: Town, phone: Browser) -> None:
    await people.table(ANNA, BORIS)
    await people.store.write(Statement("UPDATE persons SET deleted_ms = 1 WHERE id = 'anna'"))
    people.later()
    await people.sweep()
    assert phone.shown == []
