"""Security rule 7: passwords, and an answer that tells nobody whether there is such a person."""

import asyncio
from collections import Counter

import pytest

from tests.server.people.town import BETTER, GOOD, Browser, Town
from tests.store.rows import new_table
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.moving import Moved, on_moved
from wordsmith.server.people.passwords import Passwords
from wordsmith.store import Statement, Store, StoreUnavailable

pytestmark = pytest.mark.anyio


async def test_a_guest_who_registers_is_the_same_person(town: Town) -> None:
    browser = await town.newcomer()
    person = await browser.person()
    await browser.register("  АННА ")
    visit = await browser.visit()
    assert (visit.person, visit.session.login) == (person, "анна")
    elsewhere = Browser(town)
    await elsewhere.log_in("Анна")
    assert await elsewhere.person() == person


@pytest.mark.usefixtures("real_hasher")
async def test_only_a_hash_of_argon2id_is_kept_of_a_password(town: Town) -> None:
    """Security rule 7: argon2id."""
    await town.member("anna")
    ((kept,),) = await town.store.rows("SELECT password FROM persons WHERE login = 'anna'")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert GOOD not in kept


async def test_what_a_guest_had_goes_to_the_account_he_logs_in_to(town: Town) -> None:
    moved: list[Moved] = []
    on_moved(town.bus, moved.append)
    member = await town.member("anna")
    anna = await member.person()
    guest = await town.newcomer()
    was = await guest.person()
    await town.store.create(new_table("t1", seats=(was, None)))
    await town.store.write(
        Statement(
            "INSERT INTO sanctions (id, person, kind, since_ms, by_person, reason)"
            " VALUES ('1', $1, 'mute', 1, 'm', '')",
            (was,),
        ),
        *[
            Statement("INSERT INTO mutes (person, whom, since_ms) VALUES ($1, $2, 1)", pair)
            for pair in ((was, "boris"), (anna, "boris"), ("boris", was), (was, anna))
        ],
    )
    await guest.log_in("anna")
    await asyncio.sleep(0)
    assert await guest.person() == anna
    row = await town.store.table("t1")
    assert row is not None
    assert [place.person for place in row.places] == [anna, None]
    assert (await guest.visit()).session.muted_until_ms > town.now_ms
    mutes = await town.store.rows("SELECT person, whom FROM mutes ORDER BY person")
    assert Counter(mutes) == Counter([(anna, "boris"), ("boris", anna)])
    assert await town.count("persons", "id = $1", was) == 0
    assert moved == [Moved(was, anna)]


async def test_an_account_keeps_its_own_when_somebody_else_logs_in_there(town: Town) -> None:
    browser = await town.member("anna")
    anna = await browser.person()
    await town.member("boris")
    await town.store.create(new_table("t1", seats=(anna, None)))
    await browser.log_in("boris")
    row = await town.store.table("t1")
    assert row is not None
    assert row.places[0].person == anna
    await browser.log_in("anna")
    assert await browser.person() == anna


async def test_a_banned_guest_brings_nothing_along(town: Town) -> None:
    member, guest = await town.member("anna"), await town.newcomer()
    ban = (
        "INSERT INTO sanctions (id, person, kind, since_ms, by_person, reason)"
        " VALUES ('1', $1, 'ban', 1, 'm', '')"
    )
    await town.store.write(Statement(ban, (await guest.person(),)))
    await guest.log_in("anna")
    town.people.visitors.refuse_banned(await guest.visit())
    town.people.visitors.refuse_banned(await member.visit())


@pytest.mark.parametrize("login", ["anna", "nobody", "!", "", "key only"])
async def test_a_wrong_log_in_is_answered_alike_whoever_is_asked_for(
    town: Town, login: str
) -> None:
    """Security rule 7: identical answers (enumeration)."""
    await town.member("anna")
    browser = await town.newcomer()
    with pytest.raises(Refusal) as refused:
        await browser.log_in(login, "nothing of the kind")
    told = refused.value
    assert (told.status, told.code, told.detail) == (401, "bad_login", {})


