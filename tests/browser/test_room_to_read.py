"""Where there is little room: nothing that is to be read or pressed is cut or lies out of sight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.among_people import ANY_SEATS, BANK, in_company
from tests.browser.laying_out import Setting
from tests.browser.meeting import in_the_middle
from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from tests.browser.visiting import PHONE, TABLET
from wordsmith.server.messages.protocol import Days
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

LANGUAGES = ("ru", "en")
_IS_WHOLE = (
    "(node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
)


def is_in_sight(what: Locator, height: int) -> bool:
    """Whether all of it is in a window that was not scrolled."""
    expect(what).to_be_visible()
    box = what.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_game_and_turn_it_is_is_read_whole_on_a_phone(
    visit: Visit, site: Site, language: str
) -> None:
    looks = {"language": language, "size": PHONE}
    _, (ann, _) = in_the_middle(site, visit(**looks), visit(**looks))
    where = ann.page.locator(".top .where")
    expect(ann.page.locator(".top .talk")).to_be_visible()
    expect(where).not_to_be_empty()
    assert where.evaluate(_IS_WHOLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_field_to_say_something_is_in_sight_on_a_tablet(
    visit: Visit, site: Site, language: str
) -> None:
    looks = {"language": language, "size": TABLET}
    _, (ann, _) = in_the_middle(site, visit(**looks), visit(**looks))
    for n in range(4):
        ann.tap(ann.page.locator(".top .talk"))
        ann.page.get_by_label(say(language, "talk.field"), exact=True).fill(f"{n}!")
        ann.tap(ann.button(say(language, "talk.send")))
        expect(ann.page.get_by_role("log").get_by_role("listitem")).to_have_count(n + 1)
        for what in (ann.page.locator("textarea"), ann.button(say(language, "talk.send"))):
            assert is_in_sight(what, TABLET[1])
        ann.tap(ann.paper.get_by_role("button", name=say(language, "paper.close")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_beside_four_clocks_are_read_on_a_tablet(
    visit: Visit, site: Site, language: str
) -> None:
    with in_company(site, visit(language=language, size=TABLET)) as company:
        setting = middle_of_a_game(language, **ANY_SEATS)
        clocked = replace(
            setting,
            seats=company.names,
            moves=setting.moves[:1],
            pace=BANK,
            left_s=(3700, 95, 640, 1200),
        )
        screen = company.screen.open(company.table(clocked))
        expect(screen.page.locator(".seat .time")).to_have_count(4)
        name = screen.page.locator(".seat .name").filter(has_text=company.names[2])
        assert name.locator("span").evaluate(_IS_WHOLE)
        for seat in screen.page.locator(".seat").all():
            told, time = (seat.locator(part).bounding_box() for part in (".sub", ".clock"))
            assert told is not None
            assert time is not None
            assert told["height"] < 30  # one line


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_things_that_are_asked_are_in_sight(
    visit: Visit, site: Site, language: str, size: tuple[int, int]
) -> None:
    with in_company(site, visit(language=language, size=size)) as company:
        setting = middle_of_a_game(language, *company.names[:2])
        table = company.table(
            Setting(setting.variant, setting.seats, setting.hands, setting.moves, pace=Days(3))
        )
        screen = Screen(company.visitor).open(table)
        for what in ("pause", "cancel"):
            company.act(company.others[0], table, 1, type=what, agree=True)
        hand = screen.page.locator(".hand").bounding_box()
        assert hand is not None
        # on a phone the hand lies over whatever is too long
        lowest = hand["y"] if size == PHONE else size[1]
        for what in ("ask.pause.go", "ask.cancel.go"):
            assert is_in_sight(screen.button(company.say(what)), int(lowest))
        screen.tap(screen.button(company.say("ask.pause.go")))
        for what in ("ask.resume", "ask.cancel.go"):
            assert is_in_sight(screen.button(company.say(what)), int(lowest))
