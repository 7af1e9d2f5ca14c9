"""Two people without a mouse: from the front page by a link to a game, its end and a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.company import begun, on_turn
from tests.browser.keyboard import Keyboard, count_mice, give_a_pass, mice, play_a_turn
from tests.browser.screen import Screen
from wordsmith.rules.variant import load_variant
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

WORDSMITH = load_variant("wordsmith")


def said(key: str, **particulars: str | int) -> str:
    return say("ru", key, **particulars)


def test_two_people_meet_play_resign_and_play_again_by_keyboard(visit: Visit) -> None:
    host, guest = [Keyboard(Screen(visit(language="ru")), is_russian=True) for _ in range(2)]
    sit_down(guest, gather(host))
    table = begun([host.screen, guest.screen])
    for keys in (host, guest):
        come_to_the_board(keys)
        play_a_turn(keys, WORDSMITH)
        on_turn([host.screen, guest.screen])
    give_a_pass(host)
    on_turn([host.screen, guest.screen])
    play_a_turn(guest, WORDSMITH)
    assert on_turn([host.screen, guest.screen]) is host.screen
    resign(host)
    ask_for_a_rematch(guest)
    host.tab_to(said("over.join"))
    host.press("Enter")
    for keys in (host, guest):
        keys.screen.until(lambda keys=keys: keys.screen.told["table"] != table, "the next game")  # type: ignore[misc]
        assert mice(keys.screen.page) == 0
    begun([host.screen, guest.screen])
    come_to_the_board(guest)


def gather(host: Keyboard) -> str:
    """A table from the front page, with a name on it; the path of its invitation."""
    page = host.screen.page
    page.goto("/")
    count_mice(page)
    host.screen.settle()
    host.tab_to(said("front.friends"))
    host.press("Enter")
    expect(page.get_by_role("heading", name=said("gather.heading"))).to_be_visible()
    host.tab_to(said("gather.name"))
    write(host, "аня")
    host.press("Enter")
    expect(page.locator("#own-name")).to_be_hidden()
    host.screen.until(  # not lost with what had it
        lambda: host.focus()["text"] == said("gather.heading"), "the focus at the heading"
    )
    host.tab_to(said("gather.copy"))
    host.press("Enter")
    expect(page.get_by_text(said("gather.copied"))).to_be_visible()
    assert host.focus()["text"] == said("gather.copy")
    host.press("Shift+Tab")
    assert host.focus()["name"] == said("gather.link")
    return urlsplit(str(page.evaluate("document.activeElement.value"))).path


def sit_down(guest: Keyboard, path: str) -> None:
    """By the link, with a name."""
    page = guest.screen.page
    page.goto(path)
    count_mice(page)
    expect(page.get_by_label(said("gather.name"))).to_be_visible()
    guest.tab_to(said("gather.name"))
    write(guest, "петр")
    guest.press("Enter")
    page.wait_for_url("**/t/*")


def write(keys: Keyboard, text: str) -> None:
    for letter in text:
        keys.type(letter)


def come_to_the_board(keys: Keyboard) -> None:
    keys.tab_to(said("lid.skip_to_board"))
    keys.press("Enter")
    keys.tab_to_the_board()


def resign(keys: Keyboard) -> None:
    keys.tab_to(said("menu.open"))
    keys.press("Enter")
    expect(keys.screen.paper).to_be_focused()
    keys.tab_to(said("menu.resign"), most=15)  # without leaving the menu
    keys.press("Enter")
    keys.tab_to(said("resign.go"), most=3)
    keys.press("Enter")
    expect(keys.screen.page.locator(".game-over")).to_be_visible()


def ask_for_a_rematch(keys: Keyboard) -> None:
    expect(keys.screen.page.locator(".game-over")).to_be_visible()
    keys.tab_to(said("over.again"), most=3)  # the first thing after the board
    keys.press("Enter")
    expect(keys.screen.page.get_by_role("heading", name=said("gather.heading"))).to_be_visible()
