"""Order at the site: reports, measures and words, behind a role and a second factor."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pyotp
import pytest
from playwright.sync_api import expect

from tests.browser.meeting import asked, in_the_middle
from tests.browser.surveying import survey
from tests.browser.test_talk import open_talk, said, speak
from tests.browser.visiting import DESK, PHONE, Look, looks
from wordsmith.server.moderation.factor import Appointment, appoint
from wordsmith.store import SqliteStore
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.visiting import Visitor

STRONG = "зелёный чайник поёт утром"
REFUSED = r"status of 4\d\d"
LOOKS = looks(
    Look("ru", "light", PHONE),
    Look("en", "dark", DESK),
    more=[Look("en", "dark", PHONE), Look("ru", "dark", DESK)],
)


def words(visitor: Visitor, key: str, **values: str | int) -> str:
    return say(visitor.look.language, key, **values)


def keeper(visitor: Visitor, login: str) -> str:
    """Somebody who keeps order here; the secret of his second factor."""
    asked(visitor, "/api/me/register", {"login": login, "password": STRONG})

    async def appointed() -> Appointment | None:
        store = SqliteStore(visitor.site.database)
        try:
            return await appoint(store, login)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as pool:  # Playwright has a loop of its own in this thread
        appointment = pool.submit(asyncio.run, appointed()).result()
    assert appointment is not None
    return appointment.secret


def prove(visitor: Visitor, code: str) -> None:
    visitor.page.get_by_label(words(visitor, "factor.code")).fill(code)
    visitor.page.get_by_role("button", name=words(visitor, "factor.go")).click()


def at_the_desk(visitor: Visitor, login: str) -> Page:
    """The page of a moderator who has shown his second factor."""
    secret = keeper(visitor, login)
    visitor.page.goto("/moderation")
    prove(visitor, pyotp.TOTP(secret).now())
    expect(visitor.page.get_by_role("heading", level=2).first).to_be_visible()
    return visitor.page


def report_of(page: Page, text: str) -> Locator:
    return page.locator("article").filter(has_text=text)


def test_a_stranger_is_told_nothing_and_a_code_is_good_once(visit: Visit) -> None:
    stranger = visit()
    stranger.page.goto("/moderation")
    told = stranger.page.get_by_role("alert")
    expect(told).to_contain_text(words(stranger, "order.stranger"))
    box, (width, _) = told.bounding_box(), stranger.look.size
    assert box
    assert abs(box["x"] + box["width"] / 2 - width / 2) <= 8  # in the middle: it is all there is
    moderator = visit()
    moderator.forgiven.append(REFUSED)
    code = pyotp.TOTP(keeper(moderator, "сторож")).now()
    moderator.page.goto("/moderation")
    prove(moderator, f"{(int(code) + 1) % 1_000_000:06}")
    expect(moderator.page.get_by_role("alert")).to_contain_text(
        words(moderator, "order.error.bad_code")
    )
    prove(moderator, f"{code[:3]} {code[3:]}")  # as it is shown by many
    expect(moderator.page.get_by_text(words(moderator, "order.sanctions.none"))).to_be_visible()
    moderator.page.goto("/me")
    expect(
        moderator.page.get_by_role("link", name=words(moderator, "me.moderation"))
    ).to_be_visible()


def test_what_is_reported_is_seen_with_what_was_said_around_it_and_taken_away(
    visit: Visit, site: Site
) -> None:
    table, (ann, peter) = in_the_middle(site, visit(), visit())
    for screen, text in ((ann, "Ходи уже"), (peter, "Сама такая"), (ann, "Я пожалуюсь")):
        if not screen.paper.is_visible():
            open_talk(screen)
        speak(screen, text)
        expect(said(ann).last).to_contain_text(text)
    ann.page.get_by_role("button", name=say("ru", "talk.what_to_do", name="Пётр")).click()
    ann.button(say("ru", "talk.report")).click()
    moderator = visit()
    page = at_the_desk(moderator, "дозорный")
    report = report_of(page, "Сама такая")
    expect(report).to_contain_text(words(moderator, "order.reason.talk"))
    expect(report.locator(".about")).to_contain_text("Сама такая")
    expect(report).to_contain_text("Ходи уже")
    report.get_by_role("button", name=words(moderator, "order.hide")).click()
    expect(report).to_contain_text(words(moderator, "order.is_hidden"))
    ann.open(table)
    open_talk(ann)
    expect(said(ann).nth(1)).to_contain_text(say("ru", "talk.hidden"))
    expect(ann.page.get_by_role("log")).not_to_contain_text("Сама такая")
    report.get_by_role("button", name=words(moderator, "order.close.upheld")).click()
    expect(report_of(page, "Сама такая")).to_have_count(0)


def test_who_is_silenced_is_told_until_when_and_speaks_again_when_it_is_lifted(
    visit: Visit, site: Site
) -> None:
    table, (ann, peter) = in_the_middle(site, visit(), visit())
    asked(ann.visitor, "/api/reports", {"table": table, "seat": 1, "reason": "stalling: спит"})
    moderator = visit()
    page = at_the_desk(moderator, "часовой")
    report = report_of(page, "спит")
    expect(report).to_contain_text(words(moderator, "order.reason.stalling"))
    report.get_by_text(words(moderator, "order.measures")).click()
    report.get_by_role("button", name=words(moderator, "order.mute")).click()
    expect(report).to_contain_text(words(moderator, "order.mute.done"))
    open_talk(peter)
    speak(peter, "Почему?")
    expect(peter.paper).to_contain_text(re.compile("Вам нельзя говорить до"))
    expect(said(peter)).to_have_count(0)
    lift = page.get_by_role("button", name=re.compile(f"^{words(moderator, 'order.lift')}"))
    lift.first.click()
    expect(page.get_by_text(words(moderator, "order.sanctions.none"))).to_be_visible()
    peter.button(say("ru", "talk.send")).click()  # what could not be said is still in the field
    expect(said(peter)).to_contain_text("Почему?")


def test_who_is_kept_out_cannot_come_in(visit: Visit, site: Site) -> None:
    table, (ann, peter) = in_the_middle(site, visit(), visit())
    asked(ann.visitor, "/api/reports", {"table": table, "seat": 1, "reason": "name: ругань"})
    peter.visitor.forgiven.extend([REFUSED, "WebSocket"])
    moderator = visit()
    page = at_the_desk(moderator, "привратник")
    report = report_of(page, "ругань")
    report.get_by_text(words(moderator, "order.measures")).click()
    report.get_by_role("combobox").select_option(label=words(moderator, "order.for.good"))
    report.get_by_role("button", name=words(moderator, "order.ban")).click()
    expect(report).to_contain_text(words(moderator, "order.ban.done"))
    expect(page.locator("main")).to_contain_text(words(moderator, "order.ban.is"))
    peter.page.reload()
    expect(peter.page.get_by_text(say("ru", "line.forbidden"))).to_be_visible()


def test_a_word_is_masked_at_the_tables_as_soon_as_it_is_listed(visit: Visit, site: Site) -> None:
    moderator = visit()
    page = at_the_desk(moderator, "редактор")
    page.get_by_label(words(moderator, "order.words.word"), exact=True).fill("бармаглот")
    page.get_by_role("button", name=words(moderator, "order.words.mask"), exact=True).click()
    expect(page.locator("main")).to_contain_text(words(moderator, "order.words.is_masked"))
    _, (ann, peter) = in_the_middle(site, visit(), visit())
    open_talk(ann)
    open_talk(peter)
    speak(ann, "Ах ты бармаглот")
    expect(said(peter)).to_contain_text("Ах ты")
    expect(said(peter)).not_to_contain_text("бармаглот")
    page.get_by_role("button", name=re.compile("бармаглот")).click()
    expect(page.locator("main")).to_contain_text(words(moderator, "order.words.none"))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_with_the_moderators_page_in_any_look(
    visit: Visit, site: Site, look: Look
) -> None:
    language, wrong = look.language, {}
    table, (ann, peter) = in_the_middle(site, visit(look), visit(look))
    open_talk(peter)
    speak(peter, {"ru": "Ну и ход!", "en": "What a turn!"}[language])
    expect(peter.page.locator(".conversation li:not(.outgoing)")).to_have_count(1)
    asked(ann.visitor, "/api/reports", {"table": table, "message": 1, "reason": "talk"})
    moderator = visit(look)
    login = {"ru": "страж", "en": "guard"}[language] + str(look.size[0] + len(look.theme))
    secret = keeper(moderator, login)
    moderator.page.goto("/moderation")
    expect(moderator.page.get_by_label(words(moderator, "factor.code"))).to_be_visible()
    wrong["the second factor"] = survey(moderator.page, language)
    prove(moderator, pyotp.TOTP(secret).now())
    report = moderator.page.locator("article").last
    report.get_by_text(words(moderator, "order.measures")).click()
    report.get_by_role("button", name=words(moderator, "order.mute")).click()
    expect(report).to_contain_text(words(moderator, "order.mute.done"))
    own = moderator.page.get_by_label(words(moderator, "order.words.word"), exact=True)
    own.fill({"ru": "бука", "en": "bogey"}[language])
    words_of_site = words(moderator, "order.words.mask")
    moderator.page.get_by_role("button", name=words_of_site, exact=True).click()
    expect(own).to_have_value("")
    wrong["the desk"] = survey(moderator.page, language)
    wrong["the desk"].pop("another language", None)  # people write as they like
    ann.page.goto("/moderation")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    wrong["a stranger"] = survey(ann.page, language)
    assert {name: found for name, found in wrong.items() if found} == {}
