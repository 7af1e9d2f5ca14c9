"""Tables as the store has them, without the games: people, whose turn it is, and for how long."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.messages.protocol import Bank, Days, NoPace
from wordsmith.server.notices.due import DAY_MS, GRACE_MS
from wordsmith.server.notices.mailer import MailServer, SmtpMailer
from wordsmith.server.notices.notices import Notices, Site
from wordsmith.server.people.keys import SiteKey
from wordsmith.server.tables.agreement import SeatSettings, TableSettings
from wordsmith.store import Command, NewTable, Place, Standing
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.server.messages.protocol import Pace
    from wordsmith.store import Store

ANNA, BORIS, CARL = "anna", "boris", "carl"
SITE = "https://play.example.org"
START_MS = 1_900_000_000_000


class Town:
    """People, tables, and whoever reminds them."""

    def __init__(self, store: Store, mail_port: int) -> None:
        self.store = store
        self.now_ms = START_MS
        self.here: set[tuple[str, str]] = set()  # table and person
        server = MailServer.parse(f"smtp://127.0.0.1:{mail_port}", "play@example.org")
        self.notices = self.another(SmtpMailer(server))
        self._others: list[Notices] = []

    def another(self, mailer: SmtpMailer | None = None) -> Notices:
        """A process of the same site that reminds people."""
        return Notices(
            self.store,
            SiteKey(self.store),
            Site(SITE, anywhere=True),
            mailer,
            lambda table, person: (table, person) in self.here,
            lambda: self.now_ms,
        )

    async def close(self) -> None:
        await self.notices.close()

    async def settle(self, *people: str, language: str = "en", email: bool = False) -> None:
        for person in people:
            sql = """
            INSERT INTO persons (id, since_ms, name, language, email) VALUES ($1, 1, $2, $3, $4)
            """
            address = f"{person}@example.org" if email else None
            await self.store.write(Statement(sql, (person, person.title(), language, address)))

    async def table(self, *people: str | None, pace: Pace | None = None, on_turn: int = 0) -> str:
        """A game under way; None is a bot."""
        pace = pace or Days(4)
        seats = [SeatSettings("human" if who else "bot", level=None) for who in people]
        settings = TableSettings("friends", {}, tuple(seats), format=2, pace=pace)
        name = f"t{secrets.token_hex(4)}"
        standing = self._standing(pace, on_turn)
        places = tuple([Place(who, who.title() if who else "") for who in people])
        first = Command(name, 1, self.now_ms, None, "table", "{}", "[]")
        new = NewTable(
            name,
            None,
            "friends",
            False,  # no game of the front page
            msgspec.json.encode(settings).decode(),
            first,
            replace(standing, places=places),
            pace={NoPace: "none", Bank: "live", Days: "slow"}[type(pace)],  # type: ignore[arg-type]
        )
        await self.store.create(new)
        return name

    async def act(
        self,
        table: str,
        seat: int,
        on_turn: int,
        *,
        action: str = "pass",
        over: bool = False,
        keeps_time: bool = False,
    ) -> None:
        """A command of a seat, after which another one is on turn."""
        row = await self.store.table(table)
        assert row is not None
        pace = msgspec.json.decode(row.settings, type=TableSettings).pace
        seq, written = row.version + 1, f'{{"type":"{action}"}}'
        command = Command(table, seq, self.now_ms, seat, f"key {seq}", written, "[]")
        standing = self._standing(pace, on_turn)
        if keeps_time:
            standing = replace(standing, due_at_ms=row.standing.due_at_ms)
        if over:
            standing = replace(standing, phase="ended", on_turn=None, due_at_ms=None)
        await self.store.append(command, standing)

    def later(self, ms: int = GRACE_MS) -> None:
        self.now_ms += ms

    async def sweep(self) -> None:
        """A look at everything, also at what is looked at seldom."""
        self.notices._sweeps = 0
        await self.notices.sweep()

    def _standing(self, pace: Pace, on_turn: int) -> Standing:
        due = None
        if isinstance(pace, Days):
            due = self.now_ms + pace.days * DAY_MS
        elif isinstance(pace, Bank):
            due = self.now_ms + pace.bank_s * 1000
        return Standing("playing", False, "{}", on_turn, due)
