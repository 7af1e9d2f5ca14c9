"""A whole game against a bot with the mouse, from the front page to the next game."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser import player
from tests.browser.screen import Screen
from wordsmith.rules.variant import load_variant

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.visiting import Json
    from wordsmith.rules.variant import Variant

FRIENDS = load_variant("friends")


def test_a_game_of_friends_is_played_to_its_end(visit: Visit) -> None:
    screen = Screen(visit(language="en"))
    begin_from_the_front_page(screen)
    seat = screen.view["viewer"]
    others = iter((exchange_two_tiles, pass_once))
    opened = False
    while screen.wait_for_turn(seat):
        if not opened:
            look_into_the_bag(screen)
            opened = True
            play_best(screen, FRIENDS)
            check_that_the_bag_is_closed(screen)
        elif len(screen.turns) > 3 and (other := next(others, None)):
            other(screen)
        else:
            play_best(screen, FRIENDS)
    check_the_score_sheet(screen)
    check_the_reckoning(screen)
    check_a_rematch(screen)


def begin_from_the_front_page(screen: Screen) -> None:
    screen.page.goto("/")
    screen.settle()
    screen.tap(screen.page.get_by_role("link", name="With a bot"))
    expect(screen.page.get_by_role("radio", name=re.compile("^Friends"))).to_be_checked()
    screen.tap(screen.button("Deal the tiles"))
    screen.page.wait_for_url("**/t/*")
    screen.until(lambda: screen.told.get("table") == screen.page.url.split("/")[-1], "the table")
    screen.settle()


def play_best(screen: Screen, variant: Variant) -> None:
    """Lay the best turn, its first tile by dragging, and compare all points that are told."""
    found = player.turns(variant, screen)
    if not found:
        pass_once(screen)
        return
    number, seat = screen.view["turn"], screen.view["viewer"]
    laid, _ = player.tiles_of(variant, found[0])
    for index, (square, letter) in enumerate(laid):
        if index == 0 and letter.isupper():
            screen.drag(letter, square)
        else:
            screen.lay_one(square, letter)
    assert screen.drafts() == dict(laid)
    screen.wait_for_verdicts()
    lines = screen.lines()
    assert {line.verdict for line in lines} == {"ok"}
    points = found[0].points
    screen.until(lambda: screen.total() == screen.tried["score"] == points, f"{points} points")
    assert sum(int(line.points) for line in lines) == found[0].points
    screen.play()
    row = screen.turns[number]
    assert (row["seat"], row["points"]) == (seat, found[0].points)


def exchange_two_tiles(screen: Screen) -> None:
    before, number = screen.hand(), len(screen.turns) + 1
    screen.tap(screen.button("Exchange"))
    tiles = screen.paper.get_by_role("group").get_by_role("button")
    screen.tap(tiles.nth(0))
    screen.tap(tiles.nth(3))
    screen.tap(tiles.nth(5))
    screen.tap(tiles.nth(5))
    screen.tap(screen.button("Exchange 2 tiles"))
    screen.until(lambda: number in screen.turns, "the exchange")
    assert (screen.turns[number]["kind"], screen.turns[number]["count"]) == ("exchange", 2)
    screen.settle()
    kept = [letter for place, letter in enumerate(before) if place not in (0, 3)]
    assert not Counter(kept) - Counter(screen.hand())
    expect(screen.page.locator(".score-sheet")).to_contain_text("exchange of 2 tiles")


def pass_once(screen: Screen) -> None:
    number = len(screen.turns) + 1
    screen.tap(screen.button("Pass"))
    screen.tap(screen.button("Yes, pass"))
    screen.until(lambda: number in screen.turns, "the pass")
    assert screen.turns[number]["kind"] == "pass"


def look_into_the_bag(screen: Screen) -> None:
    unseen = screen.page.locator(".bag").get_by_role("button")
    screen.tap(unseen)
    expect(screen.paper).to_contain_text("only one of your turns")
    screen.tap(screen.button("Open the bag now"))
    expect(screen.paper).to_contain_text("open until this turn ends")
    shown = screen.paper.locator("li .n").all_inner_texts()
    seen = len(screen.board().replace(".", "")) + len(screen.hand())
    assert sum(int(count.strip("×")) for count in shown) == 104 - seen
    screen.tap(screen.button("Close"))
    screen.tap(unseen)
    expect(screen.paper.locator("li").first).to_be_visible()
    screen.tap(screen.button("Close"))


def check_that_the_bag_is_closed(screen: Screen) -> None:
    screen.wait_for_turn(screen.view["viewer"])
    screen.tap(screen.page.locator(".bag").get_by_role("button"))
    expect(screen.paper).to_contain_text("It will not open again")
    expect(screen.paper.locator("li")).to_have_count(0)
    screen.tap(screen.button("Close"))
    expect(screen.page.locator(".score-sheet")).to_contain_text("bag opened")


def check_the_score_sheet(screen: Screen) -> None:
    """Row by row the page says what the server wrote down, and each total is its sum."""
    screen.tap(screen.button("All turns from the first"))
    rows, turns = screen.sheet(), screen.turns
    assert len(rows) == len(turns)
    totals = Counter[int]()
    for row, number in zip(reversed(rows), sorted(turns), strict=True):
        turn = turns[number]
        totals[turn["seat"]] += turn["points"]
        assert [int(row[0].split()[-1]), int(row[3]), int(row[4])] == [
            number,
            turn["points"],
            totals[turn["seat"]],
        ]
        assert all(word["shown"] in row[2] for word in turn["words"] if turn["kind"] == "play")
        assert turn["points"] == turn["bonus"] + sum(word["points"] for word in turn["words"])


def check_the_reckoning(screen: Screen) -> None:
    over = screen.page.locator(".game-over")
    expect(over).to_be_visible()
    expect(screen.page).to_have_title("Game over — Friends")
    ended: Json = screen.view["ended"]
    assert ended["reason"] in ("out", "stall")
    values = dict(zip(FRIENDS.alphabet.letters, FRIENDS.values[1:], strict=False))
    for row in ended["rows"]:
        left = sum(values[letter] for letter in row["tiles"] if letter != "?")
        assert row["total"] == row["before"] + row["reckoned"]
        assert row["reckoned"] == -left or not row["tiles"]
    if ended["reason"] == "out":  # what the others lose, the one who went out gets
        assert sum(row["reckoned"] for row in ended["rows"]) == 0
    names = {screen.view["viewer"]: "You", 1 - screen.view["viewer"]: "Neighbour bot"}
    best = sorted(ended["rows"], key=lambda row: -row["total"])
    shown = over.locator("tbody tr").all_inner_texts()
    for text, row in zip(shown, best, strict=True):
        told = text.replace("−", "-").split()
        assert text.strip().startswith(names[row["seat"]])
        assert str(row["total"]) in told
        assert str(row["before"]) in told
    assert [str(points) for points in screen.scores()] == [
        str(row["total"]) for row in sorted(ended["rows"], key=lambda row: int(row["seat"]))
    ]
    for winner in ended["winners"]:
        expect(over.get_by_role("heading")).to_contain_text(names[winner])


def check_a_rematch(screen: Screen) -> None:
    table, began = screen.told["table"], screen.turns[1]["seat"]
    was = screen.view["seats"]
    screen.tap(screen.button("Once more, same table"))
    screen.until(lambda: screen.told["table"] != table, "the next table")
    screen.settle()
    assert screen.view["variant"] == "friends"
    beginner = screen.turns[1]["seat"] if screen.turns else screen.view["on_turn"]
    assert screen.view["seats"][beginner]["kind"] != was[began]["kind"]
    expect(screen.page.locator(".game-over")).to_be_hidden()
