"""Pages that stay open from one test to the next, and are as new for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.browser.screen import Screen
from tests.browser.situations import middle_of_a_game
from tests.browser.visiting import DESK, Look
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.hosting import Site
    from tests.browser.visiting import Porch

# what a test may leave behind on a page, but for the order of the hand
_TRACES = """() => document.querySelectorAll(
    "[data-dir], [data-hand] [aria-pressed=true], [role=dialog], .look-back, main .tile.draft"
).length + scrollX + scrollY"""
_FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass
class Resting:
    """Games in which nobody moves, a page at each by its look."""

    porch: Porch
    site: Site
    _open: dict[Look, Screen] = field(default_factory=dict)
    _hands: dict[Look, list[str]] = field(default_factory=dict)

    def screen(self, language: str = "ru", size: tuple[int, int] = DESK) -> Screen:
        """The middle of a game with a bot, the visitor to move; as if it had just been opened."""
        look = Look(language, size=size)
        if look not in self._open:
            visitor = self.porch.arrive(look)
            table = self.site.lay_out(visitor.guest, middle_of_a_game(language))
            self._open[look] = Screen(visitor).open(table)
            self._hands[look] = self._open[look].hand()
        screen = self._open[look]
        assert len(screen.turns) == 2, "a test has moved where none may"
        self._tidy(screen, look)
        return screen

    def leave(self) -> list[str]:
        """Nobody needs them any more; what went wrong meanwhile."""
        screens = self._open.values()
        return [fault for screen in screens for fault in self.porch.see_out(screen.visitor)]

    def _tidy(self, screen: Screen, look: Look) -> None:
        page = screen.page
        if screen.drafts():
            screen.tap(screen.button(say(look.language, "act.recall")))
        page.evaluate("document.activeElement?.blur()")
        screen.visitor.said[page].clear()
        heard = screen.visitor.heard[page]
        heard[:] = [frame for frame in heard if frame["type"] == "state"]
        if page.evaluate(_TRACES) or screen.hand() != self._hands[look]:
            page.evaluate(_FORGET)
            page.reload()
            screen.settle()
        assert screen.drafts() == {}
        assert screen.hand() == self._hands[look]
