"""What the scripts about load share: a server as a process, tables with a known game, players.

Everybody plays the same game: the bag of each table is sealed in the same order, so that one game
thought out beforehand can be played at all of them, with real words, draws and scores.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import random
import secrets
import signal
import socket
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from wordsmith.bots.levels import make_bot
from wordsmith.rules.game import Game
from wordsmith.rules.referee import deal, decide
from wordsmith.rules.sealed_bag import SealedBag, seal_bag
from wordsmith.rules.state import initial_state
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.tables import gathering
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, deal_table
from wordsmith.server.words.lexicons import load_complete
from wordsmith.store import Place, Store, open_store
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = 5
_NO_COMPILED_FILES = "PYTHONDONTWRITEBYTECODE"
SERVE = """
import os, sys
from wordsmith.server import Settings
from wordsmith.server.run import serve
host, port, database, bus, core, *flags = sys.argv[1:]
endless = {} if "strict" in flags else {
    "messages": 10**9, "new_tables": 10**6, "changes": 10**6, "guest_sockets": 10**6,
    "quota_factor": 10**6,
}
if core != "-":
    os.sched_setaffinity(0, {int(core)})
serve(
    host, int(port), database, bus=None if bus == "-" else bus,
    settings=Settings(
        warm_bots="warm" in flags, bot_processes=1, trusted_proxies=("127.0.0.1",), **endless
    ),
    ready=lambda address: print(address, flush=True),
)
"""


class Served:
    """A server as a process of its own, on a port that stays the same."""

    def __init__(
        self,
        database: str,
        *,
        bus: str = "-",
        core: int | None = None,
        bare: bool = False,
        strict: bool = False,
        warm: bool = False,
    ) -> None:
        """``strict``: with the limits of a real site; else nobody is too fast.

        ``warm``: bots are made ready at the start, and may think in workers.
        """
        self._flags = [name for name, on in (("strict", strict), ("warm", warm)) if on]
        self.database = database
        self._program = str(Path(__file__).with_name("bare.py")) if bare else ""
        self._bus = bus
        self._core = "-" if core is None or (os.cpu_count() or 1) < 2 else str(core)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.started_at = 0.0  # when it was last started, by time.monotonic
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until it listens."""
        self.started_at = time.monotonic()
        arguments = ("127.0.0.1", str(self.port), self.database, self._bus, self._core)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *((self._program,) if self._program else ("-c", SERVE)),
            *arguments,
            *self._flags,
            stdout=asyncio.subprocess.PIPE,
            env=_with_compiled_files(),
        )
        assert self._process.stdout is not None
        assert await self._process.stdout.readline(), "the server did not start"

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it, by default without a word."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)
            await self._process.wait()

    @property
    def pid(self) -> int:
        """Of the process that runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def memory_mib(self) -> float:
        """Resident memory of the process."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def cpu_s(self) -> float:
        """Time of a processor that it has used, all threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def numbers(self) -> str:
        """What it tells of itself."""
        async with httpx.AsyncClient() as client:
            return (await client.get(self.address + "/metrics")).text


def _with_compiled_files() -> dict[str, str]:
    """What a start costs is measured as users have it: with the files that Python compiles."""
    return {name: value for name, value in os.environ.items() if name != _NO_COMPILED_FILES}


@dataclass(frozen=True, slots=True)
class Move:
    """One action of the game that everybody plays."""

    seat: int
    action: Any  # as a page sends it


@cache
def script(variant: str) -> tuple[Move, ...]:
    """A whole game of two, the moves in order; the last one ends it."""
    rules = load_variant(variant)
    words, bots = load_complete(rules), []
    bag = SealedBag.of(seal_bag(rules, random.Random(SEED)))
    game = Game.replay(rules, start := initial_state(rules, 2), deal(rules, start, bag))
    bag = bag.followed_by(game.events)
    bots = [make_bot("easy", words, seat) for seat in range(2)]
    moves = []
    while not game.state.ended:
        seat = game.state.on_turn
        action = bots[seat].choose(View.of(game, seat))
        events = decide(rules, game.state, seat, action, words, bag)
        game, bag = game.followed_by(events), bag.followed_by(events)
        moves.append(Move(seat, msgspec.to_builtins(format_action(rules.alphabet, action))))
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that was laid, and the cookies of its seats."""

    table: str
    cookies: tuple[str, str]


async def lay(database: str, variant: str, tables: int, couples: int | None = None) -> list[Laid]:
    """Tables of two persons each, dealt alike, written as the server itself writes them.

    With ``couples`` there are only so many of them, who play one game after the other: table n is
    one of couple n modulo ``couples``.
    """
    store = open_store(database)
    await store.open()
    laid = await lay_in(store, load_variant(variant), tables, couples)
    await store.close()
    return laid


async def lay_in(
    store: Store, variant: Variant, tables: int, couples: int | None = None
) -> list[Laid]:
    """The same in a store that is open, under any rules."""
    known = [(await add_person(store), await add_person(store)) for _ in range(couples or tables)]
    return [await _lay_one(store, variant, known[n % len(known)]) for n in range(tables)]


async def _lay_one(store: Store, variant: Variant, cookies: tuple[str, str]) -> Laid:
    persons = [hashed(cookie) for cookie in cookies]
    gathering._random = random.Random(SEED)  # type: ignore[assignment]  # noqa: SLF001 - all bags are alike
    seats = (SeatSettings("human", "A"), SeatSettings("human", "B"))
    places = tuple([Place(person, name) for person, name in zip(persons, "AB", strict=True)])
    making = Making(variant, seats, persons[0], places=places)
    return Laid(await store.create(deal_table(making)), cookies)


