"""Persons as they are told: to themselves, and to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages.people import Me, Passkey, Profile, Rating, ShownSession
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.persons import FOR_GOOD
from wordsmith.server.people.sessions import iso
from wordsmith.server.people.stats import ratings_of, stats_of

if TYPE_CHECKING:
    from wordsmith.server.people.accounts import Accounts
    from wordsmith.server.people.mail import Mail
    from wordsmith.server.people.passkeys import Passkeys
    from wordsmith.server.people.persons import Person
    from wordsmith.server.people.resources import Resources
    from wordsmith.server.people.visitors import Visit


class Portraits:
    """How persons look. ``has_notices``: whether this site can send them, may be put in later."""

    def __init__(
        self, resources: Resources, accounts: Accounts, passkeys: Passkeys, mail: Mail
    ) -> None:
        self._store = resources.store
        self._visitors = resources.visitors
        self._accounts = accounts
        self._passkeys = passkeys
        self._mail = mail
        self.has_notices = False

    async def me(self, visit: Visit) -> Me:
        """The visitor himself."""
        person = await self._accounts.person(visit)
        session, now = visit.session, self._visitors.sessions.now_ms()
        return Me(
            name=person.name,
            language=person.language,
            login=person.login,
            email=person.email_asked or person.email,
            email_confirmed=person.email is not None and person.email_asked is None,
            has_password=person.password is not None,
            passkeys=[
                Passkey(passkey, name, iso(at_ms))
                for passkey, name, at_ms in await self._passkeys.of(person.id)
            ],
            wants_rating=person.wants_rating,
            role=person.role,
            strong=session.strong_until_ms > now,
            muted_until=_until(session.muted_until_ms, now),
            ratings=await ratings_of(self._store, person.id),
            stats=await stats_of(self._store, person.id),
            notices=self.has_notices,
            mail=self._mail.mailer.is_ready,
            reminders=person.reminders,
        )

    async def profile(self, login: str) -> Profile:
        """A player as everybody sees him. Refusal if there is none of this log-in."""
        person = await self._accounts.of_login(login)
        if person is None:
            raise Refusal(404, "unknown_player", login=login)
        return Profile(
            name=person.name or str(person.login),
            login=str(person.login),
            since=iso(person.since_ms),
            ratings=await self._shown_ratings(person),
            stats=await stats_of(self._store, person.id),
        )

    async def sessions(self, visit: Visit) -> list[ShownSession]:
        """The visitor's sessions, the last seen first."""
        return [
            ShownSession(
                id=session.name,
                agent=session.agent,
                since=iso(session.since_ms),
                seen=iso(session.seen_ms),
                here=session.id == visit.session.id,
            )
            for session in await self._visitors.sessions.of(visit.person)
        ]

    async def _shown_ratings(self, person: Person) -> list[Rating]:
        return await ratings_of(self._store, person.id) if person.wants_rating else []


def _until(until_ms: int, now_ms: int) -> str | None:
    """The end of a sanction, far away if it has none; None if there is none now."""
    if until_ms <= now_ms:
        return None
    return "9999-12-31T00:00:00.000+00:00" if until_ms == FOR_GOOD else iso(until_ms)
