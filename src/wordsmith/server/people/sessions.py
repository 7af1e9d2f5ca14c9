"""Sessions: a browser that was given a cookie. Only the SHA-256 of the cookie is kept.

A session of an account ends 30 days after it was last seen, and after 180 days in any case.
A guest has nothing but his cookie, and would lose his games with it: his lasts as long as browsers
keep one.
That a session has ended is told on the bus, so that its sockets are closed at once by whichever
process holds them.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from wordsmith.server.people.persons import FOR_GOOD
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.bus import Bus
    from wordsmith.store.database import Database

TOPIC = "sessions"
DAY_MS = 24 * 3600 * 1000
GUEST_MS = 400 * DAY_MS  # the longest that browsers keep a cookie
IDLE_MS = 30 * DAY_MS
WHOLE_MS = 180 * DAY_MS
_SEEN_EVERY_MS = 3600 * 1000
_LONGEST_AGENT = 200
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits

_LAST = f"coalesce(max(coalesce(until_ms, {FOR_GOOD})), 0) FROM sanctions WHERE person = s.person"
_FIND = f"""
SELECT s.id, s.person, s.since_ms, s.seen_ms, s.agent, s.strong_until_ms, p.login, p.role,
    (SELECT {_LAST} AND kind = 'ban'), (SELECT {_LAST} AND kind = 'mute')
FROM sessions AS s JOIN persons AS p ON p.id = s.person
WHERE p.deleted_ms IS NULL AND
"""  # noqa: S608 - our own words
_BEGIN = """
INSERT INTO sessions (id, person, since_ms, seen_ms, agent, address, strong_until_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""


@dataclass(frozen=True, slots=True)
class Session:
    """A session, and what is to be known of its person at every request."""

    id: str = field(repr=False)  # SHA-256 of the cookie, in hex
    person: str
    since_ms: int
    seen_ms: int
    agent: str  # what the browser says of itself
    strong_until_ms: int  # the second factor holds until then
    login: str | None  # None: a guest
    role: str
    banned_until_ms: int  # 0: not at all
    muted_until_ms: int

    def has_ended(self, now_ms: int) -> bool:
        """Whether it is too old."""
        if self.login is None:
            return now_ms - self.seen_ms > GUEST_MS
        return now_ms - self.seen_ms > IDLE_MS or now_ms - self.since_ms > WHOLE_MS

    @property
    def name(self) -> str:
        """What it is called where its owner may read it: neither the cookie nor its hash."""
        return hashlib.sha256(f"name of {self.id}".encode()).hexdigest()[:24]


class Ended(msgspec.Struct, frozen=True):
    """What is told on the bus: one session has ended, or all of a person but one."""

    person: str
    session: str | None = None  # None: every one
    but: tuple[str, ...] = ()  # these are not meant
    banned: bool = False  # they end because the person is
    elsewhere: bool = False  # they were ended from another one of his

    def ends(self, person: str, session: str) -> bool:
        """Whether this session of this person is one of them."""
        if self.session is not None:
            return session == self.session
        return person == self.person and session not in self.but


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a session comes from, as far as that is kept."""

    agent: str = ""
    address: str = ""  # a mark, see ``keys``


def session_of(token: str) -> str | None:
    """The id of the session that a cookie names; None if it is no cookie of ours."""
    return hashlib.sha256(token.encode()).hexdigest() if _TOKEN.fullmatch(token) else None


def fresh_token() -> str:
    """256 random bits: a cookie."""
    return secrets.token_urlsafe(32)


def wall_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso(at_ms: int) -> str:
    """A moment as it is told: ISO 8601, in UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")


class Sessions:
    """The sessions of all persons."""

    def __init__(self, database: Database, bus: Bus, clock: Callable[[], int] = wall_ms) -> None:
        self._database = database
        self._bus = bus
        self.now_ms = clock

    async def find(self, session: str) -> Session | None:
        """A session by its id; None if there is none, or it has ended."""
        rows = await self._database.rows(_FIND + "s.id = $1", session)
        found = Session(*rows[0]) if rows else None
        return found if found and not found.has_ended(self.now_ms()) else None

    async def of(self, person: str) -> Sequence[Session]:
        """All of a person, the last seen first."""
        rows = await self._database.rows(_FIND + "s.person = $1 ORDER BY s.seen_ms DESC", person)
        now = self.now_ms()
        return [session for row in rows if not (session := Session(*row)).has_ended(now)]

    def beginning(
        self, token: str, person: str, origin: Origin, *, strong_until_ms: int = 0
    ) -> Statement:
        """Write down a session that begins now."""
        session, now = session_of(token), self.now_ms()
        assert session is not None
        agent = origin.agent[:_LONGEST_AGENT]
        values = (session, person, now, now, agent, origin.address, strong_until_ms)
        return Statement(_BEGIN, values)

    def is_long_ago(self, session: Session) -> bool:
        """Whether it is to be noted that it is in use: once an hour."""
        return self.now_ms() - session.seen_ms >= _SEEN_EVERY_MS

    async def seen(self, session: Session, origin: Origin) -> None:
        """Note that it is in use."""
        agent = origin.agent[:_LONGEST_AGENT]
        await self._database.write(
            Statement(
                "UPDATE sessions SET seen_ms = $1, agent = $2, address = $3 WHERE id = $4",
                (self.now_ms(), agent, origin.address, session.id),
            )
        )

    async def end(self, session: Session, *, elsewhere: bool = False) -> None:
        """End one session; ``elsewhere``: not by whoever goes by it."""
        await self._database.write(ending(session.id))
        self.tell(Ended(session.person, session.id, elsewhere=elsewhere))

    async def end_all(self, person: str, *, but: str = "", was: str = "") -> None:
        """End all sessions of a person but one; of ``was``, which it came from, nothing is told."""
        await self._database.write(ending_all(person, but))
        self.tell(Ended(person, but=(but, was), elsewhere=True))

    def tell(self, ended: Ended) -> None:
        """Close the sockets of these sessions, wherever they are."""
        self._bus.publish(TOPIC, msgspec.json.encode(ended))

    def on_ended(self, hear: Callable[[Ended], None]) -> Callable[[], None]:
        """Hear of sessions that end, here or elsewhere; call what is returned to stop."""
        decoder = msgspec.json.Decoder(Ended)
        return self._bus.subscribe(TOPIC, lambda message: hear(decoder.decode(message)))

    async def sweep(self) -> None:
        """Forget sessions that have ended."""
        now = self.now_ms()
        account = "person IN (SELECT id FROM persons WHERE login IS NOT NULL)"
        await self._database.write(
            Statement("DELETE FROM sessions WHERE seen_ms < $1", (now - GUEST_MS,)),
            Statement(
                f"DELETE FROM sessions WHERE (seen_ms < $1 OR since_ms < $2) AND {account}",  # noqa: S608
                (now - IDLE_MS, now - WHOLE_MS),
            ),
        )


def ending(session: str) -> Statement:
    """Write down that a session has ended."""
    return Statement("DELETE FROM sessions WHERE id = $1", (session,))


def ending_all(person: str, but: str = "") -> Statement:
    """Write down that all sessions of a person have ended, but for one."""
    return Statement("DELETE FROM sessions WHERE person = $1 AND id <> $2", (person, but))
