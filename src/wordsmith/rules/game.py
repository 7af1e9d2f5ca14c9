"""A game: a variant and the list of its events, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.rules.referee import Chance, course_of, deal, events_of
from wordsmith.rules.state import State, apply_all, initial_state

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.rules.actions import Action
    from wordsmith.rules.events import Event
    from wordsmith.rules.reasons import Words
    from wordsmith.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Game:
    """``events`` since ``start``; ``state`` is their fold, kept beside them."""

    variant: Variant  # house rules included
    start: State
    events: tuple[Event, ...]
    state: State

    @classmethod
    def replay(cls, variant: Variant, start: State, events: Iterable[Event]) -> Game:
        """The game that these events are."""
        happened = tuple(events)
        return cls(variant, start, happened, apply_all(start, happened))

    @classmethod
    def begin(
        cls, variant: Variant, seats: int, chance: Chance, accepted: frozenset[str] = frozenset()
    ) -> Game:
        """A game with the first hands dealt; seat 0 begins. ValueError if so many cannot sit.

        ``accepted``: as ``initial_state`` has it.
        """
        start = initial_state(variant, seats, accepted)
        return cls.replay(variant, start, deal(variant, start, chance))

    def followed_by(self, events: Iterable[Event]) -> Game:
        """This game with more events."""
        more = tuple(events)
        state = apply_all(self.state, more)
        return Game(self.variant, self.start, (*self.events, *more), state)

    def act(self, seat: int, action: Action, words: Words, chance: Chance) -> Game:
        """This game after an action and all that follows. IllegalAction if it is refused."""
        course = course_of(self.variant, self.state, seat, action, words, chance)
        events = (*self.events, *events_of(course))
        return Game(self.variant, self.start, events, course[-1][1])
