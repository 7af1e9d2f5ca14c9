"""Writes that end in an order that the test says, so that everything is tried that may happen."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from tests.server.tables.evening import ANNA, BORIS, PASS, Evening, rows
from wordsmith.server.tables.requests import Accepted, Late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.server.tables.requests import Answer
    from wordsmith.server.tables.table import Table
    from wordsmith.store import Command, Outcome, Standing, Store

pytestmark = pytest.mark.anyio
ENDLESS = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
PATIENCE_S = 20.0  # for what needs nobody else; only a circle takes longer


class Gate:
    """Holds every new row of a store until it is let in by its key."""

    def __init__(self, store: Store) -> None:
        self.held: dict[str, asyncio.Future[None]] = {}
        self._came = asyncio.Condition()
        self._append = store.append
        store.append = self.append  # type: ignore[method-assign]

    async def append(self, command: Command, standing: Standing) -> Outcome:
        await self._wait(command.key)
        return await self._append(command, standing)

    async def _wait(self, key: str) -> None:
        self.held[key] = asyncio.get_running_loop().create_future()
        async with self._came:
            self._came.notify_all()
        await self.held[key]

    async def until_held(self, *keys: str) -> None:
        """All these have come as far as the store."""
        async with asyncio.timeout(PATIENCE_S), self._came:
            await self._came.wait_for(lambda: self.held.keys() >= {*keys})

    def let_in(self, key: str) -> None:
        self.held.pop(key).set_result(None)


async def answered(asked: asyncio.Task[Answer]) -> Answer:
    async with asyncio.timeout(PATIENCE_S):
        return await asked


async def ask_everywhere(
    gate: Gate, places: Sequence[Table], seat: int, version: int
) -> dict[str, asyncio.Task[Answer]]:
    """The same seat moves at every place; each waits in the store. The answers by key."""
    asked = {
        f"{version} {number}": asyncio.create_task(
            table.act(seat, version, f"{version} {number}", PASS)
        )
        for number, table in enumerate(places)
    }
    await gate.until_held(*asked)
    return asked


async def test_in_whatever_order_writes_end_each_is_answered_while_all_others_wait(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug groups 17 and 18: two tables in each of two programs, every order of four writes.

    Whatever a table holds while it writes, nobody at another table or in another program needs it;
    of two at one table the one that is stored first is in, and the other one is late.
    """
    first, second = programs
    tables = [await first.between(ANNA, BORIS, overrides=ENDLESS) for _ in range(2)]
    places = [*tables, *[await second.get(table.id) for table in tables]]
    gate = Gate(first.store)
    for version, order in enumerate(permutations(range(4)), 2):
        asked = await ask_everywhere(gate, places, version % 2, version)
        stored: set[str] = set()
        for number in order:
            key, name = f"{version} {number}", places[number].id
            gate.let_in(key)
            wanted = Late(version + 1) if name in stored else Accepted(version + 1)
            assert await answered(asked[key]) == wanted
            stored.add(name)
    for table in tables:
        assert [row.seq for row in await rows(first.store, table)] == list(range(1, 27))
