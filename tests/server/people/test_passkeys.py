"""Security rule 7: passkeys, made and used by an authenticator in software."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from webauthn.helpers import bytes_to_base64url

from tests.server.people.authenticator import Authenticator
from tests.server.people.town import GOOD, Browser, Town
from wordsmith.server.messages.people import MadePasskey, UsedPasskey
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.signatures import counted_use, made_key
from wordsmith.server.people.visitors import Visit

pytestmark = pytest.mark.anyio

SITE = "https://play.example.org"


async def made_with(
    browser: Browser, key: Authenticator, login: str | None = None, name: str = ""
) -> Visit:
    """The browser makes a passkey and keeps it here."""
    passkeys, origin = browser.town.people.passkeys, await browser.origin()
    visit = await browser.visit()
    options = await passkeys.wanted(visit, login, SITE, origin)
    made = parsed({**key.register(options), "name": name}, MadePasskey)
    return browser.take(await passkeys.add(visit, made, SITE, origin))


async def come_in(browser: Browser, key: Authenticator, site: str = SITE) -> Visit:
    """The browser comes in with a passkey."""
    passkeys, origin = browser.town.people.passkeys, await browser.origin()
    visit = await browser.visit()
    options = await passkeys.asked(visit, site, origin)
    used = parsed(key.log_in(options), UsedPasskey)
    return browser.take(await passkeys.log_in(visit, used, site, origin))


def parsed(told: dict[str, Any], kind: type[Any]) -> Any:
    """As the server reads it from the wire."""
    return msgspec.json.decode(json.dumps(told), type=kind)


async def refused(browser: Browser, key: Authenticator) -> Refusal:
    with pytest.raises(Refusal) as error:
        await come_in(browser, key)
    return error.value


async def test_a_guest_claims_what_he_has_with_a_passkey_and_no_password(town: Town) -> None:
    browser, key = await town.newcomer(), Authenticator(SITE)
    person = await browser.person()
    visit = await made_with(browser, key, "Anna", "Телефон")
    assert (visit.person, visit.session.login) == (person, "anna")
    me = await town.people.portraits.me(visit)
    assert (me.has_password, [passkey.name for passkey in me.passkeys]) == (False, ["Телефон"])
    elsewhere = await town.newcomer()
    assert (await come_in(elsewhere, key)).person == person
    with pytest.raises(Refusal, match="bad_login"):
        await Browser(town).log_in("anna", "")


async def test_an_account_has_several_passkeys_beside_its_password(town: Town) -> None:
    browser = await town.member("anna")
    keys = [Authenticator(SITE), Authenticator(SITE, counts=False)]
    for key in keys:
        await made_with(browser, key)
    for key in keys * 2:
        assert (await come_in(await town.newcomer(), key)).session.login == "anna"
    await Browser(town).log_in("anna", GOOD)


async def test_the_browser_is_told_which_passkeys_are_there_already(town: Town) -> None:
    browser, key = await town.member("anna"), Authenticator(SITE)
    await made_with(browser, key)
    with pytest.raises(AssertionError):  # as a real one refuses by itself
        await made_with(browser, key)


async def test_nobody_learns_whose_passkeys_there_are(town: Town) -> None:
    """Security rule 7: what is to be signed names no passkey (enumeration)."""
    await made_with(await town.member("anna"), Authenticator(SITE))
    stranger = await town.newcomer()
    options = await town.people.passkeys.asked(
        await stranger.visit(), SITE, await stranger.origin()
    )
    assert options.get("allowCredentials", []) == []


async def test_no_option_holds_the_id_of_a_person(town: Town) -> None:
    """Public bug group 32: the id of an account is told to nobody."""
    browser = await town.member("anna")
    options = await town.people.passkeys.wanted(
        await browser.visit(), None, SITE, await browser.origin()
    )
    assert await browser.person() not in json.dumps(options)


async def test_a_signature_of_another_key_is_refused(town: Town) -> None:
    key = Authenticator(SITE)
    await made_with(await town.member("anna"), key)
    thief = Authenticator(SITE, id=key.id)
    told = await refused(await town.newcomer(), thief)
    assert (told.status, told.code, told.detail) == (401, "bad_login", {})


async def test_a_passkey_that_nobody_has_is_refused_in_the_same_words(town: Town) -> None:
    told = await refused(await town.newcomer(), Authenticator(SITE))
    assert (told.status, told.code, told.detail) == (401, "bad_login", {})


async def test_a_signature_given_to_another_site_is_refused(town: Town) -> None:
    key = Authenticator(SITE)
    await made_with(await town.member("anna"), key)
    key.site = "https://play.example.org.evil.example"
    assert (await refused(await town.newcomer(), key)).code == "bad_login"


async def test_a_copy_of_a_key_is_noticed_by_its_count(town: Town) -> None:
    """Security rule 7: the count of signatures only grows."""
    key = Authenticator(SITE)
    await made_with(await town.member("anna"), key)
    copy = Authenticator(SITE, id=key.id, key=key.key, count=key.count)
    await come_in(await town.newcomer(), key)
    await come_in(await town.newcomer(), key)
    assert (await refused(await town.newcomer(), copy)).code == "bad_login"


async def test_what_was_signed_once_does_not_open_twice(town: Town) -> None:
    key, browser = Authenticator(SITE, counts=False), await town.newcomer()
    await made_with(await town.member("anna"), key)
    passkeys, origin = town.people.passkeys, await browser.origin()
    visit = await browser.visit()
    used = parsed(key.log_in(await passkeys.asked(visit, SITE, origin)), UsedPasskey)
    await passkeys.log_in(visit, used, SITE, origin)
    again = await (await town.newcomer()).visit()
    for somebody in (visit, again):
        with pytest.raises(Refusal, match="bad_passkey"):
            await passkeys.log_in(somebody, used, SITE, origin)


async def test_a_challenge_waits_five_minutes_for_the_one_who_asked(town: Town) -> None:
    """Security rule 7: the challenge is kept by the server for five minutes."""
    key, browser = Authenticator(SITE), await town.newcomer()
    await made_with(await town.member("anna"), key)
    passkeys, origin = town.people.passkeys, await browser.origin()
    visit = await browser.visit()
    late = parsed(key.log_in(await passkeys.asked(visit, SITE, origin)), UsedPasskey)
    town.now_ms += 5 * 60 * 1000 + 1
    with pytest.raises(Refusal, match="bad_passkey"):
        await passkeys.log_in(visit, late, SITE, origin)
    other = await (await town.newcomer()).visit()
    given = parsed(key.log_in(await passkeys.asked(visit, SITE, origin)), UsedPasskey)
    with pytest.raises(Refusal, match="bad_passkey"):
        await passkeys.log_in(other, given, SITE, origin)
    town.now_ms += 5 * 60 * 1000
    assert (await passkeys.log_in(visit, given, SITE, origin)).session.login == "anna"


async def test_a_guest_has_to_say_what_log_in_he_wants(town: Town) -> None:
    with pytest.raises(Refusal, match="no_login"):
        await made_with(await town.newcomer(), Authenticator(SITE))


async def test_no_passkey_is_made_for_a_log_in_that_is_taken(town: Town) -> None:
    await town.member("anna")
    browser = await town.newcomer()
    with pytest.raises(Refusal, match="taken"):
        await made_with(browser, Authenticator(SITE), "Anna")


async def test_a_log_in_taken_meanwhile_makes_no_account_and_keeps_no_passkey(town: Town) -> None:
    browser, key = await town.newcomer(), Authenticator(SITE)
    passkeys, origin = town.people.passkeys, await browser.origin()
    visit = await browser.visit()
    options = await passkeys.wanted(visit, "anna", SITE, origin)
    await town.member("anna")
    made = parsed(key.register(options), MadePasskey)
    with pytest.raises(Refusal, match="taken"):
        await passkeys.add(visit, made, SITE, origin)
    assert await town.count("passkeys") == 0


async def test_a_passkey_of_somebody_else_makes_no_account(town: Town) -> None:
    """An account without a way in must not come to be."""
    key = Authenticator(SITE)
    await made_with(await town.member("anna"), key)
    guest = await town.newcomer()
    with pytest.raises(Refusal, match="taken"):
        await made_with(guest, key, "boris")
    assert (await guest.visit()).session.login is None


async def test_the_last_way_in_is_not_taken_away(town: Town) -> None:
    browser, first, second = await town.newcomer(), Authenticator(SITE), Authenticator(SITE)
    await made_with(browser, first, "anna")
    await made_with(browser, second)
    passkeys = town.people.passkeys
    names = [row[0] for row in await passkeys.of(await browser.person())]
    await passkeys.remove(await browser.visit(), names[0])
    with pytest.raises(Refusal, match="last_way_in"):
        await passkeys.remove(await browser.visit(), names[1])
    await passkeys.remove(await browser.visit(), "never there")
    assert [row[0] for row in await passkeys.of(await browser.person())] == [names[1]]


async def test_nobody_removes_the_passkey_of_another(town: Town) -> None:
    anna, boris = await town.member("anna"), await town.member("boris")
    await made_with(anna, Authenticator(SITE))
    ((name, *_),) = await town.people.passkeys.of(await anna.person())
    await town.people.passkeys.remove(await boris.visit(), name)
    assert await town.count("passkeys") == 1


async def test_one_passkey_used_at_two_places_at_once_opens_one(town: Town) -> None:
    key = Authenticator(SITE)
    await made_with(await town.member("anna"), key)
    passkeys = town.people.passkeys
    asked = []
    for _ in range(2):
        browser = await town.newcomer()
        visit, origin = await browser.visit(), await browser.origin()
        asked.append((visit, await passkeys.asked(visit, SITE, origin), origin))
    used = [(visit, parsed(key.log_in(options), UsedPasskey), o) for visit, options, o in asked]
    outcomes = await asyncio.gather(
        *[passkeys.log_in(visit, given, SITE, origin) for visit, given, origin in used],
        return_exceptions=True,
    )
    came = [outcome for outcome in outcomes if isinstance(outcome, Visit)]
    assert 1 <= len(came) <= 2  # two if one was wholly after the other
    assert all(isinstance(outcome, Visit | Refusal) for outcome in outcomes)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
_BYTES = st.binary(max_size=60).map(bytes_to_base64url)


@given(
    field=st.sampled_from(["clientDataJSON", "attestationObject"]),
    value=_JSON | _BYTES,
)
def test_whatever_a_page_sends_as_a_passkey_is_refused_and_never_a_fault(
    field: str, value: object
) -> None:
    """Bad input gets a typed refusal."""
    key = Authenticator(SITE)
    options = {
        "rp": {"id": "play.example.org"},
        "challenge": "AAAA",
        "pubKeyCredParams": [{"alg": -7}],
        "excludeCredentials": [],
    }
    told = key.register(options)
    told["response"][field] = value
    with pytest.raises(Refusal, match="bad_passkey"):
        made_key(parsed(told, MadePasskey), "AAAA", SITE)


@given(
    field=st.sampled_from(["clientDataJSON", "authenticatorData", "signature"]),
    value=_JSON | _BYTES,
)
def test_whatever_a_page_sends_as_a_signature_is_refused_and_never_a_fault(
    field: str, value: object
) -> None:
    """Bad input gets a typed refusal."""
    key = Authenticator(SITE)
    told = key.log_in({"rpId": "play.example.org", "challenge": "AAAA"})
    told["response"][field] = value
    with pytest.raises(Refusal, match="bad_login"):
        counted_use(parsed(told, UsedPasskey), "AAAA", SITE, "AAAA", 0)
