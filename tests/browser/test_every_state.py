"""All states of the page, measured: each look is walked through once, and asked many questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.situations import walk
from tests.browser.surveying import Findings, foreign_texts, survey
from tests.browser.visiting import DESK, PHONE, TABLET, Look, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.hosting import Site

# every pair of a language, a theme and a size is there
LOOKS = [
    Look("ru", "light", PHONE),
    Look("en", "dark", PHONE),
    Look("ru", "dark", DESK),
    Look("en", "light", DESK),
    Look("ru", "light", TABLET),
]


@pytest.fixture(scope="module", params=LOOKS, ids=str)
def walked(
    request: pytest.FixtureRequest, browser: Browser, kept_site: Site
) -> tuple[Look, dict[str, Findings]]:
    look: Look = request.param
    visitor = Visitor.arrive(browser, kept_site, look)
    found = {name: survey(page, look.language) for name, page in walk(kept_site, visitor)}
    assert visitor.leave() == []
    return look, found


Walked = tuple[Look, dict[str, Findings]]


def faults(walked: Walked, kind: Callable[[Findings], list[str]]) -> dict[str, list[str]]:
    return {name: kind(found) for name, found in walked[1].items() if kind(found)}


def test_axe_finds_nothing(walked: Walked) -> None:
    assert faults(walked, lambda found: found.axe) == {}


def test_no_text_is_cut_off(walked: Walked) -> None:
    assert faults(walked, lambda found: found.cut) == {}


def test_every_target_is_as_large_as_a_finger(walked: Walked) -> None:
    assert faults(walked, lambda found: found.small) == {}


def test_nothing_sticks_out_sideways(walked: Walked) -> None:
    assert {name: found.sideways_px for name, found in walked[1].items()} == dict.fromkeys(
        walked[1], 0
    )


def test_every_text_is_of_the_language_of_the_page(walked: Walked) -> None:
    language = walked[0].language
    assert faults(walked, lambda found: foreign_texts(found.texts, language)) == {}
