"""Every way of laying tiles and of taking them back: by hand, with the mouse, with keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard
from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

I9, I10 = 136, 152  # under the С of МОСТИК


@pytest.fixture
def screen(at_rest: Screen) -> Screen:
    """Nothing is played here: what is tried is taken back."""
    return at_rest


def test_a_tile_and_then_a_cell_are_clicked(screen: Screen) -> None:
    screen.tap(screen.slot(screen.place_of("О")))
    expect(screen.slot(screen.place_of("О"))).to_have_attribute("aria-pressed", "true")
    screen.tap(screen.cell(I9))
    assert screen.drafts() == {I9: "О"}
    expect(screen.cell(I9)).to_contain_text("I9, О, 1, ваш черновик")


def test_a_picked_tile_is_put_down_by_a_second_click(screen: Screen) -> None:
    slot = screen.slot(0)
    screen.tap(slot)
    screen.tap(slot)
    expect(slot).to_have_attribute("aria-pressed", "false")
    screen.tap(screen.cell(I9))
    assert screen.drafts() == {}


def test_a_quick_second_tap_marks_no_letters(screen: Screen) -> None:
    """Not even by a long press, which only fingers have."""
    button = screen.page.get_by_role("button", name=say("ru", "settings.heading"))
    for touched in (screen.slot(0), button, screen.cell(I9)):
        assert touched.evaluate("node => getComputedStyle(node).userSelect") == "none"


def test_a_taken_cell_keeps_its_tile(screen: Screen) -> None:
    screen.tap(screen.slot(screen.place_of("О")))
    screen.tap(screen.cell(120))
    assert screen.drafts() == {}
    expect(screen.page.get_by_role("status").last).to_contain_text(say("ru", "board.taken"))


def test_a_tile_is_dragged_to_the_board_along_it_and_home(screen: Screen) -> None:
    screen.drag("О", I9)
    assert screen.drafts() == {I9: "О"}
    screen.cell(I9).drag_to(screen.cell(I10))
    assert screen.drafts() == {I10: "О"}
    screen.cell(I10).drag_to(screen.page.locator("[data-hand]"))
    assert screen.drafts() == {}
    assert screen.hand().count("О") == 2


def test_a_tile_dropped_beside_everything_comes_home(screen: Screen) -> None:
    screen.drag("О", I9)
    screen.cell(I9).drag_to(screen.page.locator("header"))
    assert screen.drafts() == {}


@pytest.mark.parametrize("how", ["a click", "a right click", "Backspace", "Delete"])
def test_a_laid_tile_is_taken_back_by(screen: Screen, how: str) -> None:
    screen.lay_one(I9, "О")
    if how == "a click":
        screen.tap(screen.cell(I9))
    elif how == "a right click":
        screen.cell(I9).click(button="right")
    else:
        screen.cell(I9).focus()
        screen.page.keyboard.press(how)
    assert screen.drafts() == {}
    assert screen.hand().count("О") == 2


@pytest.mark.parametrize("how", ["the button", "Escape"])
def test_everything_is_taken_back_by(screen: Screen, how: str) -> None:
    before = screen.hand()
    screen.lay([(I9, "О"), (I10, "Н")])
    if how == "the button":
        screen.tap(screen.button("Вернуть"))
    else:
        screen.cell(I10).focus()
        screen.page.keyboard.press("Escape")
    assert screen.drafts() == {}
    assert screen.hand() == before


def test_backspace_takes_back_one_after_the_other(screen: Screen) -> None:
    keys = Keyboard(screen, is_russian=True)
    screen.cell(I9).focus()
    screen.page.keyboard.press("Space")
    for letter in "ОН":
        keys.type(letter)
    assert screen.drafts() == {I9: "О", I10: "Н"}
    screen.page.keyboard.press("Backspace")
    assert screen.drafts() == {I9: "О"}
    screen.page.keyboard.press("Backspace")
    assert screen.drafts() == {}


def test_the_hand_is_put_in_order_by_dragging(screen: Screen) -> None:
    before = screen.hand()
    screen.slot(0).drag_to(screen.slot(3))
    assert screen.hand() == [*before[1:4], before[0], *before[4:]]


def test_shuffling_keeps_every_tile_and_the_order_survives(screen: Screen) -> None:
    before = screen.hand()
    for _ in range(20):
        screen.tap(screen.button("Перемешать"))
        if screen.hand() != before:
            break
    shuffled = screen.hand()
    assert shuffled != before
    assert sorted(shuffled) == sorted(before)
    screen.page.reload()
    screen.settle()
    assert screen.hand() == shuffled


def test_the_hand_is_sorted_from_the_menu(screen: Screen) -> None:
    screen.slot(0).drag_to(screen.slot(4))
    screen.open_menu("Разложить руку по алфавиту")
    assert screen.hand() == ["А", "Б", "Д", "Н", "О", "О", "?"]


def test_new_tiles_are_marked_until_the_hand_is_touched(visit: Visit, site: Site) -> None:
    visitor = visit(language="ru")
    screen = Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game("ru")))
    marked = screen.page.locator("[data-hand] .fresh")
    expect(marked).to_have_count(6)
    expect(screen.page.locator("[data-hand]")).to_contain_text("новая")
    screen.lay_one(I9, "О")
    expect(marked).to_have_count(0)


def test_a_number_lays_the_tile_of_that_place(screen: Screen) -> None:
    letter = screen.hand()[3]
    screen.cell(I9).focus()
    screen.page.keyboard.press("4")
    assert screen.drafts() == {I9: letter}


@pytest.mark.parametrize("is_russian", [True, False], ids=["Russian", "Latin"])
def test_letters_are_typed_in_a_layout(screen: Screen, is_russian: bool) -> None:
    keys = Keyboard(screen, is_russian=is_russian)
    screen.cell(I9).focus()
    screen.page.keyboard.press("Space")
    keys.type("О")
    keys.type("Н")
    assert screen.drafts() == {I9: "О", I10: "Н"}


def test_typing_goes_on_behind_letters_that_lie_there(screen: Screen) -> None:
    keys = Keyboard(screen, is_russian=True)
    screen.cell(86).focus()  # G6, and the М of МОСТИК is in the way at G8
    screen.page.keyboard.press("Space")
    for letter in "ДОА":
        keys.type(letter)
    assert screen.drafts() == {86: "Д", 102: "О", 134: "А"}


def test_shift_and_a_letter_lay_the_star(screen: Screen) -> None:
    keys = Keyboard(screen, is_russian=True)
    screen.cell(I9).focus()
    keys.type("О", shift=True)
    assert screen.drafts() == {I9: "о"}
    assert screen.hand().count("О") == 2
    expect(screen.cell(I9)).to_contain_text("звезда за О")


def test_a_letter_that_is_missing_is_made_of_the_star(screen: Screen) -> None:
    keys = Keyboard(screen, is_russian=True)
    screen.cell(I9).focus()
    keys.type("Ж")
    assert screen.drafts() == {I9: "ж"}
    screen.wait_until_judged()
    keys.type("Щ")
    assert screen.drafts() == {I9: "ж"}
    expect(screen.page.get_by_role("status").last).to_contain_text(
        say("ru", "hand.no_such_tile", letter="Щ")
    )


@pytest.mark.parametrize("how", ["a click", "a key"])
def test_the_letter_of_a_star_is_chosen_with(screen: Screen, how: str) -> None:
    screen.tap(screen.slot(screen.place_of("ё")))
    screen.tap(screen.cell(I9))
    expect(screen.paper).to_contain_text("I9")
    assert screen.paper.get_by_role("button").count() == 33  # 32 letters, and a way out
    if how == "a click":
        screen.choose_letter("о")
    else:
        Keyboard(screen, is_russian=False).type("О")
    screen.until(lambda: screen.drafts() == {I9: "о"}, "the star")
    expect(screen.paper).to_be_hidden()


def test_a_star_whose_letter_is_not_chosen_stays_in_the_hand(screen: Screen) -> None:
    screen.tap(screen.slot(screen.place_of("ё")))
    screen.tap(screen.cell(I9))
    expect(screen.paper).to_be_focused()
    screen.page.keyboard.press("Escape")
    expect(screen.paper).to_be_hidden()
    assert screen.drafts() == {}
    assert "?" in screen.hand()


def test_the_cursor_turns_and_leaves_the_board(screen: Screen) -> None:
    cell = screen.cell(I9)
    screen.tap(cell)
    expect(cell).to_have_attribute("data-dir", "h")
    screen.tap(cell)
    expect(cell).to_have_attribute("data-dir", "v")
    screen.tap(cell)
    expect(screen.page.locator("[data-dir]")).to_have_count(0)


def test_keys_of_the_browser_are_left_to_it(screen: Screen) -> None:
    screen.cell(I9).focus()
    for key in ("Control+KeyJ", "Alt+KeyJ", "Meta+KeyJ", "F2"):
        screen.page.keyboard.press(key)
    assert screen.drafts() == {}
