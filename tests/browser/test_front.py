"""The front page: what is in sight at once, and what is listed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company import gather
from tests.browser.screen import Screen
from tests.browser.surveying import is_in_sight, survey
from tests.browser.visiting import DESK, PHONE, SMALL_DESK, TABLET
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

LEAST = (320, 640)  # the smallest phone that is thought of
LOW_PHONES = [(375, 667), (390, 664)]
LOW_DESKS = [(1280, 720), (1366, 768), (1280, 800), SMALL_DESK]
LONG = {
    "ru": "Бот-сосед: ПЕРЕВОЗЧИК, 25 очков. Ваш ход: выложите слово.",
    "en": "Neighbour bot: ADJECTIVES, 25 points. Your turn: lay a word.",
}
"""What is said after a long word: two lines."""

_SAYS = """(said, text) => {
  for (const node of said.childNodes)
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.data = text;
}"""

WAYS = ("front.bot", "front.friends", "front.sofa")


@pytest.mark.parametrize(
    "size", [LEAST, PHONE, TABLET, DESK], ids=["least", "phone", "tablet", "desk"]
)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_ways_to_play_and_the_whole_board_are_in_sight(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language=language, size=size)
    visitor.page.goto("/")
    Screen(visitor).settle()
    ways = visitor.page.get_by_role("navigation", name=say(language, "front.how"))
    for way in WAYS:
        assert is_in_sight(ways.get_by_text(say(language, way), exact=True), size[1])
    for what in (".board", "[data-hand]", ".acts .main"):
        assert is_in_sight(visitor.page.locator(what), size[1])
    if size in (LEAST, PHONE):
        assert is_in_sight(visitor.page.locator(".acts .zoomer"), size[1])


@pytest.mark.parametrize(
    ("sizes", "least"), [(LOW_PHONES, 17.8), (LOW_DESKS, 22)], ids=["phones", "desks"]
)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_in_a_low_window_the_board_gives_room_to_the_hand_and_the_buttons(
    visit: Visit, language: str, sizes: list[tuple[int, int]], least: float
) -> None:
    visitor = visit(language=language, size=sizes[0])
    visitor.page.goto("/")
    screen = Screen(visitor).settle()
    for is_hinted in (False, True):
        if is_hinted:
            screen.button(say(language, "act.hint")).click()
            expect(screen.button(say(language, "hint.lay"))).to_be_visible(timeout=20_000)
        else:
            visitor.page.locator(".below .turn p").evaluate(_SAYS, LONG[language])
        for width, height in sizes:
            visitor.page.set_viewport_size({"width": width, "height": height})
            for what in (".board", "[data-hand]", ".acts .main"):
                assert is_in_sight(visitor.page.locator(what), height), (what, width, height)
            square = screen.cell(0).bounding_box()
            assert square is not None
            assert square["width"] >= least, (width, height)


def test_tables_that_look_alike_stand_in_the_list_once(visit: Visit) -> None:
    visitor = visit(language="ru", size=PHONE)
    tables = [gather(visitor, "wordsmith", "Аня", "?")[0] for _ in range(3)]
    visitor.page.goto("/")
    mine = visitor.page.get_by_role("region", name=say("ru", "front.mine"))
    expect(mine.get_by_role("link")).to_have_count(1)
    mine.get_by_text(say("ru", "front.alike", n=2)).tap()
    links = mine.get_by_role("link")
    expect(links).to_have_count(3)
    assert {link.get_attribute("href") for link in links.all()} == {f"/t/{each}" for each in tables}
    assert survey(visitor.page, "ru") == {}
