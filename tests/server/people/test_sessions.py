"""Security rule 1: sessions are opaque, hashed, bounded in time, listed and revoked."""

import asyncio
import hashlib

import pytest
from starlette.responses import Response

from tests.server.people.town import BETTER, Browser, Town
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.sessions import Ended
from wordsmith.store import Statement, Store

pytestmark = pytest.mark.anyio


async def test_the_store_holds_a_hash_of_the_cookie_and_never_the_cookie(town: Town) -> None:
    """Security rule 1: opaque 256-bit id, SHA-256 in the database."""
    browser = await town.newcomer()
    cookie = browser.cookies["sid"]
    assert len(cookie) == 43  # 256 bits
    ((kept, person),) = await town.store.rows("SELECT id, person FROM sessions")
    assert kept == hashlib.sha256(cookie.encode()).hexdigest()
    assert person != kept
    for row in await town.store.rows("SELECT * FROM sessions"):
        assert cookie not in map(str, row)


async def test_behind_https_the_cookie_is_bound_to_the_host_and_no_script_reads_it(
    store: Store,
) -> None:
    """Security rule 1: ``__Host-sid; Secure; HttpOnly; SameSite=Lax; Path=/``."""
    town = Town(store, secure=True)
    response = Response()
    town.people.visitors.remember(response, await (await town.newcomer()).visit())
    told = response.headers["set-cookie"]
    parts = {part.strip().lower() for part in told.split(";")}
    assert told.startswith("__Host-sid=")
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= parts
    assert "domain" not in told.lower()
    town.people.close()


async def test_a_cookie_that_we_did_not_give_is_nobodys(town: Town) -> None:
    """Security rule 1: nobody chooses his own session (fixation)."""
    for cookie in ("", "x", "a" * 43, "a" * 44, "ф" * 43):
        browser = Browser(town, cookies={"sid": cookie} if cookie.isascii() else {})
        assert await browser.known() is None
        assert (await browser.visit()).token != cookie


async def test_a_guest_of_before_keeps_his_games_under_the_cookie_he_has(town: Town) -> None:
    token = "g" * 43
    former = hashlib.sha256(token.encode()).hexdigest()
    await town.store.write(
        Statement("INSERT INTO persons (id, since_ms) VALUES ($1, 1)", (former,)),
        Statement(
            "INSERT INTO sessions (id, person, since_ms, seen_ms) VALUES ($1, $1, $2, $2)",
            (former, town.now_ms),
        ),
    )
    browser = Browser(town, cookies={"wordsmith_guest": token})
    visit = await browser.visit()
    assert (visit.person, visit.is_fresh) == (former, True)
    assert browser.cookies["sid"] == token
    del browser.cookies["wordsmith_guest"]
    assert await browser.person() == former


async def test_an_account_left_alone_for_a_month_has_to_log_in_again(town: Town) -> None:
    """Security rule 1: idle 30 days."""
    browser = await town.member("anna")
    town.pass_days(29)
    assert await browser.known()
    town.pass_days(29)  # it was seen in between
    assert await browser.known()
    town.pass_days(31)
    assert await browser.known() is None


async def test_an_account_in_daily_use_has_to_log_in_again_after_half_a_year(town: Town) -> None:
    """Security rule 1: absolute 180 days."""
    browser = await town.member("anna")
    for _ in range(9):
        town.pass_days(19)
        assert await browser.known()
    town.pass_days(10)
    assert await browser.known() is None


async def test_a_guest_who_comes_once_a_year_loses_no_game(town: Town) -> None:
    browser = await town.newcomer()
    for _ in range(3):
        town.pass_days(366)
        assert await browser.known()
    town.pass_days(401)
    assert await browser.known() is None


async def test_logging_in_gives_another_cookie_and_the_old_one_opens_nothing(town: Town) -> None:
    """Security rule 1: rotation at log-in and at every change of rights."""
    browser = await town.newcomer()
    before = dict(browser.cookies)
    await browser.register("anna")
    after_register = dict(browser.cookies)
    await browser.log_in("anna")
    after_log_in = dict(browser.cookies)
    strong = await town.people.visitors.renewed(
        await browser.visit(), await browser.origin(), strong_until_ms=town.now_ms + 1000
    )
    browser.take(strong)
    given = [before, after_register, after_log_in, dict(browser.cookies)]
    assert len({cookies["sid"] for cookies in given}) == 4
    for old in given[:-1]:
        assert await Browser(town, cookies=old).known() is None
    assert strong.session.strong_until_ms > town.now_ms
    assert await town.count("sessions") == 1


async def test_sessions_are_listed_by_names_that_open_nothing(town: Town) -> None:
    """Security rule 1: list and revoke."""
    here = await town.member("anna")
    there = Browser(town, agent="Safari")
    await there.log_in("anna")
    shown = await town.people.portraits.sessions(await here.visit())
    assert [(session.agent, session.here) for session in shown] == [
        ("Firefox", True),
        ("Safari", False),
    ] or [(session.agent, session.here) for session in shown] == [
        ("Safari", False),
        ("Firefox", True),
    ]
    secrets = {*here.cookies.values(), *there.cookies.values()}
    hashes = {hashlib.sha256(secret.encode()).hexdigest() for secret in secrets}
    told = " ".join(session.id for session in shown)
    assert not any(secret in told for secret in secrets | hashes)


