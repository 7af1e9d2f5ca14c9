"""The application without a network: its visitors speak to it in its own event loop.

Everything that leaves the server for a page goes through here as it would leave for a real one.
"""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from tests.server.site import QUICK
from wordsmith.bus import Bus, MemoryBus
from wordsmith.server import Settings
from wordsmith.server.app import app_of
from wordsmith.server.house import House
from wordsmith.store import SqliteStore, Statement

if TYPE_CHECKING:
    from wordsmith.server.live.hall import Hall

Json = dict[str, Any]
ADDRESS = "http://localhost"
PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame, and when it left the server, in ms since 1970."""

    at_ms: int
    text: str


class Inside:
    """A site that is open; visitors are made with ``visitor``."""

    def __init__(self, database: Path, settings: Settings = QUICK, bus: Bus | None = None) -> None:
        self.house = House(SqliteStore(database), bus or MemoryBus(), settings)
        self.app = app_of(self.house)
        self.hall: Hall = self.app.state.hall

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator["Inside"]:
        async with self.app.router.lifespan_context(self.app):
            yield self

    async def visitor(self, name: str, *, account: bool = False) -> "Visitor":
        visitor = Visitor(self, name)
        await visitor.get("/api/tables")
        visit = await self.house.visitors.known(_Cookies(visitor.cookies))  # type: ignore[arg-type]
        assert visit is not None
        visitor.person, visitor.session = visit.person, visit.session.id
        await self.change("UPDATE persons SET name = $1 WHERE id = $2", name, visitor.person)
        if account:
            login = f"login{secrets.token_hex(6)}"
            await self.change("UPDATE persons SET login = $1 WHERE id = $2", login, visitor.person)
        return visitor

    async def moderator(self, name: str) -> "Visitor":
        visitor = await self.visitor(name, account=True)
        role = "UPDATE persons SET role = 'moderator' WHERE id = $1"
        await self.change(role, visitor.person)
        strong = "UPDATE sessions SET strong_until_ms = $1 WHERE id = $2"
        await self.change(strong, 2**52, visitor.session)
        return visitor

    async def change(self, sql: str, *values: str | int) -> None:
        await self.house.store.write(Statement(sql, values))


@dataclass(frozen=True, slots=True)
class _Cookies:
    """What ``Visitors.known`` reads of a request."""

    cookies: dict[str, str]
    headers: dict[str, str] = field(default_factory=dict)
    client: None = None


class Visitor:
    """A person with one browser; ``answers`` keeps everything that came over HTTP."""

    def __init__(self, site: Inside, name: str) -> None:
        self.site = site
        self.name = name
        self.person = ""
        self.session = ""
        self.answers: list[Heard] = []
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(site.app),
            base_url=ADDRESS,
            headers={"origin": ADDRESS},
            timeout=PATIENCE_S,
        )

    @property
    def cookies(self) -> dict[str, str]:
        return dict(self._http.cookies.items())

    def at(self, site: Inside) -> "Visitor":
        """The same browser, at another program of the same site."""
        visitor = Visitor(site, self.name)
        visitor.person, visitor.session = self.person, self.session
        visitor._http.cookies = self._http.cookies
        return visitor

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        response = await self._http.request(method, path, json=body)
        self.answers.append(Heard(time.time_ns() // 1_000_000, response.text))
        return response

    async def get(self, path: str) -> Any:
        response = await self.ask("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    async def post(self, path: str, body: Any = None) -> Any:
        response = await self.ask("POST", path, body)
        assert response.status_code == 200, response.text
        return response.json()

    async def open_page(self) -> "Page":
        page = Page(self)
        page.open()
        return page

    async def close(self) -> None:
        await self._http.aclose()


class Page:
    """One line of a visitor; ``heard`` keeps every frame as it came."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.heard: list[Heard] = []
        self.close_code: int | None = None
        self._said: asyncio.Queue[Json] = asyncio.Queue()
        self._unread: asyncio.Queue[str] = asyncio.Queue()
        self._running: asyncio.Task[None] | None = None
        self._numbers = 0

    def open(self) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        headers = {"host": "localhost", "origin": ADDRESS, "cookie": cookie}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "root_path": "",
            "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
        }
        self._said.put_nowait({"type": "websocket.connect"})
        app: Any = self.visitor.site.app
        self._running = asyncio.create_task(app(scope, self._said.get, self._take))

    async def _take(self, message: Json) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(Heard(time.time_ns() // 1_000_000, message["text"]))
            self._unread.put_nowait(message["text"])
        elif message["type"] == "websocket.close":
            self.close_code = message["code"]

    async def closed(self) -> int | None:
        """The code with which the server has closed the line."""
        assert self._running is not None
        async with asyncio.timeout(PATIENCE_S):
            await self._running
        return self.close_code

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        assert self._running is not None
        await self._running

    def send(self, **message: Any) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message that is wanted; those before it are passed over."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message: Json = json.loads(await self._unread.get())
                if wanted(message):
                    return message

    async def expect(self, *kinds: str) -> Json:
        """The next message of these kinds; an error instead of it fails the test."""
        message = await self.until(lambda got: got["type"] in (*kinds, "error"))
        assert message["type"] in kinds, message
        return message

    async def join(self, table: str, since: int = 0, seat: int | None = None) -> Json:
        self.send(type="join", table=table, since=since, seat=seat)
        kinds = ("state", "gathering", "error")
        return await self.until(lambda got: got["type"] in kinds and got.get("table") == table)

    def act(self, table: str, seat: int, after: int, action: Json, key: str | None = None) -> str:
        key = key or secrets.token_hex(16)
        self.send(type="act", table=table, seat=seat, after=after, key=key, action=action)
        return key

    async def ask(self, kind: str, table: str, seat: int, **more: Any) -> Json:
        """``try`` and ``hint``: ask, and wait for the answer."""
        self._numbers += 1
        number = self._numbers
        self.send(type=kind, table=table, seat=seat, id=number, **more)
        return await self.until(
            lambda got: (
                got["type"] == "error" or (got["type"] != "pulse" and got.get("id") == number)
            )
        )
