"""The papers beside the board, the score sheet, and what the tab is called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from tests.browser.visiting import PHONE, TABLET
from tests.positions import house
from wordsmith.rules.actions import Pass, Resign
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.resting import Resting

GAME = {"ru": "Словодел", "en": "Friends"}
# English tiles are exchanged and turns passed in the whole game of Friends, too
LANGUAGES = ("ru", pytest.param("en", marks=pytest.mark.more_looks))


def sit(visit: Visit, site: Site, language: str, setting: Setting | None = None) -> Screen:
    visitor = visit(language=language)
    table = site.lay_out(visitor.guest, setting or middle_of_a_game(language))
    return Screen(visitor).open(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_chosen_and_exchanged(visit: Visit, site: Site, language: str) -> None:
    screen = sit(visit, site, language)
    before = screen.hand()
    screen.tap(screen.button(say(language, "act.exchange")))
    go = screen.button(say(language, "exchange.choose"))
    expect(go).to_have_attribute("aria-disabled", "true")
    tiles = screen.paper.get_by_role("group").get_by_role("button")
    expect(tiles).to_have_count(7)
    for place in (1, 2):
        screen.tap(tiles.nth(place))
        expect(tiles.nth(place)).to_have_attribute("aria-pressed", "true")
    screen.tap(screen.button(say(language, "exchange.go", n=2)))
    screen.until(lambda: 3 in screen.turns, "the exchange")
    assert screen.turns[3]["count"] == 2
    screen.settle()
    after = screen.hand()
    assert [after[place] for place in (0, 3, 4, 5, 6)] == [
        before[place] for place in (0, 3, 4, 5, 6)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_can_exchange_nothing_may_pass_instead(visit: Visit, site: Site, language: str) -> None:
    """The front page has no other button for it."""
    screen = sit(visit, site, language, middle_of_a_game(language, exchange_minimum="200"))
    screen.tap(screen.button(say(language, "act.exchange")))
    screen.tap(screen.paper.get_by_role("button", name=say(language, "act.pass")))
    screen.tap(screen.paper.get_by_role("button", name=say(language, "pass.go")))
    screen.until(lambda: 3 in screen.turns, "the pass")
    assert screen.turns[3]["kind"] == "pass"


def test_what_lies_on_the_board_comes_home_before_an_exchange(visit: Visit, site: Site) -> None:
    screen = sit(visit, site, "ru")
    screen.lay_one(136, "О")
    screen.tap(screen.button("Обменять"))
    tiles = screen.paper.get_by_role("group").get_by_role("button")
    expect(tiles).to_have_count(7)
    screen.tap(tiles.first)
    screen.tap(screen.button(say("ru", "exchange.go", n=1)))
    screen.until(lambda: 3 in screen.turns, "the exchange")
    assert screen.drafts() == {}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_resigning_is_asked_once_and_then_done(visit: Visit, site: Site, language: str) -> None:
    screen = sit(visit, site, language)
    screen.open_menu(say(language, "menu.resign"))
    expect(screen.paper).to_contain_text(say(language, "resign.what_follows"))
    screen.tap(screen.button(say(language, "paper.no")))
    expect(screen.paper).to_be_hidden()
    assert screen.view["phase"] == "playing"
    screen.open_menu(say(language, "menu.resign"))
    screen.tap(screen.button(say(language, "resign.go")))
    expect(screen.page.locator(".game-over")).to_contain_text(
        say(language, "over.reason.resigned_you")
    )
    expect(screen.page).to_have_title(say(language, "title.over", game=GAME[language]))
    assert screen.view["ended"]["winners"] == [1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_passing_is_asked_once(visit: Visit, site: Site, language: str) -> None:
    screen = sit(visit, site, language)
    screen.tap(screen.button(say(language, "act.pass")))
    expect(screen.paper).to_be_focused()
    screen.page.keyboard.press("Escape")
    expect(screen.paper).to_be_hidden()
    expect(screen.button(say(language, "act.pass"))).to_be_focused()
    screen.tap(screen.button(say(language, "act.pass")))
    screen.tap(screen.button(say(language, "pass.go")))
    screen.until(lambda: 3 in screen.turns, "the pass")
    assert screen.turns[3]["kind"] == "pass"


def test_an_earlier_turn_is_looked_at_and_left_again(at_rest: Screen) -> None:
    screen = at_rest
    now = screen.board()
    screen.lay_one(136, "О")
    row = screen.page.get_by_role("button", name="Показать поле после хода 1")
    screen.tap(row)
    expect(screen.page.locator(".look-back")).to_contain_text("Ход 1 из 2")
    assert (
        screen.board()
        == now.replace("Р", ".").replace("Т.", "Т.")[:139]
        + "."
        + ("".join("." if square in (155, 171) else sign for square, sign in enumerate(now))[140:])
    )
    expect(screen.page.locator(".board .last")).to_have_count(6)
    screen.tap(screen.button("Предыдущий ход"))
    assert set(screen.board()) == {"."}
    screen.tap(screen.button("Следующий ход"))
    screen.tap(screen.button("Следующий ход"))
    assert screen.board() == now
    screen.tap(screen.button("Вернуться к игре"))
    expect(screen.page.locator(".look-back")).to_be_hidden()
    assert screen.drafts() == {136: "О"}


def test_a_word_on_the_board_or_in_the_sheet_tells_what_it_means(at_rest: Screen) -> None:
    screen = at_rest
    screen.tap(screen.cell(124 - 1))  # the К of МОСТИК and of КРОТ
    for word in ("МОСТИК", "КРОТ"):
        expect(screen.paper).to_contain_text(word)
    expect(screen.paper.locator("dd").last).to_contain_text("млекопитающ")
    screen.tap(screen.button("Закрыть"))
    screen.tap(screen.page.locator(".score-sheet").get_by_role("button", name="МОСТИК"))
    expect(screen.paper.locator("dt")).to_have_text("МОСТИК")


def test_the_tab_says_whose_turn_it_is(visit: Visit, site: Site, resting: Resting) -> None:
    screen = resting.screen("en")
    expect(screen.page).to_have_title("▸ Your turn — Friends")
    sofa = sit(visit, site, "ru", middle_of_a_game("ru", "Аня", "Пётр"))
    expect(sofa.page).to_have_title(re.compile("Аня — Словодел"))


def test_the_last_move_is_marked_and_told(at_rest: Screen) -> None:
    screen = at_rest
    marked = screen.page.locator(".board .cell:has(.tile.last)")
    expect(marked).to_have_count(3)
    assert {cell.get_attribute("data-square") for cell in marked.all()} == {"139", "155", "171"}
    expect(screen.cell(139)).to_contain_text(say("ru", "cell.last"))


def test_unseen_letters_are_counted(at_rest: Screen) -> None:
    screen = at_rest
    unseen = 120 - 9 - 7  # nine lie on the board, seven in the hand
    link = screen.page.locator(".bag").get_by_role("button")
    expect(link).to_have_text(say("ru", "bag.what_is_unseen", n=unseen))
    screen.tap(link)
    expect(screen.paper.locator("li")).not_to_have_count(0)
    counts = [int(text.strip("×")) for text in screen.paper.locator("li .n").all_inner_texts()]
    assert sum(counts) == unseen
    expect(screen.paper).to_contain_text(say("ru", "bag.split", n=unseen, bag=unseen - 7, hands=7))


def test_premiums_can_be_labelled_and_stay_so(visit: Visit, site: Site) -> None:
    screen = sit(visit, site, "ru")
    screen.tap(screen.page.get_by_role("button", name=say("ru", "settings.heading")))
    screen.paper.get_by_role("checkbox", name=say("ru", "menu.labels")).check()
    screen.page.reload()
    screen.settle()
    expect(screen.page.locator("body")).to_have_class(re.compile("labels"))


def test_the_record_of_the_game_can_be_taken_home(at_rest: Screen) -> None:
    screen = at_rest
    for name, first in (("GCG", "#"), ("JSON", "{")):
        screen.tap(screen.page.get_by_role("button", name="Меню стола"))
        with screen.page.expect_download() as download:
            screen.tap(screen.paper.get_by_role("link", name=f"({name})"))
        assert download.value.path().read_text("utf-8").startswith(first)
        screen.page.keyboard.press("Escape")


def test_house_rules_of_the_table_are_told(visit: Visit, site: Site) -> None:
    setting = middle_of_a_game("ru", "", "easy", target_score="200", full_rack_bonus="15")
    screen = sit(visit, site, "ru", setting)
    told = screen.page.locator(".side .house").first
    expect(told).to_contain_text("200")
    expect(told).to_contain_text("15")


def test_a_target_score_ends_the_game(visit: Visit, site: Site) -> None:
    setting = middle_of_a_game("ru", "Аня", "Пётр", target_score="12")
    screen = sit(visit, site, "ru", setting)
    screen.take_over()
    screen.lay([(136, "О"), (152, "Н")])
    screen.wait_until_judged()
    screen.play()
    screen.take_over()
    screen.tap(screen.button("Пас"))
    screen.tap(screen.button("Да, пас"))
    expect(screen.page.locator(".game-over")).to_contain_text(say("ru", "over.reason.target"))
    expect(screen.page.locator(".game-over h2")).to_contain_text("Аня")


def test_the_agreement_makes_the_table_it_promises(visit: Visit, site: Site) -> None:
    page = visit(language="en").page
    page.goto("/new?with=sofa")
    page.get_by_role("radio", name=re.compile("^Classic ")).first.check()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Name of player 3").fill("Carl")
    page.get_by_role("button", name=re.compile("^Change: .*whole hand")).click()
    page.get_by_role("spinbutton").fill("77")
    page.get_by_role("spinbutton").blur()
    expect(page.get_by_role("region")).to_contain_text("1 difference")
    page.get_by_role("button", name="Deal the tiles").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".side .house").first).to_contain_text("77")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_what_can_be_done_after_the_end_is_in_sight(
    visit: Visit, site: Site, size: tuple[int, int]
) -> None:
    visitor = visit(language="ru", size=size)
    laid_out = middle_of_a_game("ru")
    moves = (*laid_out.moves, (Resign(), ""))
    over = Setting(laid_out.variant, laid_out.seats, laid_out.hands, moves)
    screen = Screen(visitor).open(site.lay_out(visitor.guest, over))
    buttons = screen.page.locator(".game-over .again .btn")
    expect(buttons).to_have_count(3)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
    expect(screen.page.locator("header")).to_contain_text("ход 3")


def test_every_word_of_the_best_turn_is_told(visit: Visit, site: Site) -> None:
    over = Setting(
        house("wordsmith"),
        ("", "easy"),
        ("МОСТОНА",),
        [("8G;I9 МОСТ;ОН", ""), (Resign(), "")],
    )
    best = sit(visit, site, "ru", over).page.locator(".game-over dl")
    expect(best.get_by_role("img")).to_have_attribute("aria-label", "МОСТ")
    expect(best).to_contain_text(say("ru", "over.best_beside", words="СОН"))


def test_a_game_without_a_winner_is_a_draw_of_all(visit: Visit, site: Site) -> None:
    passes = tuple((Pass(), "") for _ in range(12))
    setting = Setting(
        house("wordsmith", scoreless_limit_at_zero="1"), ("Аня", "Пётр"), (), passes[:2]
    )
    screen = sit(visit, site, "ru", setting)
    expect(screen.page.locator(".game-over h2")).to_have_text("Ничья: Аня, Пётр")
    assert screen.page.locator(".game-over .winner .sign").count() == 2


def test_looking_back_shows_the_whole_board_on_a_phone(resting: Resting) -> None:
    screen = resting.screen(size=PHONE)
    screen.tap(screen.page.get_by_role("switch"))
    screen.until(lambda: screen.is_zoomed, "the zoom")
    screen.tap(screen.page.locator(".score-sheet .look").last)
    expect(screen.page.locator(".look-back")).to_be_visible()
    assert not screen.is_zoomed
