"""How often one person may do at one table what bothers others, besides the limit of his socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.guard.limits import Buckets

if TYPE_CHECKING:
    from collections.abc import Mapping

RATES: Mapping[str, tuple[int, float]] = {  # so many, in so many seconds
    "cancel": (4, 60.0),
    "pause": (4, 60.0),
    "resume": (4, 60.0),
    "nudge": (3, 60.0),
    "challenge": (20, 60.0),
    "admit": (10, 60.0),
    "advise": (3, 60.0),
    "kick": (10, 60.0),
    "rise": (10, 60.0),
    "say": (10, 20.0),
}
"""By the type of what is asked; what is not named here only the limit of the socket holds."""


class Rates:
    """The counts of one program. ``factor`` makes every rate so many times as large."""

    def __init__(self, factor: int = 1) -> None:
        self._buckets = {
            kind: Buckets(most * factor, per_s) for kind, (most, per_s) in RATES.items()
        }

    def take(self, kind: str, person: str, table: str) -> bool:
        """Whether one more is allowed now."""
        buckets = self._buckets.get(kind)
        return buckets is None or buckets.take(f"{person} {table}")
