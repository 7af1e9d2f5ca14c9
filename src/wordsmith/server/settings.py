"""How a server is run: everything that may differ from one machine to the next."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are those of one household."""

    origins: frozenset[str] = field(default_factory=frozenset)  # none: this machine's own names
    secure: bool = False  # reached by HTTPS only: the cookie is sent nowhere else
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks whose word on a visitor's holds
    metrics_token: str = ""  # whoever bears it may read /metrics from afar; "": nobody
    connections: int = 20_000  # at once; more are answered with 503
    smtp_url: str = field(default="", repr=False)  # where letters are handed over; "": no mail
    mail_from: str = ""  # whom letters are from
    push_anywhere: bool = False  # push services may be in a network of one's own
    queue: str = ""  # Redis, which processes share beside the bus: questions to bots, quotas
    static: Path = Path(__file__).parents[1] / "static"
    warm_bots: bool = True  # start a process for them before the first is due
    bot_processes: int | None = None  # None: one less than there are processors
    messages: int = 100  # that a socket may send in ``messages_per_s``
    messages_per_s: float = 20.0
    new_tables: int = 60  # that an address may ask for in ``new_tables_per_s``
    new_tables_per_s: float = 60.0
    changes: int = 300  # that an address may ask for in ``changes_per_s``, tables aside
    changes_per_s: float = 60.0
    guest_sockets: int = 20  # of one address, for those without an account
    pulse_s: float = 5.0  # between two signs of life to each page
    spectator_delay_s: float = 60.0  # after which a move of a rated game is shown to others
    quota_factor: int = 1  # every limit over minutes and days is so many times as large
    idle_s: float = 120.0  # a table that nobody looks at is let go after so long
    sweep_s: float = 1.0  # between two looks for bots that are due


def default_database() -> Path:
    """Where this user's games are kept unless he says otherwise."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "wordsmith" / "games.sqlite3"
