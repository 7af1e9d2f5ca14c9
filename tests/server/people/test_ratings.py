"""Ratings follow results: each once, in order, whoever looks, and never for bots."""

import asyncio
import itertools
import random
from dataclasses import replace

import pytest

from tests.server.people.town import Town
from tests.store.rows import OVER, command, new_table, seat_result
from wordsmith.ratings import Rating, rate
from wordsmith.server.messages.people import VariantStats
from wordsmith.server.people.ratings import Ratings
from wordsmith.server.people.stats import ratings_of, stats_of
from wordsmith.store import Result, SeatResult, Statement, Store, open_store

pytestmark = pytest.mark.anyio


async def play(
    store: Store,
    table: str,
    at_ms: int,
    *seats: tuple[str | None, int],
    rated: bool = True,
    pace: str = "live",
    variant: str = "friends",
) -> None:
    """A table that is over: for each seat its person and its points."""
    points = sorted((score for _, score in seats), reverse=True)
    results = [
        seat_result(seat, person, score, points.index(score) + 1)
        for seat, (person, score) in enumerate(seats)
    ]
    new = replace(
        new_table(table, seats=tuple([person for person, _ in seats])),
        rated=rated,
        pace=pace,  # type: ignore[arg-type]
        variant=variant,
    )
    await store.create(new)
    await end(store, table, at_ms, *results)


async def end(store: Store, table: str, at_ms: int, *results: SeatResult) -> None:
    over = replace(OVER, result=Result("out", results))
    await store.append(command(2, table=table, at_ms=at_ms), over)


async def members(town: Town, count: int) -> list[str]:
    """Persons with accounts; no password has to be thought over for that."""
    persons = [f"person {number}" for number in range(count)]
    sql = "INSERT INTO persons (id, since_ms, login, login_shape) VALUES ($1, 1, $1, $1)"
    await town.store.write(*[Statement(sql, (person,)) for person in persons])
    return persons


async def changes(store: Store) -> dict[tuple[str, str], tuple[float, float]]:
    rows = await store.rows("SELECT table_id, person, before, after FROM rating_changes")
    return {(table, person): (before, after) for table, person, before, after in rows}


async def test_a_result_changes_the_ratings_of_those_who_played_once(town: Town) -> None:
    """Public bug group 10: one game, one rating row for each player."""
    anna, boris = await members(town, 2)
    await play(town.store, "t1", 1000, (anna, 210), (boris, 190))
    ratings = Ratings(town.store)
    assert [await ratings.sweep() for _ in range(3)] == [1, 0, 0]
    won, lost = rate([Rating(), Rating()], [1, 2], 1000)
    assert await changes(town.store) == {
        ("t1", anna): (1500.0, won.rating),
        ("t1", boris): (1500.0, lost.rating),
    }
    (told,) = await ratings_of(town.store, anna)
    assert (told.variant, told.pace, told.games) == ("friends", "live", 1)
    assert (told.rating, told.provisional) == (won.rating, True)


async def test_a_rating_goes_on_from_where_the_game_before_left_it(town: Town) -> None:
    anna, boris = await members(town, 2)
    await play(town.store, "t1", 1000, (anna, 210), (boris, 190))
    await play(town.store, "t2", 2000, (boris, 210), (anna, 190))
    await Ratings(town.store).sweep()
    first = rate([Rating(), Rating()], [1, 2], 1000)
    second = rate([first[1], first[0]], [1, 2], 2000)
    told = await changes(town.store)
    assert told["t2", boris] == (first[1].rating, second[0].rating)
    assert told["t2", anna] == (first[0].rating, second[1].rating)


async def test_variants_and_paces_have_ratings_of_their_own(town: Town) -> None:
    anna, boris = await members(town, 2)
    for number, (variant, pace) in enumerate(
        [("friends", "live"), ("friends", "slow"), ("classic", "live")]
    ):
        seats = ((anna, 2), (boris, 1))
        await play(town.store, f"t{number}", 1000, *seats, variant=variant, pace=pace)
    await Ratings(town.store).sweep()
    told = await ratings_of(town.store, anna)
    assert {(one.variant, one.pace) for one in told} == {
        ("friends", "live"),
        ("friends", "slow"),
        ("classic", "live"),
    }
    assert {one.games for one in told} == {1}


