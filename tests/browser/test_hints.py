"""The word that is shown to who asks: why it is good, and others beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.situations import NAMES, middle_of_a_game
from tests.browser.surveying import is_in_sight, overlap, survey
from tests.browser.visiting import DESK, LYING_PHONE, PHONE, TABLET
from wordsmith.bots.hints import CODES
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

LEAST = (320, 640)  # the smallest phone that is thought of
_BOTTOM = "(paper) => paper.getBoundingClientRect().bottom"
_AS_LONG_AGAIN = "(text) => (text.textContent += ` ${text.textContent}`)"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_hint_says_why_and_another_can_be_laid(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language=language, size=size)
    visitor.page.goto("/")
    screen = Screen(visitor)
    screen.settle()
    screen.button(say(language, "act.hint")).click()
    expect(screen.button(say(language, "hint.lay"))).to_be_visible(timeout=20_000)
    told = screen.turn.inner_text()
    beginnings = [say(language, f"hint.why.{code}", words="|", n=0) for code in CODES]
    assert any(text.split("|")[0].split("0")[0] in told for text in beginnings)
    assert survey(visitor.page, language) == {}
    others = visitor.page.get_by_role("group", name=say(language, "hint.others"))
    if others.count():  # a hand may have but one turn of everyday words
        first = others.get_by_role("button").first
        word = first.inner_text().split(",")[0]
        first.click()
        expect(screen.turn.locator("p").first).to_contain_text(word)
    else:
        word = told.split(",")[0].split()[-1]
    screen.button(say(language, "hint.lay")).click()
    screen.wait_until_judged()
    assert screen.tried["legal"]
    assert word in [line.word for line in screen.lines()]


@pytest.mark.parametrize(
    "size", [LEAST, PHONE, TABLET, DESK], ids=["least", "phone", "tablet", "desk"]
)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_hint_of_the_front_page_moves_no_button_out_of_sight(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language=language, size=size)
    visitor.page.goto("/")
    screen = Screen(visitor).settle()
    screen.button(say(language, "act.hint")).click()
    lay = screen.button(say(language, "hint.lay"))
    expect(lay).to_be_visible(timeout=20_000)
    for _ in range(2):
        for what in (".board", "[data-hand]", ".acts .main", ".turn"):
            assert is_in_sight(visitor.page.locator(what), size[1]), what
        assert is_in_sight(lay, round(screen.turn.evaluate(_BOTTOM)))
        # however much there is to read
        screen.turn.locator("p").evaluate(_AS_LONG_AGAIN)


@pytest.mark.parametrize(
    "size",
    [LEAST, PHONE, LYING_PHONE, TABLET, DESK],
    ids=["least", "phone", "lying", "tablet", "desk"],
)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_at_a_table_with_bots_the_button_stands_among_the_others_and_all_stay_in_sight(
    visit: Visit, site: Site, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language=language, size=size)
    screen = Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game(language)))
    acts = [*visitor.page.locator(".acts .btn").all(), screen.button(say(language, "act.hint"))]
    assert len(acts) == 7
    assert all(is_in_sight(act, size[1]) for act in acts)
    screen.tap(acts[-1])
    lay = screen.button(say(language, "hint.lay"))
    expect(lay).to_be_visible(timeout=20_000)
    assert all(is_in_sight(act, size[1]) for act in acts)
    # on a phone the hand lies over whatever is too long
    assert not overlap(visitor.page.locator(".hand"), lay)


def test_where_another_person_plays_there_is_no_button(visit: Visit, site: Site) -> None:
    visitor = visit(language="ru", size=PHONE)
    sofa = Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game("ru", *NAMES["ru"])))
    sofa.take_over()
    expect(sofa.play_button).to_be_visible()
    expect(sofa.button(say("ru", "act.hint"))).to_have_count(0)
    apart = Screen(visitor).open(
        site.lay_out([visitor.guest, visit().guest], middle_of_a_game("ru", *NAMES["ru"]))
    )
    expect(apart.play_button).to_be_visible()
    expect(apart.button(say("ru", "act.hint"))).to_have_count(0)
