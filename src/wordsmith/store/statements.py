"""What the store writes, as statements of the SQL that all databases share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.store.database import Value
    from wordsmith.store.port import Command, NewTable, Place, Result, Standing

_MAKE = """
INSERT INTO tables (id, key, variant, front, settings, version, at_ms, bots_due, summary, phase,
    on_turn, due_at_ms, listed, pace, rated, invite, group_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
ON CONFLICT DO NOTHING
"""
_FIRST = """
INSERT INTO commands (table_id, seq, at_ms, seat, key, action, events)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_NEXT = """
INSERT INTO commands (table_id, seq, at_ms, seat, key, action, events)
SELECT $1, $2, $3, $4, $5, $6, $7 FROM tables WHERE id = $8 AND version = $9
ON CONFLICT DO NOTHING
"""
_STAND = """
UPDATE tables SET version = $2, at_ms = $3, bots_due = $4, summary = $5, phase = $6, on_turn = $7,
    due_at_ms = $8, listed = $9
WHERE id = $1
"""
_SIT = "INSERT INTO seats (table_id, seat, person, name) VALUES ($1, $2, $3, $4)"
_RESULT = """
INSERT INTO results (table_id, at_ms, variant, pace, rated, reason, applied)
SELECT id, $2, variant, pace, rated, $3, 0 FROM tables WHERE id = $1
"""
_SEAT_RESULT = """
INSERT INTO result_seats (table_id, seat, person, level, score, place, turns, full_racks,
    best_word, best_word_points, best_turn, best_turn_points)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
"""
_HAND_OVER = (
    "UPDATE seats SET person = $2 WHERE person = $1",
    "UPDATE messages SET person = $2 WHERE person = $1",
    "UPDATE messages SET to_person = $2 WHERE to_person = $1",
    "UPDATE result_seats SET person = $2 WHERE person = $1",
)


def making(new: NewTable) -> Iterator[Statement]:
    """A table with its seats and its first command; the guard fails if the id or key is taken."""
    first, standing = new.first, new.standing
    made: tuple[Value, ...] = (
        *(new.table, new.key, new.variant, int(new.front), new.settings, first.seq, first.at_ms),
        *standing_values(standing),
        *(new.pace, int(new.rated), new.invite, new.group),
    )
    yield Statement(_MAKE, made, guards=True)
    yield from _seated(new.table, standing.places or ())
    yield Statement(_FIRST, command_values(first))


def appending(command: Command, standing: Standing) -> Iterator[Statement]:
    """The guard asks for the version and for the key, and writes, in one statement."""
    asked = (*command_values(command), command.table, command.seq - 1)
    yield Statement(_NEXT, asked, guards=True)
    stands = (command.table, command.seq, command.at_ms, *standing_values(standing))
    yield Statement(_STAND, stands)
    if standing.places is not None:
        yield Statement("DELETE FROM seats WHERE table_id = $1", (command.table,))
        yield from _seated(command.table, standing.places)
    if standing.result is not None:
        yield from _ended(command, standing.result)
    yield from standing.also


def handing_over(person: str, to: str) -> Iterator[Statement]:
    """What was one person's is another's."""
    for sql in _HAND_OVER:
        yield Statement(sql, (person, to))


def command_values(command: Command) -> tuple[Value, ...]:
    """The columns of a command in order."""
    return (
        *(command.table, command.seq, command.at_ms, command.seat),
        *(command.key, command.action, command.events),
    )


def standing_values(standing: Standing) -> tuple[Value, ...]:
    """The columns of a table that change with each command, in order."""
    return (
        *(int(standing.bots_due), standing.summary, standing.phase),
        *(standing.on_turn, standing.due_at_ms, int(standing.listed)),
    )


def _seated(table: str, places: Sequence[Place]) -> Iterator[Statement]:
    for seat, place in enumerate(places):
        yield Statement(_SIT, (table, seat, place.person, place.name))


def _ended(command: Command, result: Result) -> Iterator[Statement]:
    yield Statement(_RESULT, (command.table, command.at_ms, result.reason))
    for seat in result.seats:
        fared: tuple[Value, ...] = (
            *(command.table, seat.seat, seat.person, seat.level, seat.score, seat.place),
            *(seat.turns, seat.full_racks, seat.best_word, seat.best_word_points),
            *(seat.best_turn, seat.best_turn_points),
        )
        yield Statement(_SEAT_RESULT, fared)
