"""Visitors with a browser each, whose every stray error fails the test."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, BrowserContext, Page, Request, WebSocket

    from tests.browser.hosting import Site

Json = dict[str, Any]

PHONE, TABLET, DESK = (360, 740), (820, 1180), (1440, 900)
LYING_PHONE, SMALL_DESK = (740, 360), (1024, 768)
_STILL = "/icon.svg"  # a page of the site with nothing that runs
_FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
_MOST_WAITING = 8
_NO_LINE = (
    r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to .* failed|ERR_EMPTY"
)


@dataclass(frozen=True)
class Look:
    """How a visitor's browser is set."""

    language: str = "ru"
    theme: str = "light"
    size: tuple[int, int] = DESK

    @property
    def is_phone(self) -> bool:
        """Whether there are fingers and no mouse."""
        return min(self.size) < 700

    def __str__(self) -> str:
        return f"{self.language}-{self.theme}-{self.size[0]}"


def looks(*always: Look, more: Iterable[Look] = ()) -> list[Any]:
    """Parameters of a test: ``more`` are those of a run with ``--every-look``."""
    return [*always, *(pytest.param(look, marks=pytest.mark.more_looks) for look in more)]


@dataclass
class Visitor:
    """One guest of the site, with one page or several."""

    context: BrowserContext
    page: Page
    look: Look
    site: Site
    faults: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    heard: dict[Page, list[Json]] = field(default_factory=dict)  # frames of the server, by page
    said: dict[Page, list[Json]] = field(default_factory=dict)  # and those of the page
    loads: int = 0  # of whole pages

    @classmethod
    def arrive(cls, browser: Browser, site: Site, look: Look, port: int | None = None) -> Visitor:
        """A browser without a past. ``port``: of a line to the site, if not its own."""
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{port or site.port}",
            locale={"ru": "ru-RU", "en": "en-GB"}[look.language],
            color_scheme="dark" if look.theme == "dark" else "light",
            viewport={"width": look.size[0], "height": look.size[1]},
            has_touch=look.is_phone,
            is_mobile=look.is_phone,
            reduced_motion="reduce",
        )
        context.set_default_timeout(8_000)
        visitor = cls(context, None, look, site)  # type: ignore[arg-type]  # a page follows at once
        context.on("request", visitor._asked)
        context.on("requestfailed", visitor._failed)
        context.on("page", visitor._watch)
        visitor.page = context.new_page()
        return visitor

    @property
    def guest(self) -> str:
        """As the server knows him; one cookie is given with the first answer."""
        return self.site.person_of(self.cookie)

    @property
    def cookie(self) -> str:
        """Whoever has it is this visitor."""
        if not self.context.cookies():
            self.context.request.get("/")
        (cookie,) = self.context.cookies()
        return cookie["value"]

    def lose_the_line(self) -> None:
        """From now on failures of the connection are what the test wants."""
        self.forgiven.append(_NO_LINE)

    def leave(self) -> list[str]:
        """Close everything; what went wrong meanwhile and was not wanted."""
        self.context.close()
        return self._unwanted()

    def forget(self) -> list[str]:
        """Be nobody again, with one page, and nothing kept; what went wrong and was not wanted."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.goto(_STILL)
        self.page.evaluate(_FORGET)
        self.context.clear_cookies()
        self.page.emulate_media(color_scheme="dark" if self.look.theme == "dark" else "light")
        size = {"width": self.look.size[0], "height": self.look.size[1]}
        if self.page.viewport_size != size:
            self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        unwanted = self._unwanted()
        self.faults, self.forgiven, self.loads = [], [], 0
        self.heard, self.said = {self.page: []}, {self.page: []}
        return unwanted

    def _unwanted(self) -> list[str]:
        return [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self.forgiven)
        ]

    def _watch(self, page: Page) -> None:
        page.on("load", self._loaded)
        page.on("pageerror", lambda error: self.faults.append(f"error {error}"))
        page.on(
            "console",
            lambda said: (
                self.faults.append(f"console {said.text}")
                if said.type in ("error", "warning")
                else None
            ),
        )
        self.heard[page], self.said[page] = [], []
        page.on("websocket", lambda socket: self._connected(page, socket))

    def _loaded(self, _: Page) -> None:
        self.loads += 1

    def _asked(self, request: Request) -> None:
        self._mind_the_host(request.url)

    def _connected(self, page: Page, socket: WebSocket) -> None:
        self._mind_the_host(socket.url)
        socket.on("framereceived", lambda frame: self.heard[page].append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.said[page].append(json.loads(frame)))

    def _mind_the_host(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            self.faults.append(f"asked elsewhere: {url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the browser itself, when it goes elsewhere
            self.faults.append(f"failed {request.url} {request.failure}")


@dataclass
class Porch:
    """Visitors who have forgotten everything, and come again as somebody else.

    A browser's page that is there already is ready in half the time of a new one.
    """

    browser: Browser
    site: Site
    waiting: list[Visitor] = field(default_factory=list)

    def arrive(self, look: Look) -> Visitor:
        """Somebody of that look whom the site does not know."""
        for visitor in self.waiting:
            if visitor.look == look:
                self.waiting.remove(visitor)
                return visitor
        return Visitor.arrive(self.browser, self.site, look)

    def see_out(self, visitor: Visitor) -> list[str]:
        """He may come again, if he can; what went wrong with him and was not wanted."""
        if visitor.page.is_closed() or not self.site.is_running:
            return visitor.leave()
        unwanted = visitor.forget()
        self.waiting.append(visitor)
        if len(self.waiting) > _MOST_WAITING:
            unwanted += self.waiting.pop(0).leave()
        return unwanted

    def close(self) -> list[str]:
        """Nobody comes again; what went wrong with those who wait."""
        return [fault for visitor in self.waiting for fault in visitor.leave()]
