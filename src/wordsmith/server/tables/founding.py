"""What must be known of people and groups before a table can be made."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from wordsmith.rules.parameters import Seating
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.agreement import TableSettings, parse_settings
from wordsmith.server.tables.seating import Making, ask_for_table
from wordsmith.server.words.groups import Groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordsmith.rules.variant import Variant
    from wordsmith.server.messages.protocol import NewTable
    from wordsmith.store import Database

_ACCOUNT = "SELECT 1 FROM persons WHERE id = $1 AND login IS NOT NULL"


class Founding:
    """Asks the database on behalf of tables that are to be made."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._groups = Groups(database)

    async def ask(self, asked: NewTable, person: str, levels: Sequence[str]) -> Making:
        """A table as a visitor wants it, with its group's words. Refusal says what cannot be."""
        making = ask_for_table(asked, person, levels)
        terms = making.terms
        if terms.rated and not await self.has_account(person):
            raise Refusal(403, "needs_account")
        if terms.group is not None:
            await self._groups.demand_member(terms.group, person)
        elif sum(not seat.is_bot for seat in making.seats) > 1:
            terms = replace(terms, group=secrets.token_urlsafe(9))
        words = await self.words(terms.group, making.variant)
        return replace(making, terms=replace(terms, words=words))

    async def words(self, group: str | None, variant: Variant) -> tuple[str, ...]:
        """The words of a group that tiles of this variant can spell."""
        if group is None:
            return ()
        words = await self._groups.words(group, variant.language)
        return tuple([word for word in words if variant.alphabet.spells(word)])

    async def has_account(self, person: str) -> bool:
        """Whether a person has a log-in: in a rated game everybody has."""
        return bool(await self._database.rows(_ACCOUNT, person))


def demand_same(made: str, asked: str, group: str | None) -> None:
    """Refusal unless settings that are asked for with a key are those made with it before.

    ``group``: what was asked for; of a table that named none it was drawn. Names are with the
    places, and may be others by now.
    """
    before = parse_settings(made)
    is_same = _comparable(before) == _comparable(parse_settings(asked))
    if not is_same or group not in {None, before.group}:
        raise Refusal(409, "key_reused")


def _comparable(settings: TableSettings) -> TableSettings:
    """Settings without what is drawn, or may have changed since they were asked for."""
    seats = settings.seats
    if settings.rules["seating"] == Seating.RANDOM.value:
        seats = tuple(sorted(seats, key=lambda seat: (seat.kind, seat.level or "")))
    return msgspec.structs.replace(settings, format=0, seats=seats, group=None, words=())
