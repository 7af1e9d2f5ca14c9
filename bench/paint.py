"""How long until a laid tile is painted, on a slow machine: ``python bench/paint.py``.

The processor is throttled fourfold. Tiles are laid on the 16x16 table with keys, the mouse and a
finger; measured is from the event, as the browser stamps it, to the end of the next painted frame.
Wanted: 50 ms or less in 95 of 100 cases. Needs the built page and Chromium (or CHROMIUM).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from wordsmith.server import Settings
from wordsmith.server.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

THROTTLED = 4
TIMES = 40
WANTED_MS = 50
FLAGS = ["--disable-background-networking", "--disable-gpu", "--no-first-run"]
TABLE = {
    "variant": "wordsmith",
    "seats": [{"kind": "human", "name": ""}, {"kind": "bot", "level": "easy"}],
}
CENTRE = 8 * 16 + 4

# From the event that lays a tile to the first task after the frame that shows it.
WATCH = """kind => {
    window.taken = [];
    const channel = new MessageChannel();
    const begun = [];
    channel.port1.onmessage = () => taken.push(performance.now() - begun.shift());
    addEventListener(kind, event => {
        if (kind === "keydown" && !/^Digit/.test(event.code)) return;
        if (kind === "click" && !event.target.closest("[data-square]")) return;
        begun.push(event.timeStamp);
        requestAnimationFrame(() => channel.port2.postMessage(0));
    }, true);
}"""
# The places of the hand that hold a letter: a star asks for one first.
LETTERS = """() => [...document.querySelectorAll("[data-hand] button:has(b)")]
    .map((button) => Number(button.dataset.place))"""
LAID = "() => document.querySelectorAll('.board .tile.draft').length"


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of its own; WORDSMITH_BROWSER_STATIC may name another page."""
    built = os.environ.get("WORDSMITH_BROWSER_STATIC")
    settings = Settings(static=Path(built)) if built else Settings()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder) / "games.sqlite3", settings=settings)
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            thread.join(0.01)
        try:
            yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def table(browser: Browser, address: str, **context: Any) -> Page:
    """A table where it is our turn, on a slow machine."""
    page = browser.new_context(base_url=address, locale="ru-RU", **context).new_page()
    page.goto("/rules")
    asked = page.request.post("/api/tables", data=TABLE, headers={"origin": address})
    page.goto(f"/t/{asked.json()['table']}")
    page.locator("[data-hand] button").nth(6).wait_for()
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    return page


def measure(page: Page, kind: str, lay: Callable[[Page, int, int], None]) -> list[float]:
    """Milliseconds of each tile; what has been laid is taken back, and laid again."""
    page.evaluate(WATCH, kind)
    letters: list[int] = page.evaluate(LETTERS)
    for number in range(TIMES):
        laid = number % len(letters)
        if laid == 0 and number:
            page.locator(".acts .btn").nth(1).click()
            wait_for_tiles(page, 0)
        lay(page, letters[laid], CENTRE + laid)
        wait_for_tiles(page, laid + 1)
        page.wait_for_timeout(120)  # the answer of the server is another matter
    taken: list[float] = page.evaluate("taken")
    return taken


def wait_for_tiles(page: Page, laid: int) -> None:
    """Wait until so many tiles lie on the board; the page lets nobody wait inside it."""
    for _ in range(500):
        if page.evaluate(LAID) == laid:
            return
        page.wait_for_timeout(10)
    sys.exit(f"{laid} tiles never lay on the board")


def with_keys(page: Page, place: int, square: int) -> None:
    """The number of a tile, at the cursor."""
    page.locator(f'[data-square="{square}"]').focus()
    page.keyboard.press(f"Digit{place + 1}")


def with_the_mouse(page: Page, place: int, square: int) -> None:
    """A click on a tile, and one on a cell."""
    page.mouse.click(*middle(page, f'[data-hand] [data-place="{place}"]'))
    page.mouse.click(*middle(page, f'[data-square="{square}"]'))


def with_a_finger(page: Page, place: int, square: int) -> None:
    """The same with taps; the board is shown large."""
    page.touchscreen.tap(*middle(page, f'[data-hand] [data-place="{place}"]'))
    page.touchscreen.tap(*middle(page, f'[data-square="{square}"]'))


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Where to point; Playwright's own clicks look twice, at the page's expense."""
    what = page.locator(selector)
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def main() -> None:
    """Print median, 95 of 100 and worst of each way; status 1 if one is too slow."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    slow = False
    desk: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
    phone: dict[str, Any] = {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 3,
        "has_touch": True,
        "is_mobile": True,
    }
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, context, kind, lay in (
            ("keys", desk, "keydown", with_keys),
            ("mouse", desk, "click", with_the_mouse),
            ("finger", phone, "click", with_a_finger),
        ):
            page = table(browser, address, **context)
            if context is phone:
                page.get_by_role("switch").tap()
            taken = measure(page, kind, lay)
            most = quantiles(taken, n=20)[-1]
            slow |= most > WANTED_MS
            print(
                f"{name:7} median {median(taken):5.1f} ms, 95 of 100 within {most:5.1f} ms,"
                f" worst {max(taken):5.1f} ms, {len(taken)} events"
            )
            page.context.close()
        browser.close()
    sys.exit(slow)


if __name__ == "__main__":
    main()