async def test_games_with_a_bot_a_guest_a_sofa_or_no_clock_change_no_rating(town: Town) -> None:
    anna, boris = await members(town, 2)
    guest = await (await town.newcomer()).person()
    await play(town.store, "bot", 1, (anna, 2), (boris, 1), (None, 0))
    await play(town.store, "guest", 2, (anna, 2), (guest, 1))
    await play(town.store, "sofa", 3, (anna, 2), (anna, 1))
    await play(town.store, "none", 4, (anna, 2), (boris, 1), pace="none")
    await play(town.store, "casual", 5, (anna, 2), (boris, 1), rated=False)
    await play(town.store, "gone", 6, (anna, 2), (boris, 1))
    await town.store.write(
        Statement("UPDATE result_seats SET person = NULL WHERE table_id = 'gone' AND seat = 1")
    )
    await play(town.store, "cancelled", 7, (anna, 2), (boris, 1))
    await town.store.write(
        Statement("UPDATE tables SET phase = 'cancelled' WHERE id = 'cancelled'")
    )
    await Ratings(town.store).sweep()
    assert await town.count("ratings") == 0
    assert await town.count("rating_changes") == 0
    waiting = await town.store.rows("SELECT table_id FROM results WHERE applied = 0 AND rated = 1")
    assert list(waiting) == []


async def test_three_at_a_table_are_rated_pair_by_pair(town: Town) -> None:
    persons = await members(town, 3)
    await play(town.store, "t1", 1000, *zip(persons, (210, 190, 190), strict=True))
    await Ratings(town.store).sweep()
    told = await changes(town.store)
    reckoned = rate([Rating()] * 3, [1, 2, 2], 1000)
    assert [told["t1", person][1] for person in persons] == [one.rating for one in reckoned]


async def test_many_who_look_at_once_apply_every_result_once_and_in_order(
    town: Town, database: str
) -> None:
    """Public bug group 10: a game rated three times (FAForever/server#903), over two programs."""
    persons = await members(town, 4)
    chance = random.Random(7)
    games = []
    for number in range(30):
        two = chance.sample(persons, 2)
        scores = (chance.randrange(3), chance.randrange(3))
        games.append((f"t{number:02}", 1000 + number // 2, two, scores))
    other = open_store(database)
    await other.open()
    stores = itertools.cycle([town.store, other])

    async def look(store: Store) -> int:
        total = 0
        while await store.rows("SELECT 1 FROM results WHERE applied = 0 AND rated = 1 LIMIT 1"):
            total += await Ratings(store).sweep()
        return total

    for table, at_ms, two, scores in games:
        await play(town.store, table, at_ms, *zip(two, scores, strict=True))
    counts = await asyncio.gather(*[look(next(stores)) for _ in range(6)])
    await other.close()
    assert sum(counts) == len(games)

    known = dict.fromkeys(persons, Rating())
    for _, at_ms, two, scores in games:
        places = [1 + (score < max(scores)) for score in scores]
        after = rate([known[person] for person in two], places, at_ms)
        known.update(zip(two, after, strict=True))
    for person in persons:
        (told,) = await ratings_of(town.store, person)
        assert told.games == known[person].games
        assert told.rating == pytest.approx(known[person].rating, abs=1e-9)
    assert await town.count("rating_changes") == 2 * len(games)


async def test_statistics_count_games_that_are_over_and_no_sofa(town: Town) -> None:
    anna, boris = await members(town, 2)
    fared = SeatResult(0, anna, None, 200, 1, 12, 2, "ЁЛКА", 44, 3, 80)
    other = SeatResult(1, boris, None, 100, 2, 12, 0, "ДОМ", 12, 5, 30)
    for table in ("t1", "t2", "t3", "t4"):
        await town.store.create(new_table(table, seats=(anna, boris)))
    await end(town.store, "t1", 1, fared, other)
    lost = replace(fared, score=101, place=2, best_word="СЛОН", best_word_points=50, full_racks=1)
    await end(town.store, "t2", 2, lost, replace(other, place=1))
    drawn = replace(fared, score=150, best_turn=9, best_turn_points=90, full_racks=0)
    await end(town.store, "t3", 3, drawn, replace(other, place=1, score=150))
    await end(town.store, "t4", 4, fared, replace(fared, seat=1, score=999))
    stats = await stats_of(town.store, anna)
    assert (stats.games, stats.won, stats.average, stats.full_racks) == (3, 1, 150.3, 3)
    assert stats.best_word is not None
    assert stats.best_turn is not None
    assert (stats.best_word.word, stats.best_word.table) == ("СЛОН", "t2")
    assert (stats.best_turn.points, stats.best_turn.n, stats.best_turn.table) == (90, 9, "t3")
    assert stats.by_variant == {"friends": VariantStats(3, 1, 150.3)}
    nobody = await stats_of(town.store, "nobody")
    assert (nobody.games, nobody.average, nobody.best_word, nobody.best_turn) == (0, 0, None, None)


async def test_only_those_who_want_it_show_their_rating(town: Town) -> None:
    anna, boris = await members(town, 2)
    await play(town.store, "t1", 1000, (anna, 210), (boris, 190))
    await Ratings(town.store).sweep()
    await town.store.write(Statement("UPDATE persons SET login = 'anna' WHERE id = $1", (anna,)))
    assert (await town.people.portraits.profile("ANNA")).ratings == []
    await town.people.persons.change(anna, wants_rating=True)
    assert [one.games for one in (await town.people.portraits.profile("anna")).ratings] == [1]
