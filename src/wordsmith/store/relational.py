"""The port over any database: everything that it promises of tables, in SQL that all share."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from wordsmith.store.port import (
    Command,
    Duplicate,
    NewTable,
    Outcome,
    Place,
    Stale,
    Standing,
    Stored,
    StoreError,
    TableRow,
)
from wordsmith.store.statements import appending, handing_over, making

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Row, Statement, Value

_COMMANDS = "SELECT table_id, seq, at_ms, seat, key, action, events FROM commands "
_FOLLOWED = """
SELECT seq, at_ms, seat, key, action, events FROM commands WHERE table_id = $1 AND seq > $2
UNION ALL SELECT 0, 0, seat, person, name, NULL FROM seats WHERE table_id = $1
ORDER BY seq, seat
"""
"""Nothing of one statement is younger than the rest of it. No command has the number 0."""

_TABLES = """
SELECT t.id, t.variant, t.front, t.settings, t.version, t.at_ms, t.pace, t.rated, t.invite,
    t.group_id, t.phase, t.bots_due, t.summary, t.on_turn, t.due_at_ms, t.listed, s.person, s.name
FROM ({chosen}) AS t LEFT JOIN seats AS s ON s.table_id = t.id
ORDER BY t.at_ms DESC, t.id, s.seat
"""
_HELD = """
SELECT * FROM tables WHERE id IN (SELECT table_id FROM seats WHERE person = $1)
ORDER BY at_ms DESC, id LIMIT $2
"""
_LOBBY = """
SELECT * FROM tables WHERE listed = 1 AND phase = 'gathering' ORDER BY at_ms DESC, id LIMIT $1
"""
_FLAGS = """
SELECT id FROM tables WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1 ORDER BY due_at_ms LIMIT $2
"""
_CLOCKS = "SELECT id FROM tables WHERE due_at_ms IS NOT NULL AND pace = 'live' ORDER BY id"
_ASKED_AT_ONCE = (10, 100)  # tables; always as many, so that the statements are two and known
_VERSIONS = {
    count: f"SELECT id, version FROM tables WHERE id IN ({marks})"  # noqa: S608 - marks alone
    for count in _ASKED_AT_ONCE
    for marks in [", ".join(f"${number}" for number in range(1, count + 1))]
}


class RelationalStore:
    """A ``Store`` but for ``rows``, ``write``, ``close`` and ``failure``, which an adapter adds."""

    async def rows(self, sql: str, *values: Value) -> Sequence[Row]:
        """What a SELECT gives. StoreError if it cannot be read."""
        raise NotImplementedError

    async def write(self, *statements: Statement) -> Sequence[Sequence[Row]] | None:
        """All statements in one transaction; None if one that guards touched nothing."""
        raise NotImplementedError

    async def create(self, new: NewTable) -> str:
        """Make a table; its id, or that of the table made before with the same key."""
        if await self.write(*making(new)) is not None:
            return new.table
        made = await self.rows("SELECT id FROM tables WHERE key = $1", new.key)
        if not made:
            raise StoreError(f"there is a table {new.table} already, or one with its invitation")
        return str(made[0][0])

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write ``command`` if it is the next one of its table, and how the table stands then."""
        if await self.write(*appending(command, standing)) is not None:
            return Stored(command.seq)
        return await self.refusal(command)

    async def refusal(self, command: Command) -> Outcome:
        """Why a command was not taken. StoreError if there is no such table."""
        same = await self.rows(
            _COMMANDS + "WHERE table_id = $1 AND key = $2", command.table, command.key
        )
        if same:
            return Duplicate(Command(*same[0]))
        found = await self.rows("SELECT version FROM tables WHERE id = $1", command.table)
        if not found:
            raise StoreError(f"there is no table {command.table}")
        return Stale(found[0][0])

    async def read(self, table: str, since: int = 0) -> Sequence[Command]:
        """The commands of a table after number ``since``, in order."""
        after = "WHERE table_id = $1 AND seq > $2 ORDER BY seq"
        return [Command(*row) for row in await self.rows(_COMMANDS + after, table, since)]

    async def follow(self, table: str, since: int) -> tuple[Sequence[Command], Sequence[Place]]:
        """The same, and who holds the seats after them: both as they were at one moment."""
        commands, places = [], []
        for seq, *rest in await self.rows(_FOLLOWED, table, since):
            if seq:
                commands.append(Command(table, seq, *rest))
            else:
                _, _, person, name, _ = rest
                places.append(Place(person, name))
        return commands, places

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        found = await self._tables("SELECT * FROM tables WHERE id = $1", table)
        return found[0] if found else None

    async def invited(self, invite: str) -> TableRow | None:
        """The table of an invitation; None if there is none."""
        found = await self._tables("SELECT * FROM tables WHERE invite = $1", invite)
        return found[0] if found else None

    async def tables_of(self, person: str, limit: int = 100) -> Sequence[TableRow]:
        """The tables where a person holds a seat, the last played first."""
        return await self._tables(_HELD, person, limit)

    async def lobby(self, limit: int = 100) -> Sequence[TableRow]:
        """The tables that are listed and gathering, the newest first."""
        return await self._tables(_LOBBY, limit)

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The version of each of these tables that exists."""
        found: dict[str, int] = {}
        few, most = _ASKED_AT_ONCE
        for start in range(0, len(tables), most):
            some = tables[start : start + most]
            count = few if len(some) <= few else most
            filled = (*some, *[some[-1]] * (count - len(some)))
            found.update({row[0]: row[1] for row in await self.rows(_VERSIONS[count], *filled)})
        return found

    async def bots_due(self, limit: int = 100) -> Sequence[str]:
        """Tables where a bot has to act, the longest waiting first."""
        sql = "SELECT id FROM tables WHERE bots_due = 1 ORDER BY at_ms LIMIT $1"
        return [row[0] for row in await self.rows(sql, limit)]

    async def clocks_due(self, now_ms: int, limit: int = 100) -> Sequence[str]:
        """Tables where a clock has run out by ``now_ms``, the longest overdue first."""
        return [row[0] for row in await self.rows(_FLAGS, now_ms, limit)]

    async def clocks_running(self) -> Sequence[str]:
        """Tables of live pace where a clock runs: for the time a site was down."""
        return [row[0] for row in await self.rows(_CLOCKS)]

    async def hand_over(self, person: str, to: str) -> None:
        """Every seat, message and result of one person is another's from now on."""
        await self.write(*handing_over(person, to))

    async def _tables(self, chosen: str, *values: Value) -> list[TableRow]:
        """The tables that a SELECT chooses, each with its seats, by one look at the database."""
        rows = await self.rows(_TABLES.format(chosen=chosen), *values)
        return [_table_row(list(seats)) for _, seats in groupby(rows, key=lambda row: row[0])]


def _table_row(rows: list[tuple[Any, ...]]) -> TableRow:
    """A table from its rows, one a seat."""
    table, variant, front, settings, version, at_ms, pace, rated, invite, group = rows[0][:10]
    phase, bots_due, summary, on_turn, due_at_ms, listed = rows[0][10:16]
    places = tuple([Place(person, name) for *_, person, name in rows if name is not None])
    standing = Standing(
        phase, bool(bots_due), summary, on_turn, due_at_ms, bool(listed), places=places
    )
    return TableRow(
        *(table, variant, bool(front), settings, version, at_ms, standing),
        *(pace, bool(rated), invite, group),
    )
