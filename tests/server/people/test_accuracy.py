"""How near plays come to the best ones is told beside what is usual for the rating (rule 10)."""

import pytest

from tests.server.people.test_ratings import members, play
from tests.server.people.town import Town
from wordsmith.server.people.accuracy import Accuracy, Kind, accuracy_near, accuracy_of
from wordsmith.store import Statement

pytestmark = pytest.mark.anyio
LIVE = Kind("friends", "live")
NOTHING = Accuracy(0, 0, 0)


async def compared(town: Town, table: str, seat: int, *lost: int | None) -> None:
    """Plays of a seat, and by how much more the best was worth; None: it was not looked for."""
    sql = """
    INSERT INTO signals (table_id, seq, seat, think_ms, blurs, points, lost)
    VALUES ($1, $2, $3, 1, 0, 10, $4)
    """
    for number, one in enumerate(lost):
        await town.store.write(Statement(sql, (table, 2 + 2 * number + seat, seat, one)))


async def rated(town: Town, person: str, rating: float) -> None:
    sql = """
    INSERT INTO ratings (person, variant, pace, rating, deviation, volatility, games, at_ms)
    VALUES ($1, 'friends', 'live', $2, 50, 0.06, 20, 1)
    """
    await town.store.write(Statement(sql, (person, rating)))


async def test_plays_that_were_compared_are_summed_up_by_kind_of_game(town: Town) -> None:
    anna, boris = await members(town, 2)
    await play(town.store, "t1", 1000, (anna, 2), (boris, 1))
    await play(town.store, "t2", 2000, (boris, 2), (anna, 1))
    await play(town.store, "t3", 2000, (anna, 2), (boris, 1), pace="slow")
    await play(town.store, "t4", 999, (anna, 2), (boris, 1))
    await compared(town, "t1", 0, 0, 7, None)
    await compared(town, "t1", 1, 30)
    await compared(town, "t2", 1, 5, 0)
    await compared(town, "t3", 0, 11)
    await compared(town, "t4", 0, 13)
    assert await accuracy_of(town.store, anna, LIVE, 1000) == Accuracy(4, 2, 12)
    assert await accuracy_of(town.store, anna, Kind("friends", "slow"), 0) == Accuracy(1, 0, 11)
    assert await accuracy_of(town.store, boris, LIVE, 0) == Accuracy(1, 0, 30)
    assert await accuracy_of(town.store, anna, LIVE, 2001) == NOTHING


async def test_what_is_usual_is_that_of_others_whose_rating_is_near(town: Town) -> None:
    anna, boris, clara, dora = await members(town, 4)
    for person, rating in ((anna, 1500), (boris, 1640), (clara, 1360), (dora, 1700)):
        await rated(town, person, rating)
    for number, other in enumerate((boris, clara, dora)):
        await play(town.store, f"t{number}", 1000, (anna, 2), (other, 1))
        await compared(town, f"t{number}", 0, 100)
        await compared(town, f"t{number}", 1, 0, 1 + number)
    assert await accuracy_near(town.store, anna, LIVE, 1500.0, 1000) == Accuracy(4, 2, 3)
    assert await accuracy_near(town.store, dora, LIVE, 1700.0, 1000) == Accuracy(2, 1, 1)
    assert await accuracy_near(town.store, anna, LIVE, 1500.0, 1001) == NOTHING
    assert await accuracy_near(town.store, anna, Kind("friends", "slow"), 1500.0, 0) == NOTHING
