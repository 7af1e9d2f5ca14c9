"""The second factor of moderators: a code that changes every half minute, and works once."""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyotp

from wordsmith.server.guard.quotas import Quota, Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.record import coming_in
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.people.sessions import Session
    from wordsmith.store.database import Database

MODERATOR = "moderator"
STRONG_MS = 30 * 60 * 1000
"""So long a session has the rights of a moderator after the code was given."""

_ISSUER = "Wordsmith"
_STEP_S = 30
_WINDOW = (-1, 0, 1)  # steps by which clocks may differ
_QUOTA = Quota("factor", "5/10 minute; 20/day")
_APPOINT = "UPDATE persons SET role = $1, factor = $2 WHERE login = $3 AND deleted_ms IS NULL"
_DISMISS = "UPDATE persons SET role = '', factor = NULL WHERE login = $1 AND role = $2"
_WEAKEN = """
UPDATE sessions SET strong_until_ms = 0
WHERE person IN (SELECT id FROM persons WHERE login = $1)
"""
_USE = "UPDATE persons SET factor = $1 WHERE id = $2 AND factor = $3 AND role = $4"


@dataclass(frozen=True, slots=True)
class Appointment:
    """What a new moderator puts into his authenticator; shown once, to whoever appoints him."""

    secret: str = field(repr=False)  # base32
    uri: str = field(repr=False)  # the same, for a QR code


async def appoint(database: Database, login: str) -> Appointment | None:
    """Make somebody a moderator, with a new second factor; None if there is no such log-in."""
    secret = pyotp.random_base32()
    appointed = await database.write(
        Statement(_APPOINT, (MODERATOR, secret, login), guards=True),
        Statement(_WEAKEN, (login,)),
    )
    if appointed is None:
        return None
    return Appointment(secret, pyotp.TOTP(secret).provisioning_uri(name=login, issuer_name=_ISSUER))


async def dismiss(database: Database, login: str) -> bool:
    """Take the role away; whether he had it."""
    dismissed = await database.write(
        Statement(_DISMISS, (login, MODERATOR), guards=True), Statement(_WEAKEN, (login,))
    )
    return dismissed is not None


async def moderators(database: Database) -> list[str]:
    """The log-ins of all moderators."""
    sql = "SELECT login FROM persons WHERE role = $1 AND login IS NOT NULL ORDER BY login"
    return [login for (login,) in await database.rows(sql, MODERATOR)]


def is_strong(session: Session, now_ms: int) -> bool:
    """Whether a session has the rights of a moderator now."""
    return session.role == MODERATOR and session.strong_until_ms > now_ms


class SecondFactor:
    """Checks codes."""

    def __init__(
        self, database: Database, quotas: Quotas, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._quotas = quotas
        self._clock = clock

    async def demand(self, person: str, code: str) -> None:
        """Refusal unless this is the code of the moderator's factor, given for the first time.

        That he came in is written down: he may read now how people made their moves.
        """
        rows = await self._database.rows(
            "SELECT factor FROM persons WHERE id = $1 AND role = $2", person, MODERATOR
        )
        if not rows or not rows[0][0]:
            raise Refusal(403, "forbidden")
        wait_s = await self._quotas.take(_QUOTA, person)
        if wait_s:
            raise Refusal(429, "too_fast", wait_s=wait_s)
        kept: str = rows[0][0]
        secret, _, used = kept.partition(" ")  # the last step that a code was used for
        step = self._step_of(secret, code)
        if step is None or step <= int(used or 0):
            raise Refusal(403, "bad_code")
        after = Statement(_USE, (f"{secret} {step}", person, kept, MODERATOR), guards=True)
        told = coming_in(person, int(self._clock() * 1000))
        if await self._database.write(after, told) is None:  # somebody was first with it
            raise Refusal(403, "bad_code")
        await self._quotas.forget(_QUOTA, person)

    def _step_of(self, secret: str, code: str) -> int | None:
        """For which half minute this is the code; None: for none around now."""
        now, one_time = int(self._clock()) // _STEP_S, pyotp.TOTP(secret, interval=_STEP_S)
        fitting = [
            now + ahead
            for ahead in _WINDOW
            if hmac.compare_digest(one_time.generate_otp(now + ahead), code)
        ]
        return max(fitting, default=None)
