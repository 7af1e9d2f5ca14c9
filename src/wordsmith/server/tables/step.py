"""What a command comes to, before it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from wordsmith.rules.state import State
    from wordsmith.server.tables.happenings import Happened
    from wordsmith.store import Place


class Step(Struct, frozen=True):
    """The events of a row, and who holds the seats then."""

    happened: tuple[Happened, ...]
    places: tuple[Place, ...] | None = None  # None: as before
    states: tuple[State, ...] = ()  # after each of its events of the game, where known already
