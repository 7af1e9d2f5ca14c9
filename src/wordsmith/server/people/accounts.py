"""Accounts: a guest who has a log-in. He keeps everything he had.

Whether a log-in exists is no secret (it has a page), but whether a password belongs to it is: the
answers are the same and cost the same work, whoever is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.server.guard.quotas import Quota
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.moving import leaving, moving, tell_moved
from wordsmith.server.people.names import fit_login, shape
from wordsmith.server.people.passwords import is_outdated
from wordsmith.store import Statement, StoreUnavailable

if TYPE_CHECKING:
    from wordsmith.server.people.persons import Person
    from wordsmith.server.people.resources import Resources
    from wordsmith.server.people.sessions import Origin
    from wordsmith.server.people.visitors import Visit

# Each window is much longer than the one before, and little more generous.
_BY_ADDRESS = Quota("login address", "20/minute; 60/hour; 200/day")
_BY_LOGIN = Quota("login", "10/minute; 30/hour; 100/day")
_BY_BOTH = Quota("login and address", "5/minute; 10/15 minute; 20/hour; 40/day")
_REGISTERED = Quota("register", "10/minute; 30/hour; 60/day")

_REGISTER = """
UPDATE persons SET login = $1, login_shape = $2, password = $3
WHERE id = $4 AND login IS NULL AND deleted_ms IS NULL AND NOT EXISTS (
    SELECT 1 FROM persons WHERE login = $1 OR login_shape = $2
)
"""
_CHANGE = "UPDATE persons SET password = $1 WHERE id = $2 AND coalesce(password, '') = $3"


class Accounts:
    """Registering, coming in, another password."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._store = resources.store
        self._persons = resources.persons
        self._visitors = resources.visitors
        self._passwords = resources.passwords

    async def register(self, visit: Visit, login: str, password: str, origin: Origin) -> Visit:
        """The guest has a log-in from now on, and another cookie. Refusal says why not."""
        login = await self.free_login(visit, login, origin)
        person = await self.person(visit)
        await self._passwords.check(password, [login, person.name])
        hashed = await self._passwords.hashed(password)  # before it is known whether it is taken
        await self.name_account(visit.person, login, hashed)
        return await self._visitors.renewed(visit, origin)

    async def free_login(self, visit: Visit, login: str, origin: Origin) -> str:
        """A log-in that a guest may ask for, as it is kept. Refusal says why not."""
        await self._resources.allow(_REGISTERED, origin.address)
        if visit.session.login is not None:
            raise Refusal(409, "has_login")
        return self._resources.names.login(login)

    async def name_account(
        self, person: str, login: str, hashed: str | None, *more: Statement
    ) -> None:
        """Give a guest this log-in, and write ``more`` with it.

        Refusal if it is taken, or looks like one that is.
        """
        values = (login, shape(login), hashed, person)
        try:
            done = await self._store.write(Statement(_REGISTER, values, guards=True), *more)
        except StoreUnavailable:  # somebody took it at the same moment, or the disk is full
            if not await self.is_taken(login):
                raise
            done = None
        if done is None:
            raise Refusal(409, "taken", login=login)

    async def log_in(self, visit: Visit, login: str, password: str, origin: Origin) -> Visit:
        """The visitor is whoever has this log-in. Refusal, always alike, if it is not so."""
        login = _folded(login)
        await self._resources.allow(_BY_ADDRESS, origin.address)
        await self._resources.allow(_BY_BOTH, login, origin.address)
        await self._resources.allow(_BY_LOGIN, login)
        person = await self.of_login(login)
        hashed = person.password if person else None
        if not await self._passwords.fits(hashed, password) or person is None:
            raise Refusal(401, "bad_login")
        await self._resources.quotas.forget(_BY_BOTH, login, origin.address)
        await self._resources.quotas.forget(_BY_LOGIN, login)
        if hashed and is_outdated(hashed):
            await self._change(person, await self._passwords.hashed(password))
        return await self.become(visit, person.id, origin)

    async def become(self, visit: Visit, person: str, origin: Origin) -> Visit:
        """The visitor is this person from now on, who gets what he had here as a guest."""
        guest = visit.session
        goes_over = guest.login is None and not guest.banned_until_ms and guest.person != person
        if goes_over:  # before the guest's session ends: nothing may be left behind
            await self._move(guest.person, person)
        entered = await self._visitors.renewed(visit, origin, person=person)
        if goes_over:  # what he did in another window meanwhile
            await self._move(guest.person, person)
            await self._store.write(*leaving(guest.person))
            tell_moved(self._resources.bus, guest.person, person)
        return entered

    async def log_out(self, visit: Visit) -> None:
        """End this session. Refusal for a guest, who could never come back."""
        if visit.session.login is None:
            raise Refusal(409, "no_login")
        await self._visitors.sessions.end(visit.session)

    async def change_password(self, visit: Visit, old: str, new: str, origin: Origin) -> Visit:
        """Another password, and another cookie; every other session ends."""
        person = await self.person(visit)
        if person.login is None:
            raise Refusal(409, "no_login")
        await self.prove(person, old, origin)
        await self.set_password(person, new)
        now = await self._visitors.renewed(visit, origin)
        was = visit.session.id
        await self._visitors.sessions.end_all(person.id, but=now.session.id, was=was)
        return now

    async def set_password(self, person: Person, new: str) -> None:
        """Write down a password. Refusal if it is weak, or another was set at the same moment."""
        await self._passwords.check(new, [person.login or "", person.name, person.email or ""])
        if not await self._change(person, await self._passwords.hashed(new)):
            raise Refusal(409, "stale")

    async def prove(self, person: Person, password: str, origin: Origin) -> None:
        """Refusal if the person has a password, and this is not it."""
        if person.password is None:
            return
        await self._resources.allow(_BY_BOTH, person.id, origin.address)
        if not await self._passwords.fits(person.password, password):
            raise Refusal(401, "bad_login")
        await self._resources.quotas.forget(_BY_BOTH, person.id, origin.address)

    async def person(self, visit: Visit) -> Person:
        """Who visits. Refusal if he is gone since."""
        person = await self._persons.find(visit.person)
        if person is None:
            raise Refusal(403, "forbidden")
        return person

    async def of_login(self, login: str) -> Person | None:
        """The person of a log-in, however it is written; None if there is none."""
        return await self._persons.with_login(_folded(login))

    async def _move(self, guest: str, person: str) -> None:
        await self._store.hand_over(guest, person)
        await self._store.write(*moving(guest, person))

    async def _change(self, person: Person, hashed: str) -> bool:
        values = (hashed, person.id, person.password or "")
        return await self._store.write(Statement(_CHANGE, values, guards=True)) is not None

    async def is_taken(self, login: str) -> bool:
        """Whether somebody has this log-in, or one that looks like it."""
        sql = "SELECT 1 FROM persons WHERE login = $1 OR login_shape = $2"
        return bool(await self._store.rows(sql, login, shape(login)))


def _folded(login: str) -> str:
    """The log-in as it would be kept; of what cannot be one, something that nobody has."""
    try:
        return fit_login(login)
    except WordsmithError:
        return f"? {login[:64]}"
