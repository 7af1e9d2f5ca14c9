"""A store that fails when it is told to, before or after it has written."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal

from wordsmith.store import OutcomeUnknown, StoreUnavailable

if TYPE_CHECKING:
    from wordsmith.store import Command, Outcome, Standing, Store

Fault = Literal["refused", "unanswered"]


class Faults:
    """Makes the next writes of a store fail. ``plan`` holds a fault, or nothing, for each."""

    def __init__(self, store: Store) -> None:
        self.plan: deque[Fault | None] = deque()
        self._append = store.append
        store.append = self.append  # type: ignore[method-assign]

    async def append(self, command: Command, standing: Standing) -> Outcome:
        """Write, unless it is planned otherwise."""
        fault = self.plan.popleft() if self.plan else None
        if fault == "refused":
            raise StoreUnavailable("planned: nothing was written")
        outcome = await self._append(command, standing)
        if fault == "unanswered":
            raise OutcomeUnknown("planned: written, and nobody was told")
        return outcome
