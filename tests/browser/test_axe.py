"""axe on every page and every paper, in the light and in the dark, on a phone and on a desk."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.among_people import walk_among_people, walk_to_accounts
from tests.browser.situations import walk
from tests.browser.visiting import DESK, PHONE, Look

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.situations import State

LOOKS = [Look("ru", "light", PHONE), Look("en", "dark", DESK)]
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_OPTIONS = {"runOnly": _RULES, "resultTypes": ["violations"]}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_on_any_page_or_paper(visit: Visit, site: Site, look: Look) -> None:
    visitor = visit(look)
    states = chain(
        walk(site, visitor), walk_among_people(site, visitor), walk_to_accounts(site, visitor)
    )
    found = {state.name: violations(state.page, state) for state in states}
    assert len(found) > 55
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_axe_finds_something_where_there_is_something(visit: Visit) -> None:
    page = visit(language="en").page
    page.goto("/rules")
    page.wait_for_selector("main")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert "image-alt" in str(violations(page))


def violations(page: Page, state: State | None = None) -> list[str]:
    """What axe has against the part of the page where it differs from a state before."""
    part = None if state is None or state.part == "body" else state.part
    found = Axe().run(page, part, _OPTIONS).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]
