"""A real server on a free port, and visitors who speak the protocol to it as the page does."""

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from wordsmith.bus import Bus, MemoryBus
from wordsmith.server import Settings
from wordsmith.server.app import app_of
from wordsmith.server.house import House
from wordsmith.server.run import _address, _listen, _Server
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from wordsmith.server.live.hall import Hall

Json = dict[str, Any]
PATIENCE_S = 20.0
QUICK = Settings(
    warm_bots=False,
    bot_processes=1,
    sweep_s=0.1,
    new_tables=10_000,
    changes=100_000,
    guest_sockets=1000,
    pulse_s=0.5,
    quota_factor=1000,
)


class LiveServer:
    """The server in a thread of its own; ``house`` and ``hall`` are for tests that look inside."""

    def __init__(self, database: Path, settings: Settings = QUICK, bus: Bus | None = None) -> None:
        self._listener = _listen("127.0.0.1", 0)
        self.address = _address("127.0.0.1", self._listener)
        self.house = House(SqliteStore(database), bus or MemoryBus(), settings)
        ready = threading.Event()
        app = app_of(self.house)
        self.hall: Hall = app.state.hall
        self._server = _Server(app, self.house, lambda _: ready.set(), self.address)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._thread.start()
        assert ready.wait(PATIENCE_S)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._listener.close()
        assert not self._thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Visitor:
    """One browser: a cookie, and what it asks over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=address,
            headers={"origin": address},
            timeout=PATIENCE_S,
            verify=False,  # it is plain HTTP, and reading certificates takes as long as a test
        )

    def get(self, path: str) -> Any:
        response = self.http.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: Any = None) -> Any:
        response = self.http.post(path, json=body)
        assert response.status_code == 200, response.text
        return response.json()

    def front(self, variant: str, *, fresh: bool = False) -> str:
        table: str = self.post("/api/front", {"variant": variant, "fresh": fresh})["table"]
        return table

    def new_table(
        self, variant: str, *seats: str, terms: Json | None = None, **overrides: str
    ) -> str:
        """A seat is the level of a bot, the name of a person, or ``?`` for one to be claimed."""
        asked = [_seat(seat) for seat in seats]
        body = {"variant": variant, "overrides": overrides, "seats": asked, **(terms or {})}
        table: str = self.post("/api/tables", body)["table"]
        return table

    def sit(self, table: str, name: str, gathering: Json, **more: Any) -> Json:
        """Claim a seat as the page does that was shown ``gathering``."""
        body = {"name": name, "key": secrets.token_hex(16), "sheet": gathering["sheet"], **more}
        told: Json = self.post(f"/api/tables/{table}/sit", body)
        return told

    @contextlib.contextmanager
    def talk(self) -> Iterator["Talk"]:
        if not self.http.cookies:
            self.http.get("/api/tables")
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with connect(
            self.address.replace("http", "ws") + "/ws",
            origin=Origin(self.address),
            additional_headers={"cookie": cookie},
            open_timeout=PATIENCE_S,
            close_timeout=1,
            compression=None,
        ) as socket:
            yield Talk(socket)

    def close(self) -> None:
        self.http.close()


def _seat(seat: str) -> Json:
    if seat == "?":
        return {"kind": "open"}
    if seat in ("easy", "good", "all"):
        return {"kind": "bot", "level": seat}
    return {"kind": "human", "name": seat}


class Talk:
    """One WebSocket; ``heard`` keeps every frame as it came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self._numbers = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, patience_s: float = PATIENCE_S) -> Json:
        """The next message, whatever it is."""
        text = self.socket.recv(patience_s)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        return message

    def receive(self) -> Json:
        """The next message but those that come by themselves: who is here, and the pulse."""
        return self.until(lambda got: got["type"] not in ("presence", "pulse"))

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message that is wanted; those before it are passed over."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            message = self.hear(max(0.0, deadline - time.monotonic()))
            if wanted(message):
                return message

    def expect(self, kind: str) -> Json:
        """The next message of a kind; an error instead of it fails the test."""
        message = self.until(lambda got: got["type"] in (kind, "error"))
        assert message["type"] == kind, message
        return message

    def join(self, table: str, since: int = 0, seat: int | None = None) -> Json:
        self.send(type="join", table=table, since=since, seat=seat)
        kinds = ("state", "gathering", "error")
        return self.until(lambda got: got["type"] in kinds and got.get("table") == table)

    def act(self, state: Json, seat: int, action: Json, key: str | None = None) -> str:
        key = key or secrets.token_hex(16)
        self.send(
            type="act",
            table=state["table"],
            seat=seat,
            after=state["version"],
            key=key,
            action=action,
        )
        return key

    def ask(self, kind: str, table: str, seat: int, **more: Any) -> Json:
        """``try`` and ``hint``: ask, and wait for the answer."""
        self._numbers += 1
        self.send(type=kind, table=table, seat=seat, id=self._numbers, **more)
        number = self._numbers
        return self.until(
            lambda got: (
                got["type"] == "error" or (got["type"] != "pulse" and got.get("id") == number)
            )
        )


def quick(**changes: Any) -> Settings:
    return replace(QUICK, **changes)
