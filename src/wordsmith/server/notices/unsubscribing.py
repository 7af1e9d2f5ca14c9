"""The link in a letter that ends letters: it names a seat, in a way that only the site can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.people.keys import SiteKey
    from wordsmith.store.database import Database

_STOP = """
UPDATE persons SET reminders = 0
WHERE id = (SELECT person FROM seats WHERE table_id = $1 AND seat = $2)
"""


class Unsubscribing:
    """Ends reminders by mail for whoever holds the seat. The link does nothing else."""

    def __init__(self, database: Database, key: SiteKey) -> None:
        self._database = database
        self._key = key

    async def token(self, table: str, seat: int) -> str:
        """What the link ends with."""
        return str((await self._seal()).dumps([table, seat]))

    async def is_ours(self, token: str) -> bool:
        """Whether a link was written by this site."""
        return await self._opened(token) is not None

    async def stop(self, token: str) -> bool:
        """No more reminders by mail; whether the link was one of ours."""
        place = await self._opened(token)
        if place is None:
            return False
        await self._database.write(Statement(_STOP, place))
        return True

    async def _opened(self, token: str) -> tuple[str, int] | None:
        try:
            return msgspec.convert((await self._seal()).loads(token), tuple[str, int])
        except (BadSignature, msgspec.ValidationError):
            return None

    async def _seal(self) -> URLSafeSerializer:
        return URLSafeSerializer(await self._key.of("unsubscribe"))