async def add_person(store: Store) -> str:
    """Somebody whom the server knows; his cookie."""
    cookie, now = secrets.token_urlsafe(32), time.time_ns() // 1_000_000
    person = hashed(cookie)
    await store.write(
        Statement("INSERT INTO persons (id, since_ms) VALUES ($1, $2)", (person, now)),
        Statement(
            "INSERT INTO sessions (id, person, since_ms, seen_ms) VALUES ($1, $1, $2, $2)",
            (person, now),
        ),
    )
    return cookie


def hashed(cookie: str) -> str:
    """The person whom a cookie of ``add_person`` names."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def line(port: int, cookie: str) -> connect:
    """A connection as a page of the site opens it. Everybody comes from an address of his own."""
    number = hashlib.sha256(cookie.encode()).digest()
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={
            "cookie": f"sid={cookie}",
            "x-forwarded-for": f"10.{number[0]}.{number[1]}.{number[2]}",
        },
        compression=None,
        max_queue=None,
        ping_interval=None,
        open_timeout=60,
        close_timeout=0.2,
    )


class Heard(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    table: str = ""
    version: int = -1
    key: str = ""
    id: int = -1
    code: str = ""
    reasons: Any = None
    detail: Any = None

    @property
    def answers(self) -> str:
        """The key of the action that this answers; an error has it in its particulars."""
        return self.key or (self.detail.get("key", "") if isinstance(self.detail, dict) else "")


hear = msgspec.json.Decoder(Heard).decode
"""A message of the server, as far as a player needs it."""


@dataclass(slots=True)
class Tally:
    """What players have seen."""

    acked: int = 0
    latencies_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    last_acked_at: float = 0.0


class Pair:
    """Two players at one table, a line each, who play the script of their variant."""

    def __init__(
        self, laid: Laid, moves: Sequence[Move], tally: Tally, *, follows: bool = False
    ) -> None:
        """``follows``: each looks at the board before he moves, as people do."""
        self.laid = laid
        self._follows = follows
        self.version = 1
        self._moves = moves
        self._tally = tally
        self._lines: list[ClientConnection] = []
        self._listening: list[asyncio.Task[None]] = []
        self._answer: asyncio.Future[Heard] | None = None
        self._key = ""
        self._seen = [0, 0]
        self._saw = asyncio.Condition()
        self.joined = [asyncio.Event(), asyncio.Event()]

    async def connect(self, ports: tuple[int, int]) -> None:
        """Open both lines, and join."""
        self._lines.clear()
        self._listening.clear()
        for seat, cookie in enumerate(self.laid.cookies):
            opened = await line(ports[seat], cookie)
            self._lines.append(opened)
            self._listening.append(asyncio.create_task(self._listen(seat, opened)))
        await self._join()

    async def play_again(self, laid: Laid) -> None:
        """Go on at another table of the same two, over the same lines, as pages do."""
        for opened in self._lines:
            leave = {"type": "leave", "table": self.laid.table}
            await opened.send(msgspec.json.encode(leave).decode())
        self.laid, self.version, self._seen = laid, 1, [0, 0]
        await self._join()

    async def _join(self) -> None:
        self.joined = [asyncio.Event(), asyncio.Event()]
        for opened, seen in zip(self._lines, self._seen, strict=True):
            join = {"type": "join", "table": self.laid.table, "since": seen, "seat": None}
            await opened.send(msgspec.json.encode(join).decode())
        await asyncio.gather(*[event.wait() for event in self.joined])

    @property
    def is_over(self) -> bool:
        """Whether the script has come to its end."""
        return self.version > len(self._moves)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._answer is not None and not self._answer.done()

    async def move(self, intended_at: float | None = None) -> None:
        """The next move of the script, until it is acknowledged."""
        move = self._moves[self.version - 1]
        if self._follows:
            async with self._saw:
                await self._saw.wait_for(lambda: self._seen[move.seat] >= self.version)
        began = time.perf_counter() if intended_at is None else intended_at
        self._key = secrets.token_hex(16)
        self._answer = asyncio.get_running_loop().create_future()
        act = {
            "type": "act",
            "table": self.laid.table,
            "seat": move.seat,
            "after": self.version,
            "key": self._key,
            "action": move.action,
        }
        await self._lines[move.seat].send(msgspec.json.encode(act).decode())
        answer = await asyncio.wait_for(self._answer, 60)
        now = time.perf_counter()
        if answer.type != "ack" or answer.version != self.version + 1:
            self._tally.faults.append(f"{self.laid.table} at {self.version}: {answer}")
            return
        self.version = answer.version
        self._tally.acked += 1
        self._tally.last_acked_at = now
        self._tally.latencies_s.append(now - began)

    async def close(self) -> None:
        """Leave."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await asyncio.gather(*[each.close() for each in self._lines], return_exceptions=True)

    async def _listen(self, seat: int, opened: ClientConnection) -> None:
        """Until the line ends; that it did is seen where an answer is waited for."""
        with contextlib.suppress(ConnectionClosed):
            async for text in opened:
                await self._take(seat, opened, hear(text))

    async def _take(self, seat: int, opened: ClientConnection, heard: Heard) -> None:
        match heard.type:
            case "state" if heard.table == self.laid.table:
                if heard.version < self._seen[seat]:
                    self._tally.faults.append(f"{self.laid.table}: a version went back")
                self._seen[seat] = heard.version
                self.joined[seat].set()
                async with self._saw:
                    self._saw.notify_all()
            case "pulse":
                beat = {"type": "beat", "id": heard.id}
                await opened.send(msgspec.json.encode(beat).decode())
            case "ack" | "stale" | "refused" | "error":
                if self._answer and not self._answer.done():
                    self._answer.set_result(heard)
            case _:
                pass


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` of all are not above; nan of none."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def pin_client() -> None:
    """Keep this process off the server's core, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
