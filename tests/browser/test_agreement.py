"""The sheet of agreement as it is read and touched: whatever can be chosen can be read first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.situations import VARIANTS
from tests.browser.surveying import survey
from tests.browser.visiting import PHONE
from wordsmith.bots.averages import AVERAGES
from wordsmith.bots.levels import LEVELS
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Visit

CHOICES = ("refuse", "vote", *[f"challenge_{cost}" for cost in ("single", "double", "5", "10")])


@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.more_looks)])
def test_every_choice_of_a_rule_is_read_whole_on_a_phone(visit: Visit, language: str) -> None:
    page = visit(language=language, size=PHONE).page
    page.goto(f"/new?variant={VARIANTS[language]}")
    title = say(language, "rule.check")
    page.get_by_role("button", name=say(language, "agree_sheet.change_what", rule=title)).tap()
    choices = page.get_by_role("radiogroup", name=title)
    for choice in CHOICES:
        box = choices.get_by_text(say(language, f"rule.check.{choice}"), exact=True).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
    for circle in choices.get_by_role("radio").all():
        box = circle.bounding_box()
        assert box is not None
        assert box["width"] == box["height"]
    assert survey(page, language) == {}
    choices.get_by_role("radio", name=say(language, "rule.check.challenge_10")).check()
    said = page.get_by_text(f"{title} — {say(language, 'rule.check.challenge_10')}")
    expect(said).to_be_visible()


def seat_choice(page: Page, language: str, n: int) -> Locator:
    """The button that says who has a seat, and opens the list of who might."""
    return page.get_by_role("button", name=f"{say(language, 'agree_sheet.who', n=n)}: ")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_bot_is_told_by_what_it_knows_and_scores_before_one_is_chosen(
    visit: Visit, language: str
) -> None:
    page = visit(language=language, size=PHONE).page
    page.goto(f"/new?variant={VARIANTS[language]}&with=bot")
    choice = seat_choice(page, language, 2)
    choice.tap()
    bots = page.get_by_role("radiogroup", name=say(language, "agree_sheet.who", n=2))
    averages = AVERAGES[VARIANTS[language]][2]
    lines = bots.locator("label").all_inner_texts()[2:]  # after a person and a friend
    assert len(lines) == len(LEVELS)
    for level, line in zip(LEVELS, lines, strict=True):
        told = [say(language, f"level.{level}"), say(language, f"level.{level}.what")]
        if level in averages:
            told.append(say(language, "level.average", n=averages[level]))
        shown = line.replace("\u00a0", " ").splitlines()
        assert [part.casefold() for part in shown if part] == [part.casefold() for part in told]
    assert survey(page, language) == {}
    bots.get_by_text(say(language, "level.fair.what")).tap()
    expect(bots).to_be_hidden()
    expect(choice).to_contain_text(say(language, "level.fair"), ignore_case=True)
    expect(page.get_by_text(say(language, "level.fair.what"))).to_be_visible()


def test_bots_are_gone_through_with_the_arrows_and_chosen_with_enter(visit: Visit) -> None:
    page = visit(language="en").page
    page.goto("/new?with=bot")
    choice = seat_choice(page, "en", 2)
    choice.press("Enter")
    bots = page.get_by_role("radiogroup", name=say("en", "agree_sheet.who", n=2))
    page.keyboard.press("Tab")
    expect(bots.get_by_role("radio", name=say("en", "level.easy"))).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(bots.get_by_role("radio", name=say("en", "level.fair"))).to_be_checked()
    page.keyboard.press("Enter")
    expect(bots).to_be_hidden()
    expect(choice).to_be_focused()
    expect(choice).to_contain_text(say("en", "level.fair"), ignore_case=True)
    expect(page).to_have_url(re.compile("/new"))
