"""A store in the worst of its lawful moods: a write fails before it is kept, or after.

Wrap any store in it. ``fate`` is asked before each write:

* ``go``: all is well;
* ``before``: StoreUnavailable, and nothing was kept;
* ``after``: OutcomeUnknown, though everything was kept;
* ``lost``: OutcomeUnknown, and nothing was kept.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from wordsmith.store import OutcomeUnknown, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from wordsmith.store import (
        Command,
        NewTable,
        Outcome,
        Place,
        Standing,
        Statement,
        Store,
        TableRow,
    )
    from wordsmith.store.database import Row, Value

_T = TypeVar("_T")

Fate = str
FATES: tuple[Fate, ...] = ("go", "before", "after", "lost")


def moody(seed: int, fates: tuple[Fate, ...] = FATES) -> Callable[[], Fate]:
    """Fates by chance, the same for the same seed."""
    chance = random.Random(seed)
    return lambda: chance.choice(fates)


class FaultyStore:
    """Does to each write what ``fate`` says; ``away`` lets nothing be read, either."""

    def __init__(self, inner: Store, fate: Callable[[], Fate]) -> None:
        self.away = False
        self._inner = inner
        self._fate = fate

    @property
    def failure(self) -> str | None:
        return self._inner.failure

    async def open(self) -> None:
        await self._inner.open()

    async def close(self) -> None:
        await self._inner.close()

    async def write(self, *statements: Statement) -> Sequence[Sequence[Row]] | None:
        return await self._fated(lambda: self._inner.write(*statements))

    async def create(self, new: NewTable) -> str:
        return await self._fated(lambda: self._inner.create(new))

    async def append(self, command: Command, standing: Standing) -> Outcome:
        return await self._fated(lambda: self._inner.append(command, standing))

    async def hand_over(self, person: str, to: str) -> None:
        await self._fated(lambda: self._inner.hand_over(person, to))

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        return await self._here(self._inner).rows(sql, *values)

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        return await self._here(self._inner).read(table, since)

    async def follow(self, table: str, since: int) -> tuple[Sequence[Command], Sequence[Place]]:
        return await self._here(self._inner).follow(table, since)

    async def table(self, table: str) -> TableRow | None:
        return await self._here(self._inner).table(table)

    async def invited(self, invite: str) -> TableRow | None:
        return await self._here(self._inner).invited(invite)

    async def tables_of(self, person: str, limit: int = 100) -> Sequence[TableRow]:
        return await self._here(self._inner).tables_of(person, limit)

    async def lobby(self, limit: int = 100) -> Sequence[TableRow]:
        return await self._here(self._inner).lobby(limit)

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._here(self._inner).versions(tables)

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        return await self._here(self._inner).bots_due(limit)

    async def clocks_due(self, now_ms: int, limit: int = 100) -> Sequence[str]:
        return await self._here(self._inner).clocks_due(now_ms, limit)

    async def clocks_running(self) -> Sequence[str]:
        return await self._here(self._inner).clocks_running()

    def _here(self, inner: Store) -> Store:
        if self.away:
            raise StoreUnavailable("the database does not answer")
        return inner

    async def _fated(self, write: Callable[[], Awaitable[_T]]) -> _T:
        fate = "before" if self.away else self._fate()
        if fate == "before":
            raise StoreUnavailable("nothing was stored: the database does not answer")
        if fate == "lost":
            raise OutcomeUnknown("it is not known whether this was stored")
        done = await write()
        if fate == "after":
            raise OutcomeUnknown("it is not known whether this was stored")
        return done
