"""Security rule 10: what may be asked about, and is never decided by itself."""

import pytest

from tests.server.people.test_ratings import play
from tests.server.people.town import Town
from wordsmith.server.people.meetings import Meeting, meetings
from wordsmith.server.people.ratings import Ratings

pytestmark = pytest.mark.anyio


async def test_opponents_of_one_address_are_a_question_for_people(town: Town) -> None:
    """Security rule 10: shared address between opponents, by marks; nothing follows from it."""
    here, there = "198.51.100.1", "198.51.100.2"
    anna, boris, clara = [
        await (await town.newcomer(address)).person() for address in (here, here, there)
    ]
    await play(town.store, "t1", 1000, (anna, 2), (clara, 1))
    await play(town.store, "t2", 2000, (clara, 2), (anna, 1), (boris, 0))
    await play(town.store, "t3", 3000, (boris, 2), (anna, 1), rated=False)
    await play(town.store, "t4", 4000, (anna, 2), (anna, 1))
    await play(town.store, "t5", 5000, (boris, 2), (anna, 1))
    assert await meetings(town.store, 0) == [Meeting(5000, "t5", 0, 1), Meeting(2000, "t2", 1, 2)]
    assert await meetings(town.store, 2001) == [Meeting(5000, "t5", 0, 1)]
    assert await town.count("sanctions") == 0


async def test_a_game_between_such_opponents_is_rated_like_any_other(town: Town) -> None:
    """Security rule 10: never automatic."""
    anna, boris = await town.member("anna"), await town.member("boris")
    await play(town.store, "t1", 1000, (await anna.person(), 2), (await boris.person(), 1))
    assert len(await meetings(town.store, 0)) == 1
    assert await Ratings(town.store).sweep() == 1
    assert await town.count("rating_changes") == 2


async def test_an_address_that_is_not_known_is_nobodys_in_common(town: Town) -> None:
    anna, boris = [await (await town.newcomer("")).person() for _ in range(2)]
    await play(town.store, "t1", 1000, (anna, 2), (boris, 1))
    assert await meetings(town.store, 0) == []
