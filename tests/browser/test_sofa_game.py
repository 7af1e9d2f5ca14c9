"""Two people with one phone: hidden hands, a star taken, two words at once, an end by agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser import player
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.visiting import PHONE
from wordsmith.rules.variant import load_variant
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site

WORDSMITH = load_variant("wordsmith")
# МОСТИК with a star for И; the other hand holds an И
HANDS = ("МОСТ?КА", "ИОНОДБЮ")
STAR_OF_THE_FIRST_WORD = 122  # K8


def begin(site: Site, screen: Screen) -> None:
    setting = Setting(WORDSMITH, ("Аня", "Пётр"), HANDS, [("8G МОСТиК", "ДЕЛОРА")])
    screen.open(site.lay_out(screen.visitor.guest, setting))


def take_the_device(screen: Screen, name: str) -> None:
    """The hand-over: no hand is in sight, nor has the server sent one, until it is asked."""
    over = screen.page.locator(".hand-over")
    expect(over).to_contain_text(name)
    assert screen.view["viewer"] is None
    assert screen.view["rack"] is None
    expect(screen.page.locator("[data-hand]")).to_have_count(0)
    screen.take_over()
    expect(screen.page.locator("[data-hand] button")).to_have_count(7)
    assert screen.page.evaluate("scrollY") == 0


def test_a_game_on_one_sofa_is_played_on_a_phone(visit: Visit, site: Site) -> None:
    screen = Screen(visit(size=PHONE))
    begin(site, screen)
    take_the_device(screen, "Пётр")
    take_the_star_and_lay_two_words(screen)
    take_the_device(screen, "Аня")
    expect(screen.cell(STAR_OF_THE_FIRST_WORD)).to_contain_text("И")
    expect(screen.cell(STAR_OF_THE_FIRST_WORD)).not_to_contain_text("звезда")
    play_a_turn_of_one_own(screen)
    take_the_device(screen, "Пётр")
    agree_to_end(screen)
    play_a_turn_of_one_own(screen)
    take_the_device(screen, "Аня")
    agree_to_end(screen)
    expect(screen.page.locator(".game-over")).to_contain_text(say("ru", "over.reason.agreed"))
    expect(screen.page).to_have_title("Партия окончена — Словодел")
    check_the_panel(screen)


def take_the_star_and_lay_two_words(screen: Screen) -> None:
    screen.lay_one(STAR_OF_THE_FIRST_WORD, "И")
    expect(screen.page.get_by_role("switch", name="Крупнее")).to_have_attribute(
        "aria-checked", "true"
    )
    assert sorted(screen.hand()) == sorted("?ОНОДБЮ")
    expect(screen.turn).to_contain_text("взят")
    screen.tap(screen.play_button, anyway=True)  # not yet: the star is owed
    assert screen.told["version"] == 2
    screen.lay([(136, "О"), (152, "Н"), (139, "О"), (155, "т")])
    screen.wait_for_verdicts()
    assert {(line.word, line.points) for line in screen.lines()} == {("СОН", "4"), ("КОТ", "5")}
    assert {line.verdict for line in screen.lines()} == {"ok"}
    assert screen.total() == 9
    screen.play()
    turn = screen.turns[2]
    assert (turn["points"], turn["swapped"]) == (9, [[STAR_OF_THE_FIRST_WORD, "И"]])
    assert [155, "т"] in turn["laid"]
    assert screen.scores()[1] == 9
    # after a turn the whole board is in sight again
    assert screen.page.locator(".pan.zoomed").count() == 0


def play_a_turn_of_one_own(screen: Screen) -> None:
    found = player.turns(WORDSMITH, screen)
    laid, swapped = player.tiles_of(WORDSMITH, found[0])
    number = screen.view["turn"]
    screen.lay([*swapped, *laid])
    screen.wait_for_verdicts()
    assert screen.total() == found[0].points
    screen.play()
    assert screen.turns[number]["points"] == found[0].points


def agree_to_end(screen: Screen) -> None:
    screen.open_menu("Предложить закончить")
    expect(screen.paper).to_contain_text("когда согласятся все")
    screen.tap(screen.button(say("ru", "agree.go")))
    seat = screen.view["on_turn"]
    screen.until(lambda: screen.view["seats"][seat]["agreed"], "the agreement")


def check_the_panel(screen: Screen) -> None:
    ended = screen.view["ended"]
    rows = screen.page.locator(".game-over tbody tr").all_inner_texts()
    best = sorted(ended["rows"], key=lambda row: -row["total"])
    for text, row in zip(rows, best, strict=True):
        assert ("Аня", "Пётр")[row["seat"]] in text
        assert str(row["total"]) in text.split()
        assert " ".join(row["tiles"]).replace("?", "★") in " ".join(text.split())
    assert all(row["reckoned"] == 0 for row in ended["rows"])
    expect(screen.page.locator(".game-over h2")).to_contain_text(
        ("Аня", "Пётр")[ended["winners"][0]]
    )


def test_the_other_hand_is_not_shown_by_going_back_or_reloading(visit: Visit, site: Site) -> None:
    screen = Screen(visit(size=PHONE))
    begin(site, screen)
    take_the_device(screen, "Пётр")
    screen.page.reload()
    screen.until(lambda: screen.view["rack"] is None, "the hand is gone again")
    expect(screen.page.locator(".hand-over")).to_be_visible()
    expect(screen.page.locator("[data-hand]")).to_have_count(0)
    told = [frame for frame in screen.visitor.heard[screen.page] if frame["type"] == "state"]
    assert {frame["view"]["viewer"] for frame in told} <= {None, 1}


def test_two_fingers_and_the_switch_show_the_board_larger(visit: Visit, site: Site) -> None:
    screen = Screen(visit(size=PHONE))
    begin(site, screen)
    take_the_device(screen, "Пётр")
    pan, switch = screen.page.locator(".pan"), screen.page.get_by_role("switch", name="Крупнее")
    switch.tap()
    expect(pan).to_contain_class("zoomed")
    size = screen.cell(120).bounding_box()
    assert size is not None
    assert size["width"] >= 44
    assert screen.page.locator(".lens").is_visible()
    switch.tap()
    expect(pan).not_to_contain_class("zoomed")
    pinch(screen, apart=True)
    expect(pan).to_contain_class("zoomed")
    pinch(screen, apart=False)
    expect(pan).not_to_contain_class("zoomed")


def pinch(screen: Screen, *, apart: bool) -> None:
    tools = screen.visitor.context.new_cdp_session(screen.page)
    box = screen.page.locator(".pan").bounding_box()
    assert box is not None
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, half in (("touchStart", 40), ("touchMove", 90 if apart else 15)):
        points = [{"x": middle - half, "y": y, "id": 1}, {"x": middle + half, "y": y, "id": 2}]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_tile_is_dragged_with_a_finger(visit: Visit, site: Site) -> None:
    screen = Screen(visit(size=PHONE))
    begin(site, screen)
    take_the_device(screen, "Пётр")
    tools = screen.visitor.context.new_cdp_session(screen.page)
    place = screen.place_of("О")
    tile, cell = screen.slot(place).bounding_box(), screen.cell(136).bounding_box()
    assert tile is not None
    assert cell is not None
    start = {"x": tile["x"] + 20, "y": tile["y"] + 20}
    # the tile floats above the finger, which would hide it
    end = {"x": cell["x"] + cell["width"] / 2, "y": cell["y"] + cell["height"] / 2 + 46}
    half = {axis: (start[axis] + end[axis]) / 2 for axis in "xy"}
    for kind, points in (
        ("touchStart", [start]),
        ("touchMove", [half]),
        ("touchMove", [end]),
        ("touchEnd", []),
    ):
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    screen.until(lambda: screen.drafts() == {136: "О"}, "the tile")
