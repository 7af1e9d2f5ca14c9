"""The browser and the site of the browser tests: Debian's Chromium, or the one CHROMIUM names.

A folder of the built page other than the installed one may be named in WORDSMITH_BROWSER_STATIC.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.hosting import Site
from tests.browser.resting import Resting
from tests.browser.visiting import Look, Porch, Visitor
from tests.fault_proxy import FaultyLine, faulty_line

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.screen import Screen

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--no-first-run",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--no-pings",
    # no script runs long enough to earn what is optimised of it; what was read of it is kept
    "--js-flags=--no-maglev --no-opt --single-threaded-gc --no-flush-bytecode",
    "--num-raster-threads=1",
    # whatever would go elsewhere finds a closed door
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=127.0.0.1",
]
_NAMES = ("chromium-headless-shell", "chromium", "google-chrome")

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = next(filter(None, (os.environ.get("CHROMIUM"), *map(shutil.which, _NAMES))), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium: apt-get install chromium-headless-shell")
        pytest.skip("no Chromium: apt-get install chromium-headless-shell, or set CHROMIUM")
    return {
        **browser_type_launch_args,
        "executable_path": shutil.which(path) or path,
        "args": FLAGS,
        "chromium_sandbox": not (hasattr(os, "geteuid") and os.geteuid() == 0),
    }


@pytest.fixture(scope="session")
def kept_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("browser") / "games.sqlite3")
    yield running
    if running.is_running:
        running.stop()


@pytest.fixture
def site(kept_site: Site) -> Iterator[Site]:
    yield kept_site
    if not kept_site.is_running:
        kept_site.start()


@pytest.fixture
def line(site: Site) -> Iterator[FaultyLine]:
    """A line to the site that can fail: a visitor comes by its port."""
    with faulty_line(site.port) as failing:
        yield failing


@pytest.fixture(scope="session")
def porch(browser: Browser, kept_site: Site) -> Iterator[Porch]:
    waiting = Porch(browser, kept_site)
    yield waiting
    assert waiting.close() == []


@pytest.fixture
def visit(porch: Porch, site: Site) -> Iterator[Visit]:
    """Make visitors; all are seen out, and no stray error of theirs is let pass.

    ``own``: for whoever changes his browser itself, which nobody gets after him. ``port``: of a
    line to the site, if not its own.
    """
    visitors: list[Visitor] = []
    leaving: list[Visitor] = []

    def arrive(
        look: Look | None = None, *, port: int | None = None, own: bool = False, **changes: Any
    ) -> Visitor:
        look = look or Look(**changes)
        if own or port:
            leaving.append(Visitor.arrive(porch.browser, site, look, port))
            return leaving[-1]
        visitors.append(porch.arrive(look))
        return visitors[-1]

    yield arrive
    faults = [fault for visitor in leaving for fault in visitor.leave()]
    faults += [fault for visitor in visitors for fault in porch.see_out(visitor)]
    assert faults == []


@pytest.fixture(scope="module")
def resting(porch: Porch, kept_site: Site) -> Iterator[Resting]:
    """Tables at which a file only tries things: to open one for each test takes long."""
    tables = Resting(porch, kept_site)
    yield tables
    assert tables.leave() == []


@pytest.fixture
def at_rest(resting: Resting) -> Iterator[Screen]:
    """The page of a Russian game on a desk as it was found, a turn of each behind it."""
    screen = resting.screen()
    yield screen
    assert screen.visitor.faults == []
