"""A table on a desk: all of it is in the window, and what is too long is read where it lies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.surveying import at, blank_px, is_in_sight, survey
from tests.browser.visiting import DESK, SMALL_DESK
from tests.positions import house
from wordsmith.rules.actions import Pass, Resign

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

DESKS = [SMALL_DESK, (1280, 720), (1366, 768), DESK, (1920, 1080)]
# ЖЕЛЕЗОБЕТОН and GRANDMOTHER, each by a bot of a long name
LONG_WORDS = {
    "ru": Setting(
        house("wordsmith"),
        ("", "child", "good", "best"),
        ("БЕТОНКА", "ЖЕЛЕЗОЯ"),
        [("8G БЕТОН", ""), ("8A ЖЕЛЕЗО", ""), (Pass(), ""), (Pass(), "")],
    ),
    "en": Setting(
        house("friends"),
        ("", "best"),
        ("MOTHERS", "GRANDXY"),
        [("8H MOTHER", ""), ("8C GRAND", "")],
    ),
}
_OF_A_LATE_TURN = """(rows) => {
    for (const cell of rows.querySelectorAll(".r")) cell.textContent = "1234";
    while (rows.children.length < 30)
        rows.append(rows.children[rows.children.length % 2].cloneNode(true));
}"""
_IS_WHOLE = "(node) => node.scrollWidth <= node.clientWidth"
_IS_AS_WIDE_AS_ITS_PAPER = """(table) =>
    table.offsetWidth <= parseFloat(getComputedStyle(table.parentElement).gridTemplateColumns)"""
_HIGHER_BY = "(node) => node.scrollHeight - node.clientHeight"
_HIGHEST_PX = "() => document.documentElement.scrollHeight"


def sit(visit: Visit, site: Site, language: str, setting: Setting | None = None) -> Screen:
    visitor = visit(language=language)
    table = site.lay_out(visitor.guest, setting or LONG_WORDS[language])
    screen = Screen(visitor).open(table)
    expect(screen.page.locator(".score-sheet")).to_be_visible()
    expect(screen.page.locator(".legend")).to_be_visible()
    return screen


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_table_is_as_high_as_the_window(visit: Visit, site: Site, language: str) -> None:
    screen = sit(visit, site, language)
    for size in DESKS:
        at(size, screen.page)
        assert screen.page.evaluate(_HIGHEST_PX) <= size[1], size
        for part in (".field", ".hand", ".turn", ".log .sheet", ".seats"):
            assert is_in_sight(screen.page.locator(part), size[1]), (size, part)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_long_score_sheet_is_read_where_it_lies_and_no_number_is_cut(
    visit: Visit, site: Site, language: str
) -> None:
    screen = sit(visit, site, language)
    rows, sheet = (screen.page.locator(f".score-sheet{part}") for part in (" tbody", ""))
    rows.evaluate(_OF_A_LATE_TURN)
    for size in DESKS:
        at(size, screen.page)
        assert sheet.evaluate(_IS_WHOLE), size
        assert all(number.evaluate(_IS_WHOLE) for number in sheet.locator(".r").all()), size
        assert is_in_sight(sheet, size[1]), size
        assert sheet.evaluate(_HIGHER_BY) > 0, size
        assert screen.page.evaluate(_HIGHEST_PX) <= size[1], size
        assert survey(screen.page, language, None) == {}, size


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_game_that_is_over_ends_where_the_page_does(
    visit: Visit, site: Site, language: str
) -> None:
    setting = LONG_WORDS[language]
    over = replace(
        setting, moves=[*setting.moves[:2], *[(Resign(), "")] * (len(setting.seats) - 1)]
    )
    screen = sit(visit, site, language, over)
    expect(screen.page.locator(".game-over .mini")).to_be_visible()
    for size in DESKS:
        at(size, screen.page)
        assert blank_px(screen.page) == 0, size
        assert screen.page.locator(".game-over table").evaluate(_IS_AS_WIDE_AS_ITS_PAPER), size
        assert survey(screen.page, language, None) == {}, size
