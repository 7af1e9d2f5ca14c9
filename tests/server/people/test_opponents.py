"""Security rule 10: rings of opponents and games given up, told out of the results."""

from dataclasses import replace

import pytest

from tests.server.people.test_ratings import members, play
from tests.server.people.town import Town
from tests.store.rows import OVER, command, new_table, seat_result
from wordsmith.server.people.opponents import (
    GivingUp,
    Opponent,
    RingMember,
    giving_up_of,
    opponents_of,
    ring_of,
)
from wordsmith.server.people.ratings import Ratings
from wordsmith.store import Result

pytestmark = pytest.mark.anyio


async def give_up(town: Town, table: str, winner: str, loser: str, turns: int) -> None:
    """A rated game that the loser gave up after so many turns."""
    await town.store.create(replace(new_table(table, seats=(winner, loser)), rated=True))
    seats = (seat_result(0, winner, 50, 1), replace(seat_result(1, loser, 90, 2), turns=turns))
    over = replace(OVER, result=Result("resigned", seats))
    await town.store.append(command(2, table=table, at_ms=1000), over)


async def meet(town: Town, one: str, other: str, times: int, at_ms: int = 1000) -> None:
    """So many rated games, won by each in turn."""
    for number in range(times):
        points = (2, 1) if number % 2 == 0 else (1, 2)
        await play(
            town.store, f"{one} {other} {number}", at_ms, (one, points[0]), (other, points[1])
        )


async def test_whom_somebody_meets_is_told_with_what_came_of_it(town: Town) -> None:
    anna, boris, clara, dora = await members(town, 4)
    await play(town.store, "t1", 1000, (anna, 3), (boris, 2), (clara, 2))
    await play(town.store, "t2", 2000, (boris, 3), (anna, 2))
    await give_up(town, "t3", anna, boris, 2)
    await give_up(town, "t4", boris, anna, 3)
    await play(town.store, "t5", 1000, (anna, 3), (boris, 2), rated=False)
    await play(town.store, "t6", 1000, (anna, 3), (None, 2))
    await play(town.store, "t7", 10, (anna, 3), (boris, 2))
    await play(town.store, "t8", 1000, (anna, 3), (anna, 2))
    assert await opponents_of(town.store, anna, 1000) == [
        Opponent(boris, 4, won=2, lost=2, gave_up=1, received=1, gained=0),
        Opponent(clara, 1, won=1, lost=0, gave_up=0, received=0, gained=0),
    ]
    (_, drawn) = await opponents_of(town.store, clara, 1000)
    assert (drawn.person, drawn.won, drawn.lost) == (boris, 0, 0)
    assert await opponents_of(town.store, dora, 0) == []


async def test_what_rating_was_won_from_an_opponent_is_told(town: Town) -> None:
    anna, boris, clara = await members(town, 3)
    for number in range(3):
        await play(town.store, f"t{number}", 1000 + number, (anna, 2), (boris, 1))
    await play(town.store, "t9", 2000, (clara, 3), (anna, 2), (boris, 1))
    await Ratings(town.store).sweep()
    changes = await town.store.rows(
        "SELECT after - before FROM rating_changes WHERE person = $1 AND table_id <> 't9'", anna
    )
    (met, _) = await opponents_of(town.store, anna, 0)
    assert (met.person, met.gained) == (boris, round(sum(change for (change,) in changes)))
    (lost, _) = await opponents_of(town.store, boris, 0)
    assert met.gained > 100
    assert lost.gained < -100


async def test_those_who_meet_nearly_only_each_other_are_a_ring(town: Town) -> None:
    """Boris, Clara and Anna; Dora is met often and meets many, who meet many as well."""
    anna, boris, clara, dora, *crowd = await members(town, 10)
    for one, other in ((anna, boris), (boris, clara), (anna, clara)):
        await meet(town, one, other, 5)
    await meet(town, anna, dora, 3)
    for somebody, stranger in zip(crowd[:3], crowd[3:], strict=True):
        await meet(town, dora, somebody, 3)
        await meet(town, somebody, stranger, 3)
    ring = [RingMember(anna, 10, 13), RingMember(boris, 10, 10), RingMember(clara, 10, 10)]
    assert await ring_of(town.store, anna, 0) == ring
    assert await ring_of(town.store, boris, 0) == [ring[1], ring[0], ring[2]]
    assert await ring_of(town.store, dora, 0) == ()
    assert await ring_of(town.store, anna, 1001) == ()


async def test_a_pair_that_meets_seldom_or_others_too_is_no_ring(town: Town) -> None:
    anna, boris, clara, dora = await members(town, 4)
    await meet(town, anna, boris, 2)
    assert await ring_of(town.store, anna, 0) == ()
    await meet(town, clara, dora, 3)
    assert [member.person for member in await ring_of(town.store, clara, 0)] == [clara, dora]
    await meet(town, dora, anna, 2)
    assert await ring_of(town.store, clara, 0) == ()


async def test_how_often_and_how_early_games_are_given_up_is_told(town: Town) -> None:
    anna, boris, clara = await members(town, 3)
    await play(town.store, "t1", 1000, (anna, 3), (boris, 2))  # twelve turns each
    await give_up(town, "t2", boris, anna, 2)
    await give_up(town, "t3", boris, anna, 3)
    await give_up(town, "t4", anna, boris, 0)  # Boris gives up
    await play(town.store, "t5", 1000, (anna, 3), (boris, 2), (clara, 1))
    assert await giving_up_of(town.store, anna, 0) == GivingUp(4, 2, 2.5, 12.0)
    assert await giving_up_of(town.store, boris, 0) == GivingUp(4, 1, 0.0, 12.0)
    assert await giving_up_of(town.store, clara, 0) == GivingUp(0, 0, 0.0, 0.0)
    assert await giving_up_of(town.store, anna, 1001) == GivingUp(0, 0, 0.0, 0.0)
