"""What the house itself asks of a table; queued, judged and stored like anybody's action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from wordsmith.server.tables.hints import Hint


class FlagErrand(Struct, tag_field="type", tag="flag", frozen=True):
    """See whose time is up. Nothing happens if nobody's is."""


class AwayErrand(Struct, tag_field="type", tag="away", frozen=True):
    """No clock runs for this time, in which the server was away."""

    ms: int


class RematchErrand(Struct, tag_field="type", tag="rematch", frozen=True):
    """The same people play again there."""

    table: str


class ModeratorErrand(Struct, tag_field="type", tag="moderator_cancel", frozen=True):
    """A moderator calls the table off: nobody wins."""


class ForsakenErrand(Struct, tag_field="type", tag="forsaken", frozen=True):
    """Nobody came back to a listed table that was at this version; it waits no longer."""

    version: int


class RefreshErrand(Struct, tag_field="type", tag="refresh", frozen=True):
    """Read what others have written. Never stored."""

    hint: Hint | None = None  # what they say themselves


Errand = FlagErrand | AwayErrand | RematchErrand | ModeratorErrand | ForsakenErrand | RefreshErrand
