"""A line to a database that ends in the middle of what it carries: which message, a test says."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.fault_proxy import FaultProxy

if TYPE_CHECKING:
    import asyncio


class StrikingLine(FaultProxy):
    """Ends the line instead of passing on bytes in which ``strike`` is found; once."""

    strike: bytes | None = None

    @classmethod
    def to(cls, address: str) -> StrikingLine:
        """A line to the server of an address."""
        return cls(urlsplit(address).port or 5432)

    def through(self, address: str) -> str:
        """The address by way of this line."""
        parts = urlsplit(address)
        user = parts.netloc.rpartition("@")[0]
        return parts._replace(netloc=f"{user}@127.0.0.1:{self.port}").geturl()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(65_536):
                await through.wait()
                if self.strike is not None and self.strike in chunk:
                    self.strike = None
                    return
                writer.write(chunk)
                await writer.drain()
