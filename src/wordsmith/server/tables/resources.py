"""What all tables of a program share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.server.tables.hints import Hints
    from wordsmith.server.tables.table import Table
    from wordsmith.server.tables.timekeeping import Timekeeper
    from wordsmith.server.words.lexicons import Lexicons
    from wordsmith.store import Store


@dataclass(slots=True)
class Resources:
    """What a table needs to be judged, stored and shown."""

    store: Store
    lexicons: Lexicons
    changed: Callable[[Table], None]  # hears of every table that is loaded, and of its changes
    time: Timekeeper
    hints: Hints  # for other programs, of every row that is stored
    is_here: Callable[[str, str], bool]  # whether a person has this table open
    has_account: Callable[[str], Awaitable[bool]]
