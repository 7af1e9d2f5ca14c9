"""Addresses that are confirmed, and links for a forgotten password."""

import time

import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from tests.server.people.town import BETTER, GOOD, Browser, Town
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.mail import NoMailer
from wordsmith.store import Store

pytestmark = pytest.mark.anyio

SITE = "https://play.example.org"
ANNA = "anna@example.org"


@pytest.fixture(autouse=True)
def with_mail(town: Town) -> None:
    town.people.mail.mailer = town


async def ask(browser: Browser, address: str) -> None:
    mail = browser.town.people.mail
    await mail.set_address(await browser.visit(), address, SITE, await browser.origin())


async def with_address(town: Town, login: str = "anna", address: str = ANNA) -> Browser:
    """A member whose address is confirmed."""
    browser = await town.member(login)
    await ask(browser, address)
    await town.people.mail.confirm(town.token())
    return browser


async def forget(browser: Browser, login: str) -> None:
    await browser.town.people.mail.forgot(login, SITE, await browser.origin())


async def test_an_address_counts_when_whoever_reads_it_has_said_so(town: Town) -> None:
    browser = await town.member("anna")
    await ask(browser, ANNA)
    me = await town.people.portraits.me(await browser.visit())
    assert (me.email, me.email_confirmed) == (ANNA, False)
    assert await town.count("persons", "email IS NOT NULL") == 0
    ((to, _, letter, values),) = town.letters
    assert (to, letter) == (ANNA, "confirm")
    assert values["link"].startswith(f"{SITE}/me#confirm=")
    await town.people.mail.confirm(town.token())
    me = await town.people.portraits.me(await browser.visit())
    assert (me.email, me.email_confirmed) == (ANNA, True)


async def test_a_link_for_an_address_that_was_changed_since_confirms_nothing(town: Town) -> None:
    browser = await town.member("anna")
    await ask(browser, ANNA)
    await ask(browser, "other@example.org")
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.confirm(town.token(0))
    await town.people.mail.confirm(town.token(1))
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.confirm(town.token(1))


async def test_two_may_share_an_address_and_each_confirms_his_own(town: Town) -> None:
    anna, boris = await town.member("anna"), await town.member("boris")
    await ask(anna, ANNA)
    await ask(boris, ANNA)
    await town.people.mail.confirm(town.token(1))
    assert (await town.people.portraits.me(await boris.visit())).email_confirmed
    assert not (await town.people.portraits.me(await anna.visit())).email_confirmed


async def test_an_address_is_taken_away_by_giving_none(town: Town) -> None:
    browser = await with_address(town)
    await ask(browser, " ")
    assert (await town.people.portraits.me(await browser.visit())).email is None


@pytest.mark.parametrize(
    "address",
    ["anna", "@example.org", "a@b", "a b@example.org", "a@b.c\nBcc: x@y.zz", "x" * 250 + "@a.bc"],
)
async def test_what_is_no_address_is_refused(town: Town, address: str) -> None:
    with pytest.raises(Refusal, match="bad_email"):
        await ask(await town.member("anna"), address)
    assert not town.letters


async def test_a_site_without_mail_asks_for_no_address(town: Town) -> None:
    town.people.mail.mailer = NoMailer()
    browser = await town.member("anna")
    with pytest.raises(Refusal, match="no_mail"):
        await ask(browser, ANNA)
    with pytest.raises(Refusal, match="no_mail"):
        await forget(browser, "anna")


@pytest.mark.usefixtures("still_windows")
async def test_nobody_is_flooded_with_letters(store: Store) -> None:
    """Security rule 5: limits for each action."""
    town = Town(store, factor=1)
    town.people.mail.mailer = town
    for number in range(5):
        browser = await town.newcomer(address=f"192.0.2.{number}")
        if number < 3:
            await ask(browser, ANNA)
        else:
            with pytest.raises(Refusal, match="too_fast"):
                await ask(browser, ANNA)
    assert len(town.letters) == 3
    town.people.close()


async def test_a_forgotten_password_is_replaced_by_a_link_and_every_session_ends(
    town: Town,
) -> None:
    browser = await with_address(town)
    elsewhere = await town.newcomer()
    await forget(elsewhere, "ANNA")
    to, _, letter, values = town.letters[-1]
    assert (to, letter) == (ANNA, "reset")
    assert values["link"].startswith(f"{SITE}/login#reset=")
    origin = await elsewhere.origin()
    elsewhere.take(
        await town.people.mail.reset(town.token(), BETTER, await elsewhere.visit(), origin)
    )
    assert (await elsewhere.visit()).session.login == "anna"
    assert await browser.known() is None
    with pytest.raises(Refusal, match="bad_login"):
        await Browser(town).log_in("anna", GOOD)
    await Browser(town).log_in("anna", BETTER)


async def test_a_link_opens_once(town: Town) -> None:
    await with_address(town)
    browser = await town.newcomer()
    await forget(browser, "anna")
    visit, origin = await browser.visit(), await browser.origin()
    browser.take(await town.people.mail.reset(town.token(), BETTER, visit, origin))
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.reset(
            town.token(), "третий пароль подряд", await browser.visit(), origin
        )


async def test_a_weak_password_does_not_use_a_link_up(town: Town) -> None:
    await with_address(town)
    browser = await town.newcomer()
    await forget(browser, "anna")
    visit, origin = await browser.visit(), await browser.origin()
    with pytest.raises(Refusal, match="weak_password"):
        await town.people.mail.reset(town.token(), "password", visit, origin)
    await town.people.mail.reset(town.token(), BETTER, visit, origin)


@pytest.mark.parametrize("login", ["nobody", "boris", "?", ""])
async def test_one_who_forgot_is_answered_alike_and_a_letter_goes_only_where_it_is_read(
    town: Town, login: str
) -> None:
    """Security rule 7: identical answers for a reset (enumeration); boris has no address."""
    await town.member("boris")
    assert await forget(await town.newcomer(), login) is None  # type: ignore[func-returns-value]
    assert not town.letters


async def test_a_link_holds_no_address_login_or_id_of_anybody_but_its_reader(town: Town) -> None:
    """Public bug group 32: the id of an account is told to nobody."""
    browser = await with_address(town)
    person = await browser.person()
    await forget(browser, "anna")
    assert all(person not in letter[3]["link"] for letter in town.letters)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "WyJ4Il0.aaaa.bbbb"])
async def test_what_is_no_link_of_ours_opens_nothing(town: Town, token: str) -> None:
    browser = await town.newcomer()
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.confirm(token)
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.reset(token, BETTER, await browser.visit(), await browser.origin())


async def test_a_link_of_one_kind_is_none_of_the_other(town: Town) -> None:
    browser = await town.member("anna")
    await ask(browser, ANNA)
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.reset(
            town.token(), BETTER, await browser.visit(), await browser.origin()
        )


async def test_a_link_for_a_password_is_good_for_an_hour(town: Town) -> None:
    browser = await with_address(town)
    await forget(browser, "anna")
    key = await town.people.key.of("link reset")
    told = URLSafeTimedSerializer(key).loads(town.token())

    class EarlierSigner(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(time.time()) - 3700

    old = URLSafeTimedSerializer(key, signer=EarlierSigner).dumps(told)
    with pytest.raises(Refusal, match="bad_link"):
        await town.people.mail.reset(
            str(old), BETTER, await browser.visit(), await browser.origin()
        )
