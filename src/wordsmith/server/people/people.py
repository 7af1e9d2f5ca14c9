"""Everything of the people of a site, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.people.keys import SiteKey
from wordsmith.server.people.persons import Persons
from wordsmith.server.people.sessions import Sessions
from wordsmith.server.people.visitors import Visitors

if TYPE_CHECKING:
    from wordsmith.bus import Bus
    from wordsmith.server.guard.quotas import Quotas
    from wordsmith.store.database import Database


class People:
    """The parts, over one database."""

    def __init__(self, database: Database, bus: Bus, quotas: Quotas, *, secure: bool) -> None:
        self.key = SiteKey(database)
        self.persons = Persons(database)
        self.sessions = Sessions(database, bus)
        self.visitors = Visitors(database, self.sessions, self.key, quotas, secure=secure)
