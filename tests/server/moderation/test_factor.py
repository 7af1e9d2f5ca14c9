"""Security rule 11: moderators need a second factor, and a code of it works once."""

import asyncio

import pyotp
import pytest

from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.moderation.factor import Appointment, SecondFactor, appoint, dismiss
from wordsmith.store import Store
from wordsmith.store.database import Statement

pytestmark = pytest.mark.anyio
MOLLY, ANNA = "molly", "anna"


class Desk:
    """A moderator, her authenticator, and the time."""

    def __init__(self, store: Store, appointment: Appointment, factor: int) -> None:
        self.now = 1_900_000_000.0
        self.device = pyotp.TOTP(appointment.secret)
        self.factor = SecondFactor(store, Quotas(factor=factor), lambda: self.now)

    def code(self, later_s: float = 0.0) -> str:
        return self.device.at(int(self.now + later_s))

    async def refusal(self, code: str, person: str = MOLLY) -> str:
        with pytest.raises(Refusal) as refused:
            await self.factor.demand(person, code)
        return refused.value.code


async def desk_of(store: Store, factor: int = 100) -> Desk:
    for person in (MOLLY, ANNA):
        sql = "INSERT INTO persons (id, since_ms, login) VALUES ($1, 1, $1)"
        await store.write(Statement(sql, (person,)))
    appointment = await appoint(store, MOLLY)
    assert appointment is not None
    return Desk(store, appointment, factor)


async def test_the_code_of_the_moment_is_taken_once(store: Store) -> None:
    desk = await desk_of(store)
    code = desk.code()
    await desk.factor.demand(MOLLY, code)
    assert await desk.refusal(code) == "bad_code"
    desk.now += 30
    await desk.factor.demand(MOLLY, desk.code())


async def test_of_many_who_give_one_code_at_once_one_gets_in(store: Store) -> None:
    desk = await desk_of(store)
    code = desk.code()
    told = await asyncio.gather(
        *[desk.factor.demand(MOLLY, code) for _ in range(8)], return_exceptions=True
    )
    assert told.count(None) == 1


async def test_clocks_may_differ_by_half_a_minute_and_no_more(store: Store) -> None:
    desk = await desk_of(store)
    assert await desk.refusal(desk.code(-61)) == "bad_code"
    assert await desk.refusal(desk.code(+61)) == "bad_code"
    await desk.factor.demand(MOLLY, desk.code(-30))
    await desk.factor.demand(MOLLY, desk.code(+30))


async def test_an_earlier_code_is_no_good_after_a_later_one(store: Store) -> None:
    desk = await desk_of(store)
    await desk.factor.demand(MOLLY, desk.code(+30))
    assert await desk.refusal(desk.code()) == "bad_code"


async def test_guesses_run_out(store: Store) -> None:
    desk = await desk_of(store, factor=1)
    wrong = f"{(int(desk.code()) + 7) % 1_000_000:06}"
    assert [await desk.refusal(wrong) for _ in range(6)] == ["bad_code"] * 5 + ["too_fast"]
    assert await desk.refusal(desk.code()) == "too_fast"


async def test_nobody_else_has_a_factor(store: Store) -> None:
    desk = await desk_of(store)
    assert await desk.refusal(desk.code(), ANNA) == "forbidden"


async def test_a_new_appointment_makes_the_old_authenticator_useless(store: Store) -> None:
    desk = await desk_of(store)
    again = await appoint(store, MOLLY)
    assert again is not None
    assert again.secret in again.uri
    assert again.secret not in repr(again)
    assert await desk.refusal(desk.code()) == "bad_code"


async def test_who_is_dismissed_has_neither_role_nor_strong_sessions(store: Store) -> None:
    desk = await desk_of(store)
    columns = "(id, person, since_ms, seen_ms, strong_until_ms)"
    sql = f"INSERT INTO sessions {columns} VALUES ($1, $2, 1, 1, 9)"
    await store.write(Statement(sql, ("s", MOLLY)))
    assert await dismiss(store, MOLLY)
    assert await desk.refusal(desk.code()) == "forbidden"
    assert await store.rows("SELECT strong_until_ms FROM sessions") == [(0,)]
    assert not await dismiss(store, MOLLY)


async def test_only_somebody_with_a_log_in_is_appointed(store: Store) -> None:
    assert await appoint(store, "nobody") is None


async def test_who_comes_in_is_written_down_once_though_he_does_nothing(store: Store) -> None:
    """Security rule 10: how people made their moves is read by nobody who leaves no trace."""
    desk = await desk_of(store)
    code = desk.code()
    assert await desk.refusal("000000") == "bad_code"
    await desk.factor.demand(MOLLY, code)
    assert await desk.refusal(code) == "bad_code"
    rows = await store.rows("SELECT at_ms, by_person, act FROM moderation")
    assert list(map(tuple, rows)) == [(int(desk.now * 1000), MOLLY, "come_in")]
