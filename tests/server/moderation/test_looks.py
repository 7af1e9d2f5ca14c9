"""How somebody plays is told to moderators, and who has looked is written down (rule 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.server.people.test_accuracy import compared
from tests.server.people.test_ratings import members, play
from tests.server.people.town import DAY_MS, Town
from wordsmith.server.messages.conduct import (
    Accuracy,
    Conduct,
    GivingUp,
    MetOpponent,
    RatedKind,
    RingMember,
)
from wordsmith.server.messages.moderation import ShownPerson, Whom
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.conduct import Looks
from wordsmith.server.moderation.factor import appoint
from wordsmith.server.people.ratings import Ratings
from wordsmith.store import Statement

if TYPE_CHECKING:
    from wordsmith.store import Store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def town(store: Store) -> Town:
    return Town(store)


async def recorded(town: Town) -> list[tuple[str, str, object]]:
    rows = await town.store.rows("SELECT by_person, act, about FROM moderation")
    return [(by_person, act, msgspec.json.decode(about)) for by_person, act, about in rows]


async def test_a_look_tells_of_ratings_opponents_the_ring_and_games_given_up(town: Town) -> None:
    anna, boris = await members(town, 2)
    for number in range(3):
        await play(town.store, f"t{number}", town.now_ms, (anna, 2), (boris, 1))
    await play(town.store, "old", town.now_ms - 183 * DAY_MS, (boris, 2), (anna, 1))
    await Ratings(town.store).sweep()
    await town.store.write(Statement("UPDATE ratings SET rating = 1510.4"))
    await compared(town, "t1", 0, 6)  # by Anna
    await compared(town, "t2", 1, 0, 5, 4)
    looks = Looks(town.store, lambda: town.now_ms)
    told = await looks.at("molly", Whom(login=boris))
    mine, hers = ShownPerson("", boris), ShownPerson("", anna)
    (met,) = told.opponents
    assert told == Conduct(
        who=mine,
        ratings=[
            RatedKind("friends", "live", 1510, 4, Accuracy(3, 1, 3.0), usual=Accuracy(1, 0, 6.0))
        ],
        opponents=[MetOpponent(hers, 3, 0, 3, gave_up=0, received=0, gained=met.gained)],
        ring=[RingMember(mine, 3, 3), RingMember(hers, 3, 3)],
        giving_up=GivingUp(3, 0, 0.0, 12.0),
    )
    assert met.gained < 0


async def test_every_look_is_written_down(town: Town) -> None:
    anna, boris = await members(town, 2)
    await play(town.store, "t1", 1000, (anna, 2), (boris, 1))
    looks = Looks(town.store)
    await looks.at("molly", Whom(login=anna))
    await looks.at("molly", Whom(table="t1", seat=1))
    assert sorted(await recorded(town), key=str) == [
        ("molly", "look", {"whom": anna}),
        ("molly", "look", {"whom": boris}),
    ]


async def test_nobody_is_looked_at_where_nobody_is_meant(town: Town) -> None:
    (anna,) = await members(town, 1)
    assert await appoint(town.store, anna)
    for whom, code in ((Whom(login="nobody"), "nobody"), (Whom(login=anna), "forbidden")):
        with pytest.raises(Refusal) as refused:
            await Looks(town.store).at("molly", whom)
        assert refused.value.code == code
    assert await recorded(town) == []
