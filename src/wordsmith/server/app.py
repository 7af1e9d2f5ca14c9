"""The application: routes and shields around one ``House``."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from wordsmith.bus import MemoryBus, RedisBus
from wordsmith.errors import WordsmithError
from wordsmith.server.guard.shield import HEADERS, Shield
from wordsmith.server.house import House
from wordsmith.server.http.api import api_routes
from wordsmith.server.http.asking import answer
from wordsmith.server.http.notices_api import StopPage
from wordsmith.server.http.numbers import Numbers
from wordsmith.server.http.pages import Pages
from wordsmith.server.live.hall import Hall
from wordsmith.server.live.sockets import Lines, Sockets
from wordsmith.server.observing import metrics
from wordsmith.server.settings import Settings
from wordsmith.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

_log = logging.getLogger(__name__)


def create_app(
    database: str | Path, bus: str | None = None, *, settings: Settings | None = None
) -> Starlette:
    """The server over this database, and with this bus. StoreError, BusError if they cannot be."""
    return app_of(house_of(database, bus, settings or Settings()))


def house_of(database: str | Path, bus: str | None, settings: Settings) -> House:
    """A house over its parts.

    ``database`` is a file of SQLite, made if need be, or an address of PostgreSQL; ``bus`` is one
    of Redis, None for a site of one process. StoreError, BusError if they cannot be used.
    """
    if bus is None:
        return House(open_store(database), MemoryBus(), settings)
    return House(open_store(database), RedisBus(bus), replace(settings, queue=bus))


def app_of(house: House) -> Starlette:
    """The routes to a house; it is opened and closed with the application."""
    hall = Hall(house)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            await house.open()
        except WordsmithError as error:
            house.trouble = error  # told in one line by whoever runs the server
        hall.open()
        try:
            yield
        finally:
            await hall.close()
            await house.close()

    app = Starlette(
        routes=[
            *api_routes(house, hall),
            *Numbers(house).routes(),
            *StopPage(house).routes(),
            *Pages(house).routes(),
        ],
        middleware=[
            Middleware(Shield, secure=house.settings.secure),
            Middleware(Lines, sockets=Sockets(house, hall)),
        ],
        exception_handlers={
            HTTPException: _no_such_route,
            WordsmithError: _unavailable,
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.state.hall = hall
    return app


async def _no_such_route(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "not_found" if error.status_code == 404 else "bad_request"
    return answer({"error": code, "detail": {"message": error.detail}}, error.status_code)


async def _unavailable(_request: Request, error: Exception) -> Response:
    _log.error("%s", error)
    metrics.store_failures.inc()
    return answer({"error": "unavailable", "detail": {}}, 503)


async def _fault(_request: Request, _error: Exception) -> Response:
    """Told from outside the shield, so it bears the headers itself."""
    response = answer({"error": "fault", "detail": {}}, 500)
    response.headers.update(HEADERS)
    return response
