"""Tables that gather: seats are claimed, given up and opened, until the game begins."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.server.tables.evening import (
    ANNA,
    BORIS,
    CLARA,
    DAYS,
    DORA,
    EASY,
    LEVELS,
    LIVE,
    NAMES,
    OPEN,
    Evening,
    act,
    reread,
    rows,
    with_account,
)
from wordsmith.rules.sealed_bag import check_seal
from wordsmith.server.messages import protocol
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables import gathering
from wordsmith.server.tables.ledger import Ledger, NotBegun
from wordsmith.server.tables.requests import Accepted, Failed
from wordsmith.server.tables.table import Table

pytestmark = pytest.mark.anyio

KICK, RISE, BEGIN = protocol.KickAction(1), protocol.RiseAction(), protocol.BeginAction()
CALL_OFF = protocol.CancelAction(agree=True)


async def test_a_table_with_an_open_seat_gathers_and_has_no_game(evening: Evening) -> None:
    table = await evening.new(OPEN)
    ledger = table.ledger
    assert (ledger.phase, ledger.has_begun, ledger.version) == ("gathering", False, 1)
    assert [seat.kind for seat in ledger.seats] == ["human", "open"]
    assert ledger.host == ANNA
    assert table.seats_of(ANNA) == {0}
    with pytest.raises(NotBegun):
        _ = ledger.game
    stored = await evening.store.table(table.id)
    assert stored is not None
    assert (stored.standing.phase, stored.standing.on_turn) == ("gathering", None)
    assert len(stored.invite or "") >= 22  # 128 bits


async def test_a_table_without_an_open_seat_begins_with_its_first_row(evening: Evening) -> None:
    table = await evening.new(EASY, pace=LIVE)
    ledger = table.ledger
    assert (ledger.phase, ledger.version, ledger.invite) == ("playing", 1, None)
    assert [len(rack) for rack in ledger.game.state.racks] == [7, 7]


async def test_the_last_claim_begins_the_game_in_the_same_row(evening: Evening) -> None:
    table = await evening.new(OPEN)
    await evening.sit(table, BORIS)
    ledger = table.ledger
    assert (ledger.phase, ledger.version) == ("playing", 2)
    assert {seat.name for seat in ledger.seats} == {"Anna", "Boris"}
    assert [len(rack) for rack in ledger.game.state.racks] == [7, 7]
    assert ledger.seal is not None
    assert check_seal(ledger.game, ledger.seal) is None
    assert ledger.game.state == (await reread(evening.store, table)).game.state


async def test_of_a_hundred_who_claim_three_seats_at_once_three_sit(
    programs: tuple[Evening, Evening],
) -> None:
    """Public bug group 12: joining at the same time overwrote who had joined before."""
    first, second = programs
    table = await first.new(OPEN, OPEN, OPEN, overrides={"seats": "2-4"})
    again = await second.get(table.id)
    people = [f"{number:064}" for number in range(100)]

    async def claim(number: int, person: str) -> int | str:
        try:
            own = (first, table) if number % 2 else (second, again)
            return await own[0].sit(own[1], person)
        except Refusal as refusal:
            return refusal.code

    said = await asyncio.gather(*[claim(*one) for one in enumerate(people)])
    await table.refresh()
    seated = [person for person, told in zip(people, said, strict=True) if isinstance(told, int)]
    assert len(seated) == 3
    assert {place.person for place in table.ledger.places} == {ANNA, *seated}
    assert set(said) - {0, 1, 2, 3} <= {"taken", "started"}
    assert len(await rows(first.store, table)) == 4


async def test_the_same_claim_again_is_the_same_seat_and_no_row(evening: Evening) -> None:
    """Public bug group 9: what is sent twice happens once."""
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    claims = [evening.sit(table, BORIS, key="1" * 32) for _ in range(10)]
    assert await asyncio.gather(*claims) == [1] * 10
    assert len(await rows(evening.store, table)) == 2


async def test_a_person_has_one_seat_however_often_he_asks(evening: Evening) -> None:
    """Public bug group 13: a player was seated twice, or against himself."""
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    asked = [evening.sit(table, person) for person in (ANNA, BORIS, BORIS, ANNA)]
    assert await asyncio.gather(*asked) == [0, 1, 1, 0]
    assert table.ledger.phase == "gathering"
    assert len(table.seats_of(ANNA) | table.seats_of(BORIS)) == 2


async def test_who_sits_may_be_called_otherwise_before_the_game(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    assert await evening.sit(table, BORIS, name="") == 1
    assert await evening.sit(table, BORIS, name="Bob") == 1
    assert await evening.sit(table, BORIS, name="") == 1
    assert [seat.name for seat in table.ledger.seats] == ["Anna", "Bob", ""]
    await evening.sit(table, CLARA)
    await evening.sit(table, BORIS, name="Robert")
    assert {seat.name for seat in table.ledger.seats} == {"Anna", "Bob", "Clara"}


async def test_the_key_of_another_seats_nobody(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS, key="1" * 32)
    with pytest.raises(Refusal, match="key_reused"):
        await evening.sit(table, CLARA, key="1" * 32)
    assert not table.seats_of(CLARA)


@pytest.mark.parametrize("invite", [None, "no such invitation"])
async def test_without_the_invitation_nobody_sits_at_a_table_that_is_not_listed(
    evening: Evening, invite: str | None
) -> None:
    table = await evening.new(OPEN)
    with pytest.raises(Refusal, match="needs_invitation"):
        await evening.sit(table, BORIS, invite=invite)
    assert table.ledger.version == 1


async def test_at_a_listed_table_anybody_sits_and_the_lobby_shows_it_until_then(
    evening: Evening,
) -> None:
    table = await evening.new(OPEN, listed=True)
    assert [row.table for row in await evening.store.lobby()] == [table.id]
    await evening.sit(table, BORIS, invite=None)
    assert await evening.store.lobby() == []


async def test_nobody_agrees_to_what_he_has_not_read(evening: Evening) -> None:
    table = await evening.new(OPEN)
    with pytest.raises(Refusal) as refused:
        await evening.sit(table, BORIS, sheet="read yesterday")
    assert refused.value.code == "sheet_changed"
    assert refused.value.detail == {"sheet": table.ledger.sheet_hash}


async def test_a_sheet_is_of_everything_that_is_agreed_and_of_nobody(evening: Evening) -> None:
    def sheets(table: Table) -> str:
        return table.ledger.sheet_hash

    usual = sheets(await evening.new(OPEN))
    assert usual == sheets(await evening.new(OPEN, person=BORIS))
    others = [
        await evening.new(OPEN, overrides={"full_rack_bonus": "49"}),
        await evening.new(OPEN, pace=LIVE),
        await evening.new(OPEN, pace=DAYS),
        await evening.new(OPEN, advisers=True),
        await evening.new(OPEN, talk=False),
        await evening.new(OPEN, OPEN, overrides={"seats": "2-4"}),
        await evening.new(OPEN, EASY, overrides={"seats": "2-4"}),
    ]
    assert len({usual, *map(sheets, others)}) == 8


async def test_a_seat_that_is_taken_or_not_there_is_refused(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS, seat=2)
    for seat in (0, 2, 3):
        with pytest.raises(Refusal, match="taken"):
            await evening.sit(table, CLARA, seat=seat)
    assert table.ledger.version == 2


async def test_a_game_that_has_begun_is_joined_by_nobody(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    with pytest.raises(Refusal, match="started"):
        await evening.sit(table, CLARA)
    assert await evening.sit(table, BORIS) == 1  # but whoever plays has his seat


async def test_who_rises_opens_his_seat_and_may_come_back(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    assert await act(table, BORIS, RISE, key="r1") == Accepted(3)
    assert not table.seats_of(BORIS)
    assert (await reread(evening.store, table)).seats == table.ledger.seats
    assert await table.act(1, 3, "r1", RISE, BORIS) == Accepted(3)  # told so again
    assert await evening.sit(table, BORIS) == 1


async def test_when_the_host_rises_another_is_the_host(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    await act(table, ANNA, RISE)
    assert (table.ledger.host, table.ledger.phase) == (BORIS, "gathering")
    assert await act(table, BORIS, CALL_OFF) == Accepted(4)


async def test_when_nobody_is_left_the_table_is_called_off(evening: Evening) -> None:
    table = await evening.new(OPEN, listed=True)
    await act(table, ANNA, RISE)
    assert (table.ledger.host, table.ledger.phase) == (None, "cancelled")
    assert await evening.store.lobby() == []
    with pytest.raises(Refusal, match="started"):
        await evening.sit(table, BORIS)


async def test_nobody_rises_from_a_game(evening: Evening) -> None:
    table = await evening.between(ANNA, BORIS)
    assert await act(table, BORIS, RISE) == Failed("started")


async def test_the_host_opens_the_seat_of_a_guest_who_is_away(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    evening.here.add(BORIS)
    assert await act(table, ANNA, KICK) == Failed("still_here")
    evening.here.clear()
    assert await act(table, BORIS, KICK) == Failed("forbidden")
    assert await act(table, ANNA, protocol.KickAction(0)) == Failed("not_now")
    assert await act(table, ANNA, protocol.KickAction(2)) == Failed("not_now")
    assert await act(table, ANNA, KICK) == Accepted(3)
    assert table.ledger.seats[1].is_open
    assert not table.seats_of(BORIS)
    assert await evening.sit(table, CLARA) == 1


async def test_acts_of_a_table_are_taken_at_any_version_up_to_now(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    assert await act(table, ANNA, KICK, after=1) == Accepted(3)


async def test_the_host_begins_without_the_seats_that_are_open(evening: Evening) -> None:
    rules = {"seats": "2-4", "seating": "agreed"}
    table = await evening.new(OPEN, OPEN, OPEN, overrides=rules)
    assert await act(table, ANNA, BEGIN) == Failed("bad_seats")
    await evening.sit(table, BORIS, seat=2)
    assert await act(table, BORIS, BEGIN) == Failed("forbidden")
    assert await act(table, ANNA, BEGIN) == Accepted(3)
    ledger = table.ledger
    assert [seat.name for seat in ledger.seats] == ["Anna", "Boris"]
    assert table.seats_of(ANNA) == {0}
    assert table.seats_of(BORIS) == {1}
    assert len(ledger.game.state.racks) == 2
    again = await reread(evening.store, table)
    assert (again.seats, again.places) == (ledger.seats, ledger.places)


async def test_a_game_for_three_does_not_begin_with_two(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "3"})
    await evening.sit(table, BORIS)
    assert await act(table, ANNA, BEGIN) == Failed("bad_seats")


async def test_who_begins_is_drawn_by_lot_where_that_was_agreed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins = set()
    for seed in range(8):
        monkeypatch.setattr(gathering, "_random", random.Random(seed))
        rules = {"seats": "2-4", "seating": "random"}
        table = await evening.new(EASY, OPEN, OPEN, overrides=rules)
        await evening.sit(table, BORIS)
        await evening.sit(table, CLARA)
        ledger = table.ledger
        begins.add(ledger.seats[0].name or ledger.seats[0].level)
        for person in (ANNA, BORIS, CLARA):
            [seat] = table.seats_of(person)
            assert ledger.seats[seat].name == NAMES[person]
        [bot] = [seat for seat in ledger.seats if seat.is_bot]
        assert bot.level == "easy"
        assert ledger.host == ANNA
    assert len(begins) == 4


async def test_names_are_told_apart_and_shown_in_one_line(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS, name="  Аnna\n")  # its first letter is Cyrillic
    assert [seat.name for seat in table.ledger.seats] == ["Anna", "Аnna 2", ""]


async def test_a_name_and_an_account_may_change_and_no_row_tells_the_old_ones(
    evening: Evening,
) -> None:
    table = await evening.between(ANNA, BORIS)
    written = "".join(row.action + row.events for row in await rows(evening.store, table))
    stored = await evening.store.table(table.id)
    assert stored is not None
    for secret in ("Anna", "Boris", ANNA, BORIS, stored.invite):
        assert str(secret) not in written + stored.settings
    await evening.store.hand_over(BORIS, DORA)
    await evening.tables.look_again(BORIS)
    assert not table.seats_of(BORIS)
    assert table.seats_of(DORA) == {1}


async def test_a_sofa_may_wait_for_a_guest(evening: Evening) -> None:
    human = {"kind": "human", "name": "Grandmother"}
    rules = {"seats": "2-4", "seating": "agreed"}
    table = await evening.new(human, OPEN, overrides=rules)
    assert table.seats_of(ANNA) == {0, 1}
    await evening.sit(table, BORIS)
    assert [seat.name for seat in table.ledger.seats] == ["Anna", "Grandmother", "Boris"]
    assert table.seats_of(ANNA) == {0, 1}


async def test_only_the_host_calls_a_gathering_off(evening: Evening) -> None:
    table = await evening.new(OPEN, OPEN, overrides={"seats": "2-4"})
    await evening.sit(table, BORIS)
    assert await act(table, BORIS, CALL_OFF) == Failed("forbidden")
    assert await act(table, ANNA, CALL_OFF) == Accepted(3)
    assert table.ledger.phase == "cancelled"
    assert not table.ledger.has_begun
    assert await act(table, ANNA, BEGIN) == Failed("started")


async def test_moves_are_for_games(evening: Evening) -> None:
    table = await evening.new(OPEN)
    for action in (protocol.PassAction(), protocol.ResignAction(), protocol.NudgeAction()):
        assert await act(table, ANNA, action) == Failed("not_now")


async def test_nobody_acts_for_a_seat_that_is_not_his(evening: Evening) -> None:
    """Public bug group 10: what was asked for a seat before the seats were numbered anew."""
    table = await evening.between(ANNA, BORIS)
    assert await table.act(0, 1, "k", protocol.ResignAction(), BORIS) == Failed("forbidden")
    assert await table.act(1, 1, "l", protocol.ResignAction(), "e" * 64) == Failed("forbidden")


async def test_a_table_is_made_once_for_each_intent_of_each_person(evening: Evening) -> None:
    made = [await evening.new(OPEN, key="7" * 32) for _ in range(3)]
    assert len({table.id for table in made}) == 1
    other = await evening.new(OPEN, key="7" * 32, person=BORIS)
    assert other.id != made[0].id


@pytest.mark.parametrize(
    "change",
    [
        {"variant": "wordsmith"},
        {"overrides": {"full_rack_bonus": "20"}},
        {"pace": LIVE},
        {"listed": True},
        {"watching": False},
    ],
    ids=str,
)
async def test_a_key_that_made_a_table_makes_no_other(
    evening: Evening, change: dict[str, Any]
) -> None:
    table = await evening.new(OPEN, key="7" * 32)
    with pytest.raises(Refusal, match="key_reused"):
        await evening.new(OPEN, key="7" * 32, **change)
    assert (await evening.new(OPEN, key="7" * 32)).id == table.id


async def test_a_key_that_made_a_table_makes_none_with_other_seats_or_another_group(
    evening: Evening,
) -> None:
    table = await evening.new(OPEN, key="7" * 32, overrides={"seats": "2-4"})
    with pytest.raises(Refusal, match="key_reused"):
        await evening.new(OPEN, OPEN, key="7" * 32, overrides={"seats": "2-4"})
    group = (await evening.new(OPEN)).ledger.settings.group
    with pytest.raises(Refusal, match="key_reused"):
        await evening.new(OPEN, key="7" * 32, overrides={"seats": "2-4"}, group=group)
    own = table.ledger.settings.group
    again = await evening.new(OPEN, key="7" * 32, overrides={"seats": "2-4"}, group=own)
    assert again.id == table.id


async def test_a_table_whose_seats_are_drawn_is_the_same_however_they_were(
    evening: Evening,
) -> None:
    bots = [{"kind": "bot", "level": level} for level in LEVELS]
    rules = {"seats": "2-4", "seating": "random"}
    made = [await evening.new(*bots, key="7" * 32, overrides=rules) for _ in range(8)]
    assert len({table.id for table in made}) == 1


async def test_a_rated_table_is_of_accounts_alone(evening: Evening) -> None:
    with pytest.raises(Refusal, match="needs_account"):
        await evening.new(OPEN, rated=True, pace=LIVE)
    await with_account(evening.store, ANNA, CLARA)
    table = await evening.new(OPEN, rated=True, pace=LIVE)
    with pytest.raises(Refusal, match="needs_account"):
        await evening.sit(table, BORIS)
    await evening.sit(table, CLARA)
    stored = await evening.store.table(table.id)
    assert stored is not None
    assert (stored.rated, stored.pace, stored.standing.phase) == (True, "live", "playing")


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("bad_pace", {}),
        ("bad_seats", {"pace": LIVE, "bot": True}),
        ("bad_rule", {"pace": LIVE, "advisers": True}),
    ],
)
async def test_what_cannot_be_rated_is_not(
    evening: Evening, code: str, asked: dict[str, Any]
) -> None:
    await with_account(evening.store, ANNA)
    bots = [EASY] if asked.pop("bot", False) else []
    with pytest.raises(Refusal, match=code):
        await evening.new(OPEN, *bots, rated=True, overrides={"seats": "2-4"}, **asked)


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "bank", "bank_s": 1, "increment_s": 0},
        {"kind": "bank", "bank_s": 60, "increment_s": 61},
        {"kind": "bank", "bank_s": 10**9, "increment_s": 0},
        {"kind": "turn", "turn_s": 0},
        {"kind": "turn", "turn_s": -15},
        {"kind": "days", "days": 15},
        {"kind": "hourglass"},
    ],
)
async def test_a_pace_that_is_not_offered_cannot_be_had_by_editing_the_page(
    evening: Evening, pace: dict[str, object]
) -> None:
    """Public bug group 36: forbidden time controls were made by editing the page."""
    with pytest.raises(msgspec.ValidationError):
        await evening.new(OPEN, pace=pace)


async def test_a_table_of_bots_alone_or_of_too_many_is_not_made(evening: Evening) -> None:
    with pytest.raises(Refusal, match="bad_seats"):
        await evening.new(OPEN, OPEN, OPEN, overrides={"seats": "2-3"})
    asked = protocol.NewTable("classic", [protocol.NewBot("easy"), protocol.OpenSeat()])
    with pytest.raises(Refusal, match="bad_seats"):
        await evening.tables.found(asked, ANNA, ("easy",))


async def test_an_old_table_without_claims_and_seals_reads_as_before(evening: Evening) -> None:
    table = await evening.sofa()
    [row] = await rows(evening.store, table)
    dealt = [event for event in msgspec.json.decode(row.events) if event["event"] == "drew"]
    settings = msgspec.structs.replace(table.ledger.settings, format=1, seats=table.ledger.seats)
    written = replace(row, events=msgspec.json.encode(dealt).decode())
    old = Ledger(table.id, settings, [written])
    assert (old.phase, old.seal, old.host, old.clock) == ("playing", None, None, None)
    assert old.game.state.racks == table.ledger.game.state.racks
    assert old.seats == table.ledger.seats
