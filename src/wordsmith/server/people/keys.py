"""The key of the site: of its own making, kept in the store, the same for all of its processes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.store.database import Database

_NAME = "people key"
_MAKE = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"


class SiteKey:
    """A key for each purpose, of which none tells another."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._root: bytes | None = None

    async def of(self, purpose: str) -> bytes:
        """32 bytes."""
        root = self._root or await self._load()
        return hmac.digest(root, purpose.encode(), hashlib.sha256)

    async def mark(self, purpose: str, text: str) -> str:
        """What stands for ``text`` where it is not to be kept: equal texts have equal marks."""
        if not text:
            return ""
        return hmac.new(await self.of(purpose), text.encode(), hashlib.sha256).hexdigest()[:32]

    async def _load(self) -> bytes:
        """The key, made if there is none yet; whoever is first makes it for all."""
        await self._database.write(Statement(_MAKE, (_NAME, secrets.token_hex(32))))
        ((value,),) = await self._database.rows("SELECT value FROM facts WHERE name = $1", _NAME)
        self._root = bytes.fromhex(value)
        return self._root
