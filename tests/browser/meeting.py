"""Several visitors at one table, each with a browser of his own: as they come to it on the page."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.screen import Screen
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.visiting import Json, Visitor

NAMES = {"ru": ("Аня", "Боря", "Вера", "Глеб"), "en": ("Ann", "Bob", "Cora", "Dan")}
VARIANTS = {"ru": "wordsmith", "en": "friends"}


def asked(visitor: Visitor, path: str, body: Json | None = None) -> Json:
    """What the server answers a page of this visitor."""
    if body is None:
        answer = visitor.context.request.get(path)
    else:
        origin = visitor.page.evaluate("location.origin")
        headers = {"origin": origin}
        answer = visitor.context.request.post(path, data=body, headers=headers)
    assert answer.ok, (path, answer.status, answer.text())
    told: Json = answer.json()
    return told


def gather(host: Visitor, guests: int = 1, **options: Any) -> str:
    """A table of the host's where so many others are waited for; its id."""
    language = host.look.language
    host.page.goto("/rules")  # any page of the site: from there it is asked
    table: str = asked(
        host,
        "/api/tables",
        {
            "variant": VARIANTS[language],
            "overrides": {},
            "seats": [
                {"kind": "human", "name": NAMES[language][0]},
                *[{"kind": "open"}] * guests,
            ],
            "key": secrets.token_hex(16),
            **options,
        },
    )["table"]
    host.page.goto(f"/t/{table}")
    expect(host.page.locator(".gathering")).to_be_visible()
    return table


def invitation_of(host: Visitor) -> str:
    """The secret of the invitation, as the page of the host was told it."""
    told = [frame for frame in host.heard[host.page] if frame["type"] == "gathering"]
    invite: str = told[-1]["gathering"]["invite"]
    return invite


def sit_down(guest: Visitor, invite: str, name: str) -> None:
    """Follow the link, say a name, and sit."""
    guest.page.goto(f"/i/{invite}")
    guest.page.get_by_label(say(guest.look.language, "gather.name"), exact=True).fill(name)
    guest.page.get_by_role("button", name=say(guest.look.language, "gather.sit")).click()
    guest.page.wait_for_url("**/t/*")


def meet(host: Visitor, *guests: Visitor, **options: Any) -> list[Screen]:
    """A game among them, begun; the host's screen first."""
    gather(host, len(guests), **options)
    invite = invitation_of(host)
    for guest, name in zip(guests, NAMES[host.look.language][1:], strict=False):
        sit_down(guest, invite, name)
    screens = [Screen(visitor) for visitor in (host, *guests)]
    for screen in screens:
        screen.settle()
    return screens
