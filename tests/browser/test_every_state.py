"""All states of the page, measured: axe, text cut off, targets, scrolling sideways, language."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.among_people import walk_among_people, walk_to_accounts
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import good_and_bad, middle_of_a_game, walk
from tests.browser.surveying import at, contrasts, foreign_texts, sideways_px, survey
from tests.browser.visiting import DESK, LYING_PHONE, PHONE, SMALL_DESK, TABLET, Look, looks
from tests.positions import house

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import Page

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.resting import Resting
    from tests.browser.situations import State

# axe looks as well: once in the light and once in the dark, on a phone and on a desk
AXE_LOOKS = (Look("ru", "light", PHONE), Look("en", "dark", DESK))
# and while the page stands still there, it is measured as wide as a tablet, too
ALSO_AS_LARGE_AS = {DESK: TABLET}
MORE_LOOKS = [
    Look("en", "light", TABLET),
    Look("ru", "dark", LYING_PHONE),
    Look("en", "dark", PHONE),
    Look("ru", "dark", DESK),
    Look("en", "light", DESK),
    Look("ru", "light", TABLET),
    Look("en", "dark", SMALL_DESK),
]
LOOKS = looks(*AXE_LOOKS, more=MORE_LOOKS)
# among people the way to each state is long: it is gone once, and dark and wide looked at on it
LOOKS_AMONG_PEOPLE = looks(AXE_LOOKS[0], more=[AXE_LOOKS[1], *MORE_LOOKS])


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_in_any_state(visit: Visit, site: Site, look: Look) -> None:
    wrong = surveyed(walk(site, visit(look)), look)
    assert len(wrong) > 20
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("look", LOOKS_AMONG_PEOPLE, ids=str)
def test_nothing_is_wrong_in_any_state_among_people(visit: Visit, site: Site, look: Look) -> None:
    visitor = visit(look)
    states = chain(walk_among_people(site, visitor), walk_to_accounts(site, visitor))
    if look == AXE_LOOKS[0]:
        also: dict[str, Any] = {}
        wrong = surveyed(also_dark_and_wide(states, look, also), look)
        wrong |= {f"{name}, dark or wide": found for name, found in also.items()}
    else:
        wrong = surveyed(states, look)
    assert len(wrong) > 35
    assert {name: found for name, found in wrong.items() if found} == {}


def surveyed(states: Iterable[State], look: Look) -> dict[str, Any]:
    """What is wrong with each, and with the same at another size."""
    wrong = {}
    for state in states:
        part = state.part if look in AXE_LOOKS else None
        wrong[state.name] = survey(state.page, look.language, part, board=state.board)
        if size := ALSO_AS_LARGE_AS.get(look.size):
            wrong[state.name] |= as_large_as(size, state.page, look)
    return wrong


def also_dark_and_wide(
    states: Iterable[State], look: Look, wrong: dict[str, Any]
) -> Iterator[State]:
    """The same states; what is wrong with each in the dark and on a desk is noted on the way."""
    for state in states:
        yield state
        state.page.emulate_media(color_scheme="dark")
        expect(state.page.locator("html")).to_have_attribute("data-theme", "dark")
        wrong[state.name] = contrasts(state.page, state.part)
        state.page.emulate_media(color_scheme="light")
        wrong[state.name] |= as_large_as(DESK, state.page, look)


def as_large_as(size: tuple[int, int], page: Page, look: Look) -> dict[str, Any]:
    """What is wrong at that size, which the page has for a moment."""
    at(size, page)
    wrong = survey(page, look.language, None)
    at(look.size, page)
    return {f"{kind}, {size[0]} px wide": found for kind, found in wrong.items()}


@pytest.mark.parametrize("widths", [(320, 360), (820, 1024, 1440)], ids=["phones", "others"])
def test_no_page_can_be_scrolled_sideways_at_a_width(
    visit: Visit, site: Site, widths: tuple[int, ...]
) -> None:
    visitor = visit(language="ru", size=(widths[0], 800))
    table = site.lay_out(visitor.guest, middle_of_a_game("ru"))
    for address in ("/", "/new", "/rules", "/rules/wordsmith", f"/t/{table}"):
        visitor.page.goto(address)
        content = visitor.page.locator(".board, form.deal, nav a").first
        expect(content).to_be_visible()
        for width in widths:
            at((width, 800), visitor.page)
            assert (address, width, sideways_px(visitor.page)) == (address, width, 0)


def test_seven_buttons_the_hand_and_the_words_are_in_sight_on_a_phone(resting: Resting) -> None:
    screen = resting.screen(size=PHONE)
    buttons = screen.page.locator(".acts").get_by_role("button")
    assert buttons.count() + screen.page.locator(".acts").get_by_role("switch").count() == 7
    for what in (*buttons.all(), screen.page.locator("[data-hand]"), screen.turn):
        box = what.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE[1]


@pytest.mark.parametrize("rack_size", [8, 16])
def test_a_large_hand_lies_in_rows_and_every_button_is_in_sight(
    visit: Visit, site: Site, rack_size: int
) -> None:
    visitor = visit(language="ru", size=PHONE)
    setting = Setting(house("wordsmith", rack_size=str(rack_size)), ("", "easy"))
    screen = Screen(visitor).open(site.lay_out(visitor.guest, setting))
    assert survey(screen.page, "ru", None) == {}
    tiles = screen.page.locator("[data-hand] button")
    assert tiles.count() == rack_size
    for what in (*tiles.all(), *screen.page.locator(".acts button").all()):
        box = what.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1]


@pytest.mark.parametrize(
    "size", [PHONE, LYING_PHONE, TABLET, DESK], ids=["phone", "lying", "tablet", "desk"]
)
def test_the_hand_and_the_buttons_stay_where_they_are_while_words_come_and_go(
    resting: Resting, size: tuple[int, int]
) -> None:
    screen = resting.screen(size=size)

    def places() -> list[float]:
        boxes = [screen.page.locator("[data-hand]"), *screen.page.locator(".acts button").all()]
        return [box["y"] for each in boxes if (box := each.bounding_box())]

    before = places()
    for square, letter in good_and_bad("ru"):
        screen.lay_one(square, letter)
        screen.wait_until_judged()
        assert places() == before


def test_foreign_letters_are_found_where_there_are_any() -> None:
    assert foreign_texts(["Ходить", "ни к чему: A1, B12", "Play"], "ru") == ["Play"]
    assert foreign_texts(["Play", "ДОМ: plural", "Ходить"], "en") == ["Ходить"]


def test_faults_are_found_where_there_are_any(visit: Visit) -> None:
    """The measures themselves, on a page that was spoilt."""
    page = visit(language="en").page
    page.goto("/rules")
    expect(page.locator("nav a").first).to_be_visible()
    assert survey(page, "en") == {}
    assert contrasts(page, "body") == {}
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.insertAdjacentHTML("beforeend", "<button>Что-то такое</button><div>wide</div>");
            const [button, wide] = [...main.children].slice(-2);
            Object.assign(button.style, { width: "20px", overflow: "hidden" });
            button.style.whiteSpace = "nowrap";
            Object.assign(wide.style, { width: "3000px", color: "#ccc", background: "#fff" });
            main.append(document.createElement("img"));
        }"""
    )
    assert set(contrasts(page, "body")) == {"axe"}
    assert set(survey(page, "en")) == {
        "axe",
        "cut off",
        "too small",
        "sticks out, px",
        "another language",
    }
