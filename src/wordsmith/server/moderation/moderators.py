"""Moderation put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.moderation.acts import Acts, Reach
from wordsmith.server.moderation.conduct import Looks
from wordsmith.server.moderation.desk import Desk
from wordsmith.server.moderation.factor import SecondFactor

if TYPE_CHECKING:
    from wordsmith.bus import Bus
    from wordsmith.server.guard.quotas import Quotas
    from wordsmith.server.people.sessions import Sessions
    from wordsmith.server.tables.tables import Tables
    from wordsmith.server.talk.talk import Talk
    from wordsmith.store.database import Database


class Moderators:
    """What moderators have: their second factor, their desk, looks at people, acts."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        quotas: Quotas,
        sessions: Sessions,
        tables: Tables,
        talk: Talk,
    ) -> None:
        self.factor = SecondFactor(database, quotas)
        self.desk = Desk(database, talk.archive, talk.words)
        self.looks = Looks(database)
        self.acts = Acts(database, Reach(bus, sessions, tables, talk))
