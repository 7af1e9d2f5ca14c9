"""How long until a tile that was laid is painted, on a slow phone: ``python bench/lay_tile.py``.

Plays on the front page with the processor throttled fourfold, taps a cell with a tile in hand, and
measures from the click to the frame after it. Wanted: under 50 ms. Needs Chromium (or CHROMIUM).
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import uvicorn
from playwright.sync_api import Page, sync_playwright

from wordsmith.server.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

THROTTLED = 4
TIMES = 20
WANTED_MS = 50
FLAGS = ["--disable-background-networking", "--disable-gpu", "--no-first-run"]

# From the click to the first task after the next frame: everything the tile needs has been painted.
LAY = """square => new Promise(told => {
  const cell = document.querySelector(`[data-square="${square}"]`);
  const start = performance.now();
  cell.click();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => told(performance.now() - start);
    channel.port2.postMessage(0);
  });
})"""


def serve(database: str) -> tuple[str, uvicorn.Server]:
    """A server of its own, on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(database), log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    return f"http://127.0.0.1:{listener.getsockname()[1]}", server


def times(page: Page) -> Iterator[float]:
    """Lay a tile and take it back, again and again; milliseconds of each laying."""
    empty = page.locator(".cell:not(:has(.tile))").first.get_attribute("data-square")
    for _ in range(TIMES):
        page.locator("[data-hand] button:has(b)").first.evaluate("tile => tile.click()")
        yield float(page.evaluate(LAY, empty))
        page.evaluate(LAY, empty)
        page.wait_for_timeout(200)


def main() -> None:
    """Print the median and the worst; status 1 if the median is too slow."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or ""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        address, server = serve(str(Path(folder) / "games.sqlite3"))
        browser = playwright.chromium.launch(executable_path=chromium or None, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="ru-RU")
        page.goto(address)
        page.locator("[data-hand] button").first.wait_for()
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": THROTTLED}
        )
        measured = list(times(page))
        browser.close()
        server.should_exit = True
    print(f"median {median(measured):.1f} ms, worst {max(measured):.1f} ms of {TIMES}")
    sys.exit(median(measured) > WANTED_MS)


if __name__ == "__main__":
    main()
