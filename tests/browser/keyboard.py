"""A visitor who has nothing but a keyboard, in a Latin or a Russian layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser import player
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

    from tests.browser.screen import Placed, Screen
    from wordsmith.rules.variant import Variant

# where the Russian letters lie, and what a Latin layout makes of those keys
_PLACES = {
    "Й": ("KeyQ", "q"), "Ц": ("KeyW", "w"), "У": ("KeyE", "e"), "К": ("KeyR", "r"),
    "Е": ("KeyT", "t"), "Н": ("KeyY", "y"), "Г": ("KeyU", "u"), "Ш": ("KeyI", "i"),
    "Щ": ("KeyO", "o"), "З": ("KeyP", "p"), "Х": ("BracketLeft", "["), "Ъ": ("BracketRight", "]"),
    "Ф": ("KeyA", "a"), "Ы": ("KeyS", "s"), "В": ("KeyD", "d"), "А": ("KeyF", "f"),
    "П": ("KeyG", "g"), "Р": ("KeyH", "h"), "О": ("KeyJ", "j"), "Л": ("KeyK", "k"),
    "Д": ("KeyL", "l"), "Ж": ("Semicolon", ";"), "Э": ("Quote", "'"), "Я": ("KeyZ", "z"),
    "Ч": ("KeyX", "x"), "С": ("KeyC", "c"), "М": ("KeyV", "v"), "И": ("KeyB", "b"),
    "Т": ("KeyN", "n"), "Ь": ("KeyM", "m"), "Б": ("Comma", ","), "Ю": ("Period", "."),
}  # fmt: skip
_SHIFT = 8  # among the modifiers of the protocol of the browser's own tools
_FOCUS = """() => {
    let on = document.activeElement;
    // the focus follows the cursor of the board a frame later
    if (on.dataset.square) on = document.querySelector("main [data-square][tabindex='0']");
    return { square: on.dataset.square ?? "", direction: on.dataset.dir ?? "",
             text: on.innerText?.replaceAll(/\\s+/g, " ").trim() ?? "",
             name: on.getAttribute("aria-label") ?? on.labels?.[0]?.innerText ?? "" };
}"""

_COUNT_MICE = """() => {
    window.mice = 0;
    for (const kind of ["pointerdown", "mousedown", "mousemove", "touchstart"])
        addEventListener(kind, () => window.mice++, true);
}"""


def count_mice(page: Page) -> None:
    """Count from now on whatever a mouse or a finger does."""
    page.evaluate(_COUNT_MICE)


def mice(page: Page) -> int:
    """How often that was."""
    return int(page.evaluate("mice"))


class Keyboard:
    """Keys, one after the other; ``is_russian`` is the layout that the system has on."""

    def __init__(self, screen: Screen, *, is_russian: bool) -> None:
        self.screen = screen
        self.is_russian = is_russian
        self._page: Page = screen.page
        self._tools: CDPSession = screen.visitor.context.new_cdp_session(screen.page)

    def press(self, key: str) -> None:
        """A key that is the same in every layout."""
        self._page.keyboard.press(key)

    def type(self, letter: str, *, shift: bool = False) -> None:
        """The key on which a Russian letter lies."""
        code, latin = _PLACES[letter.upper()]
        key = letter if self.is_russian else latin
        key = key.upper() if shift else key.lower()
        pressed = {"code": code, "key": key, "modifiers": _SHIFT if shift else 0}
        self._tools.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": key, **pressed})
        self._tools.send("Input.dispatchKeyEvent", {"type": "keyUp", **pressed})

    def focus(self) -> dict[str, str]:
        """What has the focus: its text and name, and of a cell its square and direction."""
        on: dict[str, str] = self._page.evaluate(_FOCUS)
        return on

    def tab_to(self, text: str, *, most: int = 60) -> None:
        """Press Tab until something of this text or name has the focus."""
        passed = []
        for _ in range(most):
            self.press("Tab")
            on = self.focus()
            passed.append(on["text"] or on["name"])
            if on["text"].startswith(text) or on["name"].startswith(text):
                return
        raise AssertionError(f"Tab never comes to {text!r}; it passed {passed}")

    def tab_to_the_board(self) -> None:
        """Press Tab until a cell has the focus."""
        for _ in range(60):
            if self.focus()["square"]:
                return
            self.press("Tab")
        raise AssertionError("Tab never comes to the board")

    def go_to(self, square: int, *, down: bool) -> None:
        """Walk to a cell with the arrows, and let the word run down or along."""
        width = self.screen.width
        on = self.focus()
        assert on["square"], f"the board has lost the focus to {on}"
        here = int(on["square"])
        for key, steps in (
            ("ArrowRight", square % width - here % width),
            ("ArrowDown", square // width - here // width),
        ):
            back = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
            for _ in range(abs(steps)):
                self.press(key if steps > 0 else back)
        if self.focus()["direction"] != ("v" if down else "h"):
            self.press("Space")

    def lay(self, laid: list[Placed], swapped: list[Placed]) -> None:
        """Take stars, and lay tiles, line by line."""
        for square, letter in swapped:
            self.go_to(square, down=False)
            self.type(letter)
        for square, letter in _in_lines(laid, self.screen.width):
            on = self.focus()
            if on["square"] != str(square):
                self.go_to(square, down=_runs_down(laid, self.screen.width))
            self.type(letter, shift=letter.islower())


def _runs_down(laid: list[Placed], width: int) -> bool:
    columns = {square % width for square, _ in laid}
    return len(columns) < len({square // width for square, _ in laid})


def _in_lines(laid: list[Placed], width: int) -> list[Placed]:
    if _runs_down(laid, width):
        return sorted(laid, key=lambda tile: (tile[0] % width, tile[0]))
    return sorted(laid)


def play_a_turn(keys: Keyboard, variant: Variant) -> None:
    """The best turn that is found, laid and played with keys; a pass if there is none."""
    screen = keys.screen
    found = player.turns(variant, screen)
    if not found:
        give_a_pass(keys)
        return
    version = screen.told["version"]
    laid, swapped = player.tiles_of(variant, found[0])
    keys.lay(laid, swapped)
    assert screen.drafts() == dict(laid) | dict(swapped)
    screen.wait_for_verdicts()
    assert screen.total() == found[0].points
    keys.press("Enter")
    screen.until(lambda: screen.told["version"] > version, "the move")


def give_a_pass(keys: Keyboard) -> None:
    """Pass, and go back to the board."""
    screen, version = keys.screen, keys.screen.told["version"]
    keys.tab_to(say(screen.visitor.look.language, "act.pass"))
    keys.press("Enter")
    keys.tab_to(say(screen.visitor.look.language, "pass.go"))
    keys.press("Enter")
    screen.until(lambda: screen.told["version"] > version, "the pass")
    if not screen.view["ended"]:
        for _ in range(40):
            if keys.focus()["square"]:
                break
            keys.press("Shift+Tab")
