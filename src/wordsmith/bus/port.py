"""What every bus promises, which is little: a message may be lost, come twice, or overtake another.

So nothing may depend on it. What a message says is also found by looking at the store, only later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

from wordsmith.errors import WordsmithError

Hear = Callable[[bytes], None]
"""Takes a message. Must not wait."""


class BusError(WordsmithError):
    """The bus cannot be used at all: no such kind of address, or a library is missing."""


class Bus(Protocol):
    """Topics, and who listens to them. Used from one event loop."""

    @property
    def healthy(self) -> bool:
        """Whether messages reach the other processes at the moment."""

    async def open(self) -> None:
        """Begin; does not wait for anybody to answer, and does not fail if nobody does."""

    async def close(self) -> None:
        """Stop; what cannot be sent at once is forgotten."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell everybody who listens, in this process soon and surely, elsewhere as luck has it.

        Never waits, never fails, and nobody hears it before it returns.
        """

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Listen from now on; call what is returned to stop, after which nothing more is heard."""


def without_password(url: str) -> str:
    """An address as it may be shown and logged."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return parts._replace(netloc=f"...@{parts.netloc.rpartition('@')[2]}").geturl()
