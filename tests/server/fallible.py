"""Programs whose store and bus fail as a test says, and people whose pages come to any of them."""

from __future__ import annotations

from collections import deque
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.bus.faults import FaultyBus
from tests.server.inside import Inside, Json, Page, Visitor
from tests.server.site import quick
from tests.store.faults import FaultyStore
from wordsmith.server.app import app_of
from wordsmith.server.house import House

if TYPE_CHECKING:
    from wordsmith.bus import MemoryBus
    from wordsmith.store import Store

SETTINGS = quick(pulse_s=0.05, sweep_s=0.05)


class LentStore(FaultyStore):
    """A store that others go on with."""

    async def close(self) -> None:
        """Nothing."""


class LentBus(FaultyBus):
    """A bus that others go on with."""

    async def close(self) -> None:
        """Nothing."""


class Program(Inside):
    """One program of the site. ``writes`` and ``hints`` say what becomes of the next of each."""

    def __init__(self, store: Store, bus: MemoryBus) -> None:
        self.writes: deque[str] = deque()
        self.hints: deque[str] = deque()
        self.store = LentStore(store, lambda: self.writes.popleft() if self.writes else "go")
        self.bus = LentBus(bus, lambda: self.hints.popleft() if self.hints else "send")
        self.house = House(self.store, self.bus, SETTINGS)
        self.app = app_of(self.house)
        self.hall = self.app.state.hall
        self.running = AsyncExitStack()


@dataclass
class Browser:
    """A person with one page at a time, who keeps what he has asked for until he knows of it."""

    visitor: Visitor
    claim: Json | None = None
    page: Page | None = None
    program: int = 0
    read: int = 0
    known: int = 0
    view: Json | None = None
    sheet: list[Json] = field(default_factory=list)
    asked: dict[str, Json] = field(default_factory=dict)  # acts by key

    def written(self, action: Json) -> Json:
        """The action with the letters that the hand has now."""
        view = self.view or {}
        hand, width = (view.get("rack") or "").replace("?", ""), 15
        if action["type"] == "exchange":
            return {"type": "exchange", "tiles": hand[:1]}
        if action["type"] == "lay":
            row = 7 if view["board"] == "." * 225 else view["turn"] % width
            laid = [[row * width + 7 + n, letter] for n, letter in enumerate(hand[:3])]
            return {"type": "play", "laid": laid}
        return action
