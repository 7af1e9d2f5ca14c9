"""A whole game without a mouse, from the first Tab on the front page to the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard, count_mice, mice, play_a_turn
from tests.browser.screen import Screen
from wordsmith.rules.variant import load_variant
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

WORDSMITH = load_variant("wordsmith")


def test_a_game_of_wordsmith_is_played_to_its_end_by_keyboard(visit: Visit) -> None:
    screen = Screen(visit(language="ru"))
    screen.page.goto("/")
    count_mice(screen.page)
    keys = Keyboard(screen, is_russian=False)
    play_one_turn_on_the_front_page(screen, keys)
    deal_a_game_with_a_name(screen, keys)
    seat = screen.view["viewer"]
    while screen.wait_for_turn(seat):
        keys.is_russian = len(screen.turns) > 6
        play_a_turn(keys, WORDSMITH)
    over = screen.page.locator(".game-over")
    expect(over).to_be_visible()
    for row in screen.view["ended"]["rows"]:
        expect(over).to_contain_text(str(row["total"]))
    keys.tab_to(say("ru", "over.again"))
    table = screen.told["table"]
    keys.press("Enter")
    screen.until(lambda: screen.told["table"] != table, "the next table")
    assert mice(screen.page) == 0


def play_one_turn_on_the_front_page(screen: Screen, keys: Keyboard) -> None:
    screen.settle()
    keys.press("Tab")
    assert keys.focus()["text"] == say("ru", "lid.skip_to_board")
    keys.press("Enter")
    keys.tab_to_the_board()
    assert screen.wait_for_turn(screen.view["viewer"])
    play_a_turn(keys, WORDSMITH)
    assert screen.wait_for_turn(screen.view["viewer"])


def deal_a_game_with_a_name(screen: Screen, keys: Keyboard) -> None:
    keys.tab_to(say("ru", "front.bot"))
    keys.press("Enter")
    expect(screen.page.locator("form.deal")).to_be_visible()
    keys.tab_to(say("ru", "agree_sheet.name_of", n=1))
    keys.press("Shift+KeyL")  # whatever letters: a name
    keys.press("KeyO")
    keys.press("Enter")
    screen.page.wait_for_url("**/t/*")
    screen.until(lambda: screen.told.get("table") == screen.page.url.split("/")[-1], "the table")
    screen.settle()
    assert [seat["name"] for seat in screen.view["seats"]] == ["Lo", ""]
    keys.tab_to(say("ru", "lid.skip_to_board"))
    keys.press("Enter")
    keys.tab_to_the_board()
