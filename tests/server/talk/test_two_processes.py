"""What is said in one process is heard in the other, by those who may hear it."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.bus.buses import redis_url
from tests.server.talk.tables import ANNA, BORIS, DORA, as_table, playing, say, settle
from wordsmith.bus import RedisBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.talk.talk import Talk
from wordsmith.store import Store

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[3]
TALKER = Path(__file__).with_name("talker.py")


async def other_process(*arguments: str) -> asyncio.subprocess.Process:
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        TALKER,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert await line_of(started) == "ready"
    return started


async def line_of(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(30):
        return (await process.stdout.readline()).decode().strip()


async def test_a_message_crosses_from_one_process_to_the_other_and_only_to_its_side(
    database: str, store: Store
) -> None:
    """Bugs 29 to 31, over the bus: a spectator's line never reaches a player of a live game."""
    url = redis_url()
    await settle(store, ANNA, BORIS, DORA)
    table = playing(ANNA, BORIS)
    bus = RedisBus(url)
    await bus.open()
    talk = Talk(store, bus, Quotas())
    player = await other_process(database, url, table.id, BORIS)
    spectator = await other_process(database, url, table.id, DORA)
    try:
        await talk.say(as_table(table), DORA, say("Boris holds the queen", "watchers"))
        await talk.say(as_table(table), ANNA, say("your turn"))
        assert await line_of(player) == "2 your turn"
        assert await line_of(spectator) == "1 Boris holds the queen"
    finally:
        for process in (player, spectator):
            await process.communicate(b"\n")
        await talk.close()
        await bus.close()
