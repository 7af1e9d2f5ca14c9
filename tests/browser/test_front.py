"""The front page: what is in sight at once, and what is listed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company import gather
from tests.browser.screen import Screen
from tests.browser.surveying import is_in_sight, survey
from tests.browser.visiting import DESK, PHONE, TABLET
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

LEAST = (320, 640)  # the smallest phone that is thought of
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
