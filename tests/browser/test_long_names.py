"""Long names where there is little room: in lines by word, never parted within one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from tests.browser.surveying import is_in_sight
from tests.browser.visiting import DESK, PHONE
from wordsmith.bots.levels import LEVELS
from wordsmith.rules.actions import Resign

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

NAMES = ("Константин Константинопольский", "Бабушка Александра")
_IS_WHOLE = """(name) => {
    const outer = name.getBoundingClientRect();
    const seat = name.closest(".seat").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(name);
    return [...range.getClientRects()].every(({ left, right, top, bottom }) =>
        left >= seat.left && right <= outer.right + 1 && top >= seat.top && bottom <= seat.bottom);
}"""
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


@pytest.mark.parametrize(
    ("language", "seats"),
    [
        *[("ru", seats) for seats in (2, 3, 4)],
        ("en", 4),
        *[pytest.param("en", seats, marks=pytest.mark.more_looks) for seats in (2, 3)],
    ],
)
def test_what_a_bot_is_called_is_read_whole_on_a_phone(
    visit: Visit, site: Site, language: str, seats: int
) -> None:
    visitor = visit(language=language, size=PHONE)
    levels = list(LEVELS)
    for first in range(0, len(levels), seats - 1):
        bots = [levels[(first + n) % len(levels)] for n in range(seats - 1)]
        rules = {"seats": "2-4"} if seats > 2 else {}
        setting = middle_of_a_game(language, "", *bots, **rules)
        screen = Screen(visitor).open(site.lay_out(visitor.guest, setting))
        names = screen.page.locator(".seat .name.bot")
        expect(names).to_have_count(len(bots))
        for name in names.all():
            assert name.evaluate(_IS_WHOLE), name.inner_text()
        assert is_in_sight(screen.play_button, PHONE[1])
        assert is_in_sight(screen.page.locator(".field"), PHONE[1] - 177)  # above the hand
