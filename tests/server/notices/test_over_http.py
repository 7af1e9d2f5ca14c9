"""Reminders over real HTTP, and the link of a letter."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.bus.buses import until
from tests.server.notices.push_service import Browser, PushService
from tests.server.people.town import GOOD
from tests.server.site import LiveServer, Visitor, quick
from wordsmith.server.notices.mailer import MailError, mailer_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.notices.mail_server import MailServerHere


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


def test_a_letter_of_the_accounts_goes_the_same_way(tmp_path: Path, mail: MailServerHere) -> None:
    origin = "https://play.example.org"
    settings = quick(
        smtp_url=f"smtp://127.0.0.1:{mail.port}",
        mail_from="play@example.org",
        origins=frozenset({origin}),
    )
    with LiveServer(tmp_path / "site.sqlite3", settings) as live:
        somebody = Visitor(live.address)
        somebody.http.headers["origin"] = origin
        somebody.post("/api/me/register", {"login": "anna", "password": GOOD})
        me = somebody.post("/api/me", {"email": "anna@example.org", "language": "ru"})
        assert (me["mail"], me["email_confirmed"]) == (True, False)
        asyncio.run(until(lambda: bool(mail.inbox.letters)))
        (letter,) = mail.inbox.letters
        assert (letter["to"], letter["from"]) == ("anna@example.org", "play@example.org")
        token = re.search(r"#confirm=(\S+)", letter.get_content())
        assert token is not None
        somebody.post("/api/me/email/confirm", {"token": token[1]})
        assert somebody.get("/api/me")["email_confirmed"] is True
        somebody.close()


def test_mail_that_is_set_up_wrong_is_told_before_anything_is_served() -> None:
    with pytest.raises(MailError, match="WORDSMITH_SMTP_URL"):
        mailer_of(quick(smtp_url="http://mail", mail_from="play@example.org"))
    assert mailer_of(quick()) is None
