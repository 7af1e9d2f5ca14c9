"""Clocks of live games beside a model of them, while the machine does its worst.

    python bench/clocks.py

People think and pass. Meanwhile the wall clock is set an hour on and back, the server is stopped
for two seconds, collects its garbage, is killed and started again. What a turn has cost by the
server's clock must lie between the least and the most that it can have taken as seen from here; how
far it lies outside is the error. Whoever still has time must not be flagged, and whoever has none
must be. Nobody answers the pulse, so that no lag is made good.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import secrets
import signal
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.load

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench import load
from bench.stepped import Machine, now_ms
from wordsmith.rules.variant import Variant, load_variant, with_house_rules
from wordsmith.server.messages.protocol import Bank, Pace, PerTurn
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, Terms, deal_table
from wordsmith.store import Place, Store, open_store

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

MOST_ERROR_MS = 20.0
INCREMENT_MS, TURN_MS = 2_000, 15_000
_LATE_MS = 2_000.0  # that a flag may be
_PATIENT = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
_chance = random.Random(8)


@dataclass(slots=True)
class Table:
    """Two people who think and pass in turn. ``sleeps``: the second one never comes back."""

    machine: Machine
    laid: load.Laid
    sleeps: bool = False
    errors_ms: list[float] = field(default_factory=list)
    widths_ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    flagged_ms: float | None = None
    _lines: dict[int, ClientConnection] = field(default_factory=dict)
    _view: dict[str, Any] = field(default_factory=dict)
    _version: int = 0
    _acked: str = ""  # the key of the last act that was
    _stored: int = 0  # and its version

    async def play(self, until_ms: float) -> None:
        """Until then, or until somebody's time is up."""
        began = ended = 0.0  # when the last move was sent, and acknowledged
        while not self._version:
            await self._hear(0, 0.1)
        while now_ms() < until_ms and self.flagged_ms is None:
            seat = self._view.get("on_turn", 0)
            if self.sleeps and self._version >= 4:
                await self._sleep(ended, until_ms)
                return
            await asyncio.sleep(_chance.uniform(0.1, 1.2))
            left = (self._view.get("clock") or {}).get("left_ms")
            sent = now_ms()
            await self._move(seat)
            acked = now_ms()
            if left is not None and began:
                self._compare(seat, left, (began, ended, sent, acked))
            began, ended = sent, acked

    def _compare(self, seat: int, left: list[int], at: tuple[float, float, float, float]) -> None:
        """What the turn has cost by the server, and what it can have taken."""
        began, ended, sent, acked = at
        now = self._view["clock"]["left_ms"][seat]
        increment = 0 if self.sleeps else INCREMENT_MS
        cost = left[seat] + increment - now
        least, most = self.machine.away_between(began, acked)
        low, high = max(0.0, sent - ended - most), max(0.0, acked - began - least)
        if self.sleeps:  # each turn begins with all of its time
            return
        self.errors_ms.append(max(0.0, low - cost, cost - high))
        self.widths_ms.append(high - low)
        if now > left[seat] + increment:
            self.faults.append(f"{self.laid.table}: a clock has gained")

    async def _sleep(self, since_ms: float, until_ms: float) -> None:
        """Wait for the flag of whoever does not move; it must come neither early nor late."""
        while now_ms() < until_ms and self.flagged_ms is None:
            await self._hear(0, min(0.2, (until_ms - now_ms()) / 1000))
            if self._view.get("phase") == "ended":
                self.flagged_ms = now_ms()
        least, most = self.machine.away_between(since_ms, self.flagged_ms or until_ms)
        if self.flagged_ms is None:
            if until_ms - since_ms - most > TURN_MS + _LATE_MS:
                self.faults.append(f"{self.laid.table}: nobody was flagged")
            return
        took = self.flagged_ms - since_ms
        if took - least < TURN_MS - MOST_ERROR_MS or took - most > TURN_MS + _LATE_MS:
            self.faults.append(f"{self.laid.table}: flagged after {took - least:.0f} ms")

    async def _move(self, seat: int) -> None:
        """Pass, again and again under one key, until it is acknowledged and shown."""
        key, after = secrets.token_hex(16), self._version
        self._acked = ""
        act = {"type": "act", "table": self.laid.table, "seat": seat, "after": after, "key": key}
        act["action"] = {"type": "pass"}
        while self._acked != key or self._version < self._stored:
            try:
                line = await self._line(seat)
                await line.send(msgspec.json.encode(act).decode())
                await self._hear(seat, 3.0, key)
            except (OSError, ConnectionClosed, InvalidHandshake):
                await self._gone(seat)
            if self._view.get("phase") == "ended":
                self.faults.append(f"{self.laid.table}: flagged with time left")
                self.flagged_ms = now_ms()
                return

    async def _hear(self, seat: int, secs: float, key: str = "") -> None:
        """What comes, for so long or until the act with this key is acknowledged and shown."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.01, secs)):
                while not key or self._acked != key or self._version < self._stored:
                    try:
                        line = await self._line(seat)
                        heard = msgspec.json.decode(await line.recv())
                    except (OSError, ConnectionClosed, InvalidHandshake):
                        await self._gone(seat)
                        continue
                    if heard["type"] == "ack":
                        self._acked, self._stored = heard["key"], heard["version"]
                    if heard["type"] == "state":
                        self._version, self._view = heard["version"], heard["view"]

    async def _line(self, seat: int) -> ClientConnection:
        if seat not in self._lines:
            opened = await load.line(self.machine.port, self.laid.cookies[seat])
            join = {"type": "join", "table": self.laid.table, "since": 0, "seat": None}
            await opened.send(msgspec.json.encode(join).decode())
            self._lines[seat] = opened
        return self._lines[seat]

    async def _gone(self, seat: int) -> None:
        self._lines.pop(seat, None)
        await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Leave."""
        await asyncio.gather(*[line.close() for line in self._lines.values()])


