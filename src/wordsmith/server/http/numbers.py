"""``/metrics``: for whoever runs the site, and for nobody else."""

from __future__ import annotations

import ipaddress
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.routing import Route

from wordsmith.server.http.asking import refusal_answer
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.observing import metrics

if TYPE_CHECKING:
    from starlette.requests import Request

    from wordsmith.server.house import House
    from wordsmith.server.settings import Settings


class Numbers:
    """The page that Prometheus reads."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        """The one route."""
        return [Route("/metrics", self._told, methods=["GET"])]

    async def _told(self, request: Request) -> Response:
        if not may_read(request, self._house.settings):
            return refusal_answer(Refusal(403, "forbidden"))
        text = metrics.exposition(self._house.bus, self._house.tables.loaded)
        return Response(text, 200, {"cache-control": "no-store"}, metrics.CONTENT_TYPE)


def may_read(request: Request, settings: Settings) -> bool:
    """Whoever bears the token; without one, a program on this very machine.

    What a proxy passes on is not from this machine, unless the proxy is trusted and says so. A page
    of another site cannot ask as if it were here, for it calls this machine by its own name.
    """
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and settings.metrics_token:
        return secrets.compare_digest(token.strip().encode(), settings.metrics_token.encode())
    passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if passed_on and not settings.trusted_proxies:
        return False
    return _is_here(request.client.host if request.client else "") and _is_here(_asked(request))


def _asked(request: Request) -> str:
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _is_here(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
