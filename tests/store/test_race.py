"""Two programs on one database: whoever is first wins, and there is always exactly one."""

import asyncio
import random

import pytest

from tests.store.rows import ON, command, new_table
from wordsmith.store import Outcome, Stale, Store, Stored, open_store

pytestmark = pytest.mark.anyio

TABLES, ROUNDS = 40, 50


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_two_thousand_races_have_one_winner_each(store: Store, database: str) -> None:
    another = open_store(database)
    tables = [f"t{number}" for number in range(TABLES)]
    for table in tables:
        await store.create(new_table(table))

    async def race(table: str) -> list[str]:
        chance, winners = random.Random(table), []
        for seq in range(2, ROUNDS + 2):
            order = chance.sample([("one", store), ("other", another)], 2)
            asked = [
                place.append(command(seq, f"{name} {seq}", table=table), ON)
                for name, place in order
            ]
            outcomes = await asyncio.gather(*asked)
            winners += [
                f"{name} {seq}"
                for (name, _), outcome in zip(order, outcomes, strict=True)
                if won(outcome, seq)
            ]
        return winners

    won_by = await asyncio.gather(*[race(table) for table in tables])
    for table, winners in zip(tables, won_by, strict=True):
        rows = await another.read(table)
        assert [row.seq for row in rows] == list(range(1, ROUNDS + 2))
        assert [row.key for row in rows[1:]] == winners
    await another.close()


def won(outcome: Outcome, seq: int) -> bool:
    """Whether a command was stored; if not, it came too late for just this version."""
    assert outcome in (Stored(seq), Stale(seq))
    return outcome == Stored(seq)


async def test_one_key_through_two_programs_is_stored_once(store: Store, database: str) -> None:
    another = open_store(database)
    await store.create(new_table())
    for seq in range(2, 52):
        asked = [place.append(command(seq), ON) for place in (store, another, store, another)]
        outcomes = await asyncio.gather(*asked)
        assert outcomes.count(Stored(seq)) == 1
    assert len(await store.read("t1")) == 51
    await another.close()


async def test_one_intent_through_two_programs_makes_one_table(store: Store, database: str) -> None:
    another = open_store(database)
    for number in range(20):
        key = f"rematch of {number}"
        names = await asyncio.gather(
            *[
                place.create(new_table(f"{number} {nth} {name}", key=key))
                for name, place in (("one", store), ("other", another))
                for nth in range(3)
            ]
        )
        assert len(set(names)) == 1
    [[tables]] = await store.rows("SELECT COUNT(*) FROM tables")
    assert tables == 20
    await another.close()
