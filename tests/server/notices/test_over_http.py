"""Reminders over real HTTP, and the link of a letter."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.server.notices.push_service import Browser, PushService
from tests.server.people.town import GOOD
from tests.server.site import LiveServer, Visitor, quick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "site.sqlite3", quick(push_anywhere=True)) as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


def asked(phone: Browser) -> dict[str, object]:
    told = phone.subscription
    return {"endpoint": told.endpoint, "keys": {"p256dh": told.p256dh, "auth": told.auth}}


def test_a_browser_subscribes_with_the_key_of_the_site_and_takes_it_back(
    site: LiveServer, anna: Visitor, service: PushService
) -> None:
    key = anna.get("/api/notices/key")["key"]
    assert key == anna.get("/api/notices/key")["key"]
    assert anna.get("/api/me")["notices"] is True
    phone = Browser(service)
    assert anna.post("/api/me/notices", asked(phone)) == {}
    kept = asyncio.run(_kept(site))
    assert kept == [phone.subscription.endpoint]
    anna.post("/api/me/notices", {"endpoint": phone.subscription.endpoint, "remove": True})
    assert asyncio.run(_kept(site)) == []


async def _kept(site: LiveServer) -> list[str]:
    rows = await site.house.store.rows("SELECT endpoint FROM subscriptions")
    return [endpoint for (endpoint,) in rows]


@pytest.mark.parametrize(
    "body",
    [
        {"endpoint": "https://push.example.org/x"},
        {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "short", "auth": "short"}},
        {"endpoint": 7},
        {"unknown": True},
    ],
)
def test_what_is_no_subscription_is_refused(anna: Visitor, body: dict[str, object]) -> None:
    response = anna.http.post("/api/me/notices", json=body)
    assert (response.status_code, response.json()["error"]) == (400, "bad_request")


def test_an_endpoint_inside_is_refused_where_it_is_not_asked_for(
    server: LiveServer, service: PushService
) -> None:
    somebody = Visitor(server.address)
    response = somebody.http.post("/api/me/notices", json=asked(Browser(service)))
    assert (response.status_code, response.json()["error"]) == (422, "bad_subscription")
    somebody.close()


def test_reminders_by_mail_are_switched_off_and_on(anna: Visitor) -> None:
    assert anna.get("/api/me")["reminders"] is True
    anna.post("/api/me/notices", {"mail": False})
    assert anna.get("/api/me")["reminders"] is False
    anna.post("/api/me/notices", {"mail": True})
    assert anna.get("/api/me")["reminders"] is True


def test_the_link_of_a_letter_asks_first_and_a_mail_program_needs_one_click(
    site: LiveServer, anna: Visitor
) -> None:
    """Security rule 2: looking at a link changes nothing; whoever has it needs no page of ours."""
    anna.post("/api/me/register", {"login": "anna", "password": GOOD})
    table = anna.new_table("friends", "Anna", "easy")
    seats = anna.get("/api/tables")["tables"][0]["mine"]
    token = asyncio.run(site.house.notices.unsubscribing.token(table, seats[0]))
    link = f"{site.address}/api/notices/unsubscribe/{token}"
    looked = httpx.get(link, headers={"accept-language": "en"})
    assert looked.status_code == 200
    assert "No more reminders by mail?" in looked.text
    assert "set-cookie" not in looked.headers
    assert "default-src 'self'" in looked.headers["content-security-policy"]
    assert anna.get("/api/me")["reminders"] is True
    russian = httpx.get(link, headers={"accept-language": "ru-RU,ru;q=0.9"})
    assert 'lang="ru"' in russian.text
    clicked = httpx.post(link, data={"List-Unsubscribe": "One-Click"})
    assert clicked.status_code == 200
    assert anna.get("/api/me")["reminders"] is False


def test_another_link_is_no_good(site: LiveServer) -> None:
    link = f"{site.address}/api/notices/unsubscribe/WyJ0IiwwXQ.forged"
    assert httpx.get(link).status_code == 410
    assert httpx.post(link).status_code == 410
