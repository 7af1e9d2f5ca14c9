"""Every state of the page, one after the other, for whoever wants to look at them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.positions import house
from wordsmith.rules.actions import Resign
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.hosting import Site
    from tests.browser.visiting import Visitor

VARIANTS = {"ru": "wordsmith", "en": "friends"}
NAMES = {"ru": ("Аня", "Пётр"), "en": ("Ann", "Peter")}

# МОСТИК, КРОТ, and a hand for СОН (which counts) and ДОМА (which does not) in one turn
RU_HANDS = ("МОСТИКА", "РОТЛЕСЯ")
RU_MOVES = (("8G МОСТИК", "ДООНБ?"), ("L9 РОТ", "ПЧЕ"))
RU_GOOD_AND_BAD = ((136, "О"), (152, "Н"), (86, "Д"), (102, "О"), (134, "А"))
# HOUSE, EAT, and an A that makes AA (which counts) and SA (which does not)
EN_HANDS = ("HOUSEAB", "ATRILNE")
EN_MOVES = (("8F HOUSE", "ARDC?"), ("J9 AT", "OW"))
EN_GOOD_AND_BAD = ((128, "A"),)


@dataclass(frozen=True)
class State:
    """The page while it stands still; ``part`` is where it differs from a state before.

    ``board``: so does its board.
    """

    name: str
    page: Page
    part: str = "body"
    board: bool = False


def middle_of_a_game(language: str, *seats: str, **rules: str) -> Setting:
    """A table where the first seat is to move after a turn of each."""
    variant = house(VARIANTS[language], **rules)
    if language == "ru":
        return Setting(variant, seats or ("", "easy"), RU_HANDS, RU_MOVES)
    return Setting(variant, seats or ("", "easy"), EN_HANDS, EN_MOVES)


def good_and_bad(language: str) -> tuple[tuple[int, str], ...]:
    """Tiles that make a word that counts and one that does not."""
    return RU_GOOD_AND_BAD if language == "ru" else EN_GOOD_AND_BAD


def walk(site: Site, visitor: Visitor) -> Iterator[State]:
    """The states by name; whoever asks looks while the page stands still."""
    yield from _pages(visitor)
    yield from _turn(site, visitor)
    yield from _papers(site, visitor)
    yield from _sofa(site, visitor)
    yield from _ends(site, visitor)


def _pages(visitor: Visitor) -> Iterator[State]:
    page, variant = visitor.page, VARIANTS[visitor.look.language]
    page.goto("/")
    Screen(visitor).settle()
    yield State("front", page)
    page.goto(f"/new?variant={variant}")
    expect(page.locator("form.deal")).to_be_visible()
    yield State("agreement", page)
    page.locator("fieldset details summary").click()
    for change in page.locator("fieldset .btn.quiet").all()[:3]:
        change.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where the bar covers nothing
    yield State("agreement, rules open", page)
    page.goto("/rules")
    expect(page.locator("nav a").first).to_be_visible()
    yield State("games", page)
    page.goto(f"/rules/{variant}")
    expect(page.get_by_role("grid")).to_be_visible()
    yield State("rules", page, board=True)
    page.goto("/t/nobody-sits-here")
    expect(page.locator("main a")).to_be_visible()
    yield State("no such table", page)


def _turn(site: Site, visitor: Visitor) -> Iterator[State]:
    language, page = visitor.look.language, visitor.page
    table = site.lay_out(visitor.guest, middle_of_a_game(language))
    screen = Screen(visitor).open(table)
    yield State("my turn", page, board=True)
    screen.tap(screen.slot(0))
    yield State("tile picked up", page, ".hand")
    screen.tap(screen.slot(0))
    screen.lay(good_and_bad(language))
    screen.wait_for_verdicts()
    yield State("good and bad word", page, board=True)
    if visitor.look.is_phone:
        zoom = page.get_by_role("switch", name=say(language, "act.larger"))
        zoom.tap()
        expect(zoom).to_have_attribute("aria-checked", "false")
        yield State("good and bad word, whole board", page, ".turn")
    screen.tap(screen.button(say(language, "act.recall")))
    page.locator("[data-square]").nth(60).focus()
    page.keyboard.press("ArrowRight")
    yield State("cursor on the board", page, ".hand")
    page.keyboard.press("Escape")


def _papers(site: Site, visitor: Visitor) -> Iterator[State]:
    language, page = visitor.look.language, visitor.page
    table = site.lay_out(visitor.guest, middle_of_a_game(language))
    screen = Screen(visitor).open(table)

    def tapped(name: str) -> None:
        screen.tap(screen.button(say(language, name)))
        expect(screen.paper).to_be_visible()

    def closed() -> None:
        screen.tap(screen.paper.get_by_role("button", name=say(language, "paper.close")))
        expect(screen.paper).to_be_hidden()

    tapped("act.exchange")
    screen.tap(screen.paper.get_by_role("button", pressed=False).nth(1))
    yield State("exchange", page, ".paper")
    closed()
    tapped("act.pass")
    yield State("pass", page, ".paper")
    closed()
    tapped("menu.open")
    yield State("menu", page, ".paper")
    screen.tap(screen.button(say(language, "menu.resign")))
    yield State("resign", page, ".paper")
    closed()
    screen.pick_up("?")
    screen.tap(screen.cell(20))
    if page.get_by_role("switch").is_visible():
        screen.until(lambda: screen.is_zoomed, "the zoom")
        screen.tap(screen.cell(20))
    expect(screen.paper).to_be_visible()
    yield State("star choice", page, ".paper")
    closed()
    screen.tap(page.locator(".bag button"))
    expect(screen.paper).to_be_visible()
    yield State("bag", page, ".paper")
    opening = screen.paper.get_by_role("button", name=say(language, "bag.open"))
    if opening.is_visible():
        screen.tap(opening)
        expect(screen.paper.locator("li").first).to_be_visible()
        yield State("bag, open", page, ".paper")
    closed()
    screen.tap(page.locator(".score-sheet .word").first)
    expect(screen.paper.locator("dd").first).not_to_contain_text(say(language, "word.looking"))
    yield State("meaning", page, ".paper")
    closed()
    screen.tap(page.locator(".score-sheet .look").last)
    expect(page.locator(".look-back")).to_be_visible()
    yield State("look back", page, ".look-back")


def _sofa(site: Site, visitor: Visitor) -> Iterator[State]:
    language, page = visitor.look.language, visitor.page
    table = site.lay_out(visitor.guest, middle_of_a_game(language, *NAMES[language]))
    screen = Screen(visitor).open(table)
    expect(page.locator(".hand-over")).to_be_visible()
    yield State("hand over", page)
    vote = middle_of_a_game(language, *NAMES[language], check="vote")
    screen.open(site.lay_out(visitor.guest, vote))
    screen.take_over()
    screen.lay(good_and_bad(language))
    screen.wait_for_verdicts()
    yield State("a word to vote on", page, ".turn")


def _ends(site: Site, visitor: Visitor) -> Iterator[State]:
    language, page = visitor.look.language, visitor.page
    for name, seats, part in (
        ("over, against a bot", ("", "good"), "body"),
        ("over, on a sofa", NAMES[language], ".game-over"),
    ):
        setting = middle_of_a_game(language, *seats)
        moves = (*setting.moves, (Resign(), ""))
        over = Setting(setting.variant, seats, setting.hands, moves)
        Screen(visitor).open(site.lay_out(visitor.guest, over))
        expect(page.locator(".game-over")).to_be_visible()
        yield State(name, page, part)
