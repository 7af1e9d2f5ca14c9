"""Security rule 10: what may be asked about, and is never decided by itself."""

import pytest

from tests.server.people.test_ratings import play
from tests.server.people.town import Town
from wordsmith.server.people.meetings import Manner, Meeting, manner_of, meetings
from wordsmith.server.people.ratings import Ratings
from wordsmith.store import Statement

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
    last = Meeting(5000, "t5", (0, 1), (boris, anna))
    assert await meetings(town.store, 0) == [last, Meeting(2000, "t2", (1, 2), (anna, boris))]
    assert await meetings(town.store, 2001) == [last]
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


async def test_how_moves_were_made_is_summed_up_for_a_seat(town: Town) -> None:
    """Security rule 10: move times and focus loss, kept beside the game."""
    row = "INSERT INTO signals (table_id, seq, seat, think_ms, blurs, points) VALUES "
    await town.store.write(
        Statement(row + "('t1', 2, 0, 1000, 1, 20), ('t1', 4, 0, 2001, 2, 30)"),
        Statement(row + "('t1', 3, 1, 9000, 0, 10), ('t2', 2, 0, 70, 9, 5)"),
    )
    assert await manner_of(town.store, "t1", 0) == Manner(2, 1500, 3)
    assert await manner_of(town.store, "t1", 1) == Manner(1, 9000, 0)
    assert await manner_of(town.store, "t1", 2) == Manner(0, 0, 0)
