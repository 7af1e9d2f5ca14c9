"""How somebody plays rated games, for moderators; every look at it is written down before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.messages.conduct import (
    Accuracy,
    Conduct,
    GivingUp,
    MetOpponent,
    RatedKind,
    RingMember,
)
from wordsmith.server.moderation.record import looking
from wordsmith.server.moderation.shown import shown_person
from wordsmith.server.moderation.whom import person_meant
from wordsmith.server.people.accuracy import Kind, accuracy_near, accuracy_of
from wordsmith.server.people.opponents import giving_up_of, opponents_of, ring_of
from wordsmith.server.people.sessions import wall_ms
from wordsmith.server.people.stats import ratings_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.server.messages.moderation import Whom
    from wordsmith.server.people.accuracy import Accuracy as Sums
    from wordsmith.store.database import Database

_HALF_YEAR_MS = 182 * 24 * 3600 * 1000
_MOST_OPPONENTS = 10


class Looks:
    """Looks at people. Whoever asks has shown his second factor before."""

    def __init__(self, database: Database, clock: Callable[[], int] = wall_ms) -> None:
        self._database = database
        self._clock = clock

    async def at(self, moderator: str, whom: Whom) -> Conduct:
        """His rated games of the last half year. Refusal as ``person_meant`` has it."""
        person, now = await person_meant(self._database, whom), self._clock()
        await self._database.write(looking(moderator, person, now))
        since_ms = now - _HALF_YEAR_MS
        given_up = await giving_up_of(self._database, person, since_ms)
        return Conduct(
            who=await shown_person(self._database, person),
            ratings=await self._ratings(person, since_ms),
            opponents=await self._opponents(person, since_ms),
            ring=await self._ring(person, since_ms),
            giving_up=GivingUp(
                given_up.games, given_up.given_up, given_up.turns, given_up.turns_else
            ),
        )

    async def _ratings(self, person: str, since_ms: int) -> list[RatedKind]:
        shown = []
        for rated in await ratings_of(self._database, person):
            kind = Kind(rated.variant, rated.pace)
            own = await accuracy_of(self._database, person, kind, since_ms)
            others = await accuracy_near(self._database, person, kind, rated.rating, since_ms)
            shown.append(
                RatedKind(
                    variant=rated.variant,
                    pace=rated.pace,
                    rating=round(rated.rating),
                    games=rated.games,
                    accuracy=_shown(own),
                    usual=_shown(others),
                )
            )
        return shown

    async def _opponents(self, person: str, since_ms: int) -> list[MetOpponent]:
        met = await opponents_of(self._database, person, since_ms)
        return [
            MetOpponent(
                who=await shown_person(self._database, one.person),
                games=one.games,
                won=one.won,
                lost=one.lost,
                gave_up=one.gave_up,
                received=one.received,
                gained=one.gained,
            )
            for one in met[:_MOST_OPPONENTS]
        ]

    async def _ring(self, person: str, since_ms: int) -> list[RingMember]:
        return [
            RingMember(await shown_person(self._database, one.person), one.inside, one.games)
            for one in await ring_of(self._database, person, since_ms)
        ]


def _shown(sums: Sums) -> Accuracy:
    return Accuracy(sums.plays, sums.best, round(sums.lost / max(1, sums.plays), 1))
