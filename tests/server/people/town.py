"""People over a database, with time that passes when a test says so, and browsers that visit."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from wordsmith.bus import MemoryBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.people.people import People
from wordsmith.server.people.sessions import Ended, Origin
from wordsmith.server.people.visitors import Visit
from wordsmith.store import Store

GOOD = "лодка у причала 7"
BETTER = "семь сорок пятый дом"
DAY_MS = 24 * 3600 * 1000


class Town:
    """One site; it sends its letters to ``letters``."""

    def __init__(
        self,
        store: Store,
        *,
        secure: bool = False,
        factor: int = 1000,
        is_offensive: Callable[[str], bool] = lambda text: "дурак" in text.lower(),
    ) -> None:
        self.store = store
        self.now_ms = 1_800_000_000_000
        self.bus = MemoryBus()
        self.quotas = Quotas(factor=factor)
        self.people = People(
            store,
            self.bus,
            self.quotas,
            is_offensive,
            secure=secure,
            clock=lambda: self.now_ms,
        )
        self.ended: list[Ended] = []
        self.people.sessions.on_ended(self.ended.append)
        self.letters: list[tuple[str, str, str, dict[str, str]]] = []

    def pass_days(self, days: float) -> None:
        self.now_ms += int(days * DAY_MS)

    async def newcomer(self, address: str = "192.0.2.1") -> "Browser":
        browser = Browser(self, address)
        await browser.visit()
        return browser

    async def member(self, login: str, password: str = GOOD) -> "Browser":
        browser = await self.newcomer()
        await browser.register(login, password)
        return browser

    async def count(self, table: str, condition: str = "1 = 1", *values: str) -> int:
        ((count,),) = await self.store.rows(
            f"SELECT count(*) FROM {table} WHERE {condition}", *values
        )
        return int(count)

    # as the mailer of this site
    is_ready = True

    def post(self, address: str, language: str, letter: str, values: Mapping[str, str]) -> None:
        self.letters.append((address, language, letter, dict(values)))

    def token(self, letter: int = -1) -> str:
        """What the link of a letter holds."""
        found = re.search(r"#\w+=(.+)$", self.letters[letter][3]["link"])
        assert found
        return found[1]


@dataclass
class Browser:
    """A browser: an address, a name of its own, and the cookies it was given."""

    town: Town
    address: str = "192.0.2.1"
    agent: str = "Firefox"
    cookies: dict[str, str] = field(default_factory=dict)

    def connection(self) -> HTTPConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return HTTPConnection(
            {
                "type": "http",
                "scheme": "http",
                "path": "/",
                "query_string": b"",
                "headers": [(b"cookie", cookie.encode()), (b"user-agent", self.agent.encode())],
                "client": (self.address, 50000),
                "server": ("127.0.0.1", 8000),
            }
        )

    async def origin(self) -> Origin:
        return await self.town.people.visitors.origin(self.connection())

    async def known(self) -> Visit | None:
        return await self.town.people.visitors.known(self.connection())

    async def visit(self) -> Visit:
        visit = await self.town.people.visitors.welcome(self.connection())
        return self.take(visit) if visit.is_fresh else visit

    def take(self, visit: Visit) -> Visit:
        """The cookie comes as the server sends it."""
        response = Response()
        self.town.people.visitors.remember(response, visit)
        name, _, value = response.headers["set-cookie"].partition("=")
        self.cookies[name] = value.partition(";")[0]
        return visit

    async def register(self, login: str, password: str = GOOD) -> Visit:
        accounts = self.town.people.accounts
        return self.take(
            await accounts.register(await self.visit(), login, password, await self.origin())
        )

    async def log_in(self, login: str, password: str = GOOD) -> Visit:
        accounts = self.town.people.accounts
        return self.take(
            await accounts.log_in(await self.visit(), login, password, await self.origin())
        )

    async def person(self) -> str:
        return (await self.visit()).person
