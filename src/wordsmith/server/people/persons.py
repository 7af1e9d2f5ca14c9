"""Persons: whoever holds seats, with an account or as a guest. Their ids never leave the server."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.store.database import Database

FOR_GOOD = 9_007_199_254_740_991
"""Until when a sanction without an end lasts, in milliseconds: JSON's largest whole number."""

_PERSONS = """
SELECT id, since_ms, name, language, login, password, email, email_asked, role, factor,
    wants_rating, reminders
FROM persons WHERE deleted_ms IS NULL AND
"""


@dataclass(frozen=True, slots=True)
class Person:
    """A row of ``persons``."""

    id: str
    since_ms: int
    name: str  # as shown; the last one used
    language: str  # of letters and reminders; "": not known
    login: str | None  # None: a guest
    password: str | None = field(repr=False)  # its argon2 hash
    email: str | None = field(repr=False)  # confirmed
    email_asked: str | None = field(repr=False)  # waits to be confirmed
    role: str
    factor: str | None = field(repr=False)
    wants_rating: bool
    reminders: bool  # may be sent by mail


def fresh_person() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def person_made(person: str, now_ms: int) -> Statement:
    """Write down a guest."""
    return Statement("INSERT INTO persons (id, since_ms) VALUES ($1, $2)", (person, now_ms))


class Persons:
    """Who is known here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, person: str) -> Person | None:
        """A person by his id; None if there is none, or he is gone."""
        return await self._one("id = $1", person)

    async def with_login(self, login: str) -> Person | None:
        """The person of a log-in as it is kept (``names.fit_login``)."""
        return await self._one("login = $1", login)

    async def has_account(self, person: str) -> bool:
        """Whether a person is more than a guest."""
        sql = "SELECT 1 FROM persons WHERE id = $1 AND login IS NOT NULL"
        return bool(await self._database.rows(sql, person))

    async def change(
        self,
        person: str,
        *,
        name: str | None = None,
        language: str | None = None,
        wants_rating: bool | None = None,
    ) -> None:
        """Write down what is not None."""
        wanted: dict[str, str | int | None] = {
            "name": name,
            "language": language,
            "wants_rating": None if wants_rating is None else int(wants_rating),
        }
        changes = [
            Statement(f"UPDATE persons SET {column} = $1 WHERE id = $2", (value, person))  # noqa: S608 - our own columns
            for column, value in wanted.items()
            if value is not None
        ]
        if changes:
            await self._database.write(*changes)

    async def _one(self, condition: str, value: str) -> Person | None:
        rows = await self._database.rows(_PERSONS + condition, value)
        if not rows:
            return None
        person = Person(*rows[0])
        return replace(
            person, wants_rating=bool(person.wants_rating), reminders=bool(person.reminders)
        )
