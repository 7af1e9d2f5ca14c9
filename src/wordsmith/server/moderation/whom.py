"""Whom a moderator means: pages never learn the ids of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.factor import MODERATOR

if TYPE_CHECKING:
    from wordsmith.server.messages.moderation import Whom
    from wordsmith.store.database import Database, Value

_BY_REPORT = "SELECT whom FROM reports WHERE id = $1"
_BY_MESSAGE = "SELECT person FROM messages WHERE table_id = $1 AND n = $2"
_BY_SEAT = "SELECT person FROM seats WHERE table_id = $1 AND seat = $2"
_BY_LOGIN = "SELECT id FROM persons WHERE login = $1"
_ROLE = "SELECT role FROM persons WHERE id = $1 AND deleted_ms IS NULL"


async def person_meant(database: Database, whom: Whom) -> str:
    """The id of whoever is meant. Refusal if there is nobody, or he is a moderator himself."""
    sql, values = _question(whom)
    rows = await database.rows(sql, *values)
    person: str | None = rows[0][0] if rows else None
    roles = await database.rows(_ROLE, person) if person is not None else ()
    if person is None or not roles:
        raise Refusal(404, "nobody")
    if roles[0][0] == MODERATOR:
        raise Refusal(403, "forbidden")
    return person


def _question(whom: Whom) -> tuple[str, tuple[Value, ...]]:
    if whom.report is not None:
        return _BY_REPORT, (whom.report,)
    if whom.table is not None and whom.message is not None:
        return _BY_MESSAGE, (whom.table, whom.message)
    if whom.table is not None and whom.seat is not None:
        return _BY_SEAT, (whom.table, whom.seat)
    if whom.login is not None:
        return _BY_LOGIN, (whom.login,)
    raise Refusal(400, "bad_request", path="", message="Nobody is named")
