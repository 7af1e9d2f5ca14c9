"""The bag one can check: its print from the beginning, and one touch at the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.meeting import beside_somebody, in_the_middle, over
from tests.browser.surveying import survey
from tests.browser.visiting import DESK, PHONE, Look, looks
from wordsmith.notation.records import parse_record
from wordsmith.rules.sealed_bag import check_seal
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Route

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.screen import Screen
    from tests.browser.visiting import Json

LOOKS = looks(
    Look("ru", "light", PHONE),
    more=[Look("en", "dark", DESK), Look("en", "dark", PHONE), Look("ru", "dark", DESK)],
)
DRAWN = 7 + 7 + 6 + 3  # two hands, and what was drawn for МОСТИК and for РОТ


def words(screen: Screen, key: str, **values: str | int) -> str:
    return say(screen.visitor.look.language, key, **values)


def end_of_a_game(visit: Visit, site: Site, look: Look | None = None) -> Screen:
    look = look or Look()
    _, (screen, _) = in_the_middle(
        site, visit(look, own=True), visit(look), moves=over(look.language)
    )
    return screen


def check(screen: Screen) -> Locator:
    """Touch the button; the lines that come of it."""
    over_it = screen.page.locator(".game-over")
    screen.tap(over_it.get_by_role("button", name=words(screen, "seal.check"), exact=True))
    return over_it.locator(".bag-check")


def with_another_record(screen: Screen, change: Callable[[Json], None]) -> None:
    """From now on the site gives a record that somebody has changed."""

    def forge(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        change(record)
        route.fulfill(response=answer, json=record)

    screen.page.route("**/game.json", forge)


def test_the_print_shown_in_the_game_is_that_of_the_end_and_every_draw_follows(
    visit: Visit, site: Site
) -> None:
    _, ann = beside_somebody(site, visit(size=PHONE))
    ann.tap(ann.button(words(ann, "seal.open")))
    parts = ann.paper.locator(".print code")
    expect(parts).not_to_have_count(0)
    assert "".join(parts.all_inner_texts()) == ann.view["seal"]
    expect(ann.paper).to_contain_text(words(ann, "seal.at_the_end"))
    expect(ann.paper).to_contain_text(words(ann, "seal.is_remembered"))
    ann.tap(ann.button(words(ann, "paper.close")))
    ann.open_menu(words(ann, "menu.resign"))
    ann.tap(ann.button(words(ann, "resign.go")))
    expect(ann.page.locator(".game-over")).to_be_visible()
    told = check(ann)
    expect(told).to_contain_text(words(ann, "seal.fair"))
    expect(told).to_contain_text(words(ann, "seal.same_order"))
    expect(told).to_contain_text(words(ann, "seal.all_drawn", n=DRAWN))
    expect(told).to_contain_text(words(ann, "seal.remembered"))


def test_the_record_that_is_offered_beside_it_is_found_sound_by_the_rules_too(
    visit: Visit, site: Site
) -> None:
    screen = end_of_a_game(visit, site)
    told = check(screen)
    expect(told.locator("kbd")).to_have_text(f"wordsmith verify {screen.view['table']}.json")
    with screen.page.expect_download() as download:
        told.get_by_role("link", name=words(screen, "seal.record")).click()
    record = parse_record(json.loads(download.value.path().read_text("utf-8")))
    assert record.seal is not None
    assert check_seal(record.game, record.seal) is None


def test_a_page_of_the_home_network_without_https_checks_as_well(visit: Visit, site: Site) -> None:
    screen = end_of_a_game(visit, site)
    screen.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    screen.page.reload()
    screen.settle()
    expect(check(screen)).to_contain_text(words(screen, "seal.fair"))


def swapped(record: Json) -> None:
    """Two tiles that are not the same."""
    order = list(record["seal"]["order"])
    other = next(place for place, letter in enumerate(order) if letter != order[0])
    order[0], order[other] = order[other], order[0]
    record["seal"]["order"] = "".join(order)


def drawn_otherwise(record: Json) -> None:
    drew = [event for event in record["events"] if event["event"] == "drew"]
    drew[0]["tiles"], drew[1]["tiles"] = drew[1]["tiles"], drew[0]["tiles"]


def sealed_anew(record: Json) -> None:
    record["seal"]["hash"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "said", "values"),
    [
        (swapped, "seal.flaw.hash", {}),
        (drawn_otherwise, "seal.flaw.draw", {"event": 1}),
        (sealed_anew, "seal.other_hash", {}),
    ],
    ids=["order", "draw", "print"],
)
def test_a_site_that_tells_something_else_at_the_end_is_found_out(
    visit: Visit, site: Site, change: Callable[[Json], None], said: str, values: Json
) -> None:
    screen = end_of_a_game(visit, site)
    with_another_record(screen, change)
    told = check(screen)
    expect(told).to_contain_text(words(screen, "seal.not_fair"))
    expect(told).to_contain_text(words(screen, said, **values))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_with_the_check_in_any_look(visit: Visit, site: Site, look: Look) -> None:
    screen = end_of_a_game(visit, site, look)
    expect(check(screen)).to_contain_text(words(screen, "seal.fair"))
    wrong = {"fair": survey(screen.page, look.language)}
    screen.page.reload()
    screen.settle()
    with_another_record(screen, swapped)
    expect(check(screen)).to_contain_text(words(screen, "seal.not_fair"))
    wrong["not fair"] = survey(screen.page, look.language, ".game-over")
    _, (other, _) = in_the_middle(site, visit(look), visit(look))
    other.tap(other.button(words(other, "seal.open")))
    wrong["sealed"] = survey(other.page, look.language, ".paper")
    assert {name: found for name, found in wrong.items() if found} == {}
