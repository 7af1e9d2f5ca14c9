"""Bots as players: they act when they are due, whatever happens to them on the way."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.server.site import PATIENCE_S, LiveServer, Talk, Visitor
from wordsmith.bots.levels import LEVELS
from wordsmith.lexicon import Lexicon
from wordsmith.rules.actions import Play
from wordsmith.rules.events import Agreed, Event, Passed, Played, Voted
from wordsmith.rules.game import Game
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.variant import Variant, load_variant
from wordsmith.rules.view import View
from wordsmith.server.bots.bots import Bots
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.bots.thinking import PipedThinkers, seconds_left
from wordsmith.server.messages import protocol
from wordsmith.server.tables.duties import bots_due
from wordsmith.server.tables.ledger import SeatSettings, TableSettings
from wordsmith.server.tables.moment import first_moment
from wordsmith.server.tables.seating import Making, ask_for_rules, deal_table
from wordsmith.server.tables.table import Accepted, Table
from wordsmith.server.tables.tables import Tables
from wordsmith.server.words.lexicons import Lexicons, load_complete
from wordsmith.store import NewTable, SqliteStore

pytestmark = pytest.mark.anyio

ANNA = "a" * 64
HUMAN, EASY = SeatSettings("human"), SeatSettings("bot", level="easy")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def thinkers() -> AsyncIterator[PipedThinkers]:
    pool = PipedThinkers(processes=1)
    yield pool
    await pool.close()


class Room:
    """A store, its tables and their bots, without a network."""

    def __init__(self, thinkers: PipedThinkers, database: Path) -> None:
        self.store = SqliteStore(database)
        lexicons = Lexicons()
        self.bots = Bots(thinkers, lexicons)
        self.tables = Tables(self.store, lexicons, self.bots.poke)

    async def table(self, *seats: SeatSettings, **rules: str) -> Table:
        variant = ask_for_rules(load_variant("friends"), {"seats": "2-4", **rules})
        found = await self.tables.get(await self.tables.make(Making(variant, seats, ANNA)))
        assert found is not None
        return found

    async def settled(self) -> None:
        """Until no bot thinks any more."""
        deadline = time.monotonic() + PATIENCE_S
        while self.bots._running:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.bots.close()
        await self.tables.close()
        await self.store.close()


@pytest.fixture
async def room(thinkers: PipedThinkers, tmp_path: Path) -> AsyncIterator[Room]:
    opened = Room(thinkers, tmp_path / "games.sqlite3")
    yield opened
    await opened.close()


async def test_a_bot_on_turn_plays_as_soon_as_its_table_is_there(room: Room) -> None:
    table = await room.table(EASY, HUMAN)
    await room.settled()
    assert table.ledger.version == 2
    [row] = await room.store.read(table.id, since=1)
    assert (row.seat, row.key) == (0, "bot-1-0")
    assert json.loads(row.action)["type"] in ("play", "exchange")


async def test_bots_play_on_among_themselves_until_a_person_is_on_turn(room: Room) -> None:
    table = await room.table(EASY, EASY, EASY, HUMAN)
    await room.settled()
    assert table.ledger.version == 4
    assert table.ledger.game.state.on_turn == 3


async def test_a_bot_that_fails_three_times_lets_its_turn_go_by(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    table = await room.table(SeatSettings("bot", level="divine"), HUMAN)
    await room.settled()
    assert isinstance(table.ledger.game.events[-1], Passed)
    assert table.ledger.version == 2
    assert caplog.text.count("unknown level 'divine'") == 3


async def test_a_thought_for_a_game_that_went_on_is_dropped(room: Room) -> None:
    table = await room.table(EASY, HUMAN)
    answer = await table.act(1, 1, "0" * 32, protocol.ResignAction())
    assert answer == Accepted(2)
    await room.settled()
    assert table.ledger.version == 2
    assert len(await room.store.read(table.id)) == 2


async def test_a_bot_that_tries_again_says_nothing_where_the_table_has_gone_on(
    room: Room,
) -> None:
    """Public bug group 15: a pass for an old version would count, when others only talked."""
    table = await room.table(HUMAN, EASY, HUMAN)
    await table.act(0, 1, "0" * 32, protocol.PassAction())
    await table.act(0, 2, "1" * 32, protocol.CancelAction(agree=False))
    assert await room.bots._choice((table.id, 2, 1), table) is None
    await room.settled()
    [row] = [row for row in await room.store.read(table.id) if row.seat == 1]
    assert json.loads(row.action)["type"] in ("play", "exchange")


async def test_a_table_that_goes_on_while_words_are_read_is_not_thought_about(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.table(HUMAN, EASY)
    await table.act(0, 1, "0" * 32, protocol.PassAction())
    read = room.bots._lexicons.of

    async def slowly(variant: Variant) -> Lexicon:
        monkeypatch.undo()  # the table asks for them as well
        await table.act(1, 2, "1" * 32, protocol.PassAction())  # as another program does it
        return await read(variant)

    monkeypatch.setattr(room.bots._lexicons, "of", slowly)
    assert await room.bots._choice((table.id, 2, 1), table) is None
    await room.settled()


async def test_poking_twice_asks_once(room: Room) -> None:
    table = await room.table(EASY, HUMAN)
    room.bots.poke(table)
    await room.bots.sweep(room.store, room.tables)
    assert len(room.bots._running) == 1
    await room.settled()
    assert table.ledger.version == 2


async def test_bots_agree_to_end_when_all_people_have(room: Room) -> None:
    table = await room.table(HUMAN, EASY, EASY, HUMAN)
    await table.act(0, 1, "a" * 32, protocol.AgreeAction())
    await room.settled()
    assert table.ledger.version == 2
    await table.act(3, 2, "b" * 32, protocol.AgreeAction())
    await room.settled()
    events = table.ledger.game.events
    assert [event.seat for event in events if isinstance(event, Agreed)] == [0, 3, 1, 2]
    ended = table.ledger.game.state.ended
    assert ended is not None
    assert ended.reason == "agreed"


@pytest.mark.parametrize(("people_say", "bot_says"), [(True, True), (False, False)])
async def test_a_bot_votes_as_the_people_did(
    room: Room, *, people_say: bool, bot_says: bool
) -> None:
    table = await room.table(HUMAN, EASY, HUMAN, check="vote")
    await table.act(0, 1, "a" * 32, _unknown_word(table))
    await room.settled()
    assert table.ledger.game.state.votes == ()
    await table.act(2, 2, "b" * 32, protocol.VoteAction(accept=people_say))
    await room.settled()
    votes = {e.seat: e.accept for e in table.ledger.game.events if isinstance(e, Voted)}
    assert votes == {2: people_say, 1: bot_says}
    assert isinstance(_first(table, Played), Played) == people_say


async def test_a_bot_alone_does_not_let_an_unknown_word_in(room: Room) -> None:
    table = await room.table(HUMAN, EASY, check="vote")
    await table.act(0, 1, "a" * 32, _unknown_word(table))
    await room.settled()
    [vote] = [event for event in table.ledger.game.events if isinstance(event, Voted)]
    assert not vote.accept
    assert table.ledger.game.state.on_turn == 0


async def test_a_thought_that_takes_too_long_is_given_up_and_its_process_ended() -> None:
    hasty = PipedThinkers(processes=1, most_s=0.0)
    with pytest.raises(NoThought, match="within"):
        await hasty.choose("easy", _view(), 1)
    assert not hasty._quick.all
    await hasty.close()


async def test_a_process_that_dies_is_replaced(thinkers: PipedThinkers) -> None:
    view = _view()
    before = await thinkers.choose("easy", view, 1)
    [process] = thinkers._quick.free
    process.kill()
    with pytest.raises(NoThought, match="died"):
        await thinkers.choose("easy", view, 1)
    assert await thinkers.choose("easy", view, 1) == before
    assert process not in thinkers._quick.all


async def test_a_process_that_is_killed_while_it_thinks_costs_no_turn(room: Room) -> None:
    table = await room.table(EASY, HUMAN)
    thinkers = room.bots._thinkers
    assert isinstance(thinkers, PipedThinkers)
    deadline = time.monotonic() + PATIENCE_S
    while not thinkers._quick.all or thinkers._quick.free:
        assert time.monotonic() < deadline
        await asyncio.sleep(0)
    for process in thinkers._quick.all:
        process.kill()
    await room.settled()
    [row] = await room.store.read(table.id, since=1)
    assert json.loads(row.action)["type"] in ("play", "exchange")


async def test_a_game_that_is_stopped_stops_the_thought_of_its_bot(room: Room) -> None:
    table = await room.table(SeatSettings("bot", level="best"), HUMAN)
    thinkers = room.bots._thinkers
    assert isinstance(thinkers, PipedThinkers)
    deadline = time.monotonic() + PATIENCE_S
    while not thinkers._patient.all or thinkers._patient.free:
        assert time.monotonic() < deadline
        await asyncio.sleep(0)
    [process] = thinkers._patient.all
    assert await table.act(1, 1, "0" * 32, protocol.ResignAction()) == Accepted(2)
    await room.settled()
    assert process.returncode
    assert table.ledger.version == 2
    assert not room.bots._long


async def test_patient_bots_leave_a_process_to_quick_ones(thinkers: PipedThinkers) -> None:
    view = _view()
    long = [asyncio.create_task(thinkers.choose("best", view, seed)) for seed in range(3)]
    await thinkers.choose("easy", view, 1)
    assert not any(thought.done() for thought in long[1:])  # one process, so one after the other
    for thought in long:
        assert isinstance(await thought, Play)
    assert len(thinkers._patient.all) == 1


def test_who_has_waited_for_a_process_thinks_for_less_but_thinks() -> None:
    full = seconds_left(LEVELS["best"], 0.0)
    assert full == LEVELS["best"].seconds
    assert seconds_left(LEVELS["best"], 1.0) == full
    waited = [
        seconds_left(LEVELS["best"], seconds) or 0.0 for seconds in (0.0, 2.0, 2.3, 9.0, 99.0)
    ]
    assert waited == sorted(waited, reverse=True)
    assert waited[0] > waited[1] > waited[2] > waited[3] == waited[4] > 0
    assert seconds_left(LEVELS["easy"], 5.0) is None  # its work is soon done


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_process_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(
        "from wordsmith.server.run import serve\n"
        "import sys\n"
        "serve('127.0.0.1', 0, sys.argv[1], ready=lambda _: print('up', flush=True))\n"
    )
    arguments = [sys.executable, str(script), str(tmp_path / "games.sqlite3")]
    server = subprocess.Popen(arguments, stdout=subprocess.PIPE)
    assert server.stdout is not None
    server.stdout.readline()
    deadline = time.monotonic() + PATIENCE_S
    while not (children := _children(server.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    server.kill()
    server.wait()
    server.stdout.close()
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)


async def test_the_same_question_has_the_same_answer(thinkers: PipedThinkers) -> None:
    view = _view()
    assert await thinkers.choose("good", view, 5) == await thinkers.choose("good", view, 5)


def test_what_was_due_before_a_restart_is_done_after_it_with_nobody_there(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    new = deal_table(Making(load_variant("friends"), (EASY, HUMAN), ANNA))
    asyncio.run(_stored(database, new))
    with LiveServer(database) as server:
        deadline = time.monotonic() + PATIENCE_S
        while asyncio.run(server.house.store.bots_due()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        rows = asyncio.run(server.house.store.read(new.table))
    assert [(row.seq, row.seat) for row in rows] == [(1, None), (2, 0)]


def test_a_game_against_a_bot_is_played_to_its_end_by_hints(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("wordsmith", "Anna", "easy"))
    table, turns = state["table"], 0
    while state["view"]["phase"] != "ended":
        if state["view"]["on_turn"] == 0:
            hint = talk.ask("hint", table, 0)
            play = hint["play"]
            action = {"type": "play", **play} if play else {"type": "exchange", "tiles": ""}
            talk.act(state, 0, action)
            assert talk.expect("ack")
            turns += 1
        state = talk.expect("state")
    sheet = talk.join(table)["turns"]
    assert turns > 5, sheet
    totals = [sum(turn["points"] for turn in sheet if turn["seat"] == seat) for seat in (0, 1)]
    assert totals == [row["before"] for row in state["view"]["ended"]["rows"]]


def test_in_a_finished_or_foreign_position_no_bot_is_due() -> None:
    variant = load_variant("friends")
    game = Game.begin(variant, 2, Shuffle(Random(7)))
    for seats, due in (((HUMAN, EASY), ()), ((EASY, HUMAN), (0,))):
        settings = TableSettings(variant.id, {}, seats)
        moment = replace(first_moment(settings, variant), game=game)
        assert bots_due(moment) == due
        assert bots_due(replace(moment, phase="cancelled")) == ()


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


async def _stored(database: Path, new: NewTable) -> None:
    store = SqliteStore(database)
    await store.create(new)
    await store.close()


def _unknown_word(table: Table) -> protocol.Action:
    state, variant = table.ledger.game.state, table.ledger.variant
    letters = variant.alphabet.decode(state.racks[state.on_turn].codes).replace("?", "")
    words = load_complete(variant)
    word = next(w for w in map("".join, permutations(letters[:5])) if w not in words)
    start = min(variant.layout.starts)
    laid = [(start + n, letter) for n, letter in enumerate(word)]
    return protocol.PlayAction(laid)


def _first(table: Table, kind: type[Event]) -> Event | None:
    return next((event for event in table.ledger.game.events if isinstance(event, kind)), None)


def _view() -> View:
    game = Game.begin(load_variant("friends"), 2, Shuffle(Random(7)))
    return View.of(game, 0)
