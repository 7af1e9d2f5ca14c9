"""Reloads, second tabs, lost lines and restarts of the server: nothing is lost, nothing doubled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

SON = [(136, "О"), (152, "Н")]  # СОН, four points


@pytest.fixture
def screen(visit: Visit, site: Site) -> Screen:
    visitor = visit(language="ru")
    return Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game("ru")))


def test_tiles_that_are_laid_outlive_a_reload(screen: Screen) -> None:
    screen.lay([*SON, (0, "д" if "?" not in screen.hand() else "Д")])
    hand = screen.hand()
    screen.page.reload()
    screen.settle()
    assert screen.drafts() == {**dict(SON), 0: "Д"}
    assert screen.hand() == hand
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("СОН")


def test_a_star_that_stands_for_a_letter_outlives_a_reload(screen: Screen) -> None:
    screen.lay_one(136, "о")
    screen.page.reload()
    screen.settle()
    assert screen.drafts() == {136: "о"}


def test_a_second_tab_shows_the_same_and_follows(screen: Screen) -> None:
    table = screen.told["table"]
    screen.lay_one(136, "О")
    second = Screen(screen.visitor, screen.visitor.context.new_page()).open(table)
    second.until(lambda: second.drafts() == {136: "О"}, "the draft in the second tab")
    second.lay_one(152, "Н")
    screen.until(lambda: screen.drafts() == dict(SON), "the draft in the first tab")
    assert screen.hand() == second.hand()
    screen.wait_for_verdicts()
    screen.play()
    second.until(lambda: 3 in second.turns, "the move in the second tab")
    for tab in (screen, second):
        tab.until(lambda tab=tab: 4 in tab.turns, "the answer of the bot")  # type: ignore[misc]
        tab.settle()
    assert screen.board() == second.board()
    assert screen.sheet() == second.sheet()
    assert second.drafts() == {}


def test_what_one_tab_plays_the_other_cannot_play_again(screen: Screen) -> None:
    table = screen.told["table"]
    screen.lay(SON)
    second = Screen(screen.visitor, screen.visitor.context.new_page()).open(table)
    second.until(lambda: second.drafts() == dict(SON), "the draft in the second tab")
    for tab in (screen, second):
        tab.wait_for_verdicts()
    screen.page.evaluate("document.querySelector('.acts .btn.main').click()")
    second.page.evaluate("document.querySelector('.acts .btn.main').click()")
    screen.until(lambda: 4 in screen.turns, "the answer of the bot")
    assert [screen.turns[n]["seat"] for n in (3, 4)] == [0, 1]
    second.until(lambda: second.told["version"] == screen.told["version"], "the same version")
    assert len(second.turns) == 4


def test_the_server_comes_back_and_the_game_goes_on(screen: Screen, site: Site) -> None:
    screen.visitor.lose_the_line()
    screen.lay_one(136, "О")
    site.stop()
    strip = screen.page.get_by_text(say("ru", "line.away"))
    expect(strip).to_be_visible()
    screen.lay_one(152, "Н")
    site.start()
    expect(strip).to_be_hidden(timeout=15_000)
    screen.wait_until_judged()
    assert screen.drafts() == dict(SON)
    screen.play()
    assert screen.turns[3]["points"] == 4
    screen.until(lambda: 4 in screen.turns, "the answer of the bot")


def test_a_move_made_while_the_server_is_away_is_kept_and_lands_once(
    screen: Screen, site: Site
) -> None:
    screen.visitor.lose_the_line()
    screen.lay(SON)
    screen.wait_for_verdicts()
    site.stop()
    screen.tap(screen.play_button)
    expect(screen.play_button).to_have_text(say("ru", "move.sending_short"))
    expect(screen.play_button).to_have_attribute("aria-disabled", "true")
    site.start()
    screen.until(lambda: 4 in screen.turns, "the move, and the answer of the bot")
    assert [(screen.turns[n]["seat"], screen.turns[n]["points"]) for n in (3,)] == [(0, 4)]
    assert sum(turn["seat"] == 0 for turn in screen.turns.values()) == 2
    screen.settle()
    assert screen.drafts() == {}


def test_a_move_made_while_the_server_is_away_outlives_a_closed_tab(
    screen: Screen, site: Site
) -> None:
    table = screen.told["table"]
    screen.visitor.lose_the_line()
    screen.lay(SON)
    screen.wait_for_verdicts()
    site.stop()
    screen.tap(screen.play_button)
    screen.page.close()
    site.start()
    again = Screen(screen.visitor, screen.visitor.context.new_page())
    again.page.goto(f"/t/{table}")
    again.until(lambda: 4 in again.turns, "the move, and the answer of the bot")
    assert again.turns[3]["points"] == 4
    assert len(again.turns) == 4


def test_a_bot_that_was_thinking_when_the_server_fell_answers_after_it(
    screen: Screen, site: Site
) -> None:
    screen.visitor.lose_the_line()
    screen.lay(SON)
    screen.wait_for_verdicts()
    screen.play()
    site.stop()
    site.start()
    screen.until(lambda: 4 in screen.turns, "the answer of the bot")
    assert screen.wait_for_turn(0)


def test_the_front_page_keeps_its_game(visit: Visit) -> None:
    screen = Screen(visit(language="ru"))
    screen.page.goto("/")
    screen.settle()
    assert screen.wait_for_turn(screen.view["viewer"])
    table, board = screen.told["table"], screen.board()
    free = board.index(".")
    letter = next(letter for letter in screen.hand() if letter != "?")
    screen.lay_one(free, letter)
    screen.page.goto("/rules")
    screen.page.goto("/")
    screen.until(lambda: screen.drafts() == {free: letter}, "the draft")
    assert (screen.told["table"], screen.board()) == (table, board)


def test_games_that_are_not_over_are_found_on_the_front_page(screen: Screen) -> None:
    table = screen.told["table"]
    screen.page.goto("/")
    mine = screen.page.get_by_role("region", name=say("ru", "front.mine"))
    expect(mine).to_contain_text(say("ru", "front.your_move"))
    mine.get_by_role("link").first.click()
    screen.page.wait_for_url(f"**/t/{table}")


def test_a_stranger_sees_nothing_of_a_table_where_nobody_looks_on(visit: Visit, site: Site) -> None:
    setting = replace(middle_of_a_game("ru"), watching=False)
    stranger = visit(language="ru")
    stranger.page.goto(f"/t/{site.lay_out(visit().guest, setting)}")
    expect(stranger.page.get_by_role("alert")).to_contain_text(say("ru", "error.forbidden"))
    expect(stranger.page.get_by_role("grid")).to_have_count(0)


def test_the_language_and_the_light_are_remembered(visit: Visit) -> None:
    page = visit(language="ru").page
    page.goto("/")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("link", name="With a bot")).to_be_visible()
    page.get_by_role("button", name=say("en", "settings.heading")).click()
    page.get_by_role("radio", name=say("en", "settings.theme.dark")).check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("en", "front.heading"))
