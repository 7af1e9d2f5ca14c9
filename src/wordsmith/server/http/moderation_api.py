"""Moderation over HTTP: behind the role and the second factor, and nothing without both."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.renewing import as_renewed, visit_of
from wordsmith.server.messages.conduct import Conduct
from wordsmith.server.messages.moderation import Factor, Moderation, ModeratorAct, Whom
from wordsmith.server.messages.people import Nothing
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.factor import STRONG_MS, is_strong
from wordsmith.server.people.sessions import wall_ms

if TYPE_CHECKING:
    from starlette.responses import Response

    from wordsmith.server.house import House


class ModerationApi:
    """``/api/moderation`` and what is below it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._moderators = house.moderation

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (
            Operation(
                method="POST",
                path="/api/moderation/factor",
                endpoint=self.factor,
                answer=Nothing,
                body=Factor,
                refusals=("forbidden", "bad_code", "too_fast"),
            ),
            Operation(
                method="GET",
                path="/api/moderation",
                endpoint=self.desk,
                answer=Moderation,
                refusals=("forbidden",),
            ),
            Operation(
                method="POST",
                path="/api/moderation/looks",
                endpoint=self.look,
                answer=Conduct,
                body=Whom,
                refusals=("forbidden", "nobody"),
            ),
            Operation(
                method="POST",
                path="/api/moderation/acts",
                endpoint=self.act,
                answer=Moderation,
                body=ModeratorAct,
                refusals=(
                    "forbidden",
                    "nobody",
                    "nothing",
                    "bad_word",
                    "unknown_table",
                    "not_now",
                    "unavailable",
                ),
            ),
        )

    async def factor(self, asked: Asked) -> Response:
        """Show the second factor: from now on another cookie, and for a while more rights."""
        wish, visit = await asked.body(Factor), visit_of(asked)
        await self._moderators.factor.demand(visit.person, wish.code)
        visitors = self._house.visitors
        renewed = await visitors.renewed(
            visit, await visitors.origin(asked.request), strong_until_ms=wall_ms() + STRONG_MS
        )
        return as_renewed(self._house, Nothing(), visit, renewed)

    async def desk(self, asked: Asked) -> Moderation:
        """What was reported, who is under a sanction, which words are masked."""
        self._demand_strong(asked)
        return await self._moderators.desk.everything()

    async def look(self, asked: Asked) -> Conduct:
        """How somebody plays rated games; that it was looked at is written down."""
        self._demand_strong(asked)
        return await self._moderators.looks.at(asked.person, await asked.body(Whom))

    async def act(self, asked: Asked) -> Moderation:
        """Do something about it."""
        self._demand_strong(asked)
        act: ModeratorAct = await asked.body(cast("type[ModeratorAct]", ModeratorAct))
        await self._moderators.acts.perform(asked.person, act)
        return await self._moderators.desk.everything()

    def _demand_strong(self, asked: Asked) -> None:
        """Refusal unless a moderator asks who has shown his second factor lately."""
        if not is_strong(visit_of(asked).session, wall_ms()):
            raise Refusal(403, "forbidden")
