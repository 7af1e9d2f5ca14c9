"""Everything of the people of a site, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.people.accounts import Accounts
from wordsmith.server.people.deleting import Deleting
from wordsmith.server.people.keys import SiteKey
from wordsmith.server.people.mail import Mail
from wordsmith.server.people.names import Names
from wordsmith.server.people.passkeys import Passkeys
from wordsmith.server.people.passwords import Passwords
from wordsmith.server.people.persons import Persons
from wordsmith.server.people.portraits import Portraits
from wordsmith.server.people.ratings import Ratings
from wordsmith.server.people.resources import Resources
from wordsmith.server.people.sessions import Sessions, wall_ms
from wordsmith.server.people.visitors import Visitors

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus import Bus
    from wordsmith.server.guard.quotas import Quotas
    from wordsmith.store import Store

TIDY_EVERY_S = 3600.0


class People:
    """The parts. ``is_offensive`` says what is no good name, ``clock`` the time since 1970."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        quotas: Quotas,
        is_offensive: Callable[[str], bool] = lambda _text: False,
        *,
        secure: bool,
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        self.key = SiteKey(store)
        self.persons = Persons(store)
        self.sessions = Sessions(store, bus, clock)
        self.visitors = Visitors(store, self.sessions, self.key, quotas, secure=secure)
        self.names = Names(is_offensive)
        self._passwords = Passwords()
        resources = Resources(
            store=store,
            bus=bus,
            quotas=quotas,
            key=self.key,
            names=self.names,
            passwords=self._passwords,
            persons=self.persons,
            visitors=self.visitors,
        )
        self.allow = resources.allow
        self.accounts = Accounts(resources)
        self.passkeys = Passkeys(resources, self.accounts, clock)
        self.mail = Mail(resources, self.accounts)
        self.portraits = Portraits(resources, self.accounts, self.passkeys, self.mail)
        self.deleting = Deleting(store, bus, self.sessions, clock)
        self.ratings = Ratings(store)

    async def tidy(self) -> None:
        """Forget what has ended: sessions, and guests who never sat down."""
        await self.sessions.sweep()
        await self.deleting.sweep()

    def close(self) -> None:
        """Stop thinking about passwords."""
        self._passwords.close()
