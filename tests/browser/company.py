"""People who meet at a table by its link, a browser each; and what they must all agree on."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import expect

from tests.browser import player
from tests.server.site import Visitor as Program
from wordsmith.engine import generate
from wordsmith.rules.actions import Pass
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action, format_board
from wordsmith.server.words.lexicons import load_complete
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Locator

    from tests.browser.screen import Screen
    from tests.browser.visiting import Json, Visitor
    from tests.fault_proxy import FaultyLine
    from wordsmith.rules.variant import Variant
    from wordsmith.server.tables.ledger import Ledger

NOTICED_WITHIN_MS = 10_000
"""What is promised: so soon a page knows that its line is dead."""


def gather_in_one_touch(screen: Screen, name: str) -> str:
    """From the front page to a table with a link, and a name; the path of the invitation."""
    language = screen.visitor.look.language
    screen.page.goto("/")
    screen.tap(screen.page.get_by_role("button", name=say(language, "front.friends")))
    field = screen.page.get_by_label(say(language, "gather.name")).locator("input")
    field.fill(name)
    screen.tap(screen.button(say(language, "gather.name_keep")))
    expect(field).to_be_hidden()
    return invitation(screen)


def invitation(screen: Screen) -> str:
    """The path of the link that the gathering room shows."""
    link = screen.page.get_by_label(say(screen.visitor.look.language, "gather.link"), exact=True)
    return urlsplit(link.input_value()).path


def sit_down(screen: Screen, path: str, name: str) -> None:
    """Open the link, say a name, and take a seat."""
    language = screen.visitor.look.language
    screen.page.goto(path)
    screen.page.locator("#sit-name").fill(name)
    screen.tap(screen.button(say(language, "gather.sit")))
    screen.page.wait_for_url("**/t/*")


def begun(screens: Sequence[Screen]) -> str:
    """Wait until all see the board; the table's name."""
    for screen in screens:
        screen.until(lambda screen=screen: screen.view, "the game")  # type: ignore[misc]
        screen.settle()
    (table,) = {screen.told["table"] for screen in screens}
    return str(table)


def program_of(visitor: Visitor) -> Program:
    """The same person with another device, which a program asks for."""
    program = Program(visitor.site.address)
    assert visitor.cookie
    for cookie in visitor.context.cookies():
        program.http.cookies.set(cookie["name"], cookie["value"])
    return program


def together(screens: Sequence[Screen]) -> None:
    """Wait until all pages know the same."""
    screens[0].until(lambda: len({screen.told["version"] for screen in screens}) == 1, "the same")


def on_turn(screens: Sequence[Screen]) -> Screen | None:
    """The page whose turn it is, once all know the same; None: the game is over."""
    together(screens)
    view = screens[0].view
    if view["ended"]:
        return None
    return next(screen for screen in screens if screen.view["viewer"] == view["on_turn"])


def lay_best(screen: Screen, variant: Variant) -> bool:
    """Lay the best turn there is; whether there is one."""
    screen.settle()
    found = player.turns(variant, screen)
    if not found:
        return False
    laid, swapped = player.tiles_of(variant, found[0])
    screen.lay([*swapped, *laid])
    screen.wait_for_verdicts()
    assert screen.total() == found[0].points
    return True


def play_best(screen: Screen, variant: Variant) -> None:
    """Play the best turn there is, or pass."""
    if lay_best(screen, variant):
        screen.play()
        return
    language, version = screen.visitor.look.language, screen.told["version"]
    screen.tap(screen.button(say(language, "act.pass")))
    screen.tap(screen.button(say(language, "pass.go")))
    screen.until(lambda: screen.told["version"] > version, "the pass")


def go_on_elsewhere(screens: Sequence[Screen], table: str, least: int) -> None:
    """Each plays on with another device until so few tiles are in the bag; the pages follow."""
    site = screens[0].visitor.site
    devices = {screen.view["viewer"]: program_of(screen.visitor) for screen in screens}
    while len((ledger := site.stored(table)).game.state.bag) > least:
        seat = ledger.game.state.on_turn
        found = generate(View.of(ledger.game, seat), load_complete(ledger.variant))
        action = format_action(ledger.variant.alphabet, found[0].play if found else Pass())
        wish = {"seat": seat, "after": ledger.version, "key": secrets.token_hex(16)}
        asked = {**wish, "action": msgspec.to_builtins(action)}
        devices[seat].post(f"/api/tables/{table}/act", asked)
    for screen in screens:
        screen.until(lambda screen=screen: screen.told["version"] == ledger.version, "all of it")  # type: ignore[misc]
    for device in devices.values():
        device.close()


