"""Passkeys: a log-in that is a key in a phone or a stick, and cannot be guessed or told.

What a key has to sign is made here, kept for five minutes, and taken back when it is used.
Source: WebAuthn Level 3, https://www.w3.org/TR/webauthn-3/
"""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Any

from wordsmith.server.guard.quotas import Quota
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.names import fit_name
from wordsmith.server.people.sessions import wall_ms
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from wordsmith.server.messages.people import MadePasskey, UsedPasskey
    from wordsmith.server.people.accounts import Accounts
    from wordsmith.server.people.resources import Resources
    from wordsmith.server.people.sessions import Origin
    from wordsmith.server.people.signatures import Key, Signature
    from wordsmith.server.people.visitors import Visit
    from wordsmith.store.database import Row

_WAIT_MS = 5 * 60 * 1000
_MOST = 20  # of one person
_TRIED = Quota("passkeys", "20/minute; 60/hour; 200/day")

_ASK = """
INSERT INTO challenges (session, kind, challenge, login, until_ms) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (session, kind) DO UPDATE
SET challenge = excluded.challenge, login = excluded.login, until_ms = excluded.until_ms
"""
_TAKE = """
DELETE FROM challenges WHERE session = $1 AND kind = $2 RETURNING challenge, login, until_ms
"""
_ADD = """
INSERT INTO passkeys (id, person, public_key, sign_count, name, since_ms)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
"""
_USED = "UPDATE passkeys SET sign_count = $1 WHERE id = $2 AND sign_count = $3"
_LAST = """
DELETE FROM passkeys WHERE id = $1 AND person = $2 AND (
    EXISTS (SELECT 1 FROM passkeys WHERE person = $2 AND id <> $1)
    OR EXISTS (SELECT 1 FROM persons WHERE id = $2 AND password IS NOT NULL)
)
"""


class Passkeys:
    """Making them, coming in with them."""

    def __init__(
        self, resources: Resources, accounts: Accounts, clock: Callable[[], int] = wall_ms
    ) -> None:
        self._resources = resources
        self._store = resources.store
        self._accounts = accounts
        self._clock = clock

    async def of(self, person: str) -> Sequence[Row]:
        """Id, name and age of each passkey of a person, the oldest first."""
        sql = "SELECT id, name, since_ms FROM passkeys WHERE person = $1 ORDER BY since_ms, id"
        return await self._store.rows(sql, person)

    async def wanted(
        self, visit: Visit, login: str | None, site: str, origin: Origin
    ) -> dict[str, Any]:
        """What the browser is to make one from. A guest names the log-in he wants."""
        await self._resources.allow(_TRIED, origin.address)
        held = [row[0] for row in await self.of(visit.person)]
        if len(held) >= _MOST:
            raise Refusal(409, "too_many", most=_MOST)
        if visit.session.login is None:
            if login is None:
                raise Refusal(422, "no_login")
            login = await self._accounts.free_login(visit, login, origin)
            if await self._accounts.is_taken(login):
                raise Refusal(409, "taken", login=login)
        else:
            login = None
        mark = await self._resources.key.mark("passkey", visit.person)
        name = login or visit.session.login or ""
        wanted: Signature = (await _signatures()).to_be_made(site, name, mark, held)
        await self._ask(visit, "register", wanted.challenge, login)
        return wanted.told

    async def add(self, visit: Visit, made: MadePasskey, site: str, origin: Origin) -> Visit:
        """Keep a passkey that was made; a guest has an account from now on, and another cookie."""
        await self._resources.allow(_TRIED, origin.address)
        challenge, login = await self._take(visit, "register")
        key: Key = (await _signatures()).made_key(made, challenge, site)
        added = (
            *(key.id, visit.person, key.public_key),
            *(key.sign_count, fit_name(made.name), self._clock()),
        )
        adding = Statement(_ADD, added, guards=True)
        if visit.session.login is None:
            await self._accounts.name_account(visit.person, login, None, adding)
        elif await self._store.write(adding) is None:
            raise Refusal(409, "taken", passkey=key.id)
        return await self._resources.visitors.renewed(visit, origin)

    async def remove(self, visit: Visit, passkey: str) -> None:
        """Forget a passkey. Refusal if there would be no way in any more."""
        held = [row[0] for row in await self.of(visit.person)]
        if passkey not in held:
            return
        values = (passkey, visit.person)
        if await self._store.write(Statement(_LAST, values, guards=True)) is None:
            raise Refusal(409, "last_way_in")

    async def asked(self, visit: Visit, site: str, origin: Origin) -> dict[str, Any]:
        """What the browser is to sign; with any passkey that it has of this site."""
        await self._resources.allow(_TRIED, origin.address)
        wanted: Signature = (await _signatures()).to_be_used(site)
        await self._ask(visit, "login", wanted.challenge, None)
        return wanted.told

    async def log_in(self, visit: Visit, used: UsedPasskey, site: str, origin: Origin) -> Visit:
        """The visitor is whose passkey it is. Refusal, always alike, if it is not so."""
        await self._resources.allow(_TRIED, origin.address)
        challenge, _ = await self._take(visit, "login")
        sql = "SELECT person, public_key, sign_count FROM passkeys WHERE id = $1"
        found = await self._store.rows(sql, used.id)
        if not found:
            raise Refusal(401, "bad_login")
        person, public_key, sign_count = found[0]
        signatures = await _signatures()
        count = signatures.counted_use(used, challenge, site, public_key, sign_count)
        counted = Statement(_USED, (count, used.id, sign_count), guards=True)
        if await self._store.write(counted) is None:  # used at the same moment elsewhere
            raise Refusal(401, "bad_login")
        return await self._accounts.become(visit, person, origin)

    async def _ask(self, visit: Visit, kind: str, challenge: str, login: str | None) -> None:
        now = self._clock()
        asked = (visit.session.id, kind, challenge, login, now + _WAIT_MS)
        await self._store.write(
            Statement("DELETE FROM challenges WHERE until_ms < $1", (now,)), Statement(_ASK, asked)
        )

    async def _take(self, visit: Visit, kind: str) -> tuple[str, str]:
        """What was to be signed, once. Refusal if nothing was, or too long ago."""
        given = await self._store.write(Statement(_TAKE, (visit.session.id, kind)))
        rows = given[0] if given else ()
        if not rows or rows[0][2] < self._clock():
            raise Refusal(410, "bad_passkey", message="asked too long ago, or not at all")
        challenge, login, _ = rows[0]
        return challenge, login or ""


async def _signatures() -> ModuleType:
    """What knows about signatures, read in a thread when it is needed first: it is large."""
    return await asyncio.to_thread(importlib.import_module, "wordsmith.server.people.signatures")
