"""Web Push: who a notice is from, who may read it, and where the server lets itself be sent."""

import asyncio
import re
import time

import pytest
from py_vapid.jwt import decode

from tests.server.notices.push_service import Browser, PushService, encoded
from tests.server.notices.tables import ANNA, BORIS, Town
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.notices.push import Outcome, Push
from wordsmith.server.notices.pushing import PublicResolver, Pusher
from wordsmith.server.notices.subscriptions import Subscription, Subscriptions, is_push_service
from wordsmith.server.notices.vapid import load_vapid_key
from wordsmith.server.notices.wording import Occasion, wording_of
from wordsmith.store import Store

pytestmark = pytest.mark.anyio
WORDING = wording_of(Occasion("turn", "abc", "friends", ("Boris",)), "en")


async def test_the_key_of_a_site_is_made_once_for_all_of_its_processes(store: Store) -> None:
    keys = await asyncio.gather(*[load_vapid_key(store) for _ in range(8)])
    assert len({key.private for key in keys}) == 1
    assert len({key.public for key in keys}) == 1
    assert keys[0].private not in repr(keys[0])
    assert re.fullmatch(r"B[\w-]{86}", keys[0].public)


async def test_a_push_service_can_tell_who_sends_and_nobody_but_the_browser_can_read_it(
    town: Town, phone: Browser
) -> None:
    await town.settle(ANNA)
    await town.notices.subscriptions.add(ANNA, phone.subscription, 1)
    assert await town.notices.push.tell(ANNA, WORDING) is Outcome.SENT
    (delivery,) = phone.deliveries
    signed = re.fullmatch(r"vapid t=(.+),k=(.+)", delivery.headers["authorization"])
    assert signed is not None
    key = await town.notices.push.key()
    assert signed[2] == key.public
    claims = decode(signed[1], key.public)
    assert claims["aud"] == phone.service.address
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert claims["sub"].startswith("mailto:")
    assert int(delivery.headers["ttl"]) > 0
    assert b"Boris" not in delivery.body
    assert phone.shown[0]["body"] == "Friends, with Boris."


async def test_a_later_notice_of_a_table_takes_the_place_of_an_earlier_one(
    town: Town, phone: Browser
) -> None:
    await town.settle(ANNA)
    await town.notices.subscriptions.add(ANNA, phone.subscription, 1)
    other = wording_of(Occasion("turn", "xyz", "friends", ()), "en")
    for wording in (WORDING, WORDING, other):
        await town.notices.push.tell(ANNA, wording)
    topics = [delivery.headers["topic"] for delivery in phone.deliveries]
    assert topics[0] == topics[1] != topics[2]
    assert all(re.fullmatch(r"[\w-]{1,32}", topic) for topic in topics)


async def test_a_browser_belongs_to_whoever_used_it_last(town: Town, phone: Browser) -> None:
    subscriptions = town.notices.subscriptions
    await subscriptions.add(ANNA, phone.subscription, 1)
    await subscriptions.add(BORIS, phone.subscription, 2)
    assert await subscriptions.of(ANNA) == []
    await subscriptions.remove(ANNA, phone.subscription.endpoint)
    assert await subscriptions.of(BORIS) == [phone.subscription]
    await subscriptions.remove(BORIS, phone.subscription.endpoint)
    assert await subscriptions.of(BORIS) == []


async def test_nobody_has_more_than_ten_browsers_and_the_oldest_goes(
    town: Town, service: PushService
) -> None:
    browsers = [Browser(service) for _ in range(12)]
    for at_ms, browser in enumerate(browsers):
        await town.notices.subscriptions.add(ANNA, browser.subscription, at_ms)
    kept = await town.notices.subscriptions.of(ANNA)
    assert kept == [browser.subscription for browser in reversed(browsers[2:])]


GOOD_KEY, GOOD_AUTH = encoded(b"\4" + bytes(64)), encoded(bytes(16))


@pytest.mark.parametrize(
    ("key", "auth"),
    [(encoded(bytes(64)), GOOD_AUTH), (GOOD_KEY, encoded(bytes(15))), ("я" * 87, GOOD_AUTH)],
)
async def test_keys_of_another_length_are_refused(town: Town, key: str, auth: str) -> None:
    asked = Subscription("https://push.example.org/x", key, auth)
    with pytest.raises(Refusal, match="bad_subscription"):
        await town.notices.subscriptions.add(ANNA, asked, 1)


async def test_a_made_up_key_is_forgotten_when_it_is_to_be_used(
    town: Town, service: PushService
) -> None:
    await town.settle(ANNA)
    asked = Subscription(f"{service.address}/x", GOOD_KEY, GOOD_AUTH)
    await town.notices.subscriptions.add(ANNA, asked, 1)
    assert await town.notices.push.tell(ANNA, WORDING) is Outcome.GONE
    assert await town.notices.subscriptions.of(ANNA) == []
    assert service.deliveries == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://intranet/x",
        "https://push.example.org:port/x",
        "ftp://push.example.org/x",
        "file:///etc/passwd",
        "",
    ],
)
async def test_what_is_no_public_service_is_refused(store: Store, endpoint: str) -> None:
    """Security: the server is not to be made to speak to its neighbours."""
    subscriptions = Subscriptions(store, anywhere=False)
    with pytest.raises(Refusal, match="bad_subscription"):
        await subscriptions.add(ANNA, Subscription(endpoint, GOOD_KEY, GOOD_AUTH), 1)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QOx",
        "https://wns2-par02p.notify.windows.com:443/w/?token=x",
    ],
)
def test_the_services_of_browsers_are_public(endpoint: str) -> None:
    assert is_push_service(endpoint)


async def test_a_public_name_that_leads_inside_is_not_spoken_to(
    store: Store, phone: Browser
) -> None:
    """Whatever the name was when it was given: it is looked at when it is spoken to."""
    with pytest.raises(OSError, match="public"):
        await PublicResolver().resolve("localhost", 80)
    key = await load_vapid_key(store)
    pusher = Pusher(key, "mailto:a@b.org", anywhere=False)
    address = phone.subscription.endpoint.replace("127.0.0.1", "localhost")
    told = Subscription(address, phone.subscription.p256dh, phone.subscription.auth)
    assert await pusher.send(told, b"x", {}) is Outcome.FAILED
    assert phone.service.deliveries == []
    await pusher.close()


async def test_somebody_without_a_browser_is_not_told(store: Store) -> None:
    subscriptions = Subscriptions(store, anywhere=True)
    push = Push(store, subscriptions, "mailto:a@b.org", anywhere=True)
    assert await push.tell(ANNA, WORDING) is Outcome.GONE
    await push.close()


async def test_a_subscription_is_never_shown(phone: Browser) -> None:
    """Security rule 11: no secret in a log."""
    assert phone.path not in repr(phone.subscription)
