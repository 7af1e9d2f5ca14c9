"""Everything that is kept of one person, as he may have it: JSON, written piece by piece.

Left out is what would let somebody in (hashes, keys, secrets) and what is another's: who reported
him, what the others wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from wordsmith.store.database import Database

_AT_ONCE = 200  # rows
_SECTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "person": (
        (
            *("since_ms", "name", "language", "login", "email", "email_asked", "role"),
            *("wants_rating", "has_password", "has_second_factor"),
        ),
        """
        SELECT since_ms, name, language, login, email, email_asked, role, wants_rating,
            CASE WHEN password IS NULL THEN 0 ELSE 1 END, CASE WHEN factor IS NULL THEN 0 ELSE 1 END
        FROM persons WHERE id = $1 ORDER BY id
        """,
    ),
    "sessions": (
        ("since_ms", "seen_ms", "agent", "address_mark"),
        """
        SELECT since_ms, seen_ms, agent, address FROM sessions WHERE person = $1
        ORDER BY since_ms, id
        """,
    ),
    "passkeys": (
        ("name", "since_ms", "sign_count"),
        "SELECT name, since_ms, sign_count FROM passkeys WHERE person = $1 ORDER BY since_ms, id",
    ),
    "sanctions": (
        ("kind", "since_ms", "until_ms", "reason"),
        """
        SELECT kind, since_ms, until_ms, reason FROM sanctions WHERE person = $1
        ORDER BY since_ms, id
        """,
    ),
    "seats": (
        ("table", "seat", "name", "variant", "phase"),
        """
        SELECT s.table_id, s.seat, s.name, t.variant, t.phase
        FROM seats AS s JOIN tables AS t ON t.id = s.table_id WHERE s.person = $1
        ORDER BY s.table_id, s.seat
        """,
    ),
    "messages": (
        ("table", "n", "at_ms", "channel", "name", "words"),
        """
        SELECT table_id, n, at_ms, channel, name, words FROM messages WHERE person = $1
        ORDER BY table_id, n
        """,
    ),
    "muted": (
        ("name", "since_ms"),
        """
        SELECT coalesce(p.name, ''), m.since_ms FROM mutes AS m LEFT JOIN persons AS p
        ON p.id = m.whom WHERE m.person = $1 ORDER BY m.since_ms, m.whom
        """,
    ),
    "reports_made": (
        ("at_ms", "table", "message", "reason", "state"),
        """
        SELECT at_ms, table_id, message, reason, state FROM reports WHERE by_person = $1
        ORDER BY at_ms, id
        """,
    ),
    "reports_received": (
        ("at_ms", "table", "message", "state"),
        """
        SELECT at_ms, table_id, message, state FROM reports WHERE whom = $1 ORDER BY at_ms, id
        """,
    ),
    "notices_to": (
        ("endpoint", "since_ms"),
        """
        SELECT endpoint, since_ms FROM subscriptions WHERE person = $1 ORDER BY since_ms, endpoint
        """,
    ),
    "notices_sent": (
        ("table", "seq", "kind", "at_ms"),
        """
        SELECT table_id, seq, kind, at_ms FROM notices WHERE person = $1
        ORDER BY at_ms, table_id, seq, kind
        """,
    ),
    "results": (
        (
            *("table", "seat", "score", "place", "turns", "full_racks", "best_word"),
            *("best_word_points", "best_turn", "best_turn_points"),
        ),
        """
        SELECT table_id, seat, score, place, turns, full_racks, best_word, best_word_points,
            best_turn, best_turn_points
        FROM result_seats WHERE person = $1 ORDER BY table_id, seat
        """,
    ),
    "ratings": (
        ("variant", "pace", "rating", "deviation", "volatility", "games", "at_ms"),
        """
        SELECT variant, pace, rating, deviation, volatility, games, at_ms FROM ratings
        WHERE person = $1 ORDER BY variant, pace
        """,
    ),
    "rating_changes": (
        ("table", "before", "after"),
        """
        SELECT table_id, before, after FROM rating_changes WHERE person = $1 ORDER BY table_id
        """,
    ),
    "how_moves_were_made": (
        ("table", "seq", "think_ms", "blurs", "points", "best_points", "lost"),
        """
        SELECT g.table_id, g.seq, g.think_ms, g.blurs, g.points, g.best_points, g.lost
        FROM signals AS g JOIN seats AS s ON s.table_id = g.table_id AND s.seat = g.seat
        WHERE s.person = $1 ORDER BY g.table_id, g.seq
        """,
    ),
}
"""Section, its columns, and the SELECT that gives them in a steady order."""


async def everything_of(database: Database, person: str) -> AsyncIterator[bytes]:
    """The pieces of one JSON object: a section a key, a row an object."""
    yield b"{"
    for number, (section, (columns, sql)) in enumerate(_SECTIONS.items()):
        yield b",\n" * (number > 0) + msgspec.json.encode(section) + b": ["
        first = True
        async for row in _rows(database, sql, person):
            told = msgspec.json.encode(dict(zip(columns, row, strict=True)))
            yield (b"\n" if first else b",\n") + told
            first = False
        yield b"]"
    yield b"}\n"


async def _rows(database: Database, sql: str, person: str) -> AsyncIterator[tuple[object, ...]]:
    """The rows of a SELECT, a few at a time: nobody's history has to fit into memory."""
    start = 0
    while True:
        rows = await database.rows(f"{sql} LIMIT $2 OFFSET $3", person, _AT_ONCE, start)
        for row in rows:
            yield row
        if len(rows) < _AT_ONCE:
            return
        start += _AT_ONCE
