"""Every state of the page, one after the other, for whoever wants to look at them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.hosting import Setting
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


def middle_of_a_game(language: str, *seats: str, **rules: str) -> Setting:
    """A table where the first seat is to move after a turn of each."""
    variant = house(VARIANTS[language], **rules)
    if language == "ru":
        return Setting(variant, seats or ("", "easy"), RU_HANDS, RU_MOVES)
    return Setting(variant, seats or ("", "easy"), EN_HANDS, EN_MOVES)


def good_and_bad(language: str) -> tuple[tuple[int, str], ...]:
    """Tiles that make a word that counts and one that does not."""
    return RU_GOOD_AND_BAD if language == "ru" else EN_GOOD_AND_BAD


def walk(site: Site, visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """The states by name; whoever asks looks while the page stands still."""
    yield from _pages(visitor)
    yield from _turn(site, visitor)
    yield from _papers(site, visitor)
    yield from _sofa(site, visitor)
    yield from _ends(site, visitor)


def _pages(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    page, variant = visitor.page, VARIANTS[visitor.look.language]
    page.goto("/")
    Screen(visitor).settle()
    yield "front", page
    page.goto(f"/new?variant={variant}")
    expect(page.locator("form.deal")).to_be_visible()
    yield "agreement", page
    page.locator("fieldset details summary").click()
    for change in page.locator("fieldset .btn.quiet").all()[:3]:
        change.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where the bar covers nothing
    yield "agreement, rules open", page
    page.goto("/rules")
    expect(page.locator("nav a").first).to_be_visible()
    yield "games", page
    page.goto(f"/rules/{variant}")
    expect(page.get_by_role("grid")).to_be_visible()
    yield "rules", page
    page.goto("/t/nobody-sits-here")
    expect(page.locator("main a")).to_be_visible()
    yield "no such table", page


def _turn(site: Site, visitor: Visitor) -> Iterator[tuple[str, Page]]:
    language, page = visitor.look.language, visitor.page
    table = site.lay_out(visitor.guest, middle_of_a_game(language))
    screen = Screen(visitor).open(table)
    yield "my turn", page
    screen.tap(screen.slot(0))
    yield "tile picked up", page
    screen.tap(screen.slot(0))
    screen.lay(good_and_bad(language))
    screen.wait_for_verdicts()
    yield "good and bad word", page
    if visitor.look.is_phone:
        zoom = page.get_by_role("switch", name=say(language, "act.larger"))
        zoom.tap()
        expect(zoom).to_have_attribute("aria-checked", "false")
        yield "good and bad word, whole board", page
    screen.tap(screen.button(say(language, "act.recall")))
    page.locator("[data-square]").nth(60).focus()
    page.keyboard.press("ArrowRight")
    yield "cursor on the board", page
    page.keyboard.press("Escape")


def _papers(site: Site, visitor: Visitor) -> Iterator[tuple[str, Page]]:
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
    yield "exchange", page
    closed()
    tapped("act.pass")
    yield "pass", page
    closed()
    tapped("menu.open")
    yield "menu", page
    screen.tap(screen.button(say(language, "menu.resign")))
    yield "resign", page
    closed()
    screen.tap(screen.slot(screen.hand().index("?")))
    screen.tap(screen.cell(20))
    if not screen.paper.is_visible():
        screen.tap(screen.cell(20))
    expect(screen.paper).to_be_visible()
    yield "star choice", page
    closed()
    screen.tap(page.locator(".bag button"))
    expect(screen.paper).to_be_visible()
    yield "bag", page
    opening = screen.paper.get_by_role("button", name=say(language, "bag.open"))
    if opening.is_visible():
        screen.tap(opening)
        expect(screen.paper.locator("li").first).to_be_visible()
        yield "bag, open", page
    closed()
    screen.tap(page.locator(".score-sheet .word").first)
    expect(screen.paper.locator("dd").first).not_to_contain_text(say(language, "word.looking"))
    yield "meaning", page
    closed()
    screen.tap(page.locator(".score-sheet .look").last)
    expect(page.locator(".look-back")).to_be_visible()
    yield "look back", page


def _sofa(site: Site, visitor: Visitor) -> Iterator[tuple[str, Page]]:
    language, page = visitor.look.language, visitor.page
    table = site.lay_out(visitor.guest, middle_of_a_game(language, *NAMES[language]))
    screen = Screen(visitor).open(table)
    expect(page.locator(".hand-over")).to_be_visible()
    yield "hand over", page
    vote = middle_of_a_game(language, *NAMES[language], check="vote")
    screen.open(site.lay_out(visitor.guest, vote))
    screen.tap(page.locator(".hand-over .btn"))
    expect(page.locator(".hand .rack")).to_be_visible()
    screen.lay(good_and_bad(language))
    screen.wait_for_verdicts()
    yield "a word to vote on", page


def _ends(site: Site, visitor: Visitor) -> Iterator[tuple[str, Page]]:
    language, page = visitor.look.language, visitor.page
    for name, seats, end in (
        ("over, against a bot", ("", "good"), Resign()),
        ("over, on a sofa", NAMES[language], Resign()),
    ):
        setting = middle_of_a_game(language, *seats)
        moves = (*setting.moves, (end, ""))
        over = Setting(setting.variant, seats, setting.hands, moves)
        Screen(visitor).open(site.lay_out(visitor.guest, over))
        expect(page.locator(".game-over")).to_be_visible()
        yield name, page
