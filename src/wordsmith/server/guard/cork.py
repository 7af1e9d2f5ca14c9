"""What is said to a page in one round of the event loop goes out in one write.

An answer and the new table go to the same page one after the other. A write wakes the other end,
which costs as much as judging a move.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

_log = logging.getLogger(__name__)


class Cork:
    """Holds back what is written until the round is over, for all lines of a server."""

    def __init__(self) -> None:
        self._waiting: list[CorkedTransport] = []

    def hold(self, line: CorkedTransport) -> None:
        """``line`` has something to be sent. Needs a running event loop."""
        self._waiting.append(line)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._draw)

    def _draw(self) -> None:
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            try:
                line.flush()
            except Exception:  # noqa: BLE001 - one line that is broken must not silence the others
                _log.exception("a line could not be written to")


class CorkedTransport(asyncio.Transport):
    """A transport that writes when its cork is drawn, and is otherwise the one it stands for."""

    def __init__(self, transport: asyncio.Transport, cork: Cork) -> None:
        super().__init__()
        self._transport = transport
        self._cork = cork
        self._pieces: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this with whatever else is said in this round."""
        self._pieces.append(bytes(data))
        if len(self._pieces) == 1:
            self._cork.hold(self)

    def flush(self) -> None:
        """Send it now."""
        pieces, self._pieces = self._pieces, []
        if pieces and not self._transport.is_closing():
            self._transport.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))

    def close(self) -> None:
        """Send what is left, and close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close; what is left is lost."""
        self._pieces = []
        self._transport.abort()

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Let the other end wait."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._transport.resume_reading()

    def get_write_buffer_size(self) -> int:
        """Bytes that are not sent yet."""
        return self._transport.get_write_buffer_size() + sum(map(len, self._pieces))

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection."""
        return self._transport.get_extra_info(name, default)
