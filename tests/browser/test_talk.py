"""What is said at a table: who hears whom, what is new, who whispers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company import NOTICED_WITHIN_MS, sit_down
from tests.browser.meeting import asked, beside_somebody, gather, in_the_middle, meet, over
from tests.browser.screen import Screen
from tests.browser.situations import NAMES
from tests.browser.surveying import survey
from tests.browser.visiting import DESK, PHONE, Look, looks
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.visiting import Visitor
    from tests.fault_proxy import FaultyLine

WHISPERS = {"ru": ("Вера", "Возьми ШАР", "Не влезет"), "en": ("Cora", "Take AXE", "No room")}
LOOKS = looks(
    Look("ru", "light", PHONE),
    more=[Look("en", "dark", DESK), Look("en", "dark", PHONE), Look("ru", "dark", DESK)],
)


def words(screen: Screen, key: str, **values: str | int) -> str:
    return say(screen.visitor.look.language, key, **values)


def button(screen: Screen) -> Locator:
    """The way to the talk, whatever is new there."""
    return screen.page.locator(".top .talk")


def open_talk(screen: Screen) -> None:
    screen.tap(button(screen))
    expect(screen.paper).to_be_visible()


def speak(screen: Screen, text: str) -> None:
    screen.page.get_by_label(words(screen, "talk.field"), exact=True).fill(text)
    screen.tap(screen.button(words(screen, "talk.send")))


def said(screen: Screen) -> Locator:
    return screen.page.get_by_role("log").get_by_role("listitem")


def named(visitor: Visitor, name: str) -> Visitor:
    asked(visitor, "/api/me", {"name": name})
    return visitor


def watch(visitor: Visitor, table: str) -> Screen:
    return Screen(visitor).open(table)


# -- among players ---------------------------------------------------------------------------------


def test_what_one_says_the_other_is_told_reads_and_answers(visit: Visit, site: Site) -> None:
    _, (ann, peter) = in_the_middle(site, visit(), visit(size=PHONE))
    open_talk(ann)
    speak(ann, "Как дела?")
    expect(said(ann)).to_contain_text("Как дела?")
    expect(button(peter)).to_have_accessible_name(words(peter, "talk.open_unread", n=1))
    open_talk(peter)
    expect(said(peter)).to_contain_text("Аня")
    expect(said(peter)).to_contain_text("Как дела?")
    expect(button(peter)).to_have_accessible_name(words(peter, "talk.open"))
    speak(peter, "Хорошо!")
    expect(said(ann).nth(1)).to_contain_text("Хорошо!")
    expect(button(ann)).to_have_accessible_name(words(ann, "talk.open"))  # it lies open
    peter.page.reload()
    peter.settle()
    expect(button(peter)).to_have_accessible_name(words(peter, "talk.open"))  # read is read
    open_talk(peter)
    expect(said(peter)).to_have_count(2)


def test_words_said_into_a_dead_line_go_when_it_is_back_and_once(
    visit: Visit, site: Site, line: FaultyLine
) -> None:
    _, (ann, peter) = in_the_middle(site, visit(), visit(port=line.port))
    peter.visitor.lose_the_line()
    open_talk(ann)
    open_talk(peter)
    line.silence()
    speak(peter, "Слышно?")
    line.cut()
    expect(peter.page.get_by_text(words(peter, "talk.waits"))).to_be_visible(
        timeout=NOTICED_WITHIN_MS
    )
    line.heal()
    expect(said(ann)).to_contain_text("Слышно?")
    expect(peter.page.locator(".outgoing")).to_have_count(0)
    expect(said(peter)).to_have_count(1)
    expect(said(ann)).to_have_count(1)


def test_what_is_being_written_outlives_the_paper_and_the_others_turn(
    visit: Visit, site: Site
) -> None:
    _, (ann, peter) = in_the_middle(site, visit(), visit())
    open_talk(peter)
    field = peter.page.get_by_label(words(peter, "talk.field"), exact=True)
    field.fill("Сейчас я")
    version = peter.told["version"]
    ann.tap(ann.button(words(ann, "act.pass")))
    ann.tap(ann.button(words(ann, "pass.go")))
    peter.until(lambda: peter.told["version"] > version, "the pass")
    expect(field).to_have_value("Сейчас я")  # whoever writes goes on
    peter.tap(peter.button(words(peter, "paper.close")))
    open_talk(peter)
    expect(field).to_have_value("Сейчас я")


def test_those_who_wait_for_a_game_talk_and_the_game_has_what_they_said(visit: Visit) -> None:
    host, guest = visit(), visit()
    path = gather(host, 2)
    sit_down(Screen(guest), path, "Боря")
    screens = [Screen(host), Screen(guest)]
    speak(screens[1], "Ждём Веру?")
    expect(said(screens[0])).to_contain_text("Ждём Веру?")
    assert survey(host.page, "ru") == {}
    third = Screen(visit())
    sit_down(third, path, "Вера")
    third.until(lambda: third.view, "the game")
    third.settle()
    open_talk(third)
    expect(said(third)).to_contain_text("Ждём Веру?")


def test_the_slash_opens_the_talk_in_either_layout_and_is_a_sign_while_one_writes(
    visit: Visit, site: Site
) -> None:
    _, ann = beside_somebody(site, visit())
    keyboard, field = ann.page.keyboard, ann.page.get_by_label(words(ann, "talk.field"), exact=True)
    ann.tap(ann.cell(60))
    keyboard.press("/")
    expect(field).to_be_focused()
    keyboard.type("и/или")
    expect(field).to_have_value("и/или")
    keyboard.press("Enter")
    expect(said(ann)).to_contain_text("и/или")
    keyboard.press("Escape")
    expect(ann.paper).to_be_hidden()
    ann.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: '.', code: 'Slash' }))")
    expect(field).to_be_visible()


# -- who does not want to hear ---------------------------------------------------------------------


def test_in_two_taps_somebody_is_not_heard_any_more_nor_hears(visit: Visit, site: Site) -> None:
    table, (ann, peter) = in_the_middle(site, visit(size=PHONE), visit())
    open_talk(peter)
    speak(peter, "Ходи быстрее!")
    open_talk(ann)
    ann.tap(ann.page.get_by_role("button", name=words(ann, "talk.what_to_do", name="Пётр")))
    ann.tap(ann.button(words(ann, "talk.mute", name="Пётр")))
    expect(said(ann)).to_have_count(0)
    speak(peter, "Эй!")
    expect(said(peter)).to_have_count(2)
    ann.open(table)
    open_talk(ann)
    expect(ann.paper).to_contain_text(words(ann, "talk.is_muted", name="Пётр"))
    expect(said(ann)).to_have_count(0)
    ann.tap(ann.button(words(ann, "talk.unmute")))
    expect(said(ann)).to_have_count(2)


def test_in_two_taps_a_message_is_reported(visit: Visit, site: Site) -> None:
    _, (ann, peter) = in_the_middle(site, visit(size=PHONE), visit())
    open_talk(peter)
    speak(peter, "Сам такой")
    open_talk(ann)
    ann.tap(ann.page.get_by_role("button", name=words(ann, "talk.what_to_do", name="Пётр")))
    ann.tap(ann.button(words(ann, "talk.report")))
    expect(ann.paper).to_contain_text(words(ann, "talk.reported"))


def test_a_player_is_reported_from_the_menu_for_his_name(visit: Visit, site: Site) -> None:
    _, ann = beside_somebody(site, visit())
    ann.open_menu(words(ann, "menu.report"))
    expect(ann.paper).to_contain_text(words(ann, "report.about", name="Пётр"))
    ann.page.get_by_role("radio", name=words(ann, "order.reason.stalling")).check()
    assert survey(ann.page, "ru", ".paper") == {}
    ann.tap(ann.button(words(ann, "report.go")))
    expect(ann.paper).to_contain_text(words(ann, "talk.reported"))


def test_whoever_hides_the_talk_has_none_at_any_table_until_he_shows_it_again(
    visit: Visit, site: Site
) -> None:
    _, (ann, peter) = in_the_middle(site, visit(size=PHONE), visit())
    hide = ann.page.get_by_role("checkbox", name=words(ann, "settings.hide_talk"))
    settings = ann.button(words(ann, "settings.heading"))
    ann.tap(settings)
    ann.tap(hide)
    expect(hide).to_be_checked()
    ann.tap(ann.button(words(ann, "paper.close")))
    open_talk(peter)
    speak(peter, "Ау")
    other, (ann, _) = in_the_middle(site, ann.visitor, visit())
    expect(settings).to_be_visible()
    expect(button(ann)).to_have_count(0)
    ann.page.keyboard.press("/")
    expect(ann.paper).to_have_count(0)
    ann.tap(settings)
    ann.tap(hide)
    expect(button(ann)).to_be_visible()
    assert other


def test_a_table_without_talk_has_no_button_for_it_and_no_field(visit: Visit) -> None:
    ann, _bob = meet(visit(language="en"), visit(language="en"), talk=False)
    expect(ann.page.get_by_role("button", name=words(ann, "menu.open"))).to_be_visible()
    expect(button(ann)).to_have_count(0)
    ann.page.keyboard.press("/")
    expect(ann.paper).to_have_count(0)


# -- those who look on -----------------------------------------------------------------------------


def test_spectators_talk_by_themselves_until_the_game_is_over(visit: Visit, site: Site) -> None:
    table, ann = beside_somebody(site, visit())
    cora, dan = (watch(named(visit(), name), table) for name in ("Вера", "Глеб"))
    open_talk(cora)
    expect(cora.paper).to_contain_text(words(cora, "talk.heard.watchers"))
    speak(cora, "У Ани звезда?")
    expect(button(dan)).to_have_accessible_name(words(dan, "talk.open_unread", n=1))
    open_talk(ann)
    speak(ann, "Думаю")
    expect(said(ann)).to_have_count(1)
    expect(said(cora)).to_have_count(1)
    ann.open_menu(words(ann, "menu.resign"))
    ann.tap(ann.button(words(ann, "resign.go")))
    for screen in (ann, cora):
        expect(screen.page.locator(".game-over")).to_be_visible()
        open_talk(screen)
        expect(said(screen)).to_have_count(2)
        expect(screen.paper).to_contain_text("У Ани звезда?")


def test_a_link_to_look_on_is_in_the_menu(visit: Visit, site: Site) -> None:
    table, ann = beside_somebody(site, visit())
    ann.open_menu(words(ann, "menu.watch"))
    link = ann.page.get_by_label(words(ann, "menu.watch.link"))
    expect(link).to_have_value(re.compile(f"/t/{table}$"))
    cora = Screen(visit())
    cora.page.goto(link.input_value())
    cora.settle()
    assert cora.view["watcher"]
    assert cora.view["rack"] is None


# -- advisers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "look", looks(Look("ru", "light", PHONE), more=[Look("en", "dark", DESK)]), ids=str
)
def test_an_adviser_asks_is_let_in_and_whispers_while_all_see_it_and_none_hears_it(
    visit: Visit, site: Site, look: Look
) -> None:
    table, (ann, peter) = in_the_middle(site, visit(look), visit(look), advisers=True)
    language, host = look.language, NAMES[look.language][0]
    name, whisper, answer = WHISPERS[language]
    cora = watch(named(visit(look), name), table)
    assert survey(cora.page, language) == {}
    cora.tap(cora.turn.get_by_role("button", name=host))
    expect(cora.turn).to_contain_text(words(cora, "advise.waiting", name=host))
    expect(ann.turn).to_contain_text(words(ann, "advise.asks", adviser=name))
    assert survey(ann.page, language, ".turn") == {}
    expect(peter.turn).not_to_contain_text(name)
    ann.tap(ann.button(words(ann, "advise.admit")))
    expect(cora.turn).to_contain_text(words(cora, "advise.you_do", name=host))
    cora.until(lambda: cora.view["rack"] == ann.view["rack"], "the hand")
    expect(peter.turn).to_contain_text(words(peter, "advise.does", name=host, adviser=name))

    open_talk(cora)
    speak(cora, whisper)
    expect(said(cora)).to_contain_text(whisper)
    assert survey(cora.page, language, ".paper") == {}
    open_talk(peter)
    expect(said(peter)).to_contain_text(words(peter, "talk.whispers_to", name=name, whom=host))
    expect(peter.page.get_by_role("log")).not_to_contain_text(whisper)
    open_talk(ann)
    expect(said(ann)).to_contain_text(whisper)
    ann.tap(ann.button(words(ann, "talk.to.whisper")))
    expect(ann.paper).to_contain_text(words(ann, "talk.heard.whisper", name=name))
    speak(ann, answer)
    expect(said(cora).nth(1)).to_contain_text(answer)
    expect(said(peter).nth(1)).to_contain_text(words(peter, "talk.whispers_back", name=host))
    ann.tap(ann.button(words(ann, "paper.close")))
    ann.tap(ann.button(words(ann, "advise.enough")))
    cora.until(lambda: cora.view["rack"] is None, "no hand any more")
    cora.tap(cora.button(words(cora, "paper.close")))
    expect(cora.turn.get_by_role("button", name=host)).to_be_visible()  # to ask anew
    expect(ann.turn).not_to_contain_text(name)


def test_whoever_would_advise_and_has_no_name_says_it_first(visit: Visit, site: Site) -> None:
    table, ann = beside_somebody(site, visit(), advisers=True)
    cora = watch(visit(Look("ru", "light", PHONE)), table)
    cora.tap(cora.turn.get_by_role("button", name="Аня"))
    name = cora.turn.get_by_label(words(cora, "gather.name"), exact=True)
    expect(name.and_(cora.page.get_by_role("textbox"))).to_be_focused()
    assert survey(cora.page, "ru", ".turn") == {}
    name.and_(cora.page.get_by_role("textbox")).fill("Вера")
    cora.tap(cora.turn.get_by_role("button", name=words(cora, "gather.name_keep")))
    expect(cora.turn).to_contain_text(words(cora, "advise.waiting", name="Аня"))
    expect(ann.turn).to_contain_text(words(ann, "advise.asks", adviser="Вера"))


def test_a_player_puts_an_asker_away_for_now(visit: Visit, site: Site) -> None:
    table, ann = beside_somebody(site, visit(), advisers=True)
    cora = watch(named(visit(), "Вера"), table)
    cora.tap(cora.turn.get_by_role("button", name="Аня"))
    again = Screen(ann.visitor, ann.visitor.context.new_page()).open(table)
    expect(again.turn).to_contain_text("Вера")
    ann.tap(ann.button(words(ann, "advise.not_now")))
    for screen in (ann, again):  # every page that he has open knows it
        expect(screen.turn).not_to_contain_text("Вера")
    expect(cora.turn).to_contain_text(words(cora, "advise.declined", name="Аня"))
    expect(cora.turn.get_by_role("button", name="Аня")).to_have_count(0)
    expect(cora.turn.get_by_role("button", name="Пётр")).to_be_visible()
    assert ann.view["advises"] is None


# -- how it looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_with_the_talk_in_any_look(visit: Visit, site: Site, look: Look) -> None:
    language = look.language
    text = {"ru": "Какое длинное слово, и откуда только берётся!", "en": "Such a long word!"}
    _, (ann, peter) = in_the_middle(site, visit(look), visit(look))
    open_talk(peter)
    speak(peter, text[language])
    wrong = {"unread": survey(ann.page, language, ".top")}
    open_talk(ann)
    wrong["open"] = survey(ann.page, language)
    ann.tap(ann.page.locator(".said .more"))
    wrong["what to do"] = survey(ann.page, language, ".paper")
    speak(ann, text[language][:10])
    expect(said(ann)).to_have_count(2)
    ann.tap(ann.button(words(ann, "talk.mute", name=NAMES[language][1])))
    expect(said(ann)).to_have_count(1)
    wrong["muted"] = survey(ann.page, language, ".paper")
    ann.tap(ann.button(words(ann, "paper.close")))
    ann.tap(ann.button(words(ann, "settings.heading")))
    expect(ann.paper).to_be_visible()
    wrong["settings"] = survey(ann.page, language)
    ann.tap(ann.button(words(ann, "paper.close")))
    ann.tap(ann.button(words(ann, "menu.open")))
    expect(ann.paper).to_be_visible()
    wrong["menu"] = survey(ann.page, language, ".paper")
    assert {name: found for name, found in wrong.items() if found} == {}


def test_the_end_of_a_game_can_be_talked_about(visit: Visit, site: Site) -> None:
    _, (ann, peter) = in_the_middle(site, visit(), visit(), moves=over("ru"))
    open_talk(ann)
    expect(ann.paper).to_contain_text(words(ann, "talk.heard.over"))
    speak(ann, "Спасибо за игру")
    expect(button(peter)).to_have_accessible_name(words(peter, "talk.open_unread", n=1))
