"""A server on a machine that misbehaves: its wall clock is set, it is stopped, and killed."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from dataclasses import dataclass, field

from wordsmith.server.tables.pacing import RETURN_MS

_ALIVE_MS = 1_100.0  # between two signs of life, and what writing one takes
STEPPED = """
import gc, os, signal, sys
from wordsmith.server import Settings
from wordsmith.server.tables import timekeeping
from wordsmith.server.run import serve
port, database, hours = int(sys.argv[1]), sys.argv[2], [int(sys.argv[3])]
class Stepped(timekeeping.SystemTime):
    def wall_ms(self):
        return super().wall_ms() + 3_600_000 * hours[0]
def step(by):
    hours[0] += by
timekeeping.SystemTime = Stepped
signal.signal(signal.SIGUSR1, lambda *_: step(1))
signal.signal(signal.SIGUSR2, lambda *_: step(-1))
signal.signal(signal.SIGHUP, lambda *_: [gc.collect() for _ in range(3)])
serve("127.0.0.1", port, database, settings=Settings(guest_sockets=10**6, warm_bots=False),
      ready=lambda address: print(address, flush=True))
"""


def now_ms() -> float:
    """Of a clock that is never set."""
    return time.monotonic() * 1000


@dataclass(slots=True)
class Machine:
    """The server, and what is done to it."""

    database: str
    port: int
    hours: int = 0
    process: asyncio.subprocess.Process | None = None
    away: list[tuple[float, float, float, float]] = field(default_factory=list)
    """When nobody's clock ran: from, to, and for how long at least and at most, in ms."""

    async def start(self) -> None:
        """Start, and wait until it answers."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", STEPPED, str(self.port), self.database, str(self.hours)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        assert await self.process.stdout.readline()

    def send(self, number: signal.Signals) -> None:
        """A signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def step(self, by: int) -> None:
        """Set the wall clock an hour on, or back."""
        self.hours += by
        self.send(signal.SIGUSR1 if by > 0 else signal.SIGUSR2)

    async def stop_for(self, secs: float) -> None:
        """Stop it, and let it go on."""
        began = now_ms()
        self.send(signal.SIGSTOP)
        await asyncio.sleep(secs)
        self.send(signal.SIGCONT)
        ended = now_ms()
        self.away.append((began, ended, ended - began, ended - began))

    async def die(self) -> None:
        """Kill it, and start it again after a second."""
        assert self.process is not None
        began = now_ms()
        self.process.kill()
        await self.process.wait()
        await asyncio.sleep(1)
        started = now_ms()
        await self.start()
        ended = now_ms()
        least, most = started - began + RETURN_MS, ended - began + RETURN_MS + _ALIVE_MS
        self.away.append((began, ended, least, most))

    def away_between(self, start_ms: float, end_ms: float) -> tuple[float, float]:
        """The least and the most of a time in which no clock ran.

        A stop that no row has told of yet is lost with the program: the ten seconds that everybody
        is given after a restart are more than that.
        """
        least = most = 0.0
        for began, ended, at_least, at_most in self.away:
            if began < end_ms and ended > start_ms:
                inside = start_ms <= began and ended <= end_ms
                before = 0.0 if at_least > RETURN_MS else least
                least, most = before + (at_least if inside else 0.0), most + at_most
        return least, most
