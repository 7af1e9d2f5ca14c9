"""What programs tell each other of tables: that there is a new row, and what it holds.

Nothing depends on it, for the bus may lose it: whoever did not hear of a row reads it. A row that
is told is the one that was stored, so a table that lacks no other need not ask for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from wordsmith.store import Command

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.bus import Bus

_TOPIC = "tables"
_END = b"\n"  # of table and version; the row follows
_format = msgspec.json.Encoder().encode
_parse = msgspec.json.Decoder(Command).decode


class Hint(Struct, frozen=True):
    """A table has come to a version."""

    table: str
    version: int
    row: bytes = b""  # JSON; nothing where the row alone does not tell who holds the seats

    def command(self) -> Command | None:
        """The row that led to it, if it was told. DecodeError if it is none."""
        return _parse(self.row) if self.row else None


def hint_of(command: Command, *, seats_change: bool) -> Hint:
    """What others are told of a row that was stored."""
    row = b"" if seats_change else _format(command)
    return Hint(command.table, command.seq, row)


class Hints:
    """Gives hints to other programs, and takes theirs. Without a bus there are none."""

    def __init__(self, bus: Bus | None) -> None:
        self._bus = bus

    def give(self, command: Command, *, seats_change: bool) -> None:
        """A row was stored."""
        if self._bus is not None:
            hint = hint_of(command, seats_change=seats_change)
            self._bus.publish(_TOPIC, f"{hint.table} {hint.version}".encode() + _END + hint.row)

    def listen(self, hear: Callable[[Hint], None]) -> Callable[[], None]:
        """``hear`` takes the hints from now on; call what is returned to stop."""
        if self._bus is None:
            return lambda: None

        def heard(message: bytes) -> None:
            said, _, row = message.partition(_END)
            table, _, version = said.decode().partition(" ")
            hear(Hint(table, int(version), row))

        return self._bus.subscribe(_TOPIC, heard)
