"""How a person is shown to moderators: by name and log-in, never by the id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages.moderation import ShownPerson

if TYPE_CHECKING:
    from wordsmith.store.database import Database

_PERSON = "SELECT name, login FROM persons WHERE id = $1"


async def shown_person(database: Database, person: str) -> ShownPerson:
    """Somebody, also when he is gone."""
    rows = await database.rows(_PERSON, person)
    return ShownPerson(*rows[0]) if rows else ShownPerson("", None)
