"""Letters by SMTP, with the standard library, in threads of their own.

``WORDSMITH_SMTP_URL``: ``smtp://user:password@host:587`` (encrypted where the server offers it, and
always before a password is sent) or ``smtps://`` (encrypted from the start).
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from wordsmith.errors import WordsmithError
from wordsmith.server.notices.wording import known_language
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordsmith.server.settings import Settings

_log = logging.getLogger(__name__)
_THREADS = 2
_TIMEOUT_S = 20.0
_MOST_WAITING = 500
_RESTS_S = (0.0, 5.0, 60.0)  # before each attempt
_PORTS = {"smtp": 25, "smtps": 465}


class MailError(WordsmithError):
    """The settings of mail cannot be used. The message says why, without the password."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Whom letters are handed to, and who they are from."""

    host: str
    port: int
    sender: str  # "Wordsmith <play@example.org>"
    encrypted: bool = False  # from the start
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, url: str, sender: str) -> MailServer:
        """From the two settings. MailError if they cannot be used."""
        try:
            parts = urlsplit(url)
            port, host = parts.port, parts.hostname
        except ValueError as error:
            raise MailError("mail.no_address") from error
        if parts.scheme not in _PORTS or not host:
            raise MailError("mail.url")
        if "@" not in parseaddr(sender)[1] or not sender.isprintable():
            raise MailError("mail.from")
        return cls(
            host=host,
            port=port or _PORTS[parts.scheme],
            sender=sender,
            encrypted=parts.scheme == "smtps",
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )


@dataclass(frozen=True, slots=True)
class Letter:
    """To whom, in which language, and the particulars of ``mail.NAME.subject`` and ``.body``."""

    name: str
    address: str = field(repr=False)
    language: str
    values: Mapping[str, str] = field(repr=False)
    stop: str | None = None  # a POST there, and he gets no more of these


class SmtpMailer:
    """Sends letters."""

    is_ready = True

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._pool = ThreadPoolExecutor(_THREADS, "mail")
        self._posting: set[asyncio.Task[bool]] = set()

    def post(self, address: str, language: str, letter: str, values: Mapping[str, str]) -> None:
        """Send a letter soon, again after a while if that fails. Never waits and never fails."""
        if len(self._posting) >= _MOST_WAITING:
            _log.error("too many letters are waiting: one was not sent")
            return
        task = asyncio.create_task(self._persist(Letter(letter, address, language, values)))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def send(self, letter: Letter) -> bool:
        """Send a letter now; whether it was taken."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._pool, self._hand_over, letter)
        except (smtplib.SMTPException, OSError, ValueError) as error:  # or no address at all
            _log.warning("a letter was not sent: %s", type(error).__name__)
            return False
        return True

    async def close(self) -> None:
        """Let letters go that cannot be sent now."""
        for task in self._posting:
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _persist(self, letter: Letter) -> bool:
        for rest_s in _RESTS_S:
            await asyncio.sleep(rest_s)
            if await self.send(letter):
                return True
        _log.error("a letter was given up")
        return False

    def _hand_over(self, letter: Letter) -> None:
        server, message = self._server, _message(letter, self._server.sender)
        context = ssl.create_default_context()
        if server.encrypted:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=_TIMEOUT_S, context=context
            )
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=_TIMEOUT_S)
        with line:
            line.ehlo()
            if not server.encrypted and (server.user or line.has_extn("starttls")):
                line.starttls(context=context)
            if server.user:
                line.login(server.user, server.password)
            line.send_message(message)


def mailer_of(settings: Settings) -> SmtpMailer | None:
    """Who sends letters by these settings; None: nobody does. MailError if they cannot be used."""
    if not settings.smtp_url:
        return None
    return SmtpMailer(MailServer.parse(settings.smtp_url, settings.mail_from))


def _message(letter: Letter, sender: str) -> EmailMessage:
    language = known_language(letter.language)
    message = EmailMessage()
    message["From"] = sender
    message["To"] = letter.address
    subject = say(language, f"mail.{letter.name}.subject", **letter.values)
    message["Subject"] = " ".join(subject.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop is not None:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(say(language, f"mail.{letter.name}.body", **letter.values))
    return message
