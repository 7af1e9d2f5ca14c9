"""What the page says of a turn that is being laid: in words, beside the mark, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import good_and_bad, middle_of_a_game
from tests.browser.visiting import PHONE
from tests.positions import house
from wordsmith.rules.actions import Challenge
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.resting import Resting

REASONS = {"ru": "ДОМА: множественное число от ДОМ", "en": "SA: not in the word list"}
GOOD = {"ru": ("СОН", "4"), "en": ("AA", "2")}
IF_MENDED = {"ru": "Итого, если поправить", "en": "Total, once mended"}


def sit(visit: Visit, site: Site, language: str, setting: Setting | None = None) -> Screen:
    visitor = visit(language=language)
    table = site.lay_out(visitor.guest, setting or middle_of_a_game(language))
    return Screen(visitor).open(table)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_each_word_has_its_verdict_and_its_reason(resting: Resting, language: str) -> None:
    screen = resting.screen(language)
    screen.lay(good_and_bad(language))
    screen.wait_until_judged()
    bad, good = sorted(screen.lines(), key=lambda line: line.verdict)
    assert bad.verdict == "no"
    assert REASONS[language] in bad.text
    assert (good.word, good.points) == GOOD[language]
    expect(screen.turn).to_contain_text(IF_MENDED[language])
    assert screen.total() == int(GOOD[language][1])
    assert screen.page.locator(".rings .ring.ok").count() == 1
    assert screen.page.locator(".rings .ring.no").count() == 1


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_turn_that_is_not_good_is_not_sent_but_read_aloud(
    resting: Resting, language: str
) -> None:
    screen = resting.screen(language)
    screen.lay(good_and_bad(language))
    screen.wait_until_judged()
    expect(screen.play_button).to_have_attribute("aria-disabled", "true")
    screen.play_button.focus()
    spoken = screen.page.get_by_role("status").last
    before = spoken.text_content()
    screen.page.keyboard.press("Enter")
    screen.until(lambda: spoken.text_content() != before, "the reason, read once more")
    expect(spoken).to_contain_text(REASONS[language].split(": ")[1])
    assert not [frame for frame in screen.visitor.said[screen.page] if frame["type"] == "act"]
    assert screen.drafts() == dict(good_and_bad(language))


def test_once_mended_the_total_stands_alone(resting: Resting) -> None:
    screen = resting.screen()
    screen.lay(good_and_bad("ru"))
    screen.tap(screen.cell(134))  # the А of ДОМА
    screen.wait_until_judged()
    expect(screen.turn).not_to_contain_text("если поправить")
    assert {(line.word, line.verdict) for line in screen.lines()} == {("ДОМ", "ok"), ("СОН", "ok")}
    expect(screen.play_button).to_have_attribute("aria-disabled", "false")


def test_points_are_there_before_the_server_has_answered(visit: Visit, site: Site) -> None:
    screen = sit(visit, site, "ru")
    answers: list[str] = []
    screen.lay([(136, "О")])
    screen.wait_until_judged()
    answers.append(screen.lines()[0].word)
    screen.tap(screen.slot(screen.place_of("Н")))
    screen.page.evaluate(
        """() => {
            window.first = null;
            const everything = { subtree: true, childList: true, characterData: true };
            new MutationObserver((_, seen) => {
                const line = document.querySelector(".turn .words li");
                if (line?.querySelector("b").textContent !== "СОН") return;
                window.first = [line.className.trim(), line.querySelector(".n").textContent];
                seen.disconnect();
            }).observe(document.querySelector("main"), everything);
        }"""
    )
    screen.tap(screen.cell(152))
    screen.wait_until_judged()
    assert screen.page.evaluate("first") == ["open", "4"]
    assert screen.lines()[0].verdict == "ok"


def test_tiles_that_touch_nothing_are_named_and_ringed(resting: Resting) -> None:
    screen = resting.screen()
    screen.lay([(0, "Д"), (1, "О")])
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("ни к чему не примыкает: A1, B1")
    assert screen.page.locator(".rings .ring.no").count() == 1


def test_a_gap_and_a_second_line_are_named_where_lines_are_one(resting: Resting) -> None:
    screen = resting.screen("en")
    screen.lay([(128, "A"), (131, "C")])
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("an empty cell between the tiles")
    screen.tap(screen.button("Take back"))
    screen.lay([(128, "A"), (150, "C")])
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("one row or one column")


def test_the_first_word_is_told_where_it_belongs(visit: Visit, site: Site) -> None:
    setting = Setting(house("wordsmith"), ("", "easy"), ("СОНДОМА", ""))
    screen = sit(visit, site, "ru", setting)
    screen.lay([(0, "С"), (1, "О"), (2, "Н")])
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("первое слово должно пройти по отмеченным клеткам")


def test_the_whole_hand_has_a_line_of_its_own(visit: Visit, site: Site) -> None:
    setting = Setting(house("friends"), ("", "easy"), ("RETAINS", ""))
    screen = sit(visit, site, "en", setting)
    screen.lay([(112 - 3 + place, letter) for place, letter in enumerate("RETAINS")])
    screen.wait_until_judged()
    expect(screen.turn).to_contain_text("All 7 tiles")
    expect(screen.turn).to_contain_text("+35")
    assert (
        screen.total()
        == screen.tried["score"]
        == sum(int(line.points.strip("+")) for line in screen.lines())
    )


def test_a_refusal_after_sending_is_shown_and_nothing_is_lost(visit: Visit, site: Site) -> None:
    """A quick hand plays before the server has judged the words."""
    screen = sit(visit, site, "ru")
    bad = [tile for tile in good_and_bad("ru") if tile[0] not in (136, 152)]
    screen.lay(bad[:-1])
    screen.tap(screen.slot(screen.place_of(bad[-1][1])))
    screen.page.evaluate(
        """square => {
            document.querySelector(`[data-square="${square}"]`).click();
            setTimeout(() => document.querySelector(".acts .btn.main").click());
        }""",
        bad[-1][0],
    )
    expect(screen.turn).to_contain_text(REASONS["ru"])
    expect(screen.page.get_by_role("status").last).to_contain_text(REASONS["ru"].split(": ")[1])
    assert [frame["type"] for frame in screen.visitor.heard[screen.page]].count("refused") == 1
    assert screen.drafts() == dict(bad)
    assert screen.told["version"] == 3
    expect(screen.play_button).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("check", ["vote", "challenge_double"])
def test_a_word_outside_the_list_may_be_played_where_the_table_judges(
    visit: Visit, site: Site, check: str
) -> None:
    setting = middle_of_a_game("ru", "Аня", "Пётр", check=check)
    moves = setting.moves[:1] if check == "challenge_double" else setting.moves
    screen = sit(visit, site, "ru", Setting(setting.variant, setting.seats, setting.hands, moves))
    screen.take_over()
    unknown = [(136, "О"), (152, "Н"), (168, "О")] if check == "vote" else [(124, "А")]
    hand = screen.hand()
    if check == "challenge_double":
        unknown = [(124, hand[0])]
    screen.lay(unknown)
    screen.wait_until_judged()
    told = {line.verdict for line in screen.lines()}
    assert ("no" in told) if check == "vote" else (told == {"open"})  # nothing is said before
    expect(screen.play_button).to_have_attribute("aria-disabled", "false")
    screen.play()
    if check == "vote":
        expect(screen.page.locator("main")).to_contain_text(say("ru", "vote.accept"))
        screen.tap(screen.button(say("ru", "vote.accept")))
        screen.until(lambda: screen.view["phase"] == "playing", "the vote")
    assert len(screen.turns) == len(moves) + 1


def test_a_turn_that_was_voted_down_is_told_until_the_tiles_are_changed(
    visit: Visit, site: Site
) -> None:
    screen = sit(visit, site, "ru", middle_of_a_game("ru", "Аня", "Пётр", check="vote"))
    screen.take_over()
    screen.lay([(136, "О"), (152, "Н"), (168, "О")])
    screen.wait_until_judged()
    screen.play()
    screen.tap(screen.button(say("ru", "vote.reject")))
    expect(screen.turn).to_contain_text("Пётр не принимает: СОНО.")
    assert screen.lines() == []
    assert len(screen.drafts()) == 3
    screen.tap(screen.cell(168))
    screen.wait_until_judged()
    assert [line.word for line in screen.lines()] == ["СОН"]
    expect(screen.turn).not_to_contain_text("не принимает")


def test_a_turn_that_was_challenged_off_is_told(visit: Visit, site: Site) -> None:
    laid_out = middle_of_a_game("ru", check="challenge_double")
    moves = (("8G КИТСОМ", ""), (Challenge(), ""))
    setting = Setting(laid_out.variant, laid_out.seats, laid_out.hands, moves)
    screen = sit(visit, site, "ru", setting)
    expect(screen.turn).to_contain_text("Ход оспорен, фишки снова на руке: КИТСОМ.")


def test_the_button_of_a_challenge_is_whole_on_a_phone(visit: Visit, site: Site) -> None:
    visitor = visit(language="ru", size=PHONE)
    laid_out = middle_of_a_game("ru", "Аня", "Пётр", check="challenge_double")
    setting = Setting(laid_out.variant, laid_out.seats, laid_out.hands, laid_out.moves[:1])
    screen = Screen(visitor).open(site.lay_out(visitor.guest, setting))
    screen.take_over()
    button = screen.button(say("ru", "challenge.button")).bounding_box()
    hand = screen.page.locator("section.hand").bounding_box()
    assert button is not None
    assert hand is not None
    assert button["y"] + button["height"] <= hand["y"]
    assert screen.page.evaluate("scrollY") == 0


def test_a_total_that_is_not_to_be_had_says_so_on_a_phone(resting: Resting) -> None:
    screen = resting.screen(size=PHONE)
    screen.lay(good_and_bad("ru"))
    screen.wait_until_judged()
    expect(screen.turn.get_by_text(IF_MENDED["ru"])).to_be_visible()
