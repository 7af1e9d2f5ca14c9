"""Two whole programs of a site over one store that fails and a bus that loses, doubles and delays.

People make a table, sit down, act, vote, lose their lines and come back to either program; programs
are killed and started again. Whatever happened: versions go up by one, what was acknowledged is
stored once and under its key, nobody sees what is not stored or is taken back in time, no tile is
lost, nobody gets time that no row gives him; and when all works again every page shows what its
seat may see of what is stored.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.server.fallible import Browser, Program
from wordsmith.bus import MemoryBus
from wordsmith.rules.sealed_bag import check_seal
from wordsmith.server.projection.projection import format_view
from wordsmith.server.projection.viewing import Surroundings, viewer_of
from wordsmith.server.tables.happenings import ClockSet
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.tables.lines import settings_of
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from tests.server.inside import Json
    from wordsmith.store import Command, TableRow

NAMES = ("Anna", "Boris", "Clara")
BANK: Json = {"kind": "bank", "bank_s": 60, "increment_s": 5}
RULES = {"seats": "2-4", "seating": "agreed", "check": "vote"}
ACTIONS: list[Json] = [
    {"type": "pass"},
    {"type": "pass"},
    {"type": "lay"},
    {"type": "lay"},
    {"type": "exchange"},
    {"type": "vote", "accept": True},
    {"type": "vote", "accept": False},
    {"type": "agree"},
    {"type": "resign"},
    {"type": "cancel", "agree": True},
]
PATIENCE_S = 20.0
programs, people = st.integers(0, 1), st.sampled_from(NAMES)
FATES = st.sampled_from(["go", "before", "after", "lost"])
FAILING = ["before", "after", "lost"]
HINTS = st.sampled_from(["send", "lose", "double", "hold"])


class TwoHouses(RuleBasedStateMachine):
    """See the head of this file."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.store = SqliteStore(Path(self.folder.name) / "games.sqlite3")
        self.bus = MemoryBus()
        self.acked: dict[str, int] = {}
        self.table = ""

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(all_sit=st.booleans())
    def the_site_opens_and_a_table_is_made(self, *, all_sit: bool) -> None:
        self.run(self._begin())
        for number, name in enumerate(NAMES):
            if all_sit:
                self.sit(name, number % 2)
                self.open_a_page(name, number % 2)

    async def _begin(self) -> None:
        await self.store.open()
        self.programs = [await self._started(), await self._started()]
        self.people = {name: Browser(await self.programs[0].visitor(name)) for name in NAMES}
        anna = self.people["Anna"].visitor
        seats = [{"kind": "human", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
        body = {"variant": "classic", "seats": seats, "overrides": RULES, "pace": BANK}
        self.table = (await anna.post("/api/tables", body))["table"]
        row = await self.store.table(self.table)
        assert row is not None
        sheet = Ledger(self.table, settings_of(row), (), row.places).sheet_hash
        for name in NAMES[1:]:
            key = secrets.token_hex(16)
            claim = {"name": name, "key": key, "sheet": sheet, "invite": row.invite}
            self.people[name].claim = claim

    async def _started(self) -> Program:
        program = Program(self.store, self.bus)
        await program.running.enter_async_context(program.opened())
        return program

    @rule(name=people, program=programs)
    def sit(self, name: str, program: int) -> None:
        """Claim a seat, or claim it again: nobody may have heard of it."""
        browser = self.people[name]
        if browser.claim is not None:
            visitor = browser.visitor.at(self.programs[program])
            path = f"/api/tables/{self.table}/sit"
            answer = self.run(visitor.ask("POST", path, browser.claim))
            assert answer.status_code in (200, 503), answer.text
            self.run(visitor.close())

    @rule(name=people, program=programs)
    def open_a_page(self, name: str, program: int) -> None:
        """The line was lost, perhaps, and another one is found."""
        self.run(self._open(self.people[name], program))

    async def _open(self, browser: Browser, program: int) -> None:
        await self._close(browser)
        visitor = browser.visitor.at(self.programs[program])
        browser.page, browser.program, browser.read = await visitor.open_page(), program, 0
        browser.page.send(type="join", table=self.table, since=browser.known, seat=None)
        await self._pause()

    async def _close(self, browser: Browser) -> None:
        if browser.page is not None:
            await browser.page.close()
            self._digest(browser)
            await browser.page.visitor.close()
        browser.page = None

    @rule(name=people, action=st.sampled_from(ACTIONS), over_http=st.booleans(), program=programs)
    def act(self, name: str, action: Json, program: int, *, over_http: bool) -> None:
        """Ask for something, made for the position as it is seen."""
        self.run(self._act(self.people[name], action, program, over_http=over_http))

    @rule(action=st.sampled_from(ACTIONS[:5]), over_http=st.booleans(), program=programs)
    def act_in_turn(self, action: Json, program: int, *, over_http: bool) -> None:
        """Whoever sees that it is his turn makes a move."""
        browser = self._on_turn()
        if browser is not None:
            self.run(self._act(browser, action, program, over_http=over_http))

    @rule(action=st.sampled_from(ACTIONS[:5]), fate=st.sampled_from(FAILING), program=programs)
    def a_move_is_made_while_the_store_takes_nothing(
        self, action: Json, fate: str, program: int
    ) -> None:
        """Whoever is on turn sees all there is, and asks a program that can keep nothing of it."""
        self.run(self._settle())
        browser = self._on_turn()
        if browser is not None:
            self.run(self._open(browser, program))
            self.run(self._settle())
            self.programs[program].writes.extend([fate] * 100)
            self.run(self._act(browser, action, program, over_http=True))
            self.run(self._pause())
            self.what_was_acknowledged_is_stored_once_and_in_order()
            self.programs[program].writes.clear()

    def _on_turn(self) -> Browser | None:
        """Whoever sees that it is his turn."""
        for browser in self.people.values():
            view = browser.view
            if view and view["phase"] == "playing" and view["seats"][view["on_turn"]]["mine"]:
                return browser
        return None

    async def _act(self, browser: Browser, action: Json, program: int, *, over_http: bool) -> None:
        if browser.page is None:
            await self._open(browser, program)
        mine = [n for n, seat in enumerate((browser.view or {}).get("seats", [])) if seat["mine"]]
        if browser.view is None or not mine:
            return
        key, written = secrets.token_hex(16), browser.written(action)
        asked = {"seat": mine[0], "after": browser.known, "key": key, "action": written}
        browser.asked[key] = asked
        await self._ask(browser, key, program if over_http else None)

    @rule(name=people, back=st.integers(0, 3), over_http=st.booleans(), program=programs)
    def ask_again(self, name: str, back: int, program: int, *, over_http: bool) -> None:
        """Under the same key: nobody knows whether it had been heard."""
        browser = self.people[name]
        if len(browser.asked) > back:
            key = list(browser.asked)[-1 - back]
            self.run(self._ask(browser, key, program if over_http else None))

    async def _ask(self, browser: Browser, key: str, program: int | None) -> None:
        asked = browser.asked[key]
        if program is not None:
            visitor = browser.visitor.at(self.programs[program])
            answer = await visitor.ask("POST", f"/api/tables/{self.table}/act", asked)
            await visitor.close()
            told = answer.json()
            told.setdefault("type", "error")
            told.setdefault("code", told.get("error"))
            self._hear_answer(key, told)
        elif browser.page is not None:
            browser.page.send(type="act", table=self.table, **asked)
            await self._pause()

    @rule(program=programs, writes=st.lists(FATES, max_size=4), hints=st.lists(HINTS, max_size=6))
    def things_will_fail(self, program: int, writes: list[str], hints: list[str]) -> None:
        self.programs[program].writes.extend(writes)
        self.programs[program].hints.extend(hints)

    @rule(program=programs)
    def a_program_is_killed_and_started_again(self, program: int) -> None:
        """Nothing of it reaches the store from then on; its lines end."""
        self.run(self._kill(program))

    async def _kill(self, number: int) -> None:
        old = self.programs[number]
        old.store.away = True
        for browser in self.people.values():
            if browser.page is not None and browser.program == number:
                await self._close(browser)
        await old.running.aclose()
        self.programs[number] = await self._started()

    @rule(settled=st.booleans())
    def a_while_passes(self, *, settled: bool) -> None:
        """Perhaps with all in order: every open page comes to show what is stored."""
        self.run(self._settle() if settled else asyncio.sleep(0.06))

    async def _settle(self) -> None:
        for program in self.programs:
            program.writes.clear()
            program.hints.clear()
            program.bus.release()
        async with asyncio.timeout(PATIENCE_S):
            while not await self._all_see_what_is_stored():  # noqa: ASYNC110 - it is no event
                await asyncio.sleep(0.01)
        row, rows = await self._stored()
        ledger = Ledger(self.table, settings_of(row), rows, row.places, row.invite)
        for browser in self.people.values():
            if browser.page is not None and browser.view is not None:
                viewer = viewer_of(ledger, browser.visitor.person)
                shown = format_view(ledger, viewer, Surroundings(0))
                assert _differing(browser.view, _as_sent(shown)) == {}
                assert len(browser.sheet) == len(ledger.sheet.rows)

    async def _all_see_what_is_stored(self) -> bool:
        for browser in self.people.values():
            self._digest(browser)
        version = (await self.store.versions([self.table]))[self.table]
        self._nobody_sees_more_than(version)
        pages = [browser for browser in self.people.values() if browser.page is not None]
        return all(browser.known == version for browser in pages)

    def _nobody_sees_more_than(self, version: int) -> None:
        for browser in self.people.values():
            assert browser.known <= version, "what is not stored was shown"

    async def _stored(self) -> tuple[TableRow, Sequence[Command]]:
        """The table and its rows at one moment."""
        while True:
            rows, row = await self.store.read(self.table), await self.store.table(self.table)
            assert row is not None
            if row.version == len(rows):
                return row, rows

    def _digest(self, browser: Browser) -> None:
        """What the page has heard since, taken as a page takes it."""
        page = browser.page
        if page is None:
            return
        heard, browser.read = page.heard[browser.read :], len(page.heard)
        for told in [msgspec.json.decode(frame.text) for frame in heard]:
            match told["type"]:
                case "state" | "gathering":
                    assert told["version"] >= browser.known, "nobody is taken back in time"
                    browser.known = told["version"]
                    browser.view = told.get("view")
                    if "turns" in told:
                        browser.sheet[told["from"] :] = told["turns"]
                case "pulse" if told["tables"].get(self.table, 0) > browser.known:
                    page.send(type="join", table=self.table, since=browser.known, seat=None)
                case _:
                    self._hear_answer(_key_of(told), told)

    def _hear_answer(self, key: str, told: Json) -> None:
        if told["type"] == "ack":
            assert self.acked.setdefault(key, told["version"]) == told["version"]
        elif told["type"] in ("stale", "refused") or told.get("code") == "key_reused":
            assert key not in self.acked, "what was accepted is told so again"

    async def _pause(self) -> None:
        await asyncio.sleep(0.003)
        for browser in self.people.values():
            self._digest(browser)

    @invariant()
    def what_was_acknowledged_is_stored_once_and_in_order(self) -> None:
        if not self.table:
            return
        for browser in self.people.values():
            self._digest(browser)
        row, rows = self.run(self._stored())
        self._nobody_sees_more_than(row.version)
        assert [one.seq for one in rows] == list(range(1, len(rows) + 1))
        keys = {one.key: one.seq for one in rows}
        assert len(keys) == len(rows)
        for key, version in self.acked.items():
            assert keys[key] == version
        persons = [place.person for place in row.places if place.person]
        assert len(set(persons)) == len(persons)

    @invariant()
    def no_tile_is_lost_and_no_time_is_won(self) -> None:
        if not self.table:
            return
        row, rows = self.run(self._stored())
        ledger = Ledger(self.table, settings_of(row), rows, row.places)
        if ledger.has_begun:
            assert ledger.seal is not None
            assert check_seal(ledger.game, ledger.seal) is None
        happened = [event for one in rows for event in ledger.happened_in(one)]
        clocks = [event for event in happened if isinstance(event, ClockSet)]
        for before, after in itertools.pairwise(clocks):
            for had, has in zip(before.left_ms, after.left_ms, strict=True):
                assert had is not None
                assert has is not None
                assert 0 <= has <= had + 5_000

    def teardown(self) -> None:
        try:
            if self.table:
                try:
                    self.run(self._settle())
                finally:
                    self.run(self._end())
        finally:
            self.runner.close()
            self.folder.cleanup()

    async def _end(self) -> None:
        for browser in self.people.values():
            await self._close(browser)
            await browser.visitor.close()
        for program in self.programs:
            await program.running.aclose()
        await self.store.close()


def _as_sent(shown: Any) -> Json:
    sent: Json = msgspec.json.decode(msgspec.json.encode(shown))  # pairs are lists then
    return sent


def _key_of(told: Json) -> str:
    return str(told.get("key") or (told.get("detail") or {}).get("key") or "")


def _differing(view: Json, other: Json) -> dict[str, tuple[Any, Any]]:
    """Where two views differ, but for what depends on the moment at which they were made."""
    passing = ("nudge", "rematch")
    for one in (view, other):
        (one.get("clock") or {}).pop("now", None)
    return {
        name: (view.get(name), other.get(name))
        for name in {*view, *other}.difference(passing)
        if view.get(name) != other.get(name)
    }


TestTwoHouses = TwoHouses.TestCase
TestTwoHouses.settings = settings(
    max_examples=int(os.environ.get("WORDSMITH_EXAMPLES", "15")),  # many, when one has the time
    stateful_step_count=30,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink takes longer than a test may
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTwoHouses = pytest.mark.slow(TestTwoHouses)
