"""Reminders: who is due is found in the store, told once by one process, wherever he wants it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass
from email.utils import parseaddr
from typing import TYPE_CHECKING

from wordsmith.server.notices.due import Due, DueNotices
from wordsmith.server.notices.mailer import Letter, SmtpMailer
from wordsmith.server.notices.push import Outcome, Push
from wordsmith.server.notices.subscriptions import Subscriptions
from wordsmith.server.notices.unsubscribing import Unsubscribing
from wordsmith.server.notices.wording import Occasion, Wording, wording_of
from wordsmith.server.people.sessions import wall_ms
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.server.people.keys import SiteKey
    from wordsmith.server.settings import Settings
    from wordsmith.store.database import Database

_log = logging.getLogger(__name__)
_SWEEP_S = 10.0
_SETTLING_S = 30.0  # after a start, until pages have come back
_NOBODY = "mailto:nobody@localhost"
_SELDOM = 6  # what lasts days is looked at in one sweep of so many
_TOLD_AT_ONCE = 20
_REST_S = 120.0  # before somebody who could not be told is tried again
_PERSON = "SELECT language, email, reminders FROM persons WHERE id = $1"
_OTHERS = """
SELECT DISTINCT name FROM seats
WHERE table_id = $1 AND person IS NOT NULL AND person <> $2 AND name <> '' ORDER BY name
"""


@dataclass(frozen=True, slots=True)
class Site:
    """How the site is reached, as far as reminders go."""

    address: str | None  # "https://play.example.org"; None: letters could lead nowhere
    anywhere: bool = False  # push services may be in a network of one's own
    contact: str = _NOBODY  # whom a push service may write to


def site_of(settings: Settings) -> Site:
    """The site by its settings: of several addresses one by HTTPS."""
    origins = sorted(settings.origins, key=lambda origin: (not origin.startswith("https:"), origin))
    address = origins[0] if origins else None
    mail_from = parseaddr(settings.mail_from)[1]
    contact = f"mailto:{mail_from}" if mail_from else address or _NOBODY
    return Site(address, settings.push_anywhere, contact)


class Notices:
    """The reminders of a site. ``is_here`` tells whether a person has a table open anywhere."""

    def __init__(
        self,
        database: Database,
        key: SiteKey,
        site: Site,
        mailer: SmtpMailer | None,
        is_here: Callable[[str, str], bool],
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        self.mailer = mailer
        self.subscriptions = Subscriptions(database, anywhere=site.anywhere)
        self.push = Push(database, self.subscriptions, site.contact, anywhere=site.anywhere)
        self.unsubscribing = Unsubscribing(database, key)
        self._database = database
        self._site = site
        self._is_here = is_here
        self._clock = clock
        self._due = DueNotices(database)
        self._resting: dict[tuple[str, str, str], float] = {}  # until when: table, person, kind
        self._sweeps = 0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Look for whoever is due, from now on."""
        self._task = asyncio.create_task(self._run(), name="notices")

    async def close(self) -> None:
        """Tell nobody any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.push.close()
        if self.mailer is not None:
            await self.mailer.close()

    async def set_reminders(self, person: str, *, wanted: bool) -> None:
        """Whether a person wants reminders by mail."""
        sql = "UPDATE persons SET reminders = $1 WHERE id = $2"
        await self._database.write(Statement(sql, (int(wanted), person)))

    async def sweep(self) -> None:
        """Tell everybody who is due now and whom nobody has told."""
        now = self._clock()
        due = [*await self._due.turns(now), *await self._due.nudged()]
        if self._sweeps % _SELDOM == 0:
            due += [*await self._due.running_out(now), *await self._due.over(now)]
        self._sweeps += 1
        self._wake(time.monotonic())
        awake = [one for one in due if _rest_key(one) not in self._resting]
        for first in range(0, len(awake), _TOLD_AT_ONCE):
            some = awake[first : first + _TOLD_AT_ONCE]
            for failed in await asyncio.gather(
                *[self._tell(one) for one in some], return_exceptions=True
            ):
                if isinstance(failed, Exception):
                    _log.error("somebody could not be reminded", exc_info=failed)

    async def _run(self) -> None:
        await asyncio.sleep(_SETTLING_S)
        while True:
            try:
                await self.sweep()
            except Exception:  # noqa: BLE001 - it comes round again
                _log.exception("the sweep of notices failed, and is tried again")
            await asyncio.sleep(_SWEEP_S)

    async def _tell(self, due: Due) -> None:
        """Tell somebody, if no other process does, and he does not see it himself."""
        if not await self._due.claim(due, self._clock()) or due.kind is None:
            return
        one = due.candidate
        if self._is_here(one.table, one.person):
            return
        outcome = Outcome.FAILED
        try:
            outcome = await self._reach(due)
        finally:
            if outcome is Outcome.FAILED:
                self._resting[_rest_key(due)] = time.monotonic() + _REST_S
                with contextlib.suppress(Exception):
                    await self._due.give_back(due)

    async def _reach(self, due: Due) -> Outcome:
        """In his browsers and by mail. FAILED if he was told nowhere and may be later."""
        one = due.candidate
        assert due.kind is not None
        rows = await self._database.rows(_PERSON, one.person)
        if not rows:
            return Outcome.GONE
        ((language, email, reminders),) = rows
        others = await self._database.rows(_OTHERS, one.table, one.person)
        occasion = Occasion(
            due.kind, one.table, one.variant, tuple([name for (name,) in others]), due.left_ms
        )
        wording = wording_of(occasion, language)
        outcomes = [await self.push.tell(one.person, wording)]
        if email and reminders and self.mailer is not None and self._site.address is not None:
            letter = await self._letter(due, wording, email)
            sent = await self.mailer.send(letter)
            outcomes.append(Outcome.SENT if sent else Outcome.FAILED)
        return _best(outcomes)

    async def _letter(self, due: Due, wording: Wording, email: str) -> Letter:
        token = await self.unsubscribing.token(due.candidate.table, due.candidate.seat)
        stop = f"{self._site.address}/api/notices/unsubscribe/{token}"
        values = {
            "title": wording.shown.title,
            "body": wording.shown.body,
            "game": wording.game,
            "link": f"{self._site.address}{wording.shown.url}",
            "stop": stop,
        }
        return Letter("reminder", email, wording.language, values, stop)

    def _wake(self, now: float) -> None:
        self._resting = {key: until for key, until in self._resting.items() if until > now}


def _rest_key(due: Due) -> tuple[str, str, str]:
    return due.candidate.table, due.candidate.person, due.claim


def _best(outcomes: Sequence[Outcome]) -> Outcome:
    if Outcome.SENT in outcomes:
        return Outcome.SENT
    return Outcome.FAILED if Outcome.FAILED in outcomes else Outcome.GONE