async def test_a_revoked_session_is_told_on_the_bus_and_opens_nothing(town: Town) -> None:
    """Security rule 1, public bug group 33: revoking closes sockets on all nodes (nakama#2506)."""
    here = await town.member("anna")
    there = Browser(town)
    gone = await there.log_in("anna")
    await town.people.sessions.end(gone.session)
    await asyncio.sleep(0)
    assert await there.known() is None
    assert await here.known()
    (told,) = town.ended
    assert told.ends(gone.person, gone.session.id)
    assert not told.ends(gone.person, (await here.visit()).session.id)


async def test_another_password_ends_every_other_session(town: Town) -> None:
    """Public bug group 33: a changed password leaves nobody in."""
    here = await town.member("anna")
    there = Browser(town)
    gone = await there.log_in("anna")
    changed = await town.people.accounts.change_password(
        await here.visit(), "лодка у причала 7", BETTER, await here.origin()
    )
    here.take(changed)
    await asyncio.sleep(0)
    assert await there.known() is None
    assert await here.known()
    assert any(told.ends(gone.person, gone.session.id) for told in town.ended)
    assert not any(told.ends(changed.person, changed.session.id) for told in town.ended)


async def test_one_who_logs_out_is_nobody_and_his_sockets_are_closed(town: Town) -> None:
    """Public bug group 33: a logged-out token opens no socket (nakama#2555)."""
    browser = await town.member("anna")
    visit = await browser.visit()
    await town.people.accounts.log_out(visit)
    await asyncio.sleep(0)
    assert await browser.known() is None
    assert [told.ends(visit.person, visit.session.id) for told in town.ended] == [True]


async def test_a_guest_is_not_logged_out_of_what_he_could_never_find_again(town: Town) -> None:
    browser = await town.newcomer()
    with pytest.raises(Refusal, match="no_login"):
        await town.people.accounts.log_out(await browser.visit())
    assert await browser.known()


@pytest.mark.parametrize(
    ("told", "ends"),
    [
        (Ended("anna"), True),
        (Ended("boris"), False),
        (Ended("anna", "this"), True),
        (Ended("anna", "that"), False),
        (Ended("boris", "this"), True),
        (Ended("anna", but=("that",)), True),
        (Ended("anna", but=("that", "this")), False),
        (Ended("boris", but=("that",)), False),
    ],
)
async def test_what_is_told_says_which_sessions_have_ended(told: Ended, *, ends: bool) -> None:
    assert told.ends("anna", "this") == ends


async def test_one_who_is_banned_is_refused_until_it_is_over(town: Town) -> None:
    """Public bug group 33: a ban holds for whoever is logged in already."""
    browser = await town.member("anna")
    visit = await browser.visit()
    ban = """
    INSERT INTO sanctions (id, person, kind, since_ms, until_ms, by_person, reason)
    VALUES ($1, $2, $3, 1, $4, 'm', '')
    """
    end = town.now_ms + 1000
    await town.store.write(Statement(ban, ("1", visit.person, "mute", None)))
    town.people.visitors.refuse_banned(await browser.visit())
    await town.store.write(Statement(ban, ("2", visit.person, "ban", end)))
    with pytest.raises(Refusal, match="banned"):
        town.people.visitors.refuse_banned(await browser.visit())
    town.now_ms = end
    town.people.visitors.refuse_banned(await browser.visit())
    await town.store.write(Statement(ban, ("3", visit.person, "ban", None)))
    with pytest.raises(Refusal, match="banned") as refused:
        town.people.visitors.refuse_banned(await browser.visit())
    assert refused.value.detail == {"until": None}


async def test_sessions_that_have_ended_are_swept_and_no_others(town: Town) -> None:
    guest, member = await town.newcomer(), await town.member("anna")
    town.pass_days(31)
    await town.people.sessions.sweep()
    assert await town.count("sessions") == 1
    assert await guest.known()
    assert await member.known() is None
    town.pass_days(401)
    await town.people.sessions.sweep()
    assert await town.count("sessions") == 0


@pytest.mark.usefixtures("still_windows")
async def test_too_many_newcomers_from_one_address_are_asked_to_wait(store: Store) -> None:
    """Security rule 4: what costs a row is bounded for each address."""
    town = Town(store, factor=1)
    for _ in range(120):
        await town.newcomer()
    with pytest.raises(Refusal, match="too_fast"):
        await town.newcomer()
    assert await town.newcomer(address="192.0.2.2")
    town.people.close()


async def test_an_address_is_kept_as_a_mark_that_cannot_be_read(town: Town) -> None:
    """Security rule 10: the same address has the same mark, and no address is kept."""
    await town.newcomer(address="192.0.2.7")
    await town.newcomer(address="192.0.2.7")
    await town.newcomer(address="2001:db8:1:2:3::4")
    await town.newcomer(address="2001:db8:1:2:ffff::1")
    marks = [row[0] for row in await town.store.rows("SELECT address FROM sessions")]
    assert len(set(marks)) == 2
    assert not any("192" in mark and "." in mark for mark in marks)
    assert all(len(mark) == 32 for mark in marks)
