"""A table as a visitor sees and touches it: everything is read from the page, and done on it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.browser.visiting import Json, Visitor

Placed = tuple[int, str]
"""A square, and a letter as the protocol writes it: a small one is a wild tile."""

_PATIENCE_S = 12.0

# as little as can be is handed over, for this is asked again and again while something is awaited
_TILES = """() => [
    document.querySelectorAll("main [data-square]").length,
    [...document.querySelectorAll("main [data-square] .tile:not(.ghost)")].map((tile) => {
        const letter = tile.querySelector("b").textContent;
        const kind = tile.classList.contains("took") ? "took"
            : tile.classList.contains("draft") ? "draft" : "settled";
        const shown = tile.classList.contains("wild") ? letter.toLowerCase() : letter;
        return `${tile.closest("[data-square]").dataset.square} ${kind} ${shown}`;
    }).join("\\n"),
]"""
_HAND = """() => [...document.querySelectorAll("[data-hand] [data-place]")].map((place) => {
    const tile = place.querySelector(".tile");
    return tile ? tile.querySelector("b")?.textContent ?? "?" : "";
})"""
# the middle of what stands still and lies on top, as a finger finds it; else nothing
_MIDDLE = """async (node) => {
    const middle = () => {
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [before, above] = middle();
    await new Promise(requestAnimationFrame);
    const [x, y] = middle();
    const isStill = x === before && y === above && !node.matches(":disabled, [aria-disabled=true]");
    return isStill && node.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
_WORDS = """() => [...document.querySelectorAll(".turn .words li")].map((line) => [
    line.className, line.querySelector("b")?.textContent.replace(":", "") ?? "",
    line.querySelector(".n")?.textContent ?? "", line.innerText.replaceAll(/\\s+/g, " ").trim(),
])"""
_SHEET = """() => [...document.querySelectorAll(".score-sheet tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.innerText.replaceAll(/\\s+/g, " ").trim()))"""


@dataclass(frozen=True)
class Line:
    """A line of the paper that says what a turn makes."""

    verdict: str  # "ok", "no", "open"
    word: str
    points: str
    text: str


class Screen:
    """One page with a board on it."""

    def __init__(self, visitor: Visitor, page: Page | None = None) -> None:
        self.visitor = visitor
        self.page = page or visitor.page

    # -- seeing ----------------------------------------------------------------------------
    def cell(self, square: int) -> Locator:
        """A cell of the board."""
        return self.page.locator(f'main [data-square="{square}"]')

    def slot(self, place: int) -> Locator:
        """A place of the hand."""
        return self.page.locator(f'[data-hand] [data-place="{place}"]')

    def button(self, name: str) -> Locator:
        """A button by the whole of its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def play_button(self) -> Locator:
        """The red one under the hand."""
        return self.page.locator(".acts .btn.main")

    @property
    def paper(self) -> Locator:
        """The sheet that lies open beside the board."""
        return self.page.get_by_role("dialog")

    @property
    def turn(self) -> Locator:
        """The paper with the turn in words."""
        return self.page.locator("main section.turn")

    def board(self) -> str:
        """What lies settled, as the protocol writes it."""
        size, tiles = self._tiles()
        board = ["."] * size
        for square, kind, letter in tiles:
            if kind == "settled":
                board[square] = letter
        return "".join(board)

    def drafts(self) -> dict[int, str]:
        """What is laid and not yet played."""
        return {square: letter for square, kind, letter in self._tiles()[1] if kind != "settled"}

    def _tiles(self) -> tuple[int, list[tuple[int, str, str]]]:
        size, told = self.page.evaluate(_TILES)
        lines = [line.split(" ", 2) for line in told.splitlines()]
        return size, [(int(square), kind, letter) for square, kind, letter in lines]

    def hand(self) -> list[str]:
        """The letters by place; nothing where a place is empty."""
        hand: list[str] = self.page.evaluate(_HAND)
        return hand

    def lines(self) -> list[Line]:
        """What the turn makes, line by line."""
        return [Line(*line) for line in self.page.evaluate(_WORDS)]

    def total(self) -> int:
        """The sum under the words."""
        return int(self.turn.locator("output").inner_text().replace("−", "-"))

    def sheet(self) -> list[list[str]]:
        """The score sheet, the newest row first: number, who, words, points, total."""
        rows: list[list[str]] = self.page.evaluate(_SHEET)
        return rows

    def scores(self) -> list[int]:
        """The points beside the names."""
        shown = self.page.locator(".seat .pts").all_inner_texts()
        return [int(points.replace("−", "-")) for points in shown]

    @property
    def told(self) -> Json:
        """The last state that the server has sent to this page."""
        states = [frame for frame in self.visitor.heard[self.page] if frame["type"] == "state"]
        return states[-1] if states else {"version": 0, "view": {}, "turns": []}

    @property
    def view(self) -> Json:
        """The view of that state."""
        view: Json = self.told["view"]
        return view

    @property
    def turns(self) -> dict[int, Json]:
        """Every turn the server has told this page of at this table, by number."""
        table = self.told.get("table")
        rows: dict[int, Json] = {}
        for frame in self.visitor.heard[self.page]:
            if frame["type"] == "state" and frame["table"] == table:
                rows.update({turn["n"]: turn for turn in frame["turns"]})
        return rows

    @property
    def tried(self) -> Json:
        """The last answer of the server to a turn that was tried."""
        answers = [frame for frame in self.visitor.heard[self.page] if frame["type"] == "tried"]
        return answers[-1]

    @property
    def width(self) -> int:
        """Columns of the board."""
        return 16 if len(self.view["board"]) == 256 else 15

    # -- waiting ---------------------------------------------------------------------------
    def until(self, happened: Callable[[], Any], what: str) -> None:
        """Wait for something that only looking tells."""
        end = time.monotonic() + _PATIENCE_S
        while not happened():
            assert time.monotonic() < end, f"waited in vain: {what}"
            self.page.wait_for_timeout(25)

    def open(self, table: str) -> Screen:
        """Go to a table, and wait until it stands."""
        self.page.goto(f"/t/{table}")
        return self.settle()

    def settle(self) -> Screen:
        """Wait until the board and the hand show what the server said last."""
        self.until(lambda: self.view and self.board() == self.view["board"], "the board")
        if self.view["rack"] is not None and not self.view["ended"]:
            self.until(self._holds_all, "the hand")
        return self

    def _holds_all(self) -> bool:
        laid = ["?" if letter.islower() else letter for letter in self.drafts().values()]
        return sorted([*filter(None, self.hand()), *laid]) == sorted(self.view["rack"])

    def wait_for_turn(self, seat: int) -> bool:
        """Wait until this seat is on turn (True) or the game is over (False)."""
        self.until(
            lambda: self.view and (self.view["on_turn"] == seat or self.view["ended"]),
            f"the turn of seat {seat}",
        )
        self.settle()
        return not self.view["ended"]

    def wait_for_verdicts(self) -> None:
        """Wait until every word that is laid has been judged."""
        lines = self.turn.locator(".words li")
        expect(lines.first).to_be_attached()
        expect(self.turn.locator(".words li.open")).to_have_count(0)

    def wait_until_judged(self) -> None:
        """Wait until the server has answered for what lies on the board now."""
        laid = self.drafts()

        def is_answered() -> bool:
            asked = [frame for frame in self.visitor.said[self.page] if frame["type"] == "try"]
            if not asked:
                return False
            play, number = asked[-1]["play"], asked[-1]["id"]
            return dict(map(tuple, play["laid"] + play["swapped"])) == laid and any(
                frame["type"] == "tried" and frame["id"] == number
                for frame in self.visitor.heard[self.page]
            )

        self.until(is_answered, "the verdict")

    # -- doing -----------------------------------------------------------------------------
    def place_of(self, letter: str) -> int:
        """Where a tile for this letter lies in the hand."""
        return self.hand().index("?" if letter.islower() else letter)

    def tap(self, what: Locator, *, anyway: bool = False) -> None:
        """A finger or a click, whichever this visitor has; ``anyway``: though it says it cannot."""
        is_phone = self.visitor.look.is_phone
        if not anyway and (middle := what.evaluate(_MIDDLE)):  # much quicker than to wait for it
            (self.page.touchscreen.tap if is_phone else self.page.mouse.click)(*middle)
        elif is_phone:
            what.tap(force=anyway)
        else:
            what.click(force=anyway)

    def lay(self, laid: Iterable[Placed]) -> None:
        """Lay tiles by tapping each and its cell."""
        for square, letter in laid:
            self.lay_one(square, letter)

    def lay_one(self, square: int, letter: str) -> None:
        """Tap a tile, tap a cell, and say which letter a wild tile stands for."""
        self.pick_up(letter)
        if self.visitor.look.is_phone and self._zooms_first():
            self.tap(self.cell(square))  # the first touch shows the board larger
            self.until(lambda: self.is_zoomed, "the zoom")
        self.tap(self.cell(square))
        if letter.islower():
            self.choose_letter(letter)
        self.until(lambda: self.drafts().get(square) == letter, f"{letter} on {square}")

    def _zooms_first(self) -> bool:
        return self.page.get_by_role("switch").is_visible() and not self.is_zoomed

    def pick_up(self, letter: str) -> None:
        """Tap a tile of the hand."""
        slot = self.slot(self.place_of(letter))
        self.tap(slot)
        expect(slot).to_have_attribute("aria-pressed", "true")

    @property
    def is_zoomed(self) -> bool:
        """Whether the board is shown larger than its window."""
        return self.page.locator(".pan.zoomed").count() > 0

    def choose_letter(self, letter: str) -> None:
        """Say what a wild tile stands for."""
        self.tap(self.paper.get_by_role("button", name=letter.upper(), exact=True))
        expect(self.paper).to_be_hidden()

    def drag(self, letter: str, square: int) -> None:
        """Lay a tile by dragging it with the mouse."""
        self.slot(self.place_of(letter)).drag_to(self.cell(square))

    def take_over(self) -> None:
        """Say that the one on turn is here, and see the hand."""
        self.tap(self.page.locator(".hand-over").get_by_role("button"))
        self.until(lambda: self.view["rack"] is not None, "the hand")
        self.settle()

    def play(self) -> None:
        """Play what is laid, and wait until the server has taken it."""
        before = self.told["version"]
        self.tap(self.play_button)
        self.until(lambda: self.told["version"] > before, "the move")

    def open_menu(self, item: str) -> None:
        """Choose from the menu of the table."""
        self.tap(self.page.get_by_role("button", name=re.compile("^(Меню стола|Table menu)$")))
        self.tap(self.paper.get_by_role("button", name=item, exact=True))
