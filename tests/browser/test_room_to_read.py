"""Where there is little room: nothing that is to be read or pressed is cut or lies out of sight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.among_people import ANY_SEATS, BANK, in_company, person_of
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import VARIANTS, good_and_bad, middle_of_a_game
from tests.browser.surveying import at, is_in_sight, overlap, survey
from tests.browser.visiting import DESK, PHONE, TABLET
from tests.positions import house
from wordsmith.server.messages.protocol import Days
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.among_people import Company
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

LANGUAGES = ("ru", "en")
# Russian words are the longer ones
TIGHT = ("ru", pytest.param("en", marks=pytest.mark.more_looks))
# a desk's window under much else, a desk enlarged twice over, a small notebook
LOW = [(1093, 500), (720, 450), (960, 540)]
PARTS_OF_A_TURN = ("[data-hand]", ".acts", ".acts .main", ".turn", ".turn .sum")
# a tile near a lower corner of the window over the board, as far as the board goes
_TO_THE_CORNER = """(tile, isLeft) => {
    const pan = tile.closest(".pan");
    const [a, b] = [pan, tile].map((each) => each.getBoundingClientRect());
    pan.scrollBy(isLeft ? b.left - a.left - 50 : b.right - a.right + 20, b.bottom - a.bottom + 20);
}"""
_MANY_WORDS = """(words) => {
    while (words.children.length < 7) words.append(words.lastElementChild.cloneNode(true));
}"""
_AS_LONG_AGAIN = "(words) => words.after(words.cloneNode(true))"
_IN_THE_CORNER = """(pan) => {
    const { x, y } = pan.getBoundingClientRect();
    return document.elementFromPoint(x + 10, y + 10).textContent;
}"""
_IS_WHOLE = (
    "(node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
)


def in_a_game(company: Company) -> Screen:
    """The page of a game with somebody who is elsewhere, a turn of each behind it."""
    return company.screen.open(
        company.table(middle_of_a_game(company.language, *company.names[:2]))
    )


@pytest.mark.parametrize("language", TIGHT)
def test_what_is_read_of_a_game_is_whole_and_in_sight_on_a_phone(
    visit: Visit, site: Site, language: str
) -> None:
    with in_company(site, visit(language=language, size=PHONE)) as company:
        ann = in_a_game(company)
        where = ann.page.locator(".top .where")
        expect(ann.page.locator(".top .talk")).to_be_visible()
        expect(where).not_to_be_empty()
        assert where.evaluate(_IS_WHOLE), "which game and turn it is"
        ann.lay(good_and_bad(language))
        ann.wait_until_judged()
        check_that_the_small_map_lies_on_no_tile_of_the_turn(ann)
        ann.page.locator(".turn .words").evaluate(_MANY_WORDS)
        hand = ann.page.locator(".hand").bounding_box()
        assert hand is not None
        assert is_in_sight(ann.page.locator(".turn .sum"), int(hand["y"])), "the sum of many words"


def check_that_the_small_map_lies_on_no_tile_of_the_turn(ann: Screen) -> None:
    zoom = ann.page.get_by_role("switch", name=say(ann.visitor.look.language, "act.larger"))
    if zoom.get_attribute("aria-checked") == "false":
        ann.tap(zoom)
    small_map = ann.page.locator(".lens")
    expect(small_map).to_be_visible()
    for is_left in (True, False):
        tile = ann.page.locator(".pan .tile.draft").first
        tile.evaluate(_TO_THE_CORNER, is_left)
        expect(small_map).to_be_visible()
        ann.until(lambda tile=tile: not overlap(small_map, tile), "the map elsewhere")  # type: ignore[misc]


def test_rows_and_columns_of_the_larger_board_are_told_whole(visit: Visit, site: Site) -> None:
    visitor = visit(language="ru", size=PHONE)
    screen = Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game("ru")))
    screen.tap(screen.page.get_by_role("switch", name=say("ru", "act.larger")))
    screen.until(lambda: screen.is_zoomed, "the larger board")
    assert survey(screen.page, "ru", None) == {}
    pan = screen.page.locator(".pan")
    pan.evaluate("(pan) => pan.scrollTo(0, 300)")
    assert pan.evaluate(_IN_THE_CORNER) == say("ru", "board.row"), "no number lies on the corner"


@pytest.mark.parametrize("language", TIGHT)
def test_the_field_to_say_something_is_in_sight_on_a_tablet(
    visit: Visit, site: Site, language: str
) -> None:
    with in_company(site, visit(language=language, size=TABLET)) as company:
        ann = in_a_game(company)
        for n in range(4):
            ann.tap(ann.page.locator(".top .talk"))
            ann.page.get_by_label(say(language, "talk.field"), exact=True).fill(f"{n}!")
            ann.tap(ann.button(say(language, "talk.send")))
            expect(ann.page.get_by_role("log").get_by_role("listitem")).to_have_count(n + 1)
            for what in (ann.page.locator("textarea"), ann.button(say(language, "talk.send"))):
                assert is_in_sight(what, TABLET[1])
            ann.tap(ann.paper.get_by_role("button", name=say(language, "paper.close")))


@pytest.mark.parametrize("language", TIGHT)
def test_names_beside_four_clocks_are_read_on_a_tablet(
    visit: Visit, site: Site, language: str
) -> None:
    with in_company(site, visit(language=language, size=TABLET)) as company:
        setting = middle_of_a_game(language, **ANY_SEATS)
        clocked = replace(
            setting,
            seats=company.names,
            moves=setting.moves[:1],
            pace=BANK,
            left_s=(3700, 95, 640, 1200),
        )
        screen = company.screen.open(company.table(clocked))
        expect(screen.page.locator(".seat .time")).to_have_count(4)
        name = screen.page.locator(".seat .name").filter(has_text=company.names[2])
        assert name.locator("span").evaluate(_IS_WHOLE)
        for seat in screen.page.locator(".seat").all():
            told, time = (seat.locator(part).bounding_box() for part in (".sub", ".clock"))
            assert told is not None
            assert time is not None
            assert told["height"] < 30  # one line


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("language", TIGHT)
def test_two_things_that_are_asked_are_in_sight(
    visit: Visit, site: Site, language: str, size: tuple[int, int]
) -> None:
    with in_company(site, visit(language=language, size=size)) as company:
        setting = middle_of_a_game(language, *company.names[:2])
        table = company.table(
            Setting(setting.variant, setting.seats, setting.hands, setting.moves, pace=Days(3))
        )
        screen = Screen(company.visitor).open(table)
        for what in ("pause", "cancel"):
            company.act(company.others[0], table, 1, type=what, agree=True)
        hand = screen.page.locator(".hand").bounding_box()
        assert hand is not None
        # on a phone the hand lies over whatever is too long
        lowest = hand["y"] if size == PHONE else size[1]
        for what in ("ask.pause.go", "ask.cancel.go"):
            assert is_in_sight(screen.button(company.say(what)), int(lowest))
        screen.tap(screen.button(company.say("ask.pause.go")))
        for what in ("ask.resume", "ask.cancel.go"):
            assert is_in_sight(screen.button(company.say(what)), int(lowest))


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_hand_and_buttons_are_in_sight_together_in_a_low_window(
    visit: Visit, site: Site, language: str
) -> None:
    with in_company(site, visit(language=language, size=DESK)) as company:
        ann = in_a_game(company)
        ann.lay(good_and_bad(language))
        ann.wait_until_judged()
        for size in LOW:
            at(size, ann.page)
            assert survey(ann.page, language, None) == {}, size
            for what in (*PARTS_OF_A_TURN, ".field", ".seats", ".top .talk", ".top .settings"):
                assert is_in_sight(ann.page.locator(what), size[1]), (size, what)
                box = ann.page.locator(what).bounding_box()
                assert box is not None
                assert box["x"] >= 0, (size, what)
                assert box["x"] + box["width"] <= size[0], (size, what)


@pytest.mark.parametrize("sizes", [[PHONE], LOW], ids=["phone", "low"])
@pytest.mark.parametrize("language", TIGHT)
def test_a_vote_with_hours_on_three_clocks_is_given_without_scrolling(
    visit: Visit, site: Site, language: str, sizes: list[tuple[int, int]]
) -> None:
    with in_company(site, visit(language=language, size=sizes[0])) as company:
        # two words that are in no list
        hand, laid = {"ru": ("ЪЫЬАОЕИ", "9H ЪЫ"), "en": ("QXZAEIO", "8H QX")}[language]
        variant = house(VARIANTS[language], check="vote", **ANY_SEATS)
        ann, *others = company.names[:3]
        setting = Setting(
            variant,
            (others[0], ann, others[1]),
            (hand, "", ""),
            [(laid, "")],
            pace=BANK,
            left_s=(3700, 3650, 7000),
        )
        first, last = (person_of(site, each) for each in company.others[:2])
        seats = [first, company.visitor.guest, last]
        screen = company.screen.open(site.lay_out(seats, setting))
        expect(screen.page.locator(".vote dt")).not_to_have_count(0)
        times = screen.page.locator(".seat .time")
        expect(times).to_have_count(3)
        for _ in range(2):
            for size in sizes:
                at(size, screen.page)
                for key in ("vote.accept", "vote.reject"):
                    assert is_in_sight(screen.button(company.say(key)), size[1]), size
                assert all(time.evaluate(_IS_WHOLE) for time in times.all()), size
            # as long again: what is read goes on, the answer stays
            screen.page.locator(".vote dl").first.evaluate(_AS_LONG_AGAIN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_are_told_under_the_hand_do_what_they_say(
    visit: Visit, site: Site, language: str
) -> None:
    visitor = visit(language=language, size=DESK)
    alone = Screen(visitor).open(site.lay_out(visitor.guest, middle_of_a_game(language)))
    keys = alone.page.locator(".keys")
    assert is_in_sight(keys, DESK[1])
    letters = {"ru": "А–Я", "en": "A–Z"}[language]
    told = ["← ↑ ↓ →", say(language, "keys.space"), letters, "1–7", "Shift"]
    told += ["Backspace", "Esc", "Enter"]
    assert keys.locator("kbd").all_inner_texts() == told  # there is nobody to talk to
    with in_company(site, visitor) as company:
        ann = in_a_game(company)
        expect(keys.locator("kbd")).to_have_text([*told, "/"])
        assert is_in_sight(keys, DESK[1])
        place = next(place for place, tile in enumerate(ann.hand()) if tile not in ("", "?"))
        ann.cell(0).focus()
        for key, laid in (
            (str(place + 1), 1),
            ("Backspace", 0),
            (str(place + 1), 1),
            ("Escape", 0),
        ):
            ann.page.keyboard.press(key)
            ann.until(lambda laid=laid: len(ann.drafts()) == laid, key)  # type: ignore[misc]
        ann.page.keyboard.press("/")
        expect(ann.page.get_by_label(say(language, "talk.field"), exact=True)).to_be_visible()
