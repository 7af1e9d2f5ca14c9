"""A visitor's own page: a name, a log-in, sessions, results, reminders, files, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.meeting import asked, beside_somebody, in_the_middle, over
from tests.browser.screen import Screen
from tests.browser.situations import NAMES
from tests.browser.surveying import survey
from tests.browser.visiting import DESK, PHONE, TABLET, Look, looks
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
    more=[Look("en", "dark", DESK), Look("en", "dark", PHONE), Look("ru", "dark", TABLET)],
)


def words(visitor: Visitor, key: str, **values: str | int) -> str:
    return say(visitor.look.language, key, **values)


def field(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_label(words(visitor, key), exact=True)


def press(visitor: Visitor, key: str, **values: str | int) -> None:
    visitor.page.get_by_role("button", name=words(visitor, key, **values), exact=True).click()


def sheet(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("region", name=words(visitor, key), exact=True)


def fill_in(visitor: Visitor, login: str, password: str = STRONG) -> None:
    field(visitor, "account.login").first.fill(login)
    field(visitor, "account.password").fill(password)


def registered(visitor: Visitor, login: str) -> Visitor:
    """A guest who has become somebody on his page."""
    visitor.page.goto("/me")
    fill_in(visitor, login)
    press(visitor, "register.go")
    expect(visitor.page.get_by_role("main")).to_contain_text(
        words(visitor, "me.with_login", login=login)
    )
    return visitor


def logged_in(visitor: Visitor, login: str) -> Visitor:
    visitor.page.goto("/login")
    fill_in(visitor, login)
    press(visitor, "line.log_in")
    visitor.page.wait_for_url("**/me")
    expect(visitor.page.get_by_role("main")).to_contain_text(
        words(visitor, "me.with_login", login=login)
    )
    return visitor


# -- a log-in --------------------------------------------------------------------------------------


def test_a_guest_is_told_why_a_password_is_weak_and_keeps_his_games_by_a_better_one(
    visit: Visit, site: Site
) -> None:
    ann = visit(size=PHONE)
    table, _ = beside_somebody(site, ann)
    ann.page.goto("/me")
    ann.forgiven.append(REFUSED)
    fill_in(ann, "анна", "коротко")
    press(ann, "register.go")
    main = ann.page.get_by_role("main")
    expect(main).to_contain_text(words(ann, "account.weak_password.length", least=8, most=128))
    fill_in(ann, "анна", "qwerty123")
    press(ann, "register.go")
    expect(main).to_contain_text(words(ann, "account.weak_password.common"))
    fill_in(ann, "annа", STRONG)
    press(ann, "register.go")
    expect(main).to_contain_text(words(ann, "account.bad_name.mixed"))
    fill_in(ann, "анна", STRONG)
    press(ann, "register.go")
    expect(main).to_contain_text(words(ann, "me.with_login", login="анна"))
    screen = Screen(ann).open(table)
    assert screen.view["viewer"] == 0


def test_the_same_person_on_another_device_has_the_same_games_and_one_session_ends_the_other(
    visit: Visit, site: Site
) -> None:
    home = registered(visit(), "борис")
    table, _ = beside_somebody(site, home)
    phone = logged_in(visit(size=PHONE), "борис")
    assert Screen(phone).open(table).view["viewer"] == 0
    home.page.goto("/me")
    places = sheet(home, "sessions.heading")
    expect(places.get_by_role("listitem")).to_have_count(2)
    places.get_by_role("button", name=words(home, "sessions.end")).click()
    expect(places.get_by_role("listitem")).to_have_count(1)
    # the page that was open there is told, and what it asks for now is a guest's
    expect(phone.page.get_by_text(words(phone, "line.revoked"))).to_be_visible()
    phone.page.goto("/me")
    expect(phone.page.get_by_role("main")).to_contain_text(words(phone, "me.guest"))


def test_a_wrong_password_and_a_log_in_that_nobody_has_are_answered_alike(visit: Visit) -> None:
    registered(visit(), "вера")
    stranger = visit()
    stranger.forgiven.append(REFUSED)
    for login in ("вера", "никого"):
        stranger.page.goto("/login")
        fill_in(stranger, login, "не тот пароль")
        press(stranger, "line.log_in")
        expect(stranger.page.get_by_role("main")).to_contain_text(
            words(stranger, "account.error.bad_login")
        )


def test_a_log_in_that_is_taken_is_not_given_twice(visit: Visit) -> None:
    registered(visit(), "глеб")
    other = visit()
    other.forgiven.append(REFUSED)
    other.page.goto("/me")
    fill_in(other, "глеб")
    press(other, "register.go")
    expect(other.page.get_by_role("main")).to_contain_text(words(other, "account.error.taken"))


def test_a_new_password_ends_the_sessions_elsewhere(visit: Visit) -> None:
    home, away = registered(visit(), "дарья"), logged_in(visit(), "дарья")
    expect(sheet(away, "sessions.heading")).to_be_visible()
    home.forgiven.append(REFUSED)
    home.page.goto("/me")
    home.page.get_by_text(words(home, "password.change")).click()
    field(home, "password.old").fill("не тот")
    field(home, "password.new").fill("синий самовар спит днём")
    press(home, "password.keep")
    ways = sheet(home, "ways.heading")
    expect(ways).to_contain_text(words(home, "account.error.bad_login"))
    field(home, "password.old").fill(STRONG)
    press(home, "password.keep")
    expect(ways).to_contain_text(words(home, "me.kept"))
    # the page that is open there finds out when it is looked at again
    away.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(away.page.get_by_role("main")).to_contain_text(words(away, "me.logged_out"))
    expect(away.page.get_by_role("main")).to_contain_text(words(away, "me.guest"))


def test_whoever_logs_out_is_a_guest_again(visit: Visit) -> None:
    ann = registered(visit(), "ева")
    press(ann, "ways.log_out")
    ann.page.wait_for_url(lambda url: url.rstrip("/").endswith(str(ann.site.port)))
    ann.page.goto("/me")
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "me.guest"))


def test_a_name_is_kept_and_what_is_written_of_an_account_is_seen_by_all(
    visit: Visit, site: Site
) -> None:
    ann = registered(visit(size=PHONE), "жанна")
    field(ann, "me.name").fill("Жанна Петровна")
    press(ann, "me.name.keep")
    expect(sheet(ann, "gather.name")).to_contain_text(words(ann, "me.kept"))
    peter = visit()
    in_the_middle(site, ann, peter, moves=over("ru"))
    stranger = visit()
    stranger.page.goto("/p/жанна")
    main = stranger.page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text("Жанна Петровна")
    expect(main.get_by_role("img", name="МОСТИК")).to_be_visible()
    expect(main).not_to_contain_text(words(stranger, "rating.heading"))
    stranger.page.goto("/me")
    expect(stranger.page.get_by_role("main")).to_contain_text(words(stranger, "stats.none"))


def test_games_wins_and_the_dearest_word_stand_on_the_page(visit: Visit, site: Site) -> None:
    peter = visit(language="en")
    table, _ = in_the_middle(site, visit(language="en"), peter, moves=over("en"))
    peter.page.goto("/me")
    results = sheet(peter, "stats.heading")
    expect(results.get_by_role("listitem").nth(0)).to_have_text("1 game")
    expect(results.get_by_role("listitem").nth(1)).to_have_text("1 win")
    boxes = [sums.bounding_box() for sums in results.locator(".sums li").all()]
    heights = [box["y"] for box in boxes if box]
    assert (heights[0], heights[2]) == (heights[1], heights[3])  # two and two
    expect(results.get_by_role("img", name="EAT")).to_be_visible()
    results.get_by_role("link").first.click()
    peter.page.wait_for_url(f"**/t/{table}")


# -- passkeys --------------------------------------------------------------------------------------


def with_an_authenticator(visitor: Visitor) -> Page:
    """The site by a name, as passkeys want one, in a browser with a key of its own."""
    visitor.forgiven.append(r"asked elsewhere: (http|ws)://localhost")
    tools = visitor.context.new_cdp_session(visitor.page)
    tools.send("WebAuthn.enable")
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )
    visitor.page.goto(f"http://localhost:{visitor.site.port}/me")
    return visitor.page


def test_a_guest_keeps_his_games_by_a_passkey_and_comes_back_with_it(visit: Visit) -> None:
    ann = visit(own=True)
    page = with_an_authenticator(ann)
    field(ann, "account.login").fill("зинаида")
    press(ann, "register.passkey")
    main = page.get_by_role("main")
    expect(main).to_contain_text(words(ann, "me.with_login", login="зинаида"))
    expect(sheet(ann, "ways.heading").get_by_role("listitem")).to_have_count(1)
    ann.forgiven.append(REFUSED)
    sheet(ann, "ways.heading").get_by_role("listitem").get_by_role("button").click()
    expect(main).to_contain_text(words(ann, "account.error.last_way_in"))
    press(ann, "ways.log_out")
    page.wait_for_url(lambda url: url.rstrip("/").endswith(str(ann.site.port)))
    page.goto(f"http://localhost:{ann.site.port}/login")
    press(ann, "login.passkey")
    page.wait_for_url("**/me")
    expect(main).to_contain_text(words(ann, "me.with_login", login="зинаида"))


# -- letters, reminders, files, the end ------------------------------------------------------------


def test_a_link_that_is_no_good_says_so_and_stands_in_the_address_no_more(visit: Visit) -> None:
    ann = visit()
    ann.forgiven.append(REFUSED)
    ann.page.goto("/me#confirm=made.up.by-nobody")
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "account.error.bad_link"))
    assert "#" not in ann.page.url
    ann.page.goto("/login#reset=made.up.by-nobody")
    field(ann, "password.new").fill(STRONG)
    press(ann, "reset.go")
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "account.error.bad_link"))


def test_nothing_asks_for_notices_by_itself_and_where_they_are_refused_it_is_said(
    visit: Visit,
) -> None:
    """A browser without a screen refuses them always; what one with a screen does is in vitest."""
    ann = visit(own=True)
    ann.page.add_init_script(
        """window.asked = 0;
        Notification.requestPermission = async () => (window.asked++, "denied");"""
    )
    ann.page.goto("/me")
    expect(sheet(ann, "reminders.heading")).to_contain_text(words(ann, "reminders.refused"))
    assert ann.page.evaluate("asked") == 0
    assert ann.page.evaluate("navigator.serviceWorker.getRegistrations()") == []


def test_the_worker_that_shows_notices_serves_the_whole_site_and_breaks_no_rule_of_the_page(
    visit: Visit,
) -> None:
    ann = visit(own=True)
    ann.page.goto("/me")
    registered = """async () => {
        await navigator.serviceWorker.register("/sw.js");
        const { scope, active } = await navigator.serviceWorker.ready;
        return [scope, new URL(active.scriptURL).pathname];
    }"""
    assert ann.page.evaluate(registered) == [f"http://127.0.0.1:{ann.site.port}/", "/sw.js"]
    ann.page.goto("/")  # nothing that is asked goes by the worker
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()


def test_everything_that_is_kept_can_be_taken_home(visit: Visit, site: Site) -> None:
    ann = registered(visit(), "игорь")
    table, _ = in_the_middle(site, ann, visit(), moves=over("ru"))
    ann.page.goto("/me")
    files = sheet(ann, "files.heading")
    taken = {}
    for key in ("files.gcg", "files.json", "files.everything"):
        with ann.page.expect_download() as download:
            files.get_by_role("link", name=words(ann, key)).click()
        taken[key] = download.value.path().read_text("utf-8")
    assert "МОСТИК" in taken["files.gcg"]
    assert table in taken["files.json"] or "МОСТИК" in taken["files.json"]
    assert "игорь" in taken["files.everything"]


def test_whoever_wants_to_be_forgotten_says_so_twice_and_is(visit: Visit) -> None:
    ann = registered(visit(), "клара")
    ann.forgiven.append(REFUSED)
    press(ann, "leave.ask")
    end = sheet(ann, "leave.heading")
    field(ann, "account.password").fill("не тот")
    go = ann.page.get_by_role("button", name=words(ann, "leave.go"), exact=True)
    expect(go).to_be_disabled()
    go.click(force=True)  # not sure yet: nothing is asked
    ann.page.get_by_role("checkbox", name=words(ann, "leave.sure")).check()
    press(ann, "leave.go")
    expect(end).to_contain_text(words(ann, "account.error.bad_login"))
    field(ann, "account.password").fill(STRONG)
    other = ann.context.new_page()
    other.goto("/")
    expect(other.locator("[data-hand] .tile").first).to_be_visible()
    press(ann, "leave.go")
    ann.page.wait_for_url(lambda url: url.rstrip("/").endswith(str(ann.site.port)))
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "leave.done"))
    expect(other.locator(".strip")).to_contain_text(words(ann, "line.forgotten"))
    expect(other.locator(".strip")).not_to_contain_text(words(ann, "line.logged_out"))
    ann.page.goto("/")  # it is said once
    expect(ann.page.get_by_role("main")).not_to_contain_text(words(ann, "leave.done"))
    ann.page.goto("/p/клара")
    expect(ann.page.get_by_role("alert")).to_contain_text(
        words(ann, "account.error.unknown_player")
    )


# -- how it looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_with_a_visitors_pages_in_any_look(
    visit: Visit, site: Site, look: Look
) -> None:
    language, visitor = look.language, visit(look)
    page = visitor.page
    visitor.forgiven.append(REFUSED)
    login = {"ru": "лев", "en": "leo"}[language] + look.theme.replace("light", "1").replace(
        "dark", "2"
    )
    wrong = {}
    page.goto("/me")
    expect(sheet(visitor, "register.heading")).to_be_visible()
    wrong["a guest"] = survey(page, language)
    fill_in(visitor, login, "12345678")
    press(visitor, "register.go")
    expect(page.get_by_role("main")).to_contain_text(words(visitor, "account.weak_password.common"))
    wrong["a weak password"] = survey(page, language)
    registered(visitor, login)
    asked(visitor, "/api/me", {"name": NAMES[language][0], "wants_rating": True})
    in_the_middle(site, visitor, visit(look), moves=over(language))
    page.goto("/me")
    page.get_by_text(words(visitor, "password.change")).click()
    press(visitor, "leave.ask")
    wrong["an account"] = survey(page, language)
    page.goto(f"/p/{login}")
    expect(page.get_by_role("heading", level=1)).to_have_text(NAMES[language][0])
    wrong["a player"] = survey(page, language)
    page.goto("/p/" + {"ru": "никого", "en": "nobody"}[language])
    expect(page.get_by_role("alert")).to_be_visible()
    wrong["no player"] = survey(page, language)
    page.goto("/login")
    expect(sheet(visitor, "login.known")).to_be_visible()
    wrong["log in"] = survey(page, language)
    page.goto("/login#reset=x")
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    wrong["a new password"] = survey(page, language)
    assert {name: found for name, found in wrong.items() if found} == {}
