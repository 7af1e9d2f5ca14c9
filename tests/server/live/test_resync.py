"""A page that has missed much, or all, gets it without a reload.

Public bug groups 3, 7 (a page that is behind is not told), 20 and 28 (what is sent again plays
again). A gap of ten thousand is healed in portions that fit what may wait for a page.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.live.evening import PASS, Evening, evening
from wordsmith.rules.events import Passed
from wordsmith.server.live.outbox import MOST_BYTES, Outbox
from wordsmith.server.projection.rows import ROWS, portion_of
from wordsmith.server.projection.wire import Wire
from wordsmith.server.tables.duties import standing_of
from wordsmith.server.tables.happenings import format_row
from wordsmith.store import Command, Stored

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.inside import Json, Page
    from wordsmith.server.tables.ledger import Ledger

LONG = 10_000


async def passed(table: Evening, count: int) -> int:
    """So many turns go by, written down as another program of the site would have; the version."""
    live = await table.live()
    ledger, store = live.ledger, table.site.house.store
    standing = standing_of(ledger.moment, ledger.places)
    first, seat = ledger.version + 1, ledger.game.state.on_turn

    async def write(number: int) -> None:
        events = format_row((Passed((seat + number) % 2),), ledger.variant.alphabet)
        command = Command(
            table.table,
            first + number,
            ledger.at_ms + number,
            (seat + number) % 2,
            f"{number:032x}",
            '{"type":"pass"}',
            events,
        )
        assert isinstance(await store.append(command, standing), Stored)

    for start in range(0, count, 500):
        await asyncio.gather(*[write(n) for n in range(start, min(count, start + 500))])
    await live.refresh()
    return first + count - 1


async def rows_of(page: Page, last: int, rows: dict[int, Json] | None = None) -> list[Json]:
    """Every state up to the last, as a page takes them in."""
    rows = {} if rows is None else rows
    states: list[Json] = []
    while not states or states[-1]["version"] != last:
        state = await page.until(lambda got: got["type"] == "state")
        for gone in [n for n in rows if n > state["from"]]:
            del rows[gone]
        rows |= {turn["n"]: turn for turn in state["turns"]}
        states.append(state)
    return states


def test_a_gap_of_ten_thousand_is_healed_in_portions(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            last = await passed(table, LONG)
            rows: dict[int, Json] = {}
            anna.send(type="join", table=table.table, since=0, seat=None)
            states = await rows_of(anna, last, rows)
            assert sorted(rows) == list(range(1, LONG + 1))
            versions = [state["version"] for state in states]
            assert versions == sorted(versions)
            assert len(states) >= LONG // ROWS
            largest = max(len(heard.text.encode()) for heard in anna.heard)
            assert largest * 2 < MOST_BYTES

    asyncio.run(played())


def test_a_page_that_is_cut_off_in_between_gets_the_rest(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            last = await passed(table, 5 * ROWS)
            anna.send(type="join", table=table.table, since=0, seat=None)
            first = await anna.until(lambda got: got["type"] == "state" and bool(got["turns"]))
            await anna.close()
            rows = {turn["n"]: turn for turn in first["turns"]}
            assert len(rows) == ROWS
            again = await table.opens("Анна")
            again.send(type="join", table=table.table, since=first["version"], seat=None)
            states = await rows_of(again, last, rows)
            assert states[0]["from"] == ROWS
            assert sorted(rows) == list(range(1, 5 * ROWS + 1))

    asyncio.run(played())


def test_what_happens_while_rows_are_still_coming_is_not_lost(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            await passed(table, 10 * ROWS)
            ledger = await table.ledger()
            rows: dict[int, Json] = {}
            anna.send(type="join", table=table.table, since=0, seat=None)
            seat = ledger.game.state.on_turn
            name = ("Анна", "Boris")[seat]
            table.pages[name].act(table.table, seat, ledger.version, PASS)
            await rows_of(anna, ledger.version + 1, rows)
            assert sorted(rows) == list(range(1, 10 * ROWS + 2))

    asyncio.run(played())


def test_who_has_everything_is_sent_no_row_again(tmp_path: Path) -> None:
    async def played() -> None:
        async with evening(tmp_path) as table:
            anna, _ = await table.game("Анна", "Boris")
            for number in range(3):
                await table.act(("Анна", "Boris")[number % 2], number % 2, PASS)
            version = (await table.ledger()).version
            await table.shown("Анна", version)
            state = await anna.join(table.table, since=version)
            assert (state["turns"], state["from"]) == ([], 3)
            state = await anna.join(table.table, since=version - 1)
            assert [turn["n"] for turn in state["turns"]] == [3]

    asyncio.run(played())


def test_every_portion_vouches_for_what_it_says(tmp_path: Path) -> None:
    """From whatever version a page goes on, it ends with every row as it is now."""

    async def played() -> Ledger:
        async with evening(tmp_path) as table:
            await table.game("Анна", "Boris")
            await passed(table, 3 * ROWS + 7)
            return await table.ledger()

    ledger = asyncio.run(played())
    rows = ledger.sheet.rows
    for known in range(ledger.version + 1):
        have = {n: row for n, row in enumerate(rows) if row.changed <= known}
        version = known
        while True:
            portion = portion_of(ledger, version)
            assert portion.version >= version
            have |= dict(enumerate(rows[portion.start : portion.stop], start=portion.start))
            version = portion.version
            if portion.is_last:
                break
        assert (version, have) == (ledger.version, dict(enumerate(rows)))


@pytest.mark.parametrize(("frames", "size"), [(65, 1), (2, 140 * 1024)])
def test_more_than_may_wait_is_the_end_of_the_line(frames: int, size: int) -> None:
    """Public bug group 34."""

    async def filled() -> tuple[int, list[bytes]]:
        sent: list[bytes] = []
        overflows: list[int] = []
        taken = asyncio.Event()

        async def send(frame: Wire) -> None:
            await taken.wait()
            sent.append(frame)

        outbox = Outbox(send, lambda: None, lambda: overflows.append(1))
        for _ in range(1 + frames):  # the first is on its way
            outbox.put(Wire(b"x" * size))
        taken.set()
        await asyncio.sleep(0.01)
        outbox.put(Wire(b"y"))
        await outbox.close()
        return len(overflows), sent

    overflows, sent = asyncio.run(filled())
    assert (overflows, len(sent)) == (1, 1)


def test_what_need_not_wait_is_sent_at_once() -> None:
    async def filled() -> tuple[list[bytes], list[bytes]]:
        sent: list[bytes] = []
        taken = asyncio.Event()
        taken.set()

        async def send(frame: Wire) -> None:
            await taken.wait()
            sent.append(frame)

        outbox = Outbox(send, lambda: None, lambda: None)
        outbox.put(Wire(b"1"))
        at_once = list(sent)
        taken.clear()
        for frame in (b"2", b"3"):
            outbox.put(Wire(frame))
        assert sent == at_once
        taken.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        outbox.put(Wire(b"4"))
        await outbox.close()
        return at_once, sent

    assert asyncio.run(filled()) == ([b"1"], [b"1", b"2", b"3", b"4"])


def test_what_may_wait_is_sent_in_order_and_then_more_is_asked_for() -> None:
    async def filled() -> list[bytes]:
        sent: list[bytes] = []
        asked = asyncio.Event()

        async def send(frame: Wire) -> None:
            sent.append(frame)

        outbox = Outbox(send, asked.set, lambda: None)
        for number in range(3):
            outbox.put(Wire(b"%d" % number))
        await asked.wait()
        return sent

    assert asyncio.run(filled()) == [b"0", b"1", b"2"]
