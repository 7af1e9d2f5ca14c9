"""The sheet of agreement as it is read and touched: whatever can be chosen can be read first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.situations import VARIANTS
from tests.browser.surveying import survey
from tests.browser.visiting import PHONE
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

CHOICES = ("refuse", "vote", *[f"challenge_{cost}" for cost in ("single", "double", "5", "10")])


@pytest.mark.parametrize("language", ["ru", "en"])
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
