"""Letters: an address to be confirmed, a new password. What is in a link only the site can write.

Who sends them is another room's matter: a ``Mailer``. A link that has been used, or whose password
has been changed since, opens nothing.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Protocol

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from wordsmith.server.guard.quotas import Quota
from wordsmith.server.messages.refusal import Refusal
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.server.people.accounts import Accounts
    from wordsmith.server.people.persons import Person
    from wordsmith.server.people.resources import Resources
    from wordsmith.server.people.sessions import Origin
    from wordsmith.server.people.visitors import Visit

_ADDRESS = re.compile(r"[^@\s<>,;\"]{1,64}@[^@\s<>,;\"]+\.[^@\s<>,;\".]{2,}")
_LONGEST = 254
_CONFIRM_S = 3 * 24 * 3600
_RESET_S = 3600
_SENT = Quota("letters", "3/minute; 10/hour; 20/day")  # to an address, by a visitor
_FORGOTTEN = Quota("forgotten", "5/minute; 20/hour; 50/day")

_ASK = "UPDATE persons SET email_asked = $1 WHERE id = $2"
_CLEAR = "UPDATE persons SET email = NULL, email_asked = NULL WHERE id = $1"
_CONFIRM = """
UPDATE persons SET email = email_asked, email_asked = NULL WHERE id = $1 AND email_asked = $2
"""


class Mailer(Protocol):
    """Who sends letters."""

    @property
    def is_ready(self) -> bool:
        """Whether this site can send letters at all."""

    def post(self, address: str, language: str, letter: str, values: Mapping[str, str]) -> None:
        """Send ``letter`` (its texts are ``mail.LETTER.subject`` and ``.body``), soon.

        Never waits and never fails: whoever asks must not learn by the time it takes.
        """


class NoMailer:
    """A site without letters."""

    is_ready = False

    def post(self, address: str, language: str, letter: str, values: Mapping[str, str]) -> None:
        """Nothing."""


class Mail:
    """Addresses and what is sent there. ``mailer`` may be put in later."""

    def __init__(self, resources: Resources, accounts: Accounts) -> None:
        self._resources = resources
        self._accounts = accounts
        self.mailer: Mailer = NoMailer()

    async def set_address(self, visit: Visit, text: str, site: str, origin: Origin) -> None:
        """Ask whether this address is the visitor's; "" takes it away.

        Refusal if it is none, or this site has no mail.
        """
        address = unicodedata.normalize("NFKC", text).strip()
        store = self._resources.store
        if not address:
            await store.write(Statement(_CLEAR, (visit.person,)))
            return
        if not self.mailer.is_ready:
            raise Refusal(409, "no_mail")
        if len(address) > _LONGEST or not _ADDRESS.fullmatch(address):
            raise Refusal(422, "bad_email")
        await self._resources.allow(_SENT, origin.address)
        await self._resources.allow(_SENT, await self._mark(address))
        person = await self._accounts.person(visit)
        if person.email == address:
            return
        await store.write(Statement(_ASK, (address, person.id)))
        token = await self._sealed("confirm", {"to": address, "of": await self._mark(person.id)})
        link = f"{site}/me#confirm={token}"
        self.mailer.post(address, person.language, "confirm", {"link": link})

    async def confirm(self, token: str) -> None:
        """The address is whose it was said to be. Refusal if the link is not good any more."""
        told = await self._opened("confirm", token, _CONFIRM_S)
        sql = "SELECT id FROM persons WHERE email_asked = $1"
        for (person,) in await self._resources.store.rows(sql, told["to"]):
            if await self._mark(person) == told["of"]:
                asked = Statement(_CONFIRM, (person, told["to"]))
                await self._resources.store.write(asked)
                return
        raise Refusal(410, "bad_link")

    async def forgot(self, login: str, site: str, origin: Origin) -> None:
        """Send a link for a new password, if there is such a log-in with an address.

        Whether there is, nobody learns: not by the answer, nor by the time it takes.
        """
        if not self.mailer.is_ready:
            raise Refusal(409, "no_mail")
        await self._resources.allow(_FORGOTTEN, origin.address)
        person = await self._accounts.of_login(login)
        address = person.email if person and person.email else ""
        sealed = await self._sealed("reset", await self._reset_for(person, login))
        wait_s = await self._resources.quotas.take(_SENT, await self._mark(address or login))
        if person and address and not wait_s:
            link = f"{site}/login#reset={sealed}"
            self.mailer.post(address, person.language, "reset", {"link": link})

    async def reset(self, token: str, password: str, visit: Visit, origin: Origin) -> Visit:
        """Another password by such a link; every session ends, and the visitor is in."""
        told = await self._opened("reset", token, _RESET_S)
        person = await self._accounts.of_login(told["login"])
        if person is None or await self._reset_for(person, told["login"]) != told:
            raise Refusal(410, "bad_link")
        await self._accounts.set_password(person, password)
        await self._resources.visitors.sessions.end_all(person.id)
        return await self._accounts.become(visit, person.id, origin)

    async def _reset_for(self, person: Person | None, login: str) -> dict[str, str]:
        """What a link says: it holds for the password that is there now."""
        now = f"{person.id} {person.password} {person.email}" if person else ""
        return {"login": login, "now": await self._mark(now or "nobody")}

    async def _mark(self, text: str) -> str:
        return await self._resources.key.mark("mail", text)

    async def _sealed(self, purpose: str, told: dict[str, str]) -> str:
        return str((await self._seal(purpose)).dumps(told))

    async def _opened(self, purpose: str, token: str, longest_s: int) -> dict[str, str]:
        try:
            told = (await self._seal(purpose)).loads(token, max_age=longest_s)
            return msgspec.convert(told, dict[str, str])
        except (BadSignature, msgspec.ValidationError) as error:
            raise Refusal(410, "bad_link") from error

    async def _seal(self, purpose: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(await self._resources.key.of(f"link {purpose}"))
