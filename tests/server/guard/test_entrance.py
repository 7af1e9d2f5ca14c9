"""Lines that come all at once are let in one by one, and others are heard meanwhile."""

import asyncio
from itertools import pairwise

import pytest

from wordsmith.server.guard.entrance import Entrance


async def let_in(entrance: Entrance, names: str) -> list[str]:
    """The order in which everybody enters, and in which somebody who is in is heard."""
    seen: list[str] = []

    async def somebody_inside() -> None:
        while len(seen) < 2 * len(names):
            await asyncio.sleep(0)
            seen.append("heard")

    inside = asyncio.create_task(somebody_inside())
    await asyncio.sleep(0)
    for name in names:
        entrance.wait(lambda name=name: seen.append(name))  # type: ignore[misc]
    await asyncio.wait_for(inside, 10)
    return seen


def test_between_two_who_enter_everybody_inside_is_heard() -> None:
    seen = asyncio.run(let_in(Entrance(), "abcdef"))
    assert [name for name in seen if name != "heard"] == list("abcdef")
    entered = [place for place, name in enumerate(seen) if name != "heard"]
    assert all(after - before > 1 for before, after in pairwise(entered))


def test_one_who_cannot_enter_keeps_nobody_out() -> None:
    entrance, entered = Entrance(), []

    def stumble() -> None:
        raise ConnectionResetError

    async def come() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        entrance.wait(stumble)
        entrance.wait(lambda: entered.append("next"))
        for _ in range(5):
            await asyncio.sleep(0)
        entrance.wait(lambda: entered.append("later"))
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(come())
    assert entered == ["next", "later"]


@pytest.mark.parametrize("times", [1, 3])
def test_it_can_be_empty_and_fill_again(times: int) -> None:
    entrance, entered = Entrance(), []

    async def come() -> None:
        for number in range(times):
            entrance.wait(lambda number=number: entered.append(number))  # type: ignore[misc]
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(come())
    assert entered == list(range(times))
