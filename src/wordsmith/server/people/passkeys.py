"""Passkeys: a log-in that is a key in a phone or a stick, and cannot be guessed or told.

What a key has to sign is made here, kept for five minutes, and taken back when it is used.
Source: WebAuthn Level 3, https://www.w3.org/TR/webauthn-3/
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from wordsmith.server.guard.quotas import Quota
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.names import fit_name
from wordsmith.server.people.sessions import wall_ms
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

    from wordsmith.server.messages.people import NewPasskey, UsedPasskey
    from wordsmith.server.people.accounts import Accounts
    from wordsmith.server.people.resources import Resources
    from wordsmith.server.people.sessions import Origin
    from wordsmith.server.people.visitors import Visit
    from wordsmith.store.database import Row

_SITE = "Wordsmith"
_WAIT_MS = 5 * 60 * 1000
_MOST = 20  # of one person
_TRIED = Quota.parse("passkeys", "20/minute; 60/hour; 200/day")
_PREFERRED = UserVerificationRequirement.PREFERRED

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
        options = webauthn.generate_registration_options(
            rp_id=_host(site),
            rp_name=_SITE,
            user_name=login or visit.session.login or "",
            user_id=(await self._resources.key.mark("passkey", visit.person)).encode(),
            exclude_credentials=[_descriptor(passkey) for passkey in held],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_PREFERRED
            ),
        )
        await self._ask(visit, "register", options.challenge, login)
        return _as_json(webauthn.options_to_json(options))

    async def add(self, visit: Visit, made: NewPasskey, site: str, origin: Origin) -> Visit:
        """Keep a passkey that was made; a guest has an account from now on, and another cookie."""
        await self._resources.allow(_TRIED, origin.address)
        challenge, login = await self._take(visit, "register")
        verified = verified_registration(made, challenge, site)
        passkey = bytes_to_base64url(verified.credential_id)
        added = (
            *(passkey, visit.person, bytes_to_base64url(verified.credential_public_key)),
            *(verified.sign_count, fit_name(made.name), self._clock()),
        )
        adding = Statement(_ADD, added, guards=True)
        if visit.session.login is None:
            await self._accounts.name_account(visit.person, login, None, adding)
        elif await self._store.write(adding) is None:
            raise Refusal(409, "taken", passkey=passkey)
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
        options = webauthn.generate_authentication_options(
            rp_id=_host(site), user_verification=_PREFERRED
        )
        await self._ask(visit, "login", options.challenge, None)
        return _as_json(webauthn.options_to_json(options))

    async def log_in(self, visit: Visit, used: UsedPasskey, site: str, origin: Origin) -> Visit:
        """The visitor is whose passkey it is. Refusal, always alike, if it is not so."""
        await self._resources.allow(_TRIED, origin.address)
        challenge, _ = await self._take(visit, "login")
        sql = "SELECT person, public_key, sign_count FROM passkeys WHERE id = $1"
        found = await self._store.rows(sql, used.id)
        if not found:
            raise Refusal(401, "bad_login")
        person, public_key, sign_count = found[0]
        verified = verified_use(used, challenge, site, public_key, sign_count)
        counted = Statement(_USED, (verified.new_sign_count, used.id, sign_count), guards=True)
        if await self._store.write(counted) is None:  # used at the same moment elsewhere
            raise Refusal(401, "bad_login")
        return await self._accounts.become(visit, person, origin)

    async def _ask(self, visit: Visit, kind: str, challenge: bytes, login: str | None) -> None:
        now = self._clock()
        asked = (visit.session.id, kind, bytes_to_base64url(challenge), login, now + _WAIT_MS)
        await self._store.write(
            Statement("DELETE FROM challenges WHERE until_ms < $1", (now,)), Statement(_ASK, asked)
        )

    async def _take(self, visit: Visit, kind: str) -> tuple[bytes, str]:
        """What was to be signed, once. Refusal if nothing was, or too long ago."""
        given = await self._store.write(Statement(_TAKE, (visit.session.id, kind)))
        rows = given[0] if given else ()
        if not rows or rows[0][2] < self._clock():
            raise Refusal(410, "bad_passkey", message="asked too long ago, or not at all")
        challenge, login, _ = rows[0]
        return base64url_to_bytes(challenge), login or ""


def verified_registration(made: NewPasskey, challenge: bytes, site: str) -> VerifiedRegistration:
    """What a new passkey is. Refusal if it was not made here and for this challenge."""
    try:
        return webauthn.verify_registration_response(
            credential=_credential(made),
            expected_challenge=challenge,
            expected_rp_id=_host(site),
            expected_origin=site,
        )
    except Exception as error:  # the parsers of a stranger's bytes fail in many ways
        raise Refusal(422, "bad_passkey", message="not made here") from error


def verified_use(
    used: UsedPasskey, challenge: bytes, site: str, public_key: str, sign_count: int
) -> VerifiedAuthentication:
    """The use of a passkey. Refusal if it did not sign this challenge, or is a copy."""
    try:
        return webauthn.verify_authentication_response(
            credential=_credential(used),
            expected_challenge=challenge,
            expected_rp_id=_host(site),
            expected_origin=site,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
        )
    except Exception as error:  # likewise
        raise Refusal(401, "bad_login") from error


def _host(site: str) -> str:
    return urlsplit(site).hostname or ""


def _descriptor(passkey: str) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey))


def _credential(given: NewPasskey | UsedPasskey) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(given)
    told.pop("name", None)
    return told


def _as_json(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told
