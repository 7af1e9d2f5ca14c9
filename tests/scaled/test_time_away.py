"""A site that was away: nobody's clock has run meanwhile, and everybody is told.

Public bug groups 1, 6 and 20: moves lost at a restart and a player flagged for it, clocks
that jump or do not run again.
"""

import asyncio
import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.scaled.processes import Process
from tests.server.site import Visitor
from wordsmith.store import SqliteStore

LIVE = {"pace": {"kind": "bank", "bank_s": 180, "increment_s": 0}}


def serving(database: Path, port: int = 0) -> Process:
    line = ("serve", "--port", str(port), "--no-open")
    return Process(*line, WORDSMITH_DATABASE=str(database))


def rows(database: Path, table: str) -> list[Any]:
    async def read() -> list[Any]:
        store = SqliteStore(database)
        found = [(row.key, json.loads(row.events)) for row in await store.read(table)]
        await store.close()
        return found

    return asyncio.run(read())


def test_a_live_game_gets_back_the_time_in_which_its_site_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with serving(database) as one:
        port = int(one.address.rpartition(":")[2])
        with closing(Visitor(one.address)) as visitor:
            table = visitor.new_table("friends", "Anna", "Boris", terms=LIVE)
            with visitor.talk() as talk:
                before = talk.join(table)
            one.kill()
            time.sleep(1.5)
            with serving(database, port), visitor.talk() as talk:
                after = talk.join(table)
    clock_before, clock_after = before["view"]["clock"], after["view"]["clock"]
    away = [key for key, _ in rows(database, table) if key.startswith("away-")]
    assert len(away) == 1  # once, however often the site was started
    assert clock_after["running"] == clock_before["running"]
    # what is left when the turn ends may only have grown by the time that was given back
    assert clock_after["deadline"] - clock_before["deadline"] > 1500


def test_a_site_that_is_started_twice_gives_the_time_once(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with serving(database) as one:
        with closing(Visitor(one.address)) as visitor:
            table = visitor.new_table("friends", "Anna", "Boris", terms=LIVE)
        one.kill()
    for _ in range(2):
        with serving(database) as again:
            again.kill()
    away = [key for key, _ in rows(database, table) if key.startswith("away-")]
    assert len(away) == len(set(away)) <= 2  # each time of being away has a name of its own