async def test_a_log_in_of_nobody_costs_as_much_thought_as_that_of_somebody(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 7: a dummy hash for users that are not there."""
    await town.member("anna")
    thoughts: list[str] = []
    real = Passwords.fits

    async def watched(self: Passwords, hashed: str | None, password: str) -> bool:
        fits = await real(self, hashed, password)
        thoughts.append(f"{hashed is None} {fits}")
        return fits

    monkeypatch.setattr(Passwords, "fits", watched)
    for login in ("anna", "nobody"):
        with pytest.raises(Refusal, match="bad_login"):
            await (await town.newcomer()).log_in(login, "nothing of the kind")
    assert thoughts == ["False False", "True False"]


async def test_a_taken_log_in_is_refused_only_after_the_same_work(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 7: registration thinks a password over before it looks for the name."""
    await town.member("anna")
    hashed: list[str] = []
    real = Passwords.hashed

    async def watched(self: Passwords, password: str) -> str:
        hashed.append(password)
        return await real(self, password)

    monkeypatch.setattr(Passwords, "hashed", watched)
    with pytest.raises(Refusal, match="taken"):
        await (await town.newcomer()).register("anna")
    assert hashed == [GOOD]


@pytest.mark.parametrize("other", ["anna", "ANNA", "Аnnа", "an-na", "аnna"])
async def test_no_log_in_looks_like_another(town: Town, other: str) -> None:
    """Security rule 9: NFKC and confusables."""
    await town.member("anna")
    with pytest.raises(Refusal, match=r"taken|bad_name"):
        await (await town.newcomer()).register(other)


async def test_cyrillic_and_latin_log_ins_that_look_the_same_are_one(town: Town) -> None:
    """Security rule 9: a whole name of look-alikes."""
    await town.member("сор")
    with pytest.raises(Refusal, match="taken"):
        await (await town.newcomer()).register("cop")


async def test_one_of_many_who_ask_for_a_log_in_at_once_has_it(town: Town) -> None:
    """Public bug group 12: what is claimed by many at once is given to one."""
    browsers = [await town.newcomer() for _ in range(6)]
    outcomes = await asyncio.gather(
        *[browser.register("anna") for browser in browsers], return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert len(refused) == 5
    assert all(isinstance(error, Refusal) and error.code == "taken" for error in refused)
    assert await town.count("persons", "login = 'anna'") == 1


async def test_one_who_has_a_log_in_does_not_get_a_second_one(town: Town) -> None:
    browser = await town.member("anna")
    with pytest.raises(Refusal, match="has_login"):
        await browser.register("boris")


async def test_a_store_that_fails_is_not_told_as_a_taken_name(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await town.newcomer()

    async def fails(*_statements: Statement) -> None:
        raise StoreUnavailable("the disk is full")

    visit, origin = await browser.visit(), await browser.origin()
    monkeypatch.setattr(town.store, "write", fails)
    with pytest.raises(StoreUnavailable):
        await town.people.accounts.register(visit, "anna", GOOD, origin)


@pytest.mark.usefixtures("still_windows")
async def test_guessing_at_an_account_is_slowed_down_more_and_more(store: Store) -> None:
    """Security rule 7: limits for each account and each address, which grow."""
    town = Town(store, factor=1)
    await town.member("anna")
    guesser = await town.newcomer(address="198.51.100.1")

    async def guess(password: str) -> Refusal:
        with pytest.raises(Refusal) as refused:
            await guesser.log_in("anna", password)
        return refused.value

    codes = [(await guess(f"guess number {number}")).code for number in range(7)]
    assert codes == ["bad_login"] * 5 + ["too_fast"] * 2
    waiting = await guess(GOOD)  # the right one is not tried either
    assert (waiting.status, waiting.code) == (429, "too_fast")
    assert waiting.detail["wait_s"] >= 1
    elsewhere = Browser(town, address="198.51.100.2")
    await elsewhere.log_in("anna")  # whoever knows it gets in from elsewhere
    town.people.close()


@pytest.mark.usefixtures("still_windows")
async def test_guesses_from_everywhere_are_counted_for_the_account(store: Store) -> None:
    """Security rule 7: many addresses do not help against one account."""
    town = Town(store, factor=1)
    await town.member("anna")
    codes = []
    for number in range(12):
        browser = Browser(town, address=f"198.51.100.{number}")
        with pytest.raises(Refusal) as refused:
            await browser.log_in("anna", "a guess")
        codes.append(refused.value.code)
    assert codes == ["bad_login"] * 10 + ["too_fast"] * 2
    town.people.close()


@pytest.mark.usefixtures("still_windows")
async def test_a_right_password_clears_the_guesses_before_it(store: Store) -> None:
    town = Town(store, factor=1)
    await town.member("anna")
    browser = Browser(town)
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(Refusal, match="bad_login"):
                await browser.log_in("anna", "a slip")
        await browser.log_in("anna")
    town.people.close()


async def test_the_old_password_is_asked_for_before_there_is_another(town: Town) -> None:
    browser = await town.member("anna")
    accounts = town.people.accounts
    with pytest.raises(Refusal, match="bad_login"):
        await accounts.change_password(
            await browser.visit(), "not it", BETTER, await browser.origin()
        )
    with pytest.raises(Refusal, match="weak_password"):
        await accounts.change_password(
            await browser.visit(), GOOD, "password", await browser.origin()
        )
    browser.take(
        await accounts.change_password(await browser.visit(), GOOD, BETTER, await browser.origin())
    )
    with pytest.raises(Refusal, match="bad_login"):
        await Browser(town).log_in("anna", GOOD)
    await Browser(town).log_in("anna", BETTER)


async def test_a_guest_has_no_password_to_change(town: Town) -> None:
    browser = await town.newcomer()
    with pytest.raises(Refusal, match="no_login"):
        await town.people.accounts.change_password(
            await browser.visit(), "", BETTER, await browser.origin()
        )


@pytest.mark.usefixtures("real_hasher")  # both are thought over at once
async def test_two_changes_at_once_leave_one_password(town: Town) -> None:
    browser = await town.member("anna")
    visit, origin = await browser.visit(), await browser.origin()
    accounts = town.people.accounts
    outcomes = await asyncio.gather(
        accounts.change_password(visit, GOOD, "первый новый пароль", origin),
        accounts.change_password(visit, GOOD, "второй новый пароль", origin),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    assert [refusal.code for refusal in refused] == ["stale"]
