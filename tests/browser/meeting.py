"""Several visitors at one table, a browser each, without the way there."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.company import sit_down
from tests.browser.screen import Screen
from tests.browser.situations import NAMES, VARIANTS, middle_of_a_game
from tests.server.site import Visitor as Program
from wordsmith.rules.actions import Resign

if TYPE_CHECKING:
    from tests.browser.hosting import Site
    from tests.browser.visiting import Json, Visitor


def asked(visitor: Visitor, path: str, body: Json | None = None) -> Json:
    """What the server answers a page of this visitor."""
    request = visitor.context.request
    if body is None:
        answer = request.get(path)
    else:
        origin = f"http://127.0.0.1:{visitor.site.port}"
        answer = request.post(path, data=body, headers={"origin": origin})
    assert answer.ok, (path, answer.status, answer.text())
    told: Json = answer.json()
    return told


def gather(host: Visitor, guests: int = 1, **options: Any) -> str:
    """A table of the host's where so many others are waited for; the path of its invitation."""
    language = host.look.language
    mine = {"kind": "human", "name": NAMES[language][0]}
    wish = {
        "variant": VARIANTS[language],
        "overrides": {},
        "seats": [mine, *[{"kind": "open"}] * guests],
        "key": secrets.token_hex(16),
        **options,
    }
    table = asked(host, "/api/tables", wish)["table"]
    host.page.goto(f"/t/{table}")
    expect(host.page.locator(".gathering")).to_be_visible()
    told = [frame for frame in host.heard[host.page] if frame["type"] == "gathering"]
    return f"/i/{told[-1]['gathering']['invite']}"


def meet(host: Visitor, guest: Visitor, **options: Any) -> list[Screen]:
    """A game of two that has just begun; the host's screen first."""
    screens = [Screen(host), Screen(guest)]
    sit_down(screens[1], gather(host, **options), NAMES[host.look.language][1])
    for screen in screens:
        screen.until(lambda screen=screen: screen.view, "the game")  # type: ignore[misc]
        screen.settle()
    return screens


def in_the_middle(site: Site, *players: Visitor, **changes: Any) -> tuple[str, list[Screen]]:
    """A table of these two with a turn of each behind it, open before both; its id.

    ``changes`` are those of the ``Setting``, or house rules.
    """
    language = players[0].look.language
    set_up = {key: changes.pop(key) for key in ("advisers", "watching", "moves") if key in changes}
    setting = replace(middle_of_a_game(language, *NAMES[language], **changes), **set_up)
    table = site.lay_out([each.guest for each in players], setting)
    return table, [Screen(each).open(table) for each in players]


def beside_somebody(site: Site, player: Visitor, **changes: Any) -> tuple[str, Screen]:
    """The same with somebody in the second seat who has no page open; its id, and the page."""
    somebody = Program(site.address)
    somebody.get("/api/tables")
    person = site.person_of(somebody.http.cookies["sid"])
    somebody.close()
    set_up = {key: changes.pop(key) for key in ("advisers", "watching", "moves") if key in changes}
    language = player.look.language
    setting = replace(middle_of_a_game(language, *NAMES[language], **changes), **set_up)
    table = site.lay_out([player.guest, person], setting)
    return table, Screen(player).open(table)


def over(language: str) -> list[Any]:
    """The moves of such a game, and that its first seat resigns then."""
    return [*middle_of_a_game(language).moves, (Resign(), "")]
