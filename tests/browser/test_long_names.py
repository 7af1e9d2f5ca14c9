"""Long names in the narrow columns of the sheets: in lines by word, never parted within one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from tests.browser.visiting import DESK, PHONE
from wordsmith.rules.actions import Resign

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

NAMES = ("Константин Константинопольский", "Бабушка Александра")
_LINES_OF_WORDS = """(who) => {
    const text = who.firstChild;
    return [...text.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
}"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_name_is_parted_between_its_words_alone_and_told_whole(
    visit: Visit, site: Site, size: tuple[int, int]
) -> None:
    setting = middle_of_a_game("ru", *NAMES)
    over = replace(setting, moves=(*setting.moves, (Resign(), "")))
    stranger = Screen(visit(size=size))
    stranger.open(site.lay_out([visit().guest, visit().guest], over))
    for sheet in (".score-sheet", ".game-over"):
        for name in NAMES:
            told = stranger.page.locator(sheet).get_by_title(name, exact=True)
            expect(told).not_to_have_count(0)
            for who in told.all():
                assert who.evaluate(_LINES_OF_WORDS) == [1, 1]
    widths = stranger.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
