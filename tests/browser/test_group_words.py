"""Words that a company has let in: who sees them, what is added, what is taken out and put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.meeting import asked, beside_somebody, in_the_middle
from tests.browser.screen import Screen
from tests.browser.surveying import survey
from tests.browser.visiting import DESK, PHONE, Look, looks
from wordsmith.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

LOOKS = looks(
    Look("ru", "light", PHONE),
    more=[Look("en", "dark", DESK), Look("en", "dark", PHONE), Look("ru", "dark", DESK)],
)
REFUSED = r"status of 4\d\d"
OWN = {"ru": ("ЗЮЗЯ", "БУБЛЬ"), "en": ("ZUZYA", "QUUX")}


def words(screen: Screen, key: str, **values: str | int) -> str:
    return say(screen.visitor.look.language, key, **values)


def listed(screen: Screen) -> Locator:
    return screen.page.locator("main .list b")


def open_words(screen: Screen) -> None:
    """From the table to the words of those who play there."""
    screen.tap(screen.button(words(screen, "menu.open")))
    screen.tap(screen.paper.get_by_role("link", name=words(screen, "group.heading")))
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(words(screen, "group.heading"))


def add(screen: Screen, word: str) -> None:
    screen.page.get_by_label(words(screen, "group.new")).fill(word)
    screen.tap(screen.button(words(screen, "group.add")))


def test_a_word_is_added_taken_out_and_put_back_and_the_others_see_the_same(
    visit: Visit, site: Site
) -> None:
    _, (ann, peter) = in_the_middle(site, visit(size=PHONE), visit())
    open_words(ann)
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "group.none"))
    for word in ("зюзя", "Бубль"):
        add(ann, word)
        expect(ann.page.get_by_role("status").first).to_contain_text(
            words(ann, "group.added", word=word.upper())
        )
    expect(listed(ann)).to_have_text(["БУБЛЬ", "ЗЮЗЯ"])
    ann.tap(ann.button(f"{words(ann, 'group.remove')} ЗЮЗЯ"))
    expect(listed(ann)).to_have_text(["БУБЛЬ"])
    open_words(peter)
    expect(listed(peter)).to_have_text(["БУБЛЬ"])
    ann.tap(ann.button(f"{words(ann, 'group.undo')} ЗЮЗЯ"))
    expect(listed(ann)).to_have_text(["БУБЛЬ", "ЗЮЗЯ"])
    expect(ann.page.locator(".removed")).to_have_count(0)
    peter.page.reload()
    expect(listed(peter)).to_have_text(["БУБЛЬ", "ЗЮЗЯ"])


def test_what_is_no_word_is_refused_in_words(visit: Visit, site: Site) -> None:
    _, ann = beside_somebody(site, visit())
    ann.visitor.forgiven.append(REFUSED)
    open_words(ann)
    add(ann, "42")
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "group.bad_word"))
    expect(listed(ann)).to_have_count(0)


def test_who_has_never_played_with_them_sees_no_list(visit: Visit, site: Site) -> None:
    _, ann = beside_somebody(site, visit())
    stranger = visit()
    stranger.forgiven.append(REFUSED)
    stranger.page.goto(f"/words/{ann.view['group']}")
    expect(stranger.page.get_by_role("alert")).to_contain_text(say("ru", "group.forbidden"))


def test_a_word_that_a_vote_lets_in_stands_on_the_list_with_its_game(
    visit: Visit, site: Site
) -> None:
    table, (ann, peter) = in_the_middle(site, visit(), visit(), check="vote")
    for square, letter in ((134, "А"), (86, "Д"), (102, "О")):  # ДОМА, that no list has
        ann.lay_one(square, letter)
    ann.wait_for_verdicts()
    ann.play()
    peter.tap(peter.button(words(peter, "vote.accept")))
    ann.until(lambda: ann.view["phase"] != "voting", "the vote")
    again = Screen(peter.visitor, peter.visitor.context.new_page()).open(table)
    stranger = Screen(visit()).open(table)
    for screen in (ann, peter, again, stranger):
        row = screen.page.locator(".score-sheet tbody tr").first
        marked = row.get_by_role("button", name=f"ДОМА {words(ann, 'log.let_in')}")
        expect(marked).to_be_visible()
        expect(screen.page.locator(".score-sheet .let-in")).to_have_count(2)  # and what it means
    open_words(ann)
    expect(listed(ann)).to_contain_text(["ДОМА"])
    expect(ann.page.locator("main .list")).to_contain_text("голосованием")
    ann.tap(ann.page.get_by_role("link", name=words(ann, "group.table")))
    ann.page.wait_for_url(f"**/t/{table}")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_is_wrong_with_the_list_in_any_look(visit: Visit, site: Site, look: Look) -> None:
    language = look.language
    _, ann = beside_somebody(site, visit(look))
    ann.visitor.forgiven.append(REFUSED)
    group = ann.view["group"]
    wrong = {}
    open_words(ann)
    wrong["none"] = survey(ann.page, language)
    for word in OWN[language]:
        asked(ann.visitor, f"/api/groups/{group}/words", {"word": word, "language": language})
    ann.page.reload()
    expect(listed(ann)).to_have_count(2)
    add(ann, "7")
    expect(ann.page.get_by_role("main")).to_contain_text(words(ann, "group.bad_word"))
    ann.tap(ann.page.locator("main .list button").first)
    expect(ann.page.locator(".removed li")).to_have_count(1)
    wrong["one taken out"] = survey(ann.page, language)
    stranger = visit(look)
    stranger.forgiven.append(REFUSED)
    stranger.page.goto(f"/words/{group}")
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    wrong["not his"] = survey(stranger.page, language)
    assert {name: found for name, found in wrong.items() if found} == {}
