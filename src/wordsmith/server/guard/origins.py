"""Which pages may speak to this server: its own, and no other site's."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


@dataclass(frozen=True, slots=True)
class Origins:
    """The public addresses of the site; with none named, this machine by its own names.

    A name that is not this machine's own is refused even where page and address agree: a foreign
    site may let its name lead here (DNS rebinding), but it cannot name itself localhost.
    """

    public: frozenset[str] = frozenset()  # "https://play.example.org"
    _names: frozenset[str] = field(default_factory=lambda: frozenset(_own_names()))

    def allow(self, connection: HTTPConnection) -> bool:
        """Whether a page of this site is asking. What has no Origin comes from no page.

        Where the browser itself says from which site a request comes (Sec-Fetch-Site), it must be
        this very one as well; a page cannot write that header.
        """
        if connection.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        origin = connection.headers.get("origin")
        if origin is None:
            return False
        if self.public:
            return origin in self.public
        scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
        host = connection.headers.get("host", "")
        return origin == f"{scheme}://{host}" and self._is_own(host)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {"localhost", name, short, f"{short}.local"}


@lru_cache(maxsize=256)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