async def _lay(store: Store, variant: Variant, pace: Pace) -> load.Laid:
    cookies = (await load.add_person(store), await load.add_person(store))
    persons = [load.hashed(cookie) for cookie in cookies]
    seats = (SeatSettings("human"), SeatSettings("human"))
    places = tuple([Place(person, name) for person, name in zip(persons, "AB", strict=True)])
    making = Making(variant, seats, persons[0], terms=Terms(pace=pace), places=places)
    return load.Laid(await store.create(deal_table(making)), cookies)


async def _worst(machine: Machine, end_ms: float) -> None:
    """Everything that may befall a machine, one after the other."""
    while now_ms() < end_ms - 14_000:
        for deed in ("on", "stop", "back", "collect", "die", "back", "stop", "on"):
            await asyncio.sleep(2.5)
            if now_ms() > end_ms - 4_000:
                return
            match deed:
                case "on":
                    machine.step(1)
                case "back":
                    machine.step(-1)
                case "collect":
                    machine.send(signal.SIGHUP)
                case "stop":
                    await machine.stop_for(2)
                case _:
                    await machine.die()


async def measure(wanted: argparse.Namespace) -> list[str]:
    """Play, and compare; what was not as promised."""
    variant = with_house_rules(load_variant("friends"), _PATIENT)
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(str(Path(folder) / "games.sqlite3"), load.Served("").port)
        store = open_store(machine.database)
        await store.open()
        bank, turn = Bank(bank_s=600, increment_s=INCREMENT_MS // 1000), PerTurn(turn_s=15)
        players = [Table(machine, await _lay(store, variant, bank)) for _ in range(wanted.tables)]
        asleep = [
            Table(machine, await _lay(store, variant, turn), sleeps=True)
            for _ in range(wanted.tables // 4)
        ]
        await store.close()
        await machine.start()
        await asyncio.sleep(10)  # the first clocks of all run now
        end_ms = now_ms() + wanted.secs * 1000
        everybody = [*players, *asleep]
        await asyncio.gather(_worst(machine, end_ms), *[table.play(end_ms) for table in everybody])
        await asyncio.gather(*[table.close() for table in everybody])
        machine.send(signal.SIGTERM)
        assert machine.process is not None
        await machine.process.wait()
    errors = [error for table in players for error in table.errors_ms]
    widths = [width for table in players for width in table.widths_ms]
    flagged = sum(table.flagged_ms is not None for table in asleep)
    p99, worst = load.percentile(errors, 0.99), max(errors)
    print(f"{len(errors):,} turns, {len(machine.away)} stops and restarts")
    print(f"known from here to {statistics.median(widths):.1f} ms (median)")
    print(f"error: p99 {p99:.1f} ms, most {worst:.1f} ms")
    print(f"{flagged} of {len(asleep)} who did not come back were flagged")
    faults = [fault for table in everybody for fault in table.faults]
    print(f"wrong flags, late flags, time gained: {len(faults)}")
    return faults + ([f"error of {worst:.1f} ms"] if worst > MOST_ERROR_MS else [])


def main() -> None:
    """Measure; status 1 if a clock was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--secs", type=float, default=50.0)
    faults = asyncio.run(measure(parser.parse_args()))
    for fault in faults[:10]:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
