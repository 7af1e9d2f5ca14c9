"""What a batch is in PostgreSQL: many commands in one statement, many writes in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.store.postgres_errors import Lost, is_gone, line_of
from wordsmith.store.postgres_writer import in_transaction
from wordsmith.store.statements import command_values, standing_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.store.database import Row, Statement
    from wordsmith.store.port import Command, Standing
    from wordsmith.store.postgres_link import Line, Link

    Asked = tuple[Command, Standing]
    Write = Sequence[Statement]
    Given = list[list[Row]] | None

# The primary key and the key decide who was first, also among several programs. All of them take
# the tables in the same order, so that none waits for another in a circle.
_TOGETHER = """
WITH asked AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
        $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[]
    ) AS a (table_id, seq, at_ms, seat, key, action, events,
        bots_due, summary, phase, on_turn, due_at_ms, listed)
), taken AS (
    INSERT INTO commands (table_id, seq, at_ms, seat, key, action, events)
    SELECT a.table_id, a.seq, a.at_ms, a.seat, a.key, a.action, a.events
    FROM asked AS a JOIN tables AS t ON t.id = a.table_id AND t.version = a.seq - 1
    ORDER BY a.table_id
    ON CONFLICT DO NOTHING
    RETURNING table_id
)
UPDATE tables SET version = a.seq, at_ms = a.at_ms, bots_due = a.bots_due, summary = a.summary,
    phase = a.phase, on_turn = a.on_turn, due_at_ms = a.due_at_ms, listed = a.listed
FROM asked AS a JOIN taken USING (table_id) WHERE tables.id = a.table_id
RETURNING tables.id
"""


async def append_together(link: Link, batch: Sequence[Asked]) -> list[bool]:
    """Which of the commands were taken; one statement, so each must be of another table."""
    rows = [(*command_values(command), *standing_values(standing)) for command, standing in batch]
    line = await link.get()
    try:
        statement = await line.prepared(_TOGETHER)
        found = await statement.fetch(*zip(*rows, strict=True))
    except Exception as error:
        if is_gone(error, line.connection):
            raise Lost(line_of(error), maybe_kept=True) from error
        raise
    taken = {row[0] for row in found}
    return [command.table in taken for command, _ in batch]


def table_of(asked: Asked) -> str:
    """What no two commands of a batch may share."""
    return asked[0].table


async def write_together(link: Link, batch: Sequence[Write]) -> list[Given]:
    """What each write gives, in one transaction; a guard undoes only its own."""

    async def written(line: Line) -> list[Given]:
        return [await _written(line, write) for write in batch]

    return await in_transaction(link, written)


async def _written(line: Line, write: Write) -> Given:
    may_undo = any(statement.guards for statement in write[1:])
    if may_undo:
        await line.connection.execute("SAVEPOINT here")
    given: list[list[Row]] = []
    for statement in write:
        prepared = await line.prepared(statement.sql)
        rows = [tuple(row) for row in await prepared.fetch(*statement.values)]
        if statement.guards and not rows and _touched(prepared.get_statusmsg()) == 0:
            if may_undo:
                await line.connection.execute("ROLLBACK TO here; RELEASE here")
            return None
        given.append(rows)
    if may_undo:
        await line.connection.execute("RELEASE here")
    return given


def _touched(status: str) -> int:
    """How many rows a statement touched, as PostgreSQL tells it: "INSERT 0 3"."""
    count = status.rpartition(" ")[2]
    return int(count) if count.isdecimal() else 0