def lose_the_line_while_sending(
    screen: Screen, line: FaultyLine, send: Callable[[], None], *, cut: bool
) -> None:
    """Send something into a line that is dead; it heals, and what was sent is done once.

    ``cut``: what was under way is lost with the line. Else the line only seems to stand: the page
    finds that out by itself, and what was sent first arrives late, beside what is sent again.
    """
    language, page = screen.visitor.look.language, screen.page
    version, loads = screen.told["version"], screen.visitor.loads
    away = page.get_by_text(say(language, "line.away"))
    line.silence()
    send()
    if cut:
        line.cut()
    expect(away).to_be_visible(timeout=NOTICED_WITHIN_MS)
    assert screen.told["version"] == version
    line.heal()
    screen.until(lambda: screen.told["version"] > version, "what was sent")
    expect(away).to_be_hidden()
    sent = [act for act in acts(screen) if act["after"] == version]
    assert len(sent) > 1
    assert len({act["key"] for act in sent}) == 1
    assert screen.visitor.loads == loads


def acts(screen: Screen) -> list[Json]:
    """Every act that this page has sent, each as often as it was."""
    return [frame for frame in screen.visitor.said[screen.page] if frame["type"] == "act"]


def check_that_all_end_alike(screens: Sequence[Screen], ledger: Ledger) -> None:
    """Boards, points and sheets as they are read from the pages, and the game as it is stored."""
    alphabet, state = ledger.variant.alphabet, ledger.game.state
    board = format_board(alphabet, state.board)
    sheets = []
    for screen in screens:
        expect(screen.page.locator(".game-over")).to_be_visible()
        screen.settle()
        assert screen.board() == board
        assert screen.scores() == list(state.scores)
        show_the_whole_sheet(screen)
        sheets.append(sheet_by_names(screen))
        assert screen.view["ended"] == screens[0].view["ended"]
    assert all(sheet == sheets[0] for sheet in sheets)
    check_the_sheet(sheets[0], ledger)


def sheet_by_names(screen: Screen) -> list[list[str]]:
    """The sheet as this page shows it, and its own player by his name."""
    own = screen.view["seats"][screen.view["viewer"]]["name"]
    you = say(screen.visitor.look.language, "seat.you_alone")
    return [[own if cell == you else cell for cell in row] for row in screen.sheet()]


def show_the_whole_sheet(screen: Screen) -> None:
    """Every turn, not the newest alone."""
    whole = screen.button(say(screen.visitor.look.language, "log.all"))
    if whole.is_visible():
        screen.tap(whole)
        expect(whole).to_be_hidden()


def check_the_sheet(sheet: list[list[str]], ledger: Ledger) -> None:
    """A sheet as the page shows it, the newest row first, against the rows of the store."""
    rows = ledger.sheet.rows
    assert len(sheet) == len(rows)
    for number, (shown, row) in enumerate(zip(reversed(sheet), rows, strict=True), start=1):
        told, who, words, points, total = shown
        assert int(told.split()[-1]) == number
        assert who == ledger.seats[row.seat].name
        assert (_number(points), _number(total)) == (row.points, row.total)
        assert all(word.word in words.replace("Ё", "Е") for word in row.words)


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def gather(
    visitor: Visitor, variant: str, *seats: str, terms: Json | None = None, **overrides: str
) -> tuple[str, str]:
    """A table that waits for players; its name, and the path of its invitation."""
    program = program_of(visitor)
    table = program.new_table(variant, *seats, terms=terms, **overrides)
    program.close()
    return table, f"/i/{visitor.site.stored(table).invite}"


def seat_of(screen: Screen, name: str) -> Locator:
    """The line of a seat, in the gathering room or at the table."""
    return screen.page.locator("main li").filter(has_text=name).first


def choose(screen: Screen, label: str, value: str) -> None:
    """One choice of several."""
    screen.page.get_by_role("combobox", name=label, exact=True).select_option(value)
