"""Run the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from wordsmith.errors import WordsmithError
from wordsmith.server.app import app_of, house_of
from wordsmith.server.guard.streams import bounded_http, bounded_socket
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.messages.protocol import LARGEST_FRAME
from wordsmith.server.settings import Settings
from wordsmith.store import StoreUnavailable, served_alone

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.applications import Starlette

    from wordsmith.server.house import House

_log = logging.getLogger(__name__)
_OPEN_FILES = 65_536  # a socket is a file, and so is each connection to the database


class CannotListen(WordsmithError):  # noqa: N818 - a state of the machine
    """The address is taken, or not one of this machine."""


def serve(
    host: str,
    port: int,
    database: str | Path,
    *,
    bus: str | None = None,
    settings: Settings | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted; ``ready`` hears the address once it answers. Port 0: a free one.

    ``database`` and ``bus`` as for ``house_of``. CannotListen, StoreError or BusError if it cannot
    begin (a file that another process serves), StoreUnavailable if the store failed meanwhile.
    """
    with _listen(host, port) as listener, served_alone(database):
        house = house_of(database, bus, settings or Settings())
        _allow_open_files()
        if uncompiled_kernels():
            _log.warning("not compiled, bots think slowly: %s", ", ".join(uncompiled_kernels()))
        server = _Server(app_of(house), house, ready, _address(host, listener))
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        if house.trouble is not None:
            raise house.trouble
        if house.store.failure is not None:
            raise StoreUnavailable(house.store.failure)


class _Server(uvicorn.Server):
    """Tells when it answers, and stops when the store has failed for good."""

    def __init__(
        self, app: Starlette, house: House, ready: Callable[[str], None] | None, address: str
    ) -> None:
        super().__init__(_config(app, house.settings))
        self._house = house
        self._ready = ready
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._house.trouble is not None:
            self.should_exit = True
            return
        if self._ready:
            await asyncio.to_thread(self._ready, self._address)

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._house.store.failure is not None


def _config(app: Starlette, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=bounded_http(),
        ws=bounded_socket(settings.messages, settings.messages_per_s),
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=5.0,
        ws_ping_timeout=5.0,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=3,
        limit_concurrency=settings.connections,
        server_header=False,
        access_log=False,
        log_config=None,
    )


def _allow_open_files() -> None:
    """Ask the system for as many open files as it grants, up to what many connections need."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens. CannotListen if there is none to be had."""
    with contextlib.ExitStack() as cleaning:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            listener = cleaning.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(2048)
        except OSError as error:
            raise CannotListen("listen", host=host, port=port, why=error) from error
        cleaning.pop_all()
        return listener


def _address(host: str, listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # noqa: S104 - a name
    shown = anywhere.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listener.getsockname()[1]}"
