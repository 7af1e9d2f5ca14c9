"""Kill the server with SIGKILL in the middle of games, again and again, and count what was lost.

    python bench/kill9.py --cycles 30

Players on one sofa act as fast as they are acknowledged, others play against a bot. Each action has
a key that is sent again after a reconnect until it is answered. In the end the file must hold every
acknowledged key once, at the version that was acknowledged, and no key twice.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import signal
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store import Command

SERVE = """
import sys
from wordsmith.server import Settings
from wordsmith.server.run import serve
serve(
    "127.0.0.1",
    int(sys.argv[1]),
    sys.argv[2],
    settings=Settings(messages=1_000_000, new_tables=1_000_000),  # players without a rest
    ready=lambda address: print(address, flush=True),
)
"""


@dataclass(slots=True)
class Report:
    """What a run has found; everything in ``faults`` is a broken promise."""

    cycles: int
    acknowledged: int = 0
    stored_without_ack: int = 0  # in flight at a kill, found stored when sent again
    restarts_s: list[float] = field(default_factory=list)  # from the start to the first answer
    faults: list[str] = field(default_factory=list)


class Server:
    """The server as a process on a fixed port."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.sqlite3"
        self._script = folder / "serve.py"
        self._script.write_text(SERVE)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> float:
        """Start, and wait for the first answer; how long that took, in seconds."""
        began = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(self._script),
            str(self.port),
            str(self.database),
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        async with httpx.AsyncClient() as client:
            await client.get(self.address + "/api/health")
        return time.monotonic() - began

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it without a word."""
        assert self._process is not None
        self._process.send_signal(number)
        await self._process.wait()


class Player:
    """Somebody at one table, who never gives up an intent before it is answered."""

    def __init__(self, server: Server, report: Report) -> None:
        self.table = ""
        self.acknowledged: dict[str, int] = {}  # version by key
        self.versions: list[int] = []  # as they were seen
        self._server = server
        self._report = report
        self._cookie = ""
        self._state: dict[str, Any] = {}
        self._pending: dict[str, Any] | None = None

    async def sit_down(self, *, bot: bool) -> None:
        """Make a table; nobody is ever bored there."""
        other = {"kind": "bot", "level": "easy"} if bot else {"kind": "human", "name": "B"}
        limit = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
        body = {
            "variant": "friends",
            "overrides": {**limit, "seating": "agreed"},
            "seats": [{"kind": "human", "name": "A"}, other],
        }
        headers = {"origin": self._server.address}
        async with httpx.AsyncClient(base_url=self._server.address, headers=headers) as client:
            self.table = (await client.post("/api/tables", json=body)).json()["table"]
            self._cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{self._server.port}/ws",
                    origin=Origin(self._server.address),
                    additional_headers={"cookie": self._cookie},
                    compression=None,
                    close_timeout=0.1,
                ) as line:
                    await self._play_on(line)
            await asyncio.sleep(0.05)

    async def _play_on(self, line: ClientConnection) -> None:
        join = {"type": "join", "table": self.table, "since": 0, "seat": None}
        await line.send(json.dumps(join))
        if self._pending:
            await line.send(json.dumps(self._pending))
        async for text in line:
            self._hear(json.loads(text))
            if self._pending is None and self._may_act():
                self._pending = self._intent()
                await line.send(json.dumps(self._pending))

    def _may_act(self) -> bool:
        """Whether what was done is shown, and it is our turn."""
        view = self._state["view"]
        shown = self._state["version"] >= max(self.acknowledged.values(), default=0)
        return shown and view["on_turn"] in self._mine(view) and view["phase"] == "playing"

    @staticmethod
    def _mine(view: dict[str, Any]) -> set[int]:
        return {number for number, seat in enumerate(view["seats"]) if seat["mine"]}

    def _intent(self) -> dict[str, Any]:
        return {
            "type": "act",
            "table": self.table,
            "seat": self._state["view"]["on_turn"],
            "after": self._state["version"],
            "key": secrets.token_hex(16),
            "action": {"type": "pass"},
        }

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                if self.versions and message["version"] < self.versions[-1]:
                    self._report.faults.append(f"{self.table}: the version went back")
                self.versions.append(message["version"])
                self._state = message
            case "ack":
                self._acknowledged(message)
            case "stale" | "refused" | "error":
                self._report.faults.append(f"{self.table}: {message}")

    def _acknowledged(self, message: dict[str, Any]) -> None:
        assert self._pending is not None
        assert self._pending["key"] == message["key"]
        self._report.stored_without_ack += message["version"] <= self._state["version"]
        self.acknowledged[message["key"]] = message["version"]
        self._pending = None


async def run(cycles: int, *, players: int = 20, seconds: float = 0.5) -> Report:
    """Play, kill, start again, so many times; then compare the file with what was acknowledged."""
    report = Report(cycles)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        seated = [Player(server, report) for _ in range(players)]
        for number, player in enumerate(seated):
            await player.sit_down(bot=number % 5 == 0)
        playing = [asyncio.create_task(player.play()) for player in seated]
        for _ in range(cycles):
            await asyncio.sleep(seconds)
            await server.kill()
            report.restarts_s.append(await server.start())
        await asyncio.sleep(seconds)
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        report.faults += [repr(end) for end in ends if isinstance(end, Exception)]
        await server.kill(signal.SIGTERM)
        await _compare(server.database, seated, report)
    return report


async def _compare(database: Path, players: list[Player], report: Report) -> None:
    store = SqliteStore(database)
    for player in players:
        report.acknowledged += len(player.acknowledged)
        rows = await store.read(player.table)
        report.faults += _faults(rows, player)
    await store.close()


def _faults(rows: Sequence[Command], player: Player) -> list[str]:
    """What is wrong with the stored rows of one table."""
    faults = []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        faults.append(f"{player.table}: a gap among the rows")
    stored = {row.key: row.seq for row in rows}
    doubled = [key for key, count in Counter(row.key for row in rows).items() if count > 1]
    faults += [f"{player.table}: {key} is stored twice" for key in doubled]
    for key, version in player.acknowledged.items():
        if stored.get(key) != version:
            faults.append(f"{player.table}: {key} acknowledged as {version}: {stored.get(key)}")
    return faults


def main() -> None:
    """Run, and print what came of it; status 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=10)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5, help="of play before each kill")
    wanted = parser.parse_args()
    report = asyncio.run(run(wanted.cycles, players=wanted.players, seconds=wanted.seconds))
    print(f"{report.cycles} kills, {report.acknowledged} actions acknowledged")
    print(f"{report.stored_without_ack} were stored at a kill before they were acknowledged")
    print(f"restart to first answer: median {statistics.median(report.restarts_s):.2f} s")
    print(f"promises broken: {len(report.faults)}")
    for fault in report.faults[:20]:
        print(" ", fault)
    sys.exit(bool(report.faults))


if __name__ == "__main__":
    main()
