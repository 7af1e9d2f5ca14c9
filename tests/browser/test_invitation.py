"""The way to a seat: by a link on a small phone, by the list of open tables, by a rematch."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.company import begun, choose, gather, seat_of, sit_down
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import RU_HANDS, RU_MOVES
from tests.browser.visiting import PHONE
from tests.positions import house
from wordsmith.rules.actions import Pass, Resign
from wordsmith.server.messages.protocol import Bank, Days
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

MOST_TAPS = 3
LIVE_MS = 20_000  # a page that is looked at looks again by itself
VARIANT = house("wordsmith")
_COUNT_TAPS = """addEventListener("pointerdown", () => {
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def said(key: str, **particulars: str | int) -> str:
    return say("ru", key, **particulars)


def guest_on_a_phone(visit: Visit) -> Screen:
    return Screen(visit(language="ru", size=PHONE))


def guest_whose_taps_are_counted(visit: Visit) -> Screen:
    visitor = visit(language="ru", size=PHONE, own=True)
    visitor.context.add_init_script(_COUNT_TAPS)
    return Screen(visitor)


def taps(screen: Screen) -> int:
    return int(screen.page.evaluate("Number(sessionStorage.taps ?? 0)"))


def is_in_sight(screen: Screen, name: str) -> bool:
    """Whether a button is on the screen of the phone, without scrolling."""
    box = screen.button(name).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1]


def test_who_has_no_name_yet_sits_after_three_taps_at_most(visit: Visit) -> None:
    host, guest = Screen(visit(language="ru")), guest_whose_taps_are_counted(visit)
    table, path = gather(host.visitor, "wordsmith", "Аня", "?", wild_swap="no")
    host.page.goto(f"/t/{table}")
    guest.page.goto(path)
    expect(guest.page.get_by_role("main")).to_contain_text(said("invitation.from", names="Аня"))
    expect(guest.page.locator(".unlike li")).to_have_count(1)  # what differs, and nothing else
    assert is_in_sight(guest, said("gather.sit"))
    guest.tap(guest.page.locator("#sit-name"))
    guest.page.keyboard.type("Бабушка")
    guest.tap(guest.button(said("gather.sit")))
    begun([host, guest])
    assert 0 < taps(guest) <= MOST_TAPS
    assert [seat["name"] for seat in host.view["seats"]] == ["Аня", "Бабушка"]


def test_who_has_a_name_sits_with_one_tap(visit: Visit) -> None:
    host, guest = visit(language="ru"), guest_whose_taps_are_counted(visit)
    sit_down(guest, gather(host, "wordsmith", "Аня", "?", "?")[1], "Борис")
    before = taps(guest)
    _, path = gather(host, "wordsmith", "Аня", "?")
    guest.page.goto(path)
    expect(guest.page.locator("#sit-name")).to_have_value("Борис")
    guest.tap(guest.button(said("gather.sit")))
    begun([guest])
    assert taps(guest) - before == 1
    assert guest.view["seats"][1]["name"] == "Борис"


def test_who_sits_already_comes_to_the_table_by_the_same_link(visit: Visit) -> None:
    host, guest = visit(language="ru"), guest_on_a_phone(visit)
    table, path = gather(host, "wordsmith", "Аня", "?", "?")
    sit_down(guest, path, "Борис")
    guest.page.goto(path)
    guest.page.wait_for_url(f"**/t/{table}")
    expect(seat_of(guest, "Борис")).to_be_visible()


def test_of_two_who_want_the_last_seat_one_gets_it_and_the_other_is_told(visit: Visit) -> None:
    host, first, second = visit(language="ru"), guest_on_a_phone(visit), guest_on_a_phone(visit)
    second.visitor.forgiven.append("409")
    _, path = gather(host, "wordsmith", "Аня", "?")
    second.page.goto(path)
    expect(second.button(said("gather.sit"))).to_be_visible()
    sit_down(first, path, "Борис")
    begun([first])
    second.page.locator("#sit-name").fill("Вера")
    second.tap(second.button(said("gather.sit")))
    expect(second.page.get_by_role("main")).to_contain_text(said("invitation.started"))
    second.tap(second.page.get_by_role("link", name=said("gather.watch")))
    second.page.wait_for_url("**/t/*")
    second.until(lambda: second.view, "the game")
    assert second.view["watcher"]


def test_an_invitation_to_a_game_that_has_begun_says_so(visit: Visit) -> None:
    host, guest, late = visit(language="ru"), guest_on_a_phone(visit), guest_on_a_phone(visit)
    late.visitor.forgiven.append("409")
    _, path = gather(host, "wordsmith", "Аня", "?")
    sit_down(guest, path, "Борис")
    begun([guest])
    late.page.goto(path)
    expect(late.page.get_by_role("main")).to_contain_text(said("invitation.started"))
    expect(late.button(said("gather.sit"))).to_be_hidden()


def test_an_invitation_that_does_not_exist_says_so(visit: Visit) -> None:
    guest = guest_on_a_phone(visit)
    guest.visitor.forgiven.append("404")
    guest.page.goto(f"/i/{secrets.token_urlsafe(16)}")
    expect(guest.page.get_by_role("main")).to_contain_text(said("invitation.unknown"))


def test_an_invitation_to_a_table_that_was_cancelled_says_so(visit: Visit) -> None:
    host, guest, late = Screen(visit(language="ru")), guest_on_a_phone(visit), visit(language="ru")
    table, path = gather(host.visitor, "wordsmith", "Аня", "?", "?")
    sit_down(guest, path, "Борис")
    host.page.goto(f"/t/{table}")
    host.tap(host.button(said("gather.cancel")))
    for screen in (host, guest):
        heading = screen.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(said("gather.was_cancelled"))
    late.page.goto(path)
    expect(late.page.get_by_role("main")).to_contain_text(said("gather.was_cancelled"))


def test_an_open_invitation_tells_who_comes_and_that_it_is_too_late(visit: Visit) -> None:
    host, guest, late = Screen(visit(language="ru")), guest_on_a_phone(visit), visit(language="ru")
    table, path = gather(host.visitor, "wordsmith", "Аня", "?", "?")
    main = late.page.get_by_role("main")
    late.page.goto(path)
    late.page.locator("#sit-name").fill("Вера")
    sit_down(guest, path, "Борис")
    expect(main).to_contain_text(said("invitation.from", names="Аня, Борис"), timeout=LIVE_MS)
    expect(late.page.locator("#sit-name")).to_have_value("Вера")
    host.page.goto(f"/t/{table}")
    host.tap(host.button(said("gather.cancel")))
    expect(main).to_contain_text(said("gather.was_cancelled"), timeout=LIVE_MS)
    expect(late.page.get_by_role("button", name=said("gather.sit"))).to_be_hidden()


def test_an_open_invitation_tells_that_the_last_seat_is_taken(visit: Visit) -> None:
    host, guest, late = visit(language="ru"), guest_on_a_phone(visit), visit(language="ru")
    late.forgiven.append("409")
    _, path = gather(host, "wordsmith", "Аня", "?")
    late.page.goto(path)
    expect(late.page.get_by_role("button", name=said("gather.sit"))).to_be_visible()
    sit_down(guest, path, "Борис")
    begun([guest])
    main = late.page.get_by_role("main")
    expect(main).to_contain_text(said("invitation.started"), timeout=LIVE_MS)


def test_an_invitation_whose_seats_are_all_kept_for_others_says_so(
    visit: Visit, site: Site
) -> None:
    anna, late = Screen(visit(language="ru")), visit(language="ru")
    anna.open(site.lay_out([anna.visitor.guest, visit().guest], over()))
    anna.tap(anna.button(said("over.again")))
    expect(anna.page.get_by_role("main")).to_contain_text(said("gather.kept", name="Пётр"))
    late.page.goto(f"/i/{invite_of(anna)}")
    expect(late.page.get_by_role("main")).to_contain_text(said("gather.full"))


def over() -> Setting:
    """A game of two that is over."""
    return Setting(VARIANT, ("Аня", "Пётр"), RU_HANDS, [*RU_MOVES, (Resign(), "")])


def invite_of(screen: Screen) -> str:
    frames = screen.visitor.heard[screen.page]
    return str([f for f in frames if f["type"] == "gathering"][-1]["gathering"]["invite"])


def test_the_host_frees_the_seat_of_a_guest_who_is_away(visit: Visit) -> None:
    host, guest = Screen(visit(language="ru", size=PHONE)), Screen(visit(language="ru"))
    table, path = gather(host.visitor, "wordsmith", "Аня", "?", "?")
    host.page.goto(f"/t/{table}")
    sit_down(guest, path, "Борис")
    free = host.button(said("gather.kick_who", name="Борис"))
    expect(seat_of(host, "Борис")).to_contain_text(said("seat.here"))
    expect(free).to_be_hidden()
    guest.page.goto("/rules")
    expect(seat_of(host, "Борис")).to_contain_text(said("seat.away"))
    host.tap(free)
    expect(host.page.get_by_text(said("gather.free"))).to_have_count(2)
    guest.page.goto(f"/t/{table}")
    expect(guest.page.get_by_role("main")).to_contain_text(said("gather.unseated"))
    sit_down(guest, path, "Борис Иванович")
    expect(seat_of(host, "Борис Иванович")).to_be_visible()
    expect(guest.page.get_by_role("main")).not_to_contain_text(said("gather.unseated"))


def test_a_guest_who_leaves_by_himself_is_not_told_that_his_seat_was_freed(visit: Visit) -> None:
    host, guest = visit(language="ru"), Screen(visit(language="ru"))
    _, path = gather(host, "wordsmith", "Аня", "?", "?")
    main = guest.page.get_by_role("main")
    sit_down(guest, path, "Борис")
    guest.tap(guest.button(said("gather.rise")))
    expect(main).to_contain_text(said("gather.only_invited"))
    expect(main).not_to_contain_text(said("gather.unseated"))


def test_the_host_begins_without_the_seats_that_nobody_took(visit: Visit) -> None:
    host, guest = Screen(visit(language="ru")), Screen(visit(language="ru"))
    table, path = gather(host.visitor, "wordsmith", "Аня", "?", "?")
    host.page.goto(f"/t/{table}")
    sit_down(guest, path, "Борис")
    host.tap(host.button(said("gather.begin")))
    begun([host, guest])
    assert len(host.view["seats"]) == 2


def test_after_a_game_one_tap_each_and_the_same_people_play_again(visit: Visit, site: Site) -> None:
    anna, peter = Screen(visit(language="ru")), Screen(visit(language="ru", size=PHONE))
    guests = [anna.visitor.guest, peter.visitor.guest]
    table = site.lay_out(guests, over())
    for screen in (anna, peter):
        screen.open(table)
    anna.tap(anna.button(said("over.again")))
    anna.page.wait_for_url(lambda url: not url.endswith(table))
    expect(peter.page.locator(".game-over .invited")).to_be_visible()
    peter.tap(peter.button(said("over.join")))
    peter.until(lambda: peter.view.get("table") != table, "the next game")
    assert begun([anna, peter]) != table
    assert {seat["name"] for seat in anna.view["seats"]} == {"Аня", "Пётр"}


def test_whoever_is_waited_for_too_long_is_reminded_once(visit: Visit, site: Site) -> None:
    anna, peter = Screen(visit(language="ru")), Screen(visit(language="ru", size=PHONE))
    setting = Setting(VARIANT, ("Аня", "Пётр"), RU_HANDS, RU_MOVES[:1], ago_s=700)
    table = site.lay_out([anna.visitor.guest, peter.visitor.guest], setting)
    anna.open(table)
    expect(anna.page.get_by_role("main")).to_contain_text(said("ask.nudge", name="Пётр"))
    anna.tap(anna.button(said("ask.nudge.go")))
    expect(anna.page.get_by_role("main")).to_contain_text(said("ask.nudged", name="Пётр"))
    expect(anna.button(said("ask.nudge.go"))).to_be_hidden()


def both_at(visit: Visit, site: Site, setting: Setting) -> tuple[Screen, Screen]:
    anna, peter = Screen(visit(language="ru")), Screen(visit(language="ru", size=PHONE))
    table = site.lay_out([anna.visitor.guest, peter.visitor.guest], setting)
    return anna.open(table), peter.open(table)


def test_a_game_is_cancelled_when_both_want_it(visit: Visit, site: Site) -> None:
    anna, peter = both_at(visit, site, Setting(VARIANT, ("Аня", "Пётр"), RU_HANDS, RU_MOVES))
    anna.open_menu(said("menu.cancel"))
    anna.tap(anna.button(said("cancel.go")))
    expect(anna.page.get_by_role("main")).to_contain_text(said("ask.cancel.waiting", names="Пётр"))
    expect(peter.page.get_by_role("main")).to_contain_text(said("ask.cancel", names="Аня"))
    peter.tap(peter.button(said("ask.cancel.go")))
    for screen in (anna, peter):
        heading = screen.page.locator(".game-over").get_by_role("heading")
        expect(heading).to_have_text(said("over.cancelled"))


def test_a_game_by_correspondence_rests_when_both_want_it_and_goes_on_when_one_does(
    visit: Visit, site: Site
) -> None:
    setting = Setting(VARIANT, ("Аня", "Пётр"), RU_HANDS, RU_MOVES, pace=Days(3))
    anna, peter = both_at(visit, site, setting)
    anna.open_menu(said("menu.pause"))
    peter.tap(peter.button(said("ask.pause.go")))
    for screen in (anna, peter):
        expect(screen.page.get_by_role("main")).to_contain_text(said("ask.paused"))
        assert screen.view["clock"]["paused"]
    peter.tap(peter.button(said("ask.resume")))
    anna.until(lambda: not anna.view["clock"]["paused"], "the clocks")
    expect(anna.page.get_by_text(said("ask.paused"))).to_be_hidden()


def test_of_three_one_whose_time_is_up_is_out_and_the_others_play_on(
    visit: Visit, site: Site
) -> None:
    people = [Screen(visit(language="ru", size=size)) for size in (PHONE, (1440, 900), PHONE)]
    setting = Setting(
        VARIANT, ("Аня", "Пётр", "Вера"), pace=Bank(60, 0), left_s=(40, 1, 40), moves=[(Pass(), "")]
    )
    table = site.lay_out([screen.visitor.guest for screen in people], setting)
    for screen in people:
        screen.open(table)
    for screen in people:
        screen.until(lambda screen=screen: 2 in screen.turns, "the end of time")  # type: ignore[misc]
        assert screen.turns[2]["kind"] == "time"
        expect(screen.page.locator(".seat").nth(1)).to_contain_text(said("seat.resigned"))
        assert screen.view["on_turn"] == 2
        assert screen.view["ended"] is None
    people[2].tap(people[2].button(said("act.pass")))
    people[2].tap(people[2].button(said("pass.go")))
    people[0].until(lambda: people[0].view["on_turn"] == 0, "the next turn")


def test_clocks_on_two_pages_show_the_same_to_a_second(visit: Visit, site: Site) -> None:
    setting = Setting(
        VARIANT, ("Аня", "Пётр"), RU_HANDS, RU_MOVES, pace=Bank(600, 5), left_s=(200, 600)
    )
    anna, peter = both_at(visit, site, setting)
    for screen in (anna, peter):
        expect(screen.page.locator(".seat .time")).to_have_count(2)
    for _ in range(3):
        before, there, after = clock(anna), clock(peter), clock(anna)
        assert after - 1 <= there <= before + 1
        anna.page.wait_for_timeout(400)
    assert clock(anna) < 200


def clock(screen: Screen) -> int:
    """The seconds that are shown for the first seat."""
    minutes, seconds = screen.page.locator(".seat .time").first.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_who_looks_on_is_sent_no_hand_and_shown_none(visit: Visit, site: Site) -> None:
    anna, peter = both_at(visit, site, Setting(VARIANT, ("Аня", "Пётр"), RU_HANDS, RU_MOVES))
    watcher = Screen(visit(language="ru"))
    watcher.open(anna.told["table"])
    expect(watcher.page.get_by_role("main")).to_contain_text(said("turn.watching", name="Аня"))
    anna.lay([(136, "О"), (152, "Н")])
    anna.wait_for_verdicts()
    anna.play()
    watcher.until(lambda: 3 in watcher.turns, "the move")
    watcher.settle()
    expect(watcher.page.locator("[data-hand], .hand")).to_have_count(0)
    frames = watcher.visitor.heard[watcher.page]
    views = [frame["view"] for frame in frames if frame["type"] == "state"]
    assert {(view["rack"], view["fresh"], view["watcher"]) for view in views} == {(None, "", True)}
    everything = json.dumps(frames, ensure_ascii=False) + watcher.page.content()
    for screen in (anna, peter):
        hand = screen.view["rack"]
        assert hand in json.dumps(screen.visitor.heard[screen.page], ensure_ascii=False)
        assert hand not in everything
    assert watcher.board() == anna.board()


def test_an_open_table_is_found_by_its_filters_and_sat_at(visit: Visit) -> None:
    hosts = [visit(language="ru") for _ in range(3)]
    listed, pace = {"listed": True}, {"kind": "bank", "bank_s": 600, "increment_s": 5}
    mine, _ = gather(hosts[0], "wordsmith", "Аня", "?", terms=listed)
    gather(hosts[1], "friends", "Нина", "?", terms={"pace": pace, **listed})
    gather(hosts[2], "wordsmith", "Олег", "?", "?", terms=listed)
    gather(visit(language="ru"), "wordsmith", "Скрытный", "?")
    guest = Screen(visit(language="ru", size=PHONE))
    guest.page.goto("/lobby")
    tables = guest.page.get_by_role("main").get_by_role("link").filter(has_text="Аня")
    expect(tables).to_have_count(1)
    shown = guest.page.get_by_role("main").locator("ol")
    expect(shown).not_to_contain_text("Скрытный")
    choose(guest, said("lobby.seats"), "3")
    expect(shown).to_contain_text("Олег")
    expect(shown).not_to_contain_text("Аня")
    choose(guest, said("lobby.seats"), "")
    choose(guest, said("agree_sheet.pace"), "bank")
    expect(shown).to_contain_text("Нина")
    expect(shown).not_to_contain_text("Олег")
    choose(guest, said("agree_sheet.pace"), "")
    choose(guest, said("agree_sheet.game"), "wordsmith")
    expect(shown).not_to_contain_text("Нина")
    guest.tap(tables.first)
    guest.page.wait_for_url(f"**/t/{mine}")
    guest.page.locator("#sit-name").fill("Борис")
    guest.tap(guest.button(said("gather.sit")))
    begun([guest])


def test_whoever_reads_the_sheet_of_a_table_that_begins_without_him_is_told(visit: Visit) -> None:
    terms = {"listed": True, "watching": False}
    table, _ = gather(visit(language="ru"), "wordsmith", "Аня", "?", terms=terms)
    first, late = Screen(visit(language="ru")), Screen(visit(language="ru"))
    for screen in (first, late):
        screen.page.goto(f"/t/{table}")
        expect(screen.button(said("gather.sit"))).to_be_visible()
    first.page.locator("#sit-name").fill("Борис")
    first.tap(first.button(said("gather.sit")))
    begun([first])
    for _ in range(2):
        expect(late.page.get_by_role("main")).to_contain_text(said("error.forbidden"))
        expect(late.button(said("gather.sit"))).to_be_hidden()
        late.page.reload()  # which says the same


def test_a_table_by_invitation_alone_is_not_sat_at_by_its_address(visit: Visit) -> None:
    host, stranger = visit(language="ru"), Screen(visit(language="ru"))
    table, path = gather(host, "wordsmith", "Аня", "?")
    stranger.page.goto(f"/t/{table}")
    expect(stranger.page.get_by_role("main")).not_to_contain_text(path)
    expect(stranger.button(said("gather.sit"))).to_be_hidden()
