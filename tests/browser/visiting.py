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
