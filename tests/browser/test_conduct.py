"""How somebody plays rated games, on the moderators' desk: in words, and in every look."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.meeting import asked
from tests.browser.surveying import survey
from tests.browser.test_moderation import LOOKS, REFUSED, STRONG, at_the_desk, words
from tests.server.people.test_accuracy import compared
from tests.server.people.test_ratings import play
from tests.server.people.town import DAY_MS, Town
from wordsmith.server.people.ratings import Ratings
from wordsmith.server.people.sessions import wall_ms
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.visiting import Look

_WHO = "SELECT id FROM persons WHERE login = $1"


def rated_games(site: Site, one: str, other: str) -> None:
    """Three rated games of these two, all won by the first; of one the plays were compared."""

    async def played() -> None:
        store = SqliteStore(site.database)
        ((anna,),), ((boris,),) = [await store.rows(_WHO, login) for login in (one, other)]
        tables = [secrets.token_hex(8) for _ in range(3)]
        at_ms = wall_ms() - 2 * DAY_MS  # the site compares no game as old as that
        for table in tables:
            await play(store, table, at_ms, (anna, 2), (boris, 1))
        await Ratings(store).sweep()
        await compared(Town(store), tables[0], 0, 0, 0, 0, 6)
        await store.close()

    with ThreadPoolExecutor(1) as pool:  # Playwright has a loop of its own in this thread
        pool.submit(asyncio.run, played()).result()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_moderator_looks_at_how_somebody_plays(visit: Visit, site: Site, look: Look) -> None:
    tag = f"{look.language}{look.size[0]}{look.theme}"
    logins = [f"anna{tag}", f"boris{tag}"]
    for login in logins:
        asked(visit(look), "/api/me/register", {"login": login, "password": STRONG})
    rated_games(site, *logins)
    moderator = visit(look)
    moderator.forgiven.append(REFUSED)
    page = at_the_desk(moderator, f"keeper{tag}")
    page.get_by_label(words(moderator, "order.login"), exact=True).fill("nobody")
    page.get_by_role("button", name=words(moderator, "order.look")).click()
    expect(page.get_by_text(words(moderator, "order.error.nobody"))).to_be_visible()
    page.get_by_label(words(moderator, "order.login"), exact=True).fill(logins[0])
    page.get_by_role("button", name=words(moderator, "order.look")).click()
    told = page.locator(".conduct")
    lost = {"ru": "1,5", "en": "1.5"}[look.language]
    for said in (
        words(moderator, "order.accuracy", plays=4, best=75, lost=lost),
        f"{logins[1]}): {words(moderator, 'order.games', n=3)}",
        words(moderator, "order.ring.inside", inside=3, games=3),
        words(moderator, "order.giving_up.share", given_up=0, games=3),
    ):
        expect(told).to_contain_text(said)
    expect(told).not_to_contain_text(words(moderator, "order.error.nobody"))
    wrong = survey(page, look.language)
    wrong.pop("another language", None)  # log-ins are as people want them
    assert wrong == {}
