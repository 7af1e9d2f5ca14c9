"""What can be measured of a page that stands still: axe, text cut off, targets, languages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEAST_TARGET_PX = 44
# as much as the bar of an agreement covers
MOST_BLANK_PX = 120
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_LATIN_ALLOWED = re.compile(r"\b([A-P]\d{1,2}|GCG|JSON|Shift|Enter|Esc|[A-P])\b")
# a Russian letter or word of the board stands in capitals
_FOREIGN = {"ru": re.compile(r"[A-Za-z]+"), "en": re.compile(r"[а-яё]+")}


def survey(
    page: Page, language: str, part: str | None = "body", *, board: bool = False
) -> dict[str, Any]:
    """What is wrong with the page as it stands, by kind; empty if all is well.

    axe looks at a part of the page alone, or at none, and at a ``board`` where it is asked to.
    """
    found = {
        "axe": _ask_axe(page, part, board) if part else [],
        "cut off": _ask(page, "cut"),
        "too small": _ask(page, "small", LEAST_TARGET_PX),
        "sticks out, px": _ask(page, "sideways"),
        "blank below, px": blank_px(page),
        "another language": foreign_texts(_ask(page, "texts", language), language),
    }
    return {kind: faults for kind, faults in found.items() if faults}


def contrasts(page: Page, part: str) -> dict[str, Any]:
    """Where letters of a part are too near the colour behind them, but for its board."""
    faults = _ask_axe(page, part, board=False, rules=["color-contrast"])
    return {"axe": faults} if faults else {}


def sideways_px(page: Page) -> int:
    """How far the page can be scrolled sideways."""
    wide: int = _ask(page, "sideways")
    return wide


def blank_px(page: Page) -> int:
    """How far the page goes on below the last thing on it, beyond a margin."""
    blank: float = _ask(page, "blank")
    return round(blank) if blank > MOST_BLANK_PX else 0


def is_in_sight(what: Locator, height: int) -> bool:
    """Whether all of it is in a window that was not scrolled."""
    expect(what).to_be_visible()
    box = what.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def overlap(one: Locator, other: Locator) -> bool:
    """Whether one lies over the other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    is_beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return not is_beside and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def at(size: tuple[int, int], page: Page) -> None:
    """Give the page a size, and wait until it is laid out so."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def foreign_texts(texts: list[str], language: str) -> list[str]:
    """Texts with letters of the other language that are no coordinates, keys or formats."""
    return [
        text
        for text in texts
        if _FOREIGN[language].search(_LATIN_ALLOWED.sub("", text) if language == "ru" else text)
    ]


def _ask_axe(page: Page, part: str, board: bool, rules: Sequence[str] = _TAGS) -> Any:
    # put in from outside, for the page itself allows no script but its own
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return _ask(page, "axe", [part, list(rules), board])


def _ask(page: Page, what: str, argument: object = None) -> Any:
    return page.evaluate(f"(argument) => {_script()}.{what}(argument)", argument)


@cache
def _script() -> str:
    script = Path(__file__).with_name("survey.js").read_text("utf-8")
    return script.partition("\n")[2].strip()
